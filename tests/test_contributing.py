"""CONTRIBUTING and the docs for authors lead a contributor to a variant, a rule and a language.

Every snippet is run, page by page, each in a copy of the checkout of its own.
"""

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.harness.checkout import bare_environment, copied
from variants.packages import GROUP

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
PAGES = {name: ROOT / name for name in ("CONTRIBUTING.md", "docs/variants.md", "docs/translating.md")}
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
FILE = re.compile(r"# (\S+\.(?:py|toml))\n")
SETUP = "python3 tools/setup.py --tests\n"
"""The one command that is not run: the copy has the environment of this checkout, and what is there is all it makes."""


class Snippet(NamedTuple):
    language: str
    text: str


SNIPPETS = {
    name: [Snippet(*found) for found in FENCE.findall(page.read_text(encoding="utf-8"))] for name, page in PAGES.items()
}


def run(house, command, **options):
    """Run it in this copy; what it printed, where it does not fail."""
    ran = subprocess.run(command, cwd=house, env=bare_environment(), capture_output=True, text=True, **options)
    assert ran.returncode == 0, f"{command}\n{ran.stdout}\n{ran.stderr}"
    return ran.stdout


def follow(house, snippets):
    """Do in this copy what a page says; all that its commands printed."""
    printed, before = [], ""
    for language, text in snippets:
        file = FILE.match(text)
        if file is not None:
            path = house / file[1]
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif language == "diff":
            run(house, ["git", "apply", "-"], input=text)
        elif language == "python":
            printed.append(run(house, [sys.executable, "-c", text]))
        elif text != SETUP:
            # Functions stay from one block to the next, as they do for whoever types them in.
            printed.append(run(house, ["sh", "-ec", before + text]))
            before += "".join(re.findall(r"^\w+\(\) .*\n", text, re.M))
    return "".join(printed)


@pytest.fixture(scope="module")
def houses(tmp_path_factory):
    """For each page a copy of the checkout in which everything was done that it says, and what was printed."""
    done = {}
    for number, (name, snippets) in enumerate(SNIPPETS.items()):
        house = copied(tmp_path_factory.mktemp(f"page{number}") / "house")
        done[name] = house, follow(house, snippets)
    return done


def test_every_snippet_is_run():
    languages = {name: {language for language, _ in snippets} for name, snippets in SNIPPETS.items()}
    assert languages["CONTRIBUTING.md"] == {"sh", "python", "diff"}
    assert languages["docs/variants.md"] == {"sh", "python", "toml"}
    assert languages["docs/translating.md"] == {"sh", "toml"}
    assert sum(len(snippets) for snippets in SNIPPETS.values()) >= 18
    assert all(FILE.match(text) for snippets in SNIPPETS.values() for language, text in snippets if language == "toml")


def test_a_newcomer_adds_a_rule_and_its_test(houses, tmp_path):
    house, said = houses["CONTRIBUTING.md"]
    assert "wins." in said
    assert len(re.findall(r"^\d+ passed", said, re.M)) == 2
    assert "Frogs: no faults." in said
    # Without the change the test fails: the page lets its reader see that.
    (diff,) = [text for language, text in SNIPPETS["CONTRIBUTING.md"] if language == "diff"]
    run(house, ["git", "apply", "-R", "-"], input=diff)
    test = [sys.executable, "-m", "pytest", "-q", "tests/variants/test_frogs.py"]
    failed = subprocess.run(test, cwd=house, env=bare_environment(), capture_output=True, text=True)
    assert "1 failed" in failed.stdout
    run(house, ["git", "apply", "-"], input=diff)


def test_an_author_makes_a_variant(houses):
    house, said = houses["docs/variants.md"]
    assert (house / "variants" / "Frogs" / "rules.py").is_file()
    assert "Frogs: no faults." in said
    assert "Newts: no faults." in said
    assert re.search(r"^\d+ lines of 3 turns", said, re.M)
    assert "wins." in said
    assert len(re.findall(r"^\d+ passed", said, re.M)) == 2
    assert re.search(r"^Newts \(Newts\), from .*mine$", said, re.M)


def test_a_translator_begins_a_language(houses):
    house, said = houses["docs/translating.md"]
    assert (house / "server" / "translations" / "eo" / "LC_MESSAGES" / "messages.po").is_file()
    assert "missing" in said


def test_the_package_of_the_page_brings_its_variant(houses, tmp_path):
    house, _ = houses["docs/variants.md"]
    package = house.parent / "newts"
    about = tomllib.loads((package / "pyproject.toml").read_text(encoding="utf-8"))
    assert about["project"]["entry-points"] == {GROUP: {"Newts": "newts"}}
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "built")]
    subprocess.run(command, cwd=package, check=True, capture_output=True, text=True)
    (wheel,) = (tmp_path / "built").iterdir()
    with zipfile.ZipFile(wheel) as file:
        file.extractall(tmp_path / "site")
    listed = subprocess.run(
        [sys.executable, "-m", "server", "variants"],
        cwd=house,
        env={**bare_environment(), "PYTHONPATH": str(tmp_path / "site")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Newts (Newts), from package newts\n" in listed.stdout


@pytest.mark.parametrize("name", PAGES)
def test_every_file_named_on_the_page_exists(houses, name):
    text = FENCE.sub("", PAGES[name].read_text(encoding="utf-8"))
    text = text.replace("<code>", "es").replace("<Variant>", "Apocalypse")
    named = set(re.findall(r"`((?:variants|tests|rules|pieces|tools|static|server)/[\w./*]*)`", text))
    paths = named - {"variants/Frogs/LAW.md", "pieces/Frogs/", "static/dist"}
    assert len(paths) > 3
    assert [path for path in sorted(paths) if not any([*ROOT.glob(path), *houses[name][0].glob(path)])] == []
