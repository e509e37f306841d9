"""What an author of a variant outside the checkout meets first: each mistake is named, and none that is none."""

import re
import time

import pytest

from server.cli import main
from tests.harness.composition import app_at
from tests.toys import Duel, write_variant
from variants.registry import discover, load

RULES = """from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from variants.errors import FenError
from variants.keys import Value
from variants.orthodox import Orthodox
from variants.position import Eyes, Event


@dataclass(frozen=True, kw_only=True)
class Variant(Orthodox):
    {body}
"""
PAGE = """---
title: {name}
summary: {name}.
facts: [8 x 8]
reminder:
{reminder}
{more}---

{text}

{fences}
"""
TEXTS = {
    "en": (
        "Play as in chess.",
        "The rules are those of chess, and it is a game of two players. You win by checkmate on the king, as it is"
        " in the game that you know, and not by a piece which has no move or is at the end of the board. White is to"
        " move, then Black, in turn.",
    ),
    "fr": (
        "Jouez comme aux échecs.",
        "Les règles sont celles des échecs, et le jeu est pour deux joueurs. On gagne par un échec et mat du roi, comme"
        " dans le jeu que vous connaissez, et non par une pièce qui n’a pas de coup ou qui est au bout de l’échiquier.",
    ),
}


@pytest.fixture
def author(tmp_path):
    """Writes an outside variant: its module, what its front matter says besides, and the fences of its pages."""

    def write(name, source, more="", fences="", reminder=4):
        folder = tmp_path / "mine" / name
        (folder / "rules").mkdir(parents=True)
        (folder / "__init__.py").write_text(source, encoding="utf-8")
        for language, (line, text) in TEXTS.items():
            page = PAGE.format(
                name=name, reminder="\n".join([f"  - {line}"] * reminder), more=more, text=text, fences=fences
            )
            (folder / "rules" / f"{language}.md").write_text(page, encoding="utf-8")
        return folder

    return write


@pytest.fixture
def report(tmp_path, capsys):
    """What `cavalier check` prints of a variant of this author, with more options."""

    def run(name, *options):
        main(["check", name, "--variants", str(tmp_path / "mine"), *options])
        return capsys.readouterr().out

    return run


def faults(said):
    return re.findall(r"^FAULT  (?!style)(.*)$", said, re.M)


# Words of bases


REFUSING = """
    @classmethod
    def read_named(cls, named, board, settings):
        if named.get("quiet") == "7":
            raise FenError("seven", "Not seven: {key}.", key="quiet")
        return super().read_named(named, board, settings)
"""


def test_errors_of_a_base_count_as_its_own(author, report):
    author("Pond", RULES.format(body=REFUSING), "errors:\n  seven: 'Seven: {key}.'\n")
    author("Lake", "from variants.registry import load\n\nPond = load('Pond', [__path__[0] + '/..'])\n"
           "\n\nclass Variant(Pond):\n    pass\n")  # fmt: skip
    author("Fen", "from variants.Atomic import Variant as Atomic\n\n\nclass Variant(Atomic):\n    pass\n")
    for name in ("Pond", "Lake", "Fen"):
        assert faults(report(name)) == [], name


def test_an_error_that_nothing_raises_is_still_named(author, report):
    author("Pond", RULES.format(body="pass"), "errors:\n  eight: Eight.\n")
    assert "errors has “eight”, which the rules do not raise" in report("Pond")


def test_a_sentence_for_an_error_of_the_bases_has_its_fields(author, report):
    source = "from variants.Atomic import Variant as Atomic\n\n\nclass Variant(Atomic):\n    pass\n"
    author("Fen", source, "errors:\n  fen_pawn: No pawn stands on {sqare}.\n")
    assert "en.md: the error “fen_pawn” has no 'sqare'" in report("Fen")


# Events of one seat

