"""The second set of drawings: complete, within the rules of drawings, unlike the first, and told apart when small."""

import re
from itertools import combinations, product
from pathlib import Path
from xml.etree import ElementTree

import pytest

from server.drawing.pieces import Drawings
from tests.harness.drawings import FIRST, SECOND, SQUARES, unlike
from tests.harness.drawings import small as small_svg

COMMON = {"seal", "hole"}
"""No piece: both sets have the same."""
TEMPLATE = "-monogram"
"""The end of the names of what is no piece either, before a letter is filled in."""
COLOURS = {"#17191c", "#fffdf8"}
NOBODYS = {"duck": "#e8b923"}
"""Colours of pieces that belong to no army."""
SVG = "{http://www.w3.org/2000/svg}"


def names(folder):
    """The drawings of a set, those of variants among them."""
    files = (file.relative_to(folder) for file in folder.rglob("*.svg"))
    return sorted(
        str(file.with_suffix(""))
        for file in files
        if file.parts[0] != "woodcut" and file.stem not in COMMON and not file.stem.endswith(TEMPLATE)
    )


def text(folder, name):
    return (folder / f"{name}.svg").read_text(encoding="utf-8")


def dots(folder, name):
    """The signs of the squares to which an animal steps."""
    return set(re.findall(r' d="((?:M\S+ \S+h\.01)+)"', text(folder, name)))


def small(folder, name, square):
    """A drawing on a square, as large as on the smallest board."""
    return small_svg(text(folder, name), square)


def test_both_sets_have_all_pieces():
    assert names(SECOND) == names(FIRST)


@pytest.mark.parametrize("name", names(SECOND))
def test_a_drawing_of_the_second_set_keeps_the_rules(name):
    file = SECOND / f"{name}.svg"
    Drawings(file.parent)
    assert file.stat().st_size <= 1200
    elements = list(ElementTree.fromstring(text(SECOND, name)).iter())
    assert {element.tag.removeprefix(SVG) for element in elements} <= {"svg", "g", "defs", "clipPath", "path", "use"}
    colours = {element.get(what) for element in elements for what in ("fill", "stroke")}
    assert colours <= {*COLOURS, NOBODYS.get(name), "none", None}
    first = text(FIRST, name)
    assert text(SECOND, name).count('class="facing"') == first.count('class="facing"')
    assert dots(SECOND, name) == dots(FIRST, name)


@pytest.mark.parametrize("name", names(SECOND))
def test_no_drawing_of_the_second_set_is_one_of_the_first(name):
    for square in SQUARES:
        assert unlike(small(SECOND, name, square), small(FIRST, name, square)) > 5


@pytest.mark.parametrize("folder", ["", "Alice", "Dobutsu", "Xiangqi"])
def test_the_armies_can_be_distinguished_when_small(folder):
    for square, kind in product(SQUARES, {Path(name).name[1:] for name in names(SECOND / folder)}):
        armies = [army for army in "wbc" if (SECOND / folder / f"{army}{kind}.svg").is_file()]
        for one, other in combinations(armies, 2):
            here, there = (
                unlike(*(small(at / folder, f"{army}{kind}", square) for army in (one, other)))
                for at in (SECOND, FIRST)
            )
            assert here > (0.85 if "c" in (one, other) else 0.6) * there, (one, other, kind, square)


@pytest.mark.parametrize("folder", [FIRST, SECOND])
@pytest.mark.parametrize("army", ["w", "b"])
@pytest.mark.parametrize(
    ("kinds", "least"),
    [
        (("p", "n", "b", "r", "q", "k"), 10),
        (("-archbishop", "-chancellor", "n"), 4),  # Capablanca: the horses differ by what they wear.
        (("-archbishop", "b"), 15),
        (("-chancellor", "r"), 15),
        (("-knight-king", "-commoner"), 15),
        (("-commoner", "q"), 12),
        (("-commoner", "k"), 5),  # No board has both.
        (("-berolina", "p"), 6),  # Nor both of these.
        (("-berolina", "q"), 15),
        (("-berolina", "b"), 10),
    ],
)
def test_the_kinds_of_an_army_can_be_distinguished_when_small(folder, army, kinds, least):
    for square, (one, other) in product(SQUARES, combinations(kinds, 2)):
        assert unlike(*(small(folder, army + kind, square) for kind in (one, other))) > least, (one, other, square)
