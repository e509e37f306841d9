"""The registry: what it finds, what it refuses, and that it says by name why."""

import sys

import pytest

from tests.toys import TOYS, Duel, write_variant
from variants import registry
from variants.registry import VariantError, discover, load, load_all

WORKING = """
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar
from tests.toys import Duel
from variants.keys import Value
from variants.position import Draws, Option, Position, only


@dataclass(frozen=True, kw_only=True)
class Variant(Duel):
    {body}
"""


@pytest.fixture
def folder(tmp_path):
    """Writes a variant folder from the text of its module; answers with the folder that holds it."""

    def write(name, source):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(source, encoding="utf-8")
        return tmp_path

    return write


def reasons(place):
    """The faults of one outside folder, each without the name of the temporary folder."""
    found = discover([place])
    assert "Apocalypse" in found.variants
    return [str(fault).removeprefix(f"{place.name}/") for fault in found.faults]


def test_the_package_own_variants_are_found_by_folder_name():
    found = discover()
    assert found.faults == ()
    folders = {each.parent.name for each in registry.HOME.glob("*/__init__.py")}
    assert set(found.variants) == folders == set(load_all())
    assert list(found.variants) == sorted(found.variants)
    assert load("Apocalypse") is found.variants["Apocalypse"]


def test_outside_folders_are_found_and_sys_path_stays(tmp_path):
    for toy in TOYS:
        write_variant(tmp_path, toy)
    before = list(sys.path)
    found = discover([tmp_path])
    assert found.faults == ()
    assert {toy.__name__ for toy in TOYS} | {"Apocalypse"} <= set(found.variants)
    assert sys.path == before
    assert load("Duel", [tmp_path]) is found.variants["Duel"]
    assert discover([tmp_path]).variants["Duel"] is found.variants["Duel"]


def test_one_name_in_two_places_is_two_modules(tmp_path):
    for place in ("one", "two"):
        write_variant(tmp_path / place, Duel)
    assert load("Duel", [tmp_path / "one"]) is not load("Duel", [tmp_path / "two"])


def test_a_package_of_several_modules_may_import_its_own(folder):
    place = folder("Split", "from .rules import Variant\n")
    (place / "Split" / "rules.py").write_text("from tests.toys import Duel as Variant\n", encoding="utf-8")
    assert reasons(place) == []


def test_a_failed_import_leaves_nothing_half_loaded(folder):
    place = folder("Half", "from . import part\nfrom . import missing\n")
    (place / "Half" / "part.py").write_text("", encoding="utf-8")
    assert len(reasons(place)) == 1
    assert not [name for name in sys.modules if name.startswith("outside_") and "_Half" in name]