CALLING = """
    event_codes = {"called": None}

    def seen_events(self, viewer):
        return (*self.events, Event("called", 1)) if viewer == 1 and self.plies else self.events
"""
PLAYED = "## Play {{#play}}\n\n```play\nfen: 4k3/8/8/8/8/8/8/R3K3 w 0\nturns:\n  a1a7\n{}caption: A move.\n```\n"


@pytest.mark.parametrize(("eyes", "named"), [("", True), ("eyes: black\n", False)])
def test_an_event_that_one_seat_hears_is_shown_by_its_eyes(author, report, eyes, named):
    author("Calls", RULES.format(body=CALLING), "events:\n  called: '{seat}, listen.'\n", PLAYED.format(eyes))
    assert ("no played example shows the event “called”" in report("Calls")) == named


# Values of a FEN

COUNTING = """
    bells: tuple[int, int] = (0, 0)
    counts = {"bells": 2}
"""


def test_a_bad_value_in_a_fen_is_refused_by_the_site_with_words(author, tmp_path):
    author("Bells", RULES.format(body=COUNTING), "tallies:\n  bells: '{value} of {limit}'\n")
    with app_at(tmp_path / "data", variants=(tmp_path / "mine",)) as app:
        client = app.test_client()
        address = '/en/variants/Bells/play?fen=4k3/8/8/8/8/8/8/4K3 w 0 {"bells":"%s"}'
        assert client.get(address % "10").status_code == 200
        for bad in ("xx", "9", "30", "0-1", "000", "", "1"):
            answer = client.get(address % bad)
            assert answer.status_code == 400, bad
            assert "The value of “bells” in the FEN cannot be" in answer.text, bad


LENIENT = """
    fen_keys = {"bells": Value(most=3, usual="0")}

    @classmethod
    def refuse_values(cls, named):
        super().refuse_values({key: text for key, text in named.items() if key != "bells" or not text.isdecimal()})

    def named(self):
        return {**super().named(), "bells": "0"}
"""


def test_a_reader_that_takes_a_number_beyond_the_declared_ones_is_found(author, report):
    author("Bells", RULES.format(body=LENIENT))
    said = report("Bells")
    assert "a FEN with a value that its key may not have is refused by name: it was read: " in said
    assert '"bells": "4"' in said


# Moved names and layouts


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("from variants.worth import COUNTED", "COUNTED is in variants.piece_values"),
        ("from variants.terms import Move, nothing", "Move is in variants.types"),
        ("from variants.position import ANYTHING", "ANYTHING is in variants.hints"),
        ("import variants.worth", "docs/variants.md says what a variant imports"),
        ("from server.bots.search import play", "a variant imports nothing of the server"),
    ],
)
def test_an_import_of_a_moved_name_says_where_to_look(author, tmp_path, line, advice):
    author("Old", f"{line}\n")
    (fault,) = discover([tmp_path / "mine"]).faults
    assert advice in fault.reason


def test_an_import_of_another_project_is_left_alone(author, tmp_path):
    author("Old", "import nowhere.at_all\n")
    (fault,) = discover([tmp_path / "mine"]).faults
    assert fault.reason == "cannot be imported: ModuleNotFoundError: No module named 'nowhere'"


def layout_of(place, *files):
    for file in files:
        (place / file).parent.mkdir(parents=True, exist_ok=True)
        (place / file).write_text("", encoding="utf-8")
    return [fault.reason for fault in discover([place]).faults]


def test_a_folder_in_which_no_variant_lies_is_named_with_the_reason(tmp_path):
    assert layout_of(tmp_path / "a", "variants/Newts/__init__.py", "rules/Newts/en.md") == [
        "holds no variant: those in its folder variants belong right into the folder that is named, each with rules/"
        " and pieces/ inside"
    ]
    assert layout_of(tmp_path / "Newts", "__init__.py", "rules/en.md") == [
        f"is a variant itself: name the folder that holds it, {tmp_path}"
    ]
    assert layout_of(tmp_path / "b", "newts/rules.py", "frogs.py") == [
        "holds no variant: a variant is a folder with an __init__.py whose name begins in upper case, not frogs.py,"
        " newts"
    ]
    assert layout_of(tmp_path / "c", "README.md") == []


