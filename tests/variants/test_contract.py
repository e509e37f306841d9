"""Every registered variant, and every toy, keeps the promises of the interface; a variant that breaks one is caught."""

import ast
import inspect
import json
import re
from random import Random

import pytest

from tests.toys import TOYS, Crown, Duel, Guest, Twice, Veil
from tests.variants.broken import BROKEN, NEEDS, PRICES, broken, risky
from variants import contract, promises
from variants.contract import BrokenPromise, all_settings, check_game, check_guesses, check_moves, random_settings
from variants.keys import Value
from variants.position import NO_SETTINGS, Eyes, Picture, Tally
from variants.registry import load_all

VARIANTS = {**load_all(), **{toy.__name__: toy for toy in (*TOYS, Guest)}}
GAMES = 40
FIRST_GAMES = 4
"""Those of them that every run plays; the slow tests play all."""

TURNS = 80


@pytest.mark.parametrize("games", [FIRST_GAMES, pytest.param(GAMES, marks=pytest.mark.slow)])
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_random_games_keep_every_promise(variant, games):
    known = all_settings(variant)
    for game in range(max(games, len(known))):
        random = Random(game)
        settings = known[game] if game < len(known) else random_settings(variant, random)
        check_game(variant, settings, random, TURNS)
    check_guesses(variant, games, TURNS)


NAMED = {
    "pgn_names": {"twice": {}},
    "pgn_name": lambda self: "Twice",
    "from_san": lambda self, text: Twice.read(text),
}
PGN = [
    ({"standard_fen": lambda self: Twice.start().fen()}, "a standard FEN is read as the position"),
    ({**NAMED, "pgn_name": lambda self: "Thrice"}, "pgn_name is one of pgn_names"),
    ({**NAMED, "from_san": lambda self, text: None}, "the move that is noted in PGN is read from there"),
]


def test_texts_for_other_programs_keep_their_contract():
    check_game(broken(NAMED, Twice), {}, Random(0), TURNS)
    for changes, promise in PGN:
        with pytest.raises(AssertionError, match=promise):
            check_game(broken(changes, Twice), {}, Random(0), TURNS)


def test_a_stranger_with_moves_is_caught():
    both = broken({"moves": lambda self, seat: Crown.moves(self.then(to_act=(seat,)), seat)}, Twice)
    with pytest.raises(AssertionError, match="which is not to act, has no moves"):
        check_moves(both.start())
    joining = {"moves": both.moves, "joinable": frozenset({1})}
    with pytest.raises(AssertionError, match=JOINS):
        check_moves(broken(joining, Twice).start())
    joining["out"] = lambda self: frozenset({1})
    check_moves(broken(joining, Twice).start())
    with pytest.raises(AssertionError, match=OPEN):
        check_moves(broken(joining | {"open_seats": lambda self: frozenset()}, Twice).start())


def test_no_move_goes_to_a_square_that_is_missing():
    (taken, *_) = {square for move in Duel.start().moves(0) for square in move.path}
    with pytest.raises(AssertionError, match=HOLE_TAKEN):
        check_moves(broken({"holes": frozenset({taken})}).start())


def test_a_seat_that_left_is_out():
    staying = broken({"without": lambda self, seat: self}, Crown)
    with pytest.raises(AssertionError, match=LEFT):
        check_game(staying, {}, Random(0), TURNS)


@pytest.mark.parametrize(("declared", "found"), [(Value(most=9), "it was read"), (Value(), "ValueError")])
def test_a_value_of_a_fen_that_is_read_undeclared_or_fails_is_caught(declared, found):
    def read(cls, fen, settings=NO_SETTINGS):
        position, brace, tail = fen.partition(" {")
        assert found == "it was read" or not brace or int(json.loads(brace + tail)["calm"]) >= 0
        return super(careless, cls).from_fen(position, settings)

    careless = broken({
        "fen_keys": {"calm": declared},
        "fen": lambda self: Duel.fen(self).partition(" {")[0] + ' {"calm":"0"}',
        "from_fen": classmethod(read),
    })  # fmt: skip
    with pytest.raises(BrokenPromise, match=UNDECLARED) as caught:
        check_game(careless, {}, Random(0), TURNS)
    assert found in caught.value.found


