"""A new variant runs at once, or is not made at all."""

import re
from itertools import count
from pathlib import Path

import pytest

from server.book.validation import ROOT
from server.cli import main
from server.kit import new
from server.kit.check import check
from server.kit.new import NewVariantError
from server.texts.languages import COMPLETE
from tests.harness.faults import failing
from variants.position import Position
from variants.registry import load


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_new_variant_keeps_every_promise_at_once_and_has_nothing_of_the_example(tmp_path):
    assert main(["new", "Toads", "--into", str(tmp_path / "mine")]) == 0
    home = tmp_path / "mine" / "Toads"
    texts = {name: (home / name).read_text(encoding="utf-8") for name in files(home)}
    assert [*texts] == ["__init__.py", "rules.py", "rules/en.md", "rules/fr.md"]
    findings = list(check("Toads", [tmp_path / "mine"], games=20))
    assert [finding for finding in findings if not finding.holds] == []
    assert len(findings) == 10
    assert load("Toads", [tmp_path / "mine"]).__name__ == "Toads"
    assert not [text for text in texts.values() if re.search(r"\bExample\b", text)]


def test_in_a_checkout_it_gets_the_folders_of_the_projects_own_variants(tmp_path):
    (tmp_path / "pyproject.toml").touch()
    made = new.make("Toads", root=tmp_path)
    assert made == [tmp_path / "variants" / "Toads", tmp_path / "rules" / "Toads"]
    assert files(tmp_path) == [
        "pyproject.toml",
        *(f"rules/Toads/{language}.md" for language in COMPLETE),
        *(f"variants/Toads/{name}.py" for name in ("__init__", "rules")),
    ]


@pytest.mark.parametrize("name", ["toads", "Two Words", "../Toads", "Toads!", "Grenouillère", "A" * 41, ""])
def test_a_bad_name_is_refused_by_name(tmp_path, name, capsys):
    assert main(["new", name, "--into", str(tmp_path)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (
        f"cavalier: {name!r}: the name of a variant is one word of letters and digits, the first in upper case.\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_an_existing_name_is_refused_and_its_files_stay(tmp_path):
    known = next(path.parent.name for path in sorted(ROOT.glob("variants/*/__init__.py")))
    with pytest.raises(NewVariantError, match=f"^{known}: another variant already has this name"):
        new.make(known, tmp_path)
    new.make("Toads", tmp_path)
    (tmp_path / "Toads" / "rules.py").write_text("mine", encoding="utf-8")
    with pytest.raises(NewVariantError, match="Toads already exists"):
        new.make("Toads", tmp_path)
    assert (tmp_path / "Toads" / "rules.py").read_text(encoding="utf-8") == "mine"
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "rules" / "Newts").mkdir(parents=True)
    with pytest.raises(NewVariantError, match="Newts already exists"):
        new.make("Newts", root=tmp_path)
    assert not (tmp_path / "variants").exists()


@pytest.mark.parametrize(("name", "reason"), [("None", "a word of Python"), ("Move", "for something else")])
def test_a_name_with_a_meaning_in_the_rules_is_refused(tmp_path, name, reason):
    with pytest.raises(NewVariantError, match=reason):
        new.make(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_outside_a_checkout_a_folder_must_be_named(tmp_path):
    with pytest.raises(NewVariantError, match="name a folder for the variant with --into"):
        new.make("Toads", root=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_is_no_folder_is_refused(tmp_path, capsys):
    (tmp_path / "file").touch()
    assert main(["new", "Toads", "--into", str(tmp_path / "file")]) == 2
    assert "cavalier: Toads cannot be created: " in capsys.readouterr().err


@pytest.mark.parametrize("call", range(1, 9))
def test_a_failure_half_way_leaves_nothing_behind(tmp_path, call):
    (tmp_path / "pyproject.toml").touch()
    calls, error = count(1), OSError(28, "No space left on device")

    def due(*_arguments, **_named):
        return next(calls) == call

    with failing(Path, "write_text", error, when=due), failing(Path, "rename", error, when=due):
        if call <= 6:
            with pytest.raises(NewVariantError, match="No space left on device"):
                new.make("Toads", root=tmp_path)
            assert files(tmp_path) == ["pyproject.toml"]
            assert list(tmp_path.rglob("*Toads*")) == []
        else:
            assert len(new.make("Toads", root=tmp_path)) == 2
    assert list(tmp_path.rglob(".new-*")) == []


LIKES = ["Chess", "Checkered", "Dark", "Dobutsu", "Apocalypse", "Atomic", "Madrasi", "Shogi", "three-seats"]


@pytest.mark.parametrize("like", LIKES)
def test_a_variant_like_another_passes_the_check_at_once(tmp_path, like, capsys):
    assert main(["new", "Toads", "--into", str(tmp_path), "--like", like]) == 0
    home = tmp_path / "Toads"
    assert capsys.readouterr().out == f"{home}\n"
    findings = list(check("Toads", [tmp_path], games=4))
    assert [finding for finding in findings if not finding.holds] == []
    assert findings[-1].what == "pages"
    assert load("Toads", [tmp_path]).__module__.startswith("outside_")
    assert not re.search(rf"^(from|import) variants\.{like}\b", "".join(map(Path.read_text, home.glob("*.py"))), re.M)
    assert all((home / "rules" / f"{language}.md").is_file() for language in COMPLETE)


@pytest.mark.parametrize("like", ["Atomic", "Madrasi", "Shogi"])
def test_a_new_variant_is_known_to_no_other_program(tmp_path, like):
    assert load(like).pgn_names
    assert load(like).uci_name or like == "Madrasi"
    new.make("Toads", tmp_path, like=like)
    toads = load("Toads", [tmp_path])
    assert (toads.pgn_names, toads.uci_name) == (Position.pgn_names, Position.uci_name)


def test_a_variant_like_another_has_its_drawings_and_its_own_title(tmp_path):
    (tmp_path / "pyproject.toml").touch()
    made = new.make("Toads", root=tmp_path, like="Dobutsu")
    assert made == [tmp_path / folder / "Toads" for folder in ("variants", "rules", "pieces")]
    assert files(tmp_path / "pieces") == [f"Toads/{path.name}" for path in sorted((ROOT / "pieces/Dobutsu").iterdir())]
    for language in COMPLETE:
        page = (tmp_path / "rules" / "Toads" / f"{language}.md").read_text(encoding="utf-8")
        assert "\ntitle: Toads\n" in page
        assert not re.search("^(other_names|since):", page, re.M), "they are those of the model"
        assert "\ngroup: hands\n" in page


def test_the_folder_of_the_checkout_is_not_one_outside(capsys):
    assert main(["new", "Toads", "--into", str(ROOT / "variants")]) == 2
    assert "holds the variants of this checkout; leave --into out to add one there" in capsys.readouterr().err
    assert not (ROOT / "variants" / "Toads").exists()


def test_an_unknown_model_is_refused(tmp_path, capsys):
    assert main(["new", "Toads", "--into", str(tmp_path), "--like", "Tadpoles"]) == 2
    assert "--like: there is nothing called 'Tadpoles'; there are Alice, Antichess, " in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
