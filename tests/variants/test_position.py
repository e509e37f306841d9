"""The interface's own parts: spelling, geometry, FEN fields, settings, copies."""

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.toys import Crown, Duel
from variants import fen
from variants.errors import FenError, MoveError, RulesError, SettingsError
from variants.grid import grid
from variants.position import Move, Option, Position
from variants.registry import load


@dataclass(frozen=True, kw_only=True)
class Count(Position):
    """One step, then a draw: no more than a variant must define."""

    size = (3, 1)
    drawings = {"N": "wn"}  # noqa: RUF012
    reasons = frozenset({"counted"})

    @classmethod
    def start(cls, settings=None, random=None):
        return cls.from_fen("N2 w 0")

    @classmethod
    def from_fen(cls, fen, settings=None):
        return cls(board=grid(3, 1).read_rows(cls.read_fields(fen).rows, cls.drawings), to_act=(0,))

    def fen(self):
        return f"{grid(3, 1).write_rows(self.board)} w 0"

    def moves(self, seat):
        return [] if self.result() else [Move((0, 1))]

    def play(self, actions):
        return self.then(board=("", "N", ""))

    def result(self):
        return self.drawn("counted") if self.board[1] else None

    def key(self):
        return self.board


# Geometry


@settings(max_examples=300)
@given(st.sampled_from([(3, 3), (5, 5), (8, 8), (3, 12), (26, 4)]), st.data())
def test_rows_are_read_as_they_were_written(size, data):
    squares = size[0] * size[1]
    board = tuple(data.draw(st.lists(st.sampled_from(["", "", "", "K", "q"]), min_size=squares, max_size=squares)))
    assert grid(*size).read_rows(grid(*size).write_rows(board), "Kq") == board


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("3/3", "Ranks of the board: 2 instead of 3."),
        ("3/3/3/", "Ranks of the board: 4 instead of 3."),
        ("3/K1/3", "Rank 2 of the board, “K1”, does not fill 3 squares."),
        ("3/4/3", "Rank 2 of the board, “4”, does not fill 3 squares."),
        ("3/3/" + "9" * 500, "Rank 1 of the board, “" + "9" * 59 + "…”, does not fill 3 squares."),
        ("3/Kx1/3", "Rank 2 of the board: “x” is not a piece."),
        ("3/K02/3", "Rank 2 of the board: “0” is not a piece."),
        ("3/K\n1/3", "Rank 2 of the board: “\n” is not a piece."),
        ("3/٣/3", "Rank 2 of the board: “٣” is not a piece."),
    ],
)
def test_bad_rows_are_refused_by_rank(rows, said):
    with pytest.raises(FenError) as refused:
        grid(3, 3).read_rows(rows, "Kq")
    assert str(refused.value) == said


# Spelling


@pytest.mark.parametrize(
    ("size", "text", "move"),
    [
        ((8, 8), "a8h1", Move((0, 63))),
        ((8, 8), "e7e8q", Move((12, 4), "q")),
        ((8, 8), "e7e8b", Move((12, 4), "b")),
        ((5, 5), "b4a5c3", Move((6, 0, 12))),
        ((3, 12), "a12a11", Move((0, 3))),
        ((3, 12), "a1a12", Move((33, 0))),
        ((26, 3), "z3a1", Move((25, 52))),
        ((8, 8), "--", Move(())),
    ],
)
def test_a_move_is_spelled_by_its_squares_and_its_nature(size, text, move):
    rules = type("Any", (Duel,), {"size": size})
    assert rules.read(text) == move
    assert rules.write(move) == text


@pytest.mark.parametrize(
    "text", ["", "a", "a1B", "a1b9", "i1a1", "A1B3", "a1b3Q", "a1b3qq", "a1 b3", "a1b3\n", "-", "a1" * 9]
)
def test_a_misspelled_move_is_refused(text):
    with pytest.raises(MoveError) as refused:
        type("Any", (Duel,), {"size": (8, 8)}).read(text)
    assert refused.value.code == "move_spelling"
    assert "such as h1a8" in str(refused.value)


def test_the_symbol_that_a_mover_becomes():
    position = Crown.from_fen("3/3/3/3/Pps")
    runner = position.board.index("P")
    assert position.becomes(0, Move((runner, 9))) == "P"
    assert position.becomes(0, Move((runner, 9), "s")) == "S"
    assert position.becomes(1, Move((position.board.index("p"), 9), "n")) == "n"
    assert position.becomes(0, Move(())) == ""
    assert position.special(0, Move(())) == "pass"
    assert position.special(0, Move((runner, 9))) == ""


# FEN fields


