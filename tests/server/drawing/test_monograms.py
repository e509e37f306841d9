"""Kinds without a drawing of their own are drawn as their letter, in both sets, and a wrong name is still refused."""

import re
import shutil
from itertools import combinations
from xml.etree import ElementTree

import pytest

from server.book.validation import InvalidVariant, drawings_of
from tests.harness.checkout import ROOT
from tests.harness.drawings import (
    FIRST,
    LETTERS,
    PIECE_SETS,
    SECOND,
    SQUARES,
    DrawingError,
    Drawings,
    small,
    unlike,
)
from variants.registry import load

BROUGHT = ROOT / "tests" / "kit" / "brought"
FOLDERS = {"cavalier": (FIRST,), "woodcut": (SECOND, FIRST)}
OWN = "pnbrqk"
"""The letters that have drawings."""
FREE = [letter for letter in LETTERS if letter.lower() not in OWN]
SYMBOLS = {
    **{
        f"{army}{shape}{letter}": f"{army}-{shape}-{letter}"
        for army in "wb"
        for shape in ("tile", "promoted")
        for letter in "plnsgkbr"
    },
    **{letter: f"w{letter.lower()}" for letter in LETTERS},
    **{each.lower(): f"b{each.lower()}" for each in LETTERS},
}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module", params=PIECE_SETS)
def drawings(request):
    return Drawings(*FOLDERS[request.param], symbols=SYMBOLS)


def test_each_letter_can_be_told_from_every_other_and_from_that_of_the_other_army_when_small(drawings):
    for square in SQUARES:
        shown = {army: {each: small(drawings.svg(army + each.lower()), square) for each in FREE} for army in "wb"}
        for army in "wb":
            pairs = {pair: unlike(*(shown[army][each] for each in pair)) for pair in combinations(FREE, 2)}
            assert min(pairs.values()) > 3, (army, square, min(pairs, key=pairs.get))
        assert min(unlike(shown["w"][each], shown["b"][each]) for each in FREE) > 10


def test_tiles_and_promoted_tiles_can_be_told_from_every_other_when_small(drawings):
    kinds = [f"-{shape}-{letter}" for shape in ("tile", "promoted") for letter in "plnsgkbr"]
    for square in SQUARES:
        shown = {army: {kind: small(drawings.svg(army + kind), square) for kind in kinds} for army in "wb"}
        for army in "wb":
            pairs = {pair: unlike(*(shown[army][each] for each in pair)) for pair in combinations(kinds, 2)}
            assert min(pairs.values()) > 2, (army, square, min(pairs, key=pairs.get))
        assert min(unlike(shown["w"][kind], shown["b"][kind]) for kind in kinds) > 10


def test_a_letter_has_room_inside_its_square_and_on_its_plinth():
    for letter, path in LETTERS.items():
        numbers = re.findall(r"([MLHV])([\d.]+)(?: ([\d.]+))?", path)
        across = [float(one) for sign, one, _ in numbers if sign in "MLH"]
        down = [float(two or one) for sign, one, two in numbers if sign != "H"]
        assert 12 <= min(across) < 24 <= max(across) <= 36, letter
        assert (min(down), 33 <= max(down) <= 34) == (9, True), letter


def test_a_template_keeps_the_rules_of_drawings():
    for folder in (FIRST, SECOND):
        for army in "wb":
            text = (folder / f"{army}-monogram.svg").read_text()
            elements = list(ElementTree.fromstring(text).iter())
            assert {element.tag.removeprefix(SVG) for element in elements} == {"svg", "path"}
            assert {element.get(what) for element in elements for what in ("fill", "stroke")} <= {
                "#17191c", "#fffdf8", "none", None,
            }  # fmt: skip
            assert text.count(' d=""') == {"w": 2, "b": 1}[army]


def test_a_file_of_its_own_comes_first_and_each_set_has_its_own_letters():
    first, second = (Drawings(*folders, symbols=SYMBOLS) for folders in FOLDERS.values())
    assert first.svg("wn") == Drawings(FIRST).svg("wn")
    assert first.svg("wa") != second.svg("wa")
    assert {"wa", "ba"} <= set(first.names)
    assert f'd="{LETTERS["A"]}"' in first.definitions(["wa"], "x-")


@pytest.mark.parametrize("symbols", [{"A": "wz"}, {"A": "w-archbisop"}, {"A": "xa"}, {"?": "w?"}, {"A": "frog"}])
def test_a_name_that_is_not_that_of_the_kind_is_refused(symbols):
    (name,) = symbols.values()
    with pytest.raises(DrawingError, match=f"There is no drawing “{re.escape(name)}”"):
        Drawings(FIRST, symbols=symbols).check(symbols.values())


@pytest.mark.parametrize(
    ("facts", "missing"),
    [
        ('{"p": "fmFfcWifmnA", "h": "CF"}', ""),
        (
            '{"p": "fmFfcWifmnA", "h": "CF"}\n    drawing_names: ClassVar[Mapping[str, str]] = {"h": "-camle"}',
            "w-camle",
        ),
    ],
)
def test_a_kind_of_a_variant_of_chess_needs_no_drawing_unless_it_names_one(tmp_path, facts, missing):
    home = tmp_path / "Camels"
    shutil.copytree(BROUGHT / "Berolina", home)
    rules = (home / "rules.py").read_text().replace('{"p": "fmFfcWifmnA"}', facts)
    rules += '    promotes_to = "qrbnh"\n'
    (home / "rules.py").write_text(rules.replace("Berolina", "Camels"))
    (home / "__init__.py").write_text(
        '"""Camels."""\n\nfrom .rules import Camels as Variant\n\n__all__ = ["Variant"]\n'
    )
    variant = load("Camels", [tmp_path])
    if missing:
        with pytest.raises(InvalidVariant, match=f"There is no drawing “{missing}”"):
            drawings_of("Camels", variant)
        return
    for pieces in PIECE_SETS:
        assert f'd="{LETTERS["H"]}"' in drawings_of("Camels", variant, pieces).svg("bh")
