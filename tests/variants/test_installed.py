"""Variants of installed packages: found by their entry point, refused by name, no other taken down."""

import shutil
import sys

import pytest

from server.cli import main
from server.kit.new import make
from server.runtime import Config
from tests.harness.composition import Services
from tests.harness.sources import scripted
from tests.toys import Duel, write_variant
from variants.registry import HOME, VariantError, discover, load


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Puts a package where Python finds it: the new variant, or other text, under these entry points."""
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.syspath_prepend(str(site))
    before = set(sys.modules)

    def put(package, *names, source=None):
        module = package.replace("-", "_")
        if source is None:
            (home,) = make("Toads", tmp_path / package)
            home.rename(site / module)
        else:
            (site / f"{module}.py").write_text(source, encoding="utf-8")
        about = site / f"{module}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
        points = "".join(f"{name} = {module}\n" for name in names)
        (about / "entry_points.txt").write_text(f"[cavalier.variants]\n{points}", encoding="utf-8")

    yield put
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_a_package_brings_its_variant_with_words_pages_and_drawings(install, tmp_path):
    install("toads-of-the-pond", "Toads")
    found = discover()
    assert found.faults == ()
    assert found.places["Toads"] == "package toads-of-the-pond"
    assert load("Toads") is found.variants["Toads"]
    house = Services(Config(data=tmp_path / "data", engines=0), scripted())
    try:
        assert house.faults == []
        assert house.library.words("Toads", "fr").title == "Toads"
        assert "Fig" in house.library.page("Toads", "en").html
    finally:
        house.close()


WRITTEN_FOR = """
from tests.toys import Duel
class Variant(Duel):
    interface_version = {version}
"""


@pytest.mark.parametrize(
    ("version", "said"),
    [
        ("None", "a package says which interface it is for: interface_version = 1"),
        ("2", "was written for version 2 of the interface, and this is version 1, which docs/variants.md describes"),
    ],
)
def test_a_package_for_another_interface_is_left_out_by_name(install, version, said):
    install("newts", "Newts", source=WRITTEN_FOR.format(version=version))
    (fault,) = discover().faults
    assert str(fault).startswith(f"package newts/Newts: {said}")
    with pytest.raises(VariantError):
        load("Newts")


def test_a_package_in_an_archive_brings_its_variant(install, tmp_path, monkeypatch):
    install("newts", "Newts", source=WRITTEN_FOR.format(version=1))
    site = tmp_path / "site"
    archive = shutil.make_archive(str(tmp_path / "archive"), "zip", site)
    monkeypatch.setattr(sys, "path", [archive, *(place for place in sys.path if place != str(site))])
    assert discover().places["Newts"] == "package newts"


def test_names_that_collide_are_refused_whoever_brings_them(install, tmp_path):
    write_variant(tmp_path / "folder", Duel)
    known = next(iter(discover().variants))
    install("some", "Duel", known)
    install("other", "Duel", "Toads")
    install("zoo", "Toads")
    found = discover([tmp_path / "folder"])
    assert sorted(str(fault) for fault in found.faults) == sorted(
        [
            f"package other/Duel: another variant has this name already, in {tmp_path / 'folder'}",
            f"package some/{known}: another variant has this name already, in variants",
            f"package some/Duel: another variant has this name already, in {tmp_path / 'folder'}",
            "package zoo/Toads: another variant has this name already, in package other",
        ]
    )
    assert found.places["Duel"] == str(tmp_path / "folder")


def test_the_command_lists_loaded_variants_and_faulty_ones_with_reasons(install, tmp_path, capsys):
    write_variant(tmp_path / "folder", Duel)
    install("toads", "Toads")
    assert main(["variants", "--variants", str(tmp_path / "folder")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert f"Duel (Duel), from {tmp_path / 'folder'}" in lines
    assert "Toads (Toads), from package toads" in lines
    assert len(lines) == len(list(HOME.glob("*/__init__.py"))) + 2
    (tmp_path / "folder" / "Duel" / "rules" / "fr.md").write_text("No words.", encoding="utf-8")
    install("newts", "Newts", source="1 / 0")
    install("olms", "Olms", source="")
    assert main(["variants", "--variants", str(tmp_path / "folder")]) == 1
    said = capsys.readouterr().out
    assert "left out: Duel: Duel/rules/fr.md: " in said
    assert "left out: package newts/Newts: cannot be imported: ZeroDivisionError: division by zero\n" in said
    assert "left out: package olms/Olms: exports no Variant that is a Position\n" in said
    assert len(said.splitlines()) == len(lines) - 1 + 3, "all others are listed still"
    assert "Duel (" not in said