def test_the_fields_of_a_fen():
    plain = fen.split("rows w 12 a b", "wb", ())
    assert plain == ("rows", "w", 12, {}, ("a", "b"))
    assert fen.split("rows", "wb", ()) == ("rows", None, None, {}, ())
    assert fen.split('rows b 0 {"x":"1"}', "wb", ("x",)) == ("rows", "b", 0, {"x": "1"}, ())
    assert fen.split('rows {"x":"1"}', "wb", ("x",)).named == {"x": "1"}
    for pasted in (" rows  w\t12 a b \n", "rows_w_12_a_b", "rows\u00a0w 12 a b"):
        assert fen.split(pasted, "wb", ()) == plain
    assert fen.split(' rows - -{"x":"1"} ', "wb", ("x",)) == ("rows", None, None, {"x": "1"}, ())
    assert fen.join("rows", "w", 3, {"x": "-", "y": "1"}) == 'rows w 3 {"x":"-","y":"1"}'


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (None, "fen_type"),
        ("x" * 1001, "fen_long"),
        (" ", "fen_rows"),
        ("rows v", "fen_turn"),
        ("rows wb", "fen_turn"),
        ("rows W", "fen_turn"),
        ("rows w -1", "fen_plies"),
        ("rows w 1.5", "fen_plies"),
        ("rows w ١", "fen_plies"),
        ("rows w 1234567890", "fen_plies"),
        ('rows w 0 1 {"x":"1"}', "fen_both"),
        ('rows w 0 {"x":"1"', "fen_json"),
        ('rows w 0 {"x":"1"} x', "fen_json"),
        ('rows w 0 {"x":"\\ud800"}', "fen_json"),
        ("{}", "fen_rows"),
        ("rows w 0 {" + "[" * 900, "fen_json"),
        ('rows w 0 {"x":' + "[" * 900, "fen_json"),
        ('rows w 0 {"x":"1","x":"2"}', "fen_key_twice"),
        ('rows w 0 {"y":"1"}', "fen_key"),
        ('rows w 0 {"x":1}', "fen_value"),
        ('rows w 0 {"x":["1"]}', "fen_value"),
    ],
)
def test_bad_fields_are_refused_by_name(text, code):
    with pytest.raises(FenError) as refused:
        fen.split(text, ("w", "b"), ("x",))
    assert refused.value.code == code


def test_a_refusal_carries_code_sentence_and_short_parameters():
    error = RulesError("too_long", "“{word}” is too long.", word="é" * 100)
    assert (error.code, error.sentence) == ("too_long", "“{word}” is too long.")
    assert error.parameters == {"word": "é" * 59 + "…"}
    assert str(error) == f"“{'é' * 59}…” is too long."
    assert str(RulesError("odd", "“{word}”", word="\ud800")).encode() == "“\\ud800”".encode()


# Settings and copies


class Optional(Duel):
    """A Duel with options."""

    options = (Option("switch", (True, False)), Option("randomness", (0, 1, 2)))


def test_settings_are_completed_with_the_first_choices():
    assert dict(Optional.complete({})) == {"switch": True, "randomness": 0}
    assert dict(Optional.complete({"randomness": 2})) == {"switch": True, "randomness": 2}
    with pytest.raises(TypeError):
        Optional.complete({})["switch"] = False


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"pace": 1}, "There is no option “pace”."),
        ({"switch": 1}, "“1” is not a choice of the option “switch”; choose one of: True, False."),
        ({"randomness": False}, "“False” is not a choice of the option “randomness”; choose one of: 0, 1, 2."),
        ({"randomness": "0"}, "“0” is not a choice of the option “randomness”; choose one of: 0, 1, 2."),
        ({"randomness": [0]}, "“[0]” is not a choice of the option “randomness”; choose one of: 0, 1, 2."),
    ],
)
def test_settings_are_refused_by_name(chosen, said):
    with pytest.raises(SettingsError) as refused:
        Optional.start(chosen)
    assert str(refused.value) == said


# The interface in three


def test_the_rules_the_notation_and_the_hints_are_declared_apart():
    of_the_rules = {name for name, each in vars(Position).items() if callable(each) or isinstance(each, classmethod)}
    declared = {kind.__name__: set(vars(kind)) for kind in Position.__mro__}
    assert of_the_rules.isdisjoint({*declared["Notation"], *declared["SearchHints"]} - {"__doc__", "__module__"})
    assert {"notation", "labels", "suffix", "turn_notation", "san", "from_import", "pgn_name"} <= declared["Notation"]
    assert {"evaluate", "forcing", "gain", "kernel", "null_move", "must_answer"} <= declared["SearchHints"]


WITH_A_HAND = "rnbqk2r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQK2R[Bb] w KQkq - 0 5"


@pytest.mark.parametrize(
    ("name", "fen", "text", "move"),
    [
        ("Crazyhouse", WITH_A_HAND, "e1h1", "e1g1"),
        ("Crazyhouse", WITH_A_HAND, "Kg1", "e1g1"),
        ("Crazyhouse", WITH_A_HAND, "e4e6", None),
        ("Dice", "4k3/8/8/8/8/8/4P3/4K3 w 0", "e2e4", None),
    ],
)
def test_a_text_that_is_read_loosely_may_meet_moves_that_begin_on_no_square(name, fen, text, move):
    position = load(name).from_fen(fen)
    assert position.from_import(text) == (None if move is None else position.read(move))


def test_a_variant_of_the_rules_alone_is_noted_and_searched():
    position = Count.from_fen("N2 w 0")
    (move,) = position.moves(0)
    after = position.play({0: move})
    assert position.turn_notation({0: move}, after, 0) == {0: "a1b1"}
    assert (position.standard_fen(), position.from_san("a1b1"), position.from_import("a1b1")) == (None, None, None)
    assert (position.evaluate(0), position.null_move(), position.kernel()) == (None, None, None)
    assert list(position.forcing(0)) == []
    assert after.result() == ((0.5, 0.5), "counted")