# Tables that are united

SIX = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b Qk e3 0 1"


@pytest.mark.parametrize("keys", ["{}", "()", '("bells",)', '{"bells": Value()}', 'frozenset({"bells"})'])
def test_a_child_of_chess_adds_fen_keys_and_takes_none_away(author, tmp_path, keys):
    author("Child", RULES.format(body=f"fen_keys: ClassVar[Mapping[str, Value]] = {keys}"))
    read, chess = (load(name, [tmp_path / "mine"]).from_fen(SIX) for name in ("Child", "Chess"))
    assert (read.castling, read.named()["flags"], read.board) == (chess.castling, chess.named()["flags"], chess.board)
    assert len(chess.named()["flags"]) == 4


@pytest.mark.parametrize("bases", ["Tables, Chess", "Chess, Tables"])
def test_the_tables_of_a_part_that_is_no_position_are_united_too(author, tmp_path, bases):
    author(
        "Mixed",
        "from variants.Chess import Variant as Chess\n\n\nclass Tables:\n    reasons = frozenset({'bored'})\n"
        f"    event_codes = {{'yawned': None}}\n\n\nclass Variant({bases}):\n    pass\n",
    )
    mixed, chess = load("Mixed", [tmp_path / "mine"]), load("Chess")
    assert mixed.reasons == chess.reasons | {"bored"}
    assert mixed.event_codes == {**chess.event_codes, "yawned": None}


# The report


def test_entries_that_repeat_a_base_are_one_line_and_no_check_vanishes(author, report):
    more = "seats:\n  white: [White, White]\n  black: [Black, Black]\npieces:\n  N: [white knight, the white knight]\n"
    author("Echo", RULES.format(body="pass"), more)
    said = report("Echo")
    (line,) = [fault for fault in faults(said) if "words (en)" in fault]
    assert "seats.white, seats.black, pieces.N only repeat rules/Orthodox/en.md" in line
    assert re.search(r"^later  page \(en\): +Not checked before “words \(en\)” holds\.$", said, re.M)
    assert re.search(r"^later  pages: +Not checked before “words \(en\)” holds\.$", said, re.M)
    assert re.search(r"^Echo: \d faults?\.$", said, re.M)


def test_a_colon_in_a_line_is_named_with_its_cure(author, report):
    folder = author("Colon", RULES.format(body="pass"))
    page = folder / "rules" / "fr.md"
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("  - Jouez comme", "  - Le but : c'est comme", 1), encoding="utf-8")
    assert "fr.md: reminder[0] must be a text: a text with a colon and a space in it needs quotes" in report("Colon")


def test_the_first_step_is_short_and_says_how_to_play_more(author, report):
    author("Short", "from variants.Chess import Variant as Chess\n\n\nclass Variant(Chess):\n    pass\n")
    began = time.process_time()
    said = report("Short")
    assert time.process_time() - began < 15
    assert faults(said) == []
    assert "Every promise holds in 3 random games" in said
    assert "--games 100 plays more" in said
    author("Small", "from variants.Dobutsu import Variant as Dobutsu\n\n\nclass Variant(Dobutsu):\n    pass\n")
    assert "--games 100" not in report("Small", "--games", "100").partition("computer")[0]


PERVERSE = """
    def evaluate(self, seat):
        return -super().evaluate(seat)

    def gain(self, seat, move):
        return None
"""


@pytest.mark.parametrize(("body", "loses"), [(PERVERSE, True), ("pass", False)])
def test_a_computer_that_loses_against_random_moves_is_told(author, report, body, loses):
    author("Giver", RULES.format(body=body))
    said = report("Giver")
    assert ("of 4 short games against random moves: look at `evaluate`" in said) == loses
    assert ("loses no game of 4" in said) != loses


def test_a_game_of_one_turn_is_played_against_random_moves_too(tmp_path, report):
    write_variant(tmp_path / "mine", Duel)
    assert "random moves" in report("Duel")