def unseen(self, viewer):
    """What Veil shows, the squares marked on which a seat sees nothing."""
    picture = Veil.picture(self, viewer)
    marks = {square: "unseen" for square, symbol in enumerate(picture.board) if not symbol}
    return picture._replace(marks={} if isinstance(viewer, Eyes) or self.result() else marks)


def telling(self, viewer):
    """All to the seats, nothing to onlookers."""
    return () if viewer is Eyes.SPECTATOR else self.events


LEAKING = [
        ({"moves": lambda self, seat: [move for move in Veil.moves(self, seat) if not self.board[move.path[1]]] or
          Veil.moves(self, seat)[:1]}, "a seat has the same moves in its guess"),
        ({"labels": lambda self, seat: {move: self.write(move) + self.board[move.path[1]]
                                        for move in self.moves(seat)}}, "a seat has the same labels in its guess"),
        (risky(lambda position, move: position.board[move.path[1]]) | NEEDS | PRICES,
         "a seat has the same risks in its guess"),
        ({"premoves": lambda self, seat: [move for move in Veil.moves(self, seat) if not self.board[move.path[1]]]},
         "a seat plans the same in its guess"),
        ({"picture": unseen, "seen_events": telling}, "moved tells a seat of others only where it sees"),
        ({"picture": lambda self, viewer: Picture(self.size, self.board if isinstance(viewer, Eyes) else ("",) * 9)},
         "an onlooker sees no piece that a seat does not see"),
        ({"seen_events": lambda self, viewer: self.events if isinstance(viewer, Eyes) else ()},
         "an onlooker is told no square"),
        ({"picture": lambda self, viewer: Picture(self.size, ("",) * 9)}, "ALL sees the whole board"),
        ({"guess": lambda self, viewer, random: self.then(board=("",) * 9)}, "a guess agrees with what its viewer"),
        ({"tallies": lambda self, viewer: (Tally("met", None, self.board.index("n")),), "tally_codes": {"met"}},
         "a guess agrees with the counts its viewer sees"),
        ({"picture": lambda self, viewer: Veil.picture(self, viewer)._replace(
            hands=(("",) * self.board.index("n"),) if viewer is Eyes.SPECTATOR else ())},
         "an onlooker sees no hand that a seat does not see"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "promise"), LEAKING)
def test_a_hidden_board_that_leaks_is_caught(changes, promise):
    with pytest.raises(AssertionError, match=promise):
        check_game(broken(changes, Veil), {}, Random(0), TURNS)


UNDECLARED = "a FEN with a value that its key may not have is refused by name"
LEFT = "a seat that has left is out"
HOLE_TAKEN = "no move goes to a square that is missing"
OPEN = "which may join, is among open_seats"
JOINS = "which may join, is out of the game until it does"
ALWAYS_TRUE = "a guess is not always the truth"


def test_a_guess_that_is_always_the_truth_is_caught():
    knowing = broken({"guess": lambda self, viewer, random: self}, Veil)
    check_game(knowing, {}, Random(0), TURNS)
    with pytest.raises(AssertionError, match=ALWAYS_TRUE):
        check_guesses(knowing, GAMES, TURNS)
    sometimes = {"guess": lambda self, viewer, random: Veil.guess(self, viewer, random) if self.plies == 6 else self}
    check_guesses(broken(sometimes, Veil), GAMES, TURNS)
    check_guesses(broken({"hidden": False}, knowing), GAMES, TURNS)


def test_every_promise_is_broken_by_some_faulty_variant():
    said = {
        "which is not to act, has no moves",
        JOINS,
        OPEN,
        LEFT,
        ALWAYS_TRUE,
        HOLE_TAKEN,
        UNDECLARED,
        *(promise for _, promise in [*BROKEN, *LEAKING, *PGN]),
    }
    trees = [ast.parse(inspect.getsource(module)) for module in (contract, promises)]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    texts = [ast.unparse(call.args[1]) for call in calls if getattr(call.func, "id", "") == "keep"]
    fixed_parts = [max(re.split(r"{.*?}", text.strip("f'")), key=len).strip(" ,") for text in texts]
    assert len(fixed_parts) > 70
    assert [promise for promise in fixed_parts if not any(one in promise or promise in one for one in said)] == []
