"""The rules as files: every link leads to a file of the export or to another site, and every diagram can be drawn."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from server.cli import main
from server.drawing.diagram import png
from server.texts.languages import LANGUAGES
from variants.registry import load_all

pytestmark = pytest.mark.slow

LINK = re.compile(r' (?:href|src)="([^"]*)"')


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `cavalier export` has written."""
    made = tmp_path_factory.mktemp("export") / "new" / "folder"
    assert main(["export", str(made)]) == 0
    return made


def pages(folder: Path) -> Iterator[tuple[Path, str]]:
    for page in sorted(folder.rglob("*.html")):
        yield page, page.read_text(encoding="utf-8")


def test_every_variant_has_its_rules_its_leaflet_and_its_diagrams_in_each_language(folder: Path) -> None:
    for language in LANGUAGES:
        for name in load_all():
            rules = (folder / language / f"{name}.html").read_text(encoding="utf-8")
            assert f'<html lang="{language}">' in rules
            figures = re.findall('<figure class="fig[^"]*" id="([^"]+)"', rules)
            assert len(figures) > 5
            drawn = {file.stem for file in (folder / language / "diagrams" / name).iterdir()}
            assert drawn == set(figures)
            leaflet = (folder / language / f"{name}-leaflet.html").read_text(encoding="utf-8")
            assert leaflet.count('class="board') == 2
            assert "localhost" not in rules + leaflet


def test_every_link_leads_somewhere(folder: Path) -> None:
    seen = 0
    for page, html in pages(folder):
        for link in map(unescape, LINK.findall(html)):
            if link.startswith(("http://", "https://")):
                continue
            path, _, part = link.partition("#")
            assert not path.startswith("/"), f"{page}: {link} needs a server"
            assert "?" not in path, f"{page}: {link}"
            target = (page.parent / unquote(path)).resolve() if path else page
            assert target.is_file(), f"{page}: {link}"
            assert target.is_relative_to(folder.resolve())
            if part:
                assert f'id="{part}"' in target.read_text(encoding="utf-8"), f"{page}: {link}"
            seen += 1
    assert seen > 500
    for sheet in folder.rglob("*.css"):
        for font in re.findall(r"""url\(["']?([^"')]+)""", sheet.read_text(encoding="utf-8")):
            assert (sheet.parent / font).is_file(), f"{sheet}: {font}"


def test_pages_need_no_site_and_load_no_module(folder: Path) -> None:
    for page, html in pages(folder):
        assert "<form" not in html, page
        loaded = re.findall(r"<script(?! type=.application/(?:ld\+)?json.)[^>]*>", html)
        assert [tag for tag in loaded if not re.fullmatch(r'<script src="[\w./]+/figures\.js">', tag)] == [], page
        assert not re.search('class="(try|analyse)"', html), page
        assert "Analyse from here" not in html, page
        assert "<iframe" not in html, page


def test_every_diagram_can_be_drawn_by_itself(folder: Path) -> None:
    drawn = list(folder.rglob("diagrams/*/*.svg"))
    assert len(drawn) > 200
    for file in drawn:
        root = ElementTree.parse(file).getroot()
        defined = {one.get("id") for one in root.iter() if one.get("id")}
        used = {one.get("href", "")[1:] for one in root.iter() if one.tag.endswith("}use")}
        assert used
        assert used <= defined, file
    assert png(drawn[0].read_text(encoding="utf-8"), 100).startswith(b"\x89PNG")


def test_with_the_address_of_a_site_figures_can_be_played_there(tmp_path: Path) -> None:
    assert main(["export", str(tmp_path / "made"), "--site-address", "https://chess.example"]) == 0
    page = (tmp_path / "made" / "fr" / "Apocalypse.html").read_text(encoding="utf-8")
    assert '<a class="try" rel="nofollow" href="https://chess.example/fr/variants/Apocalypse/play?fen=' in page
    leaflet = (tmp_path / "made" / "fr" / "Apocalypse-leaflet.html").read_text(encoding="utf-8")
    assert "https://chess.example/fr/variants/Apocalypse" in leaflet


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    assert main(["export", str(tmp_path)]) == 2
    assert "not an empty folder" in capsys.readouterr().err
    assert main(["export", str(tmp_path / "mine.txt")]) == 2
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]