SOURCES = [
    ("1 / 0", "cannot be imported: ZeroDivisionError: division by zero"),
    ("import nowhere_at_all", "cannot be imported: ModuleNotFoundError: No module named 'nowhere_at_all'"),
    ("def (:", "cannot be imported: SyntaxError: invalid syntax (__init__.py, line 1)"),
    ("raise SystemExit(3)", "cannot be imported: SystemExit: 3"),
    ("", "exports no Variant that is a Position"),
    ("Variant = 3", "exports no Variant that is a Position"),
    (
        "from variants.position import Position\nclass Variant(Position):\n    def fen(self): return ''\n"
        "    def key(self): return 0\n    def moves(self, seat): return []\n    def result(self): return None",
        "Variant does not define from_fen, play, start",
    ),
    (
        WORKING.format(body="tired: int = 0").replace("@dataclass(frozen=True, kw_only=True)", ""),
        "Variant lacks @dataclass(frozen=True, kw_only=True), and so its own fields: tired",
    ),
]
DIFFERENT = "seats must be different codes in lower case, not "
OPTION = "the option 'speed' needs a name in lower case and different choices"
COUNT = "must be a whole number from 1 on or None, not"
NO_SIGNS = "event_codes must lead from each code to its sign or None, and there is no signs: event_codes = "
BODIES = [
    ("drawings: ClassVar[Mapping[str, str]] = only({})", "Variant does not define drawings"),
    (
        "def start(self, settings=None, random=None): ...",
        "start must be a @classmethod: it is asked of the variant, before there is a position",
    ),
    ("reasons = 'met'", "reasons must be a set of codes, not the text 'met'"),
    ("reasons = frozenset({'Too Long'})", "reasons must be codes in lower case, not 'Too Long'"),
    (
        "drawings: ClassVar[Mapping[str, str]] = {'Nn': 'wn'}",
        "drawings must lead from one letter to the name of a drawing, not from 'Nn' to 'wn'",
    ),
    ("size = (27, 3)", "size must be at most 26 files and 99 ranks, not (27, 3)"),
    ("size = 8", "size must be two numbers, not 8"),
    ("seats: tuple[str, ...] = ()", f"{DIFFERENT}()"),
    ("seats: tuple[str, ...] = ('white', 'white')", f"{DIFFERENT}('white', 'white')"),
    ("seats: tuple[str, ...] = ('White', 'Black')", f"{DIFFERENT}('White', 'Black')"),
    (
        "event_codes: ClassVar[Mapping[str, str]] = {'moved': 'bang'}",
        "the sign of moved must be one of arrow, failed, clash, lost, born, or None, not 'bang'",
    ),
    (
        "signs: ClassVar[Mapping[str, str]] = {'moved': 'arrow'}\n    event_codes = frozenset({'met'})",
        f"{NO_SIGNS}{{'moved': 'arrow', 'met': None}}",
    ),
    ("event_codes = frozenset({'moved', 'met'})", f"{NO_SIGNS}{{'met': None, 'moved': None}}"),
    ("fen_keys = 'flags'", "fen_keys must be names, or lead from each name to its Value, not 'flags'"),
    (
        "fen_keys: ClassVar[Mapping[str, str]] = {'flags': '01'}",
        "the FEN key 'flags' needs a Value of variants/keys.py, not '01'",
    ),
    (
        "fen_keys: ClassVar[Mapping[str, Value]] = {'turns': Value(most=4)}",
        "the usual value of the FEN key 'turns', '-', is none that it may have",
    ),
    ("chance = {2}", "chance must be a frozenset of numbers of seats, not {2}"),
    ("joinable = frozenset({'black'})", "joinable must be a frozenset of numbers of seats, not frozenset({'black'})"),
    (
        "pgn_names: ClassVar[Mapping[str, Mapping[str, int]]] = {'duel': {}}",
        "Variant has pgn_names and does not define pgn_name, standard_fen, from_san",
    ),
    ("event_codes = 3", "cannot be checked: TypeError: 'int' object is not iterable"),
    ("options = ('speed',)", "options must be Options with different names"),
    ("options = (Option('speed', (1,)), Option('speed', (2,)))", "options must be Options with different names"),
    ("options = (Option('speed', ()),)", OPTION),
    ("options = (Option('speed', (1, '1')),)", OPTION),
    *(
        (
            f"options = (Option('speed', (1, {choice})),)",
            f"the option 'speed' offers {choice}, which no record holds: a choice is True or False, a whole number of"
            " at most a thousand million, or a text of at most 100 signs",
        )
        for choice in ("60.5", "None", "(1, 2)", "1000000001", repr("x" * 101))
    ),
    (
        "presets: ClassVar[Mapping[str, object]] = {'fast': {'speed': 9}}",
        "the preset 'fast': There is no option “speed”.",
    ),
    ("draws = Draws(kind='never')", "draws must be a Draws whose kind is claim or automatic"),
    ("draws = Draws(quiet_turns='15')", f"quiet_turns of draws {COUNT} '15'"),
    ("draws = Draws(occurrences=True)", f"occurrences of draws {COUNT} True"),
    ("draws = Draws(occurrences=0)", f"occurrences of draws {COUNT} 0"),
    ("hidden = True", "Variant has a hidden board and does not define picture, seen_events, notation, guess"),
    (
        "hidden = True\n    def picture(self, viewer): ...\n    def guess(self, *_): ...",
        "Variant has a hidden board and does not define seen_events, notation",
    ),
]


@pytest.mark.parametrize(
    ("source", "reason"), [*SOURCES, *((WORKING.format(body=body), reason) for body, reason in BODIES)]
)
def test_a_broken_folder_is_reported_and_takes_no_other_down(folder, source, reason):
    place = folder("Broken", source)
    write_variant(place, Duel)
    assert reasons(place) == [f"Broken: {reason}"]
    assert "Duel" in discover([place]).variants
    with pytest.raises(VariantError) as refused:
        load("Broken", [place])
    assert refused.value.reason == reason


def test_a_working_folder_is_not_reported(folder):
    assert reasons(folder("Working", WORKING.format(body="rules_version = 2"))) == []
    choices = f"True, False, 0, -(10**9), 10**9, '', {'x' * 100!r}"
    assert reasons(folder("Choosy", WORKING.format(body=f"options = (Option('speed', ({choices})),)"))) == []


@pytest.mark.parametrize("name", ["lower", "Two-Words", "Éclair", "A" * 41])
def test_a_folder_name_must_be_one_word(folder, name):
    assert reasons(folder(name, WORKING.format(body="rules_version = 2"))) == [
        f"{name}: the name of a variant is one word of letters and digits, the first in upper case"
    ]


def test_a_folder_without_a_module_is_reported(tmp_path):
    (tmp_path / "Empty").mkdir()
    (tmp_path / "notes").mkdir()
    assert reasons(tmp_path) == ["Empty: has no __init__.py"]


def test_names_that_collide_are_refused_and_the_first_stays(folder):
    place = folder("Apocalypse", WORKING.format(body="rules_version = 2"))
    assert reasons(place) == ["Apocalypse: another variant has this name already, in variants"]
    assert discover([place]).variants["Apocalypse"] is load("Apocalypse")


def test_a_missing_place_is_reported(tmp_path):
    place = tmp_path / "gone"
    assert [str(fault) for fault in discover([place]).faults] == [f"{tmp_path.name}/gone: there is no such folder"]


def test_an_unknown_name_is_refused():
    with pytest.raises(VariantError, match="variants/Nobody: there is no such variant in variants"):
        load("Nobody")
    with pytest.raises(VariantError):
        load("../tests")
