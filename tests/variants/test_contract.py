"""Every registered variant, and every toy, keeps the promises of the interface; a variant that breaks one is caught."""

import ast
import inspect
import re
from itertools import count
from random import Random

import pytest

from tests.toys import TOYS, Crown, Duel, Guest, Twice, Veil
from variants import contract, promises
from variants.contract import (
    all_settings,
    check_game,
    check_guesses,
    check_moves,
    check_position,
    random_settings,
)
from variants.position import NO_SETTINGS, Event, Eyes, Move, Picture, Result, Tally
from variants.registry import load_all

VARIANTS = {**load_all(), **{toy.__name__: toy for toy in (*TOYS, Guest)}}
GAMES = 40
TURNS = 80


@pytest.fixture(params=sorted(VARIANTS))
def variant(request):
    return VARIANTS[request.param]


def test_random_games_keep_every_promise(variant):
    known = all_settings(variant)
    for game in range(max(GAMES, len(known))):
        random = Random(game)
        settings = known[game] if game < len(known) else random_settings(variant, random)
        check_game(variant, settings, random, TURNS)
    check_guesses(variant, GAMES, TURNS)


def test_every_choice_and_preset_starts_a_game(variant):
    for settings in all_settings(variant):
        position = variant.start(settings, Random(0))
        assert position.result() is None
        check_moves(position)


def test_start_is_the_same_for_the_same_random_numbers(variant):
    for settings in all_settings(variant):
        assert variant.start(settings, Random(5)) == variant.start(settings, Random(5))


def broken(changes, parent=Duel):
    """A toy that keeps its promises but for these changes."""
    return type("Broken", (parent,), dict(changes))


def play_with(**changes):
    return lambda self, actions: Duel.play(self, actions).then(**changes)


FORGETFUL = {"count": 0}


def forgetful(self, actions):
    FORGETFUL["count"] += 1
    return Duel.play(self, actions).then(plies=self.plies + FORGETFUL["count"] % 2)


def meddling(self, actions):
    after = Duel.play(self, actions)
    self.__dict__["plies"] += 1
    return after


def first_alone(self, actions, viewer):
    return {seat: self.write(move) for seat, move in list(actions.items())[:1]}


def offers(*moves):
    return lambda self, seat: list(moves)


def started_with(**changes):
    return classmethod(
        lambda cls, settings=NO_SETTINGS, random=None: Duel.start.__func__(cls, settings).then(**changes)
    )


def read_with_a_ply_more(cls, fen, settings=NO_SETTINGS):
    read = Duel.from_fen.__func__(cls, fen, settings)
    return read.then(plies=read.plies + 1)


def noting(change, alone=True):
    """Notation that is changed: of each move, or of turns alone."""
    return lambda self, actions, viewer: {
        seat: change(self.write(move)) if alone or len(actions) > 1 else self.write(move)
        for seat, move in actions.items()
    }


def spelled(after):
    """Move texts with something after them."""
    return {
        "write": classmethod(lambda cls, move: Duel.write(move) + after),
        "read": classmethod(lambda cls, text: Duel.read(text[:4])),
    }


NUMBERS = count()


class Fickle:
    """Equal to whatever there is, and never filed under the same."""

    def __eq__(self, other):
        return True

    def __hash__(self):
        return next(NUMBERS)


def marking(self, actions):
    after = Duel.play(self, actions)
    self.__dict__["marked"] = "1"
    return after


def talkative(self, actions):
    FORGETFUL["count"] += 1
    return Duel.play(self, actions).then(events=(Event("met", None, (FORGETFUL["count"] % 2,)),))


def curious(self, seat):
    self.__dict__["plies"] += 1
    return Duel.moves(self, seat)


BROKEN = [
    ({"start": classmethod(lambda cls, *given: None)}, "start gives a position of the variant"),
    (
        {"start": classmethod(lambda cls, *given: Duel.start.__func__(cls).then(plies=2 * (next(NUMBERS) % 2)))},
        "start gives the same position for the same random numbers",
    ),
    ({"result": lambda self: Result((0.5, 0.5), "met")}, "no game is over before it begins"),
    ({"material": {"Z": 1.0}}, "material counts pieces that have owners and drawings"),
    ({"material": {next(iter(Duel.drawings)): 0.0}}, "material counts pieces that have owners and drawings"),
    ({"moves": curious}, "no question changes a position"),
    ({"play": lambda self, actions: None}, "play gives a position, not None"),
    ({"holes": frozenset({4})}, "a picture shows the missing squares, and only these"),
    ({"play": play_with(board=["", "n"])}, "board is a tuple, not a list"),
    ({"play": play_with(to_act=0)}, "to_act is a tuple, not a int"),
    ({"play": play_with(events=[])}, "events is a tuple, not a list"),
    ({"play": play_with(events=("moved",))}, "an event is an Event, not 'moved'"),
    ({"result": lambda self: "draw" if self.plies else None}, "a result is a Result or None, not 'draw'"),
    (
        {"result": lambda self: Result([1.0, 0.0], "met") if self.plies else None},
        "the points of a result are a tuple, not a list",
    ),
    (
        {"result": lambda self: Result(("1", "0"), "met") if self.plies else None},
        "the points of a result are numbers, not ('1', '0')",
    ),
    ({"play": play_with(events=(Event("caught", 1, (4,)),))}, "caught names the piece that its sign strikes out"),
    ({"fen": lambda self: 3}, "a FEN is a text, not 3"),
    ({"moves": offers("a1b3")}, "a move is a Move of a tuple of squares and a letter, not 'a1b3'"),
    ({"moves": offers(Move([6, 1]))}, "a move is a Move of a tuple"),
    ({"moves": offers(Move(("a1", "b3")))}, "a move is a Move of a tuple"),
    ({"moves": offers(Move((-1, 3)))}, "every square of a move is on the board or in a hand"),
    (
        {
            "moves": offers(Move((9, 1)), Move((10, 1))),
            "picture": lambda self, viewer: Picture(self.size, self.board, {}, (("N",), ())),
        },
        "every square of a move is on the board or in a hand",
    ),
    ({"guess": lambda self, viewer, random: None}, "guess gives a position, not a NoneType"),
    ({"evaluate": lambda self, seat: "good"}, "an estimate lies between -1 and 1"),
    ({"start": started_with(settings={"speed": 1})}, "settings are complete"),
    ({"tallies": lambda self, viewer: (Tally("turns", 7, 1),)}, "a tally is of a seat or of all"),
    (
        {"hidden": True, "stones": lambda self: ("both", "quartered")},
        "a hidden board leaves the stones as they are",
    ),
    ({"running": lambda self: True}, "a game that is clearly running is not over"),
    ({"pressed": lambda self: None}, "pressed is yes or no"),
    ({"skipped": lambda self: self}, "where a turn is left out another seat acts"),
    ({"forcing": lambda self, seat: [*self.moves(seat)][:1] * 2}, "no forcing move comes twice"),
    ({"forcing": offers(Move((0, 1)))}, "a forcing move is offered and has a gain"),
    ({"stones": lambda self: ("white",)}, "each seat has a stone"),
    ({"stones": lambda self: ("white", "green")}, "a stone is one of"),
    ({"play": play_with(to_act=(0, 1, 1))}, "no seat acts twice at once"),
    (
        {"notation": lambda self, actions, viewer: {s: self.write(m).replace("a1b3", "") for s, m in actions.items()}},
        "a noted move is not empty",
    ),
    ({"risky": lambda self, seat, move: 2}, "risky is yes or no"),
    ({"from_fen": classmethod(read_with_a_ply_more)}, "a FEN is read as it was written"),
    (
        {"result": lambda self: Result((1.0, 0.0), "met") if self.quiet else None},
        "a position keeps its result through its FEN",
    ),
    ({"play": play_with(seats=("black", "white"))}, "the seats of a game stay as they are"),
    ({"play": play_with(seats=("white", "black", "grey"))}, "seat_codes are complete"),
    (
        {
            "start": classmethod(
                lambda cls, settings=NO_SETTINGS, random=None: cls.from_fen("2n/3/N2", settings).then(
                    seats=("black", "white")
                )
            )
        },
        "a position keeps its seats through its FEN",
    ),
    ({"play": play_with(to_act=(0,))}, "a position keeps who acts through its FEN"),
    (
        {"moves": lambda self, seat: Duel.moves(self, seat)[: 1 if self.quiet else 9]},
        "a position keeps its moves through its FEN",
    ),
    ({"risky": lambda self, seat, move: self.quiet > 0}, "a position keeps its risks through its FEN"),
    ({"picture": lambda self, viewer: (self.size, self.board)}, "a picture is a Picture"),
    ({"picture": lambda self, viewer: Picture((9, 1), self.board)}, "a picture has the size of the board"),
    ({"result": lambda self: Result((2.0, -1.0), "met")}, "no share is negative"),
    ({"chance": frozenset({1})}, "a chance player has no share of the point"),
    (
        {"play": marking, "fen": lambda self: Duel.fen(self).replace("w 0", "w " + self.__dict__.get("marked", "0"))},
        "play leaves the FEN as it was",
    ),
    ({"play": talkative}, "the same position and actions give the same events"),
    (
        {
            "notation": lambda self, actions, viewer: (
                dict.fromkeys(actions, "") if viewer is Eyes.ALL else Duel.notation(self, actions, viewer)
            )
        },
        "a noted action is not empty",
    ),
    ({"evaluate": lambda self, seat: 1.0}, "an estimate lies between -1 and 1"),
    ({"moves": offers()}, "which is to act, has a move"),
    ({"play": play_with(to_act=())}, "somebody acts while the game runs"),
    ({"play": play_with(to_act=(0, 2))}, "only seats act"),
    ({"moves": offers(Move((6, 1)), Move((6, 1)))}, "no move is offered twice"),
    ({"write": classmethod(lambda cls, move: "a1b3")}, "no two moves have one text"),
    ({"read": classmethod(lambda cls, text: Move((0, 1)))}, "a text is read as the move it was written for"),
    ({"notation": lambda self, actions, viewer: dict.fromkeys(actions, "N")}, "no two moves of a seat are noted"),
    ({"notation": noting(lambda text: int(text, 36))}, "noted moves are texts, not ["),
    ({"notation": noting(lambda text: text + "!" * 97)}, "a noted move has at most 100 signs"),
    ({"notation": noting(lambda text: text + "\n")}, "a noted move holds no sign that cannot be seen"),
    ({"notation": noting(lambda text: text + "\n", alone=False)}, "a noted move holds no sign that cannot be seen"),
    ({"fen": lambda self: Duel.fen(self) + " " * 990}, "a FEN has at most 1000 signs"),
    (spelled("!" * 37), "the text of a move has at most 40 signs"),
    (spelled(" "), "the text of a move is one word"),
    ({"labels": lambda self, seat: [*Duel.labels(self, seat)]}, "labels is a mapping from moves to texts, not [Move("),
    (
        {"labels": lambda self, seat: dict([*Duel.labels(self, seat).items()][1:])},
        "labels has a text for each offered move",
    ),
    (
        {"labels": lambda self, seat: {**Duel.labels(self, seat), Move(()): "--"}},
        "labels has texts for offered moves alone",
    ),
    ({"labels": lambda self, seat: dict.fromkeys(self.moves(seat), "")}, "a label is a text, and not empty"),
    ({"labels": lambda self, seat: dict.fromkeys(self.moves(seat), "x")}, "no two labels of a seat are alike"),
    ({"special": lambda self, seat, move: "magic"}, "special_codes are complete"),
    ({"moves": lambda self, seat: [*Duel.moves(self, seat), Move(())]}, "special_codes are complete"),
    ({"out": lambda self: frozenset({0})}, "who is out is not to act"),
    ({"becomes": lambda self, seat, move: "Q"}, "what a mover becomes can be drawn"),
    ({"fen": lambda self: "2n/3/N2 w 0 {}"}, "keeps its key through its FEN"),
    ({"key": lambda self: id(self)}, "keeps its key through its FEN"),
    ({"stones": lambda self: ["white", "black"]}, "stones is a tuple, not a list"),
    (
        {"stones": lambda self: ("both" if self.events else "white", "black")},
        "a position keeps its stones through its FEN",
    ),
    ({"key": lambda self: [self.board]}, "a key can be hashed"),
    ({"key": lambda self: Fickle()}, "a key can be hashed"),
    ({"picture": lambda self, viewer: Picture((3, 3), ("Q",) * 9)}, "every symbol has a drawing"),
    ({"picture": lambda self, viewer: Picture((3, 3), self.board[1:])}, "as many squares as the board"),
    ({"picture": lambda self, viewer: Picture(self.size, self.board, {9: "check"})}, "marks are on the board"),
    ({"picture": lambda self, viewer: Picture(self.size, self.board, {0: "fire"})}, "every mark can be drawn"),
    (
        {"picture": lambda self, viewer: Picture(self.size, self.board, dict.fromkeys(range(9), "unseen"))},
        "nothing is shown on a square that is not seen",
    ),
    ({"play": play_with(events=(Event("flown", 0),))}, "flown is among event_codes"),
    ({"play": play_with(events=(Event("moved", 0, (0, 9), ("N",)),))}, "moved names squares of the board"),
    ({"play": play_with(events=(Event("moved", 0, (0, 1), ("Q",)),))}, "moved names pieces that can be drawn"),
    ({"play": play_with(events=(Event("moved", 0, (), ("N",)),))}, "the squares that its sign needs"),
    ({"play": play_with(events=(Event("moved", 2, (0, 1), ("N",)),))}, "moved is of a seat or of all"),
    ({"play": play_with(quiet=7)}, "a quiet turn counts one"),
    ({"play": play_with(settings={})}, "settings are one shared mapping"),
    ({"play": forgetful}, "the same position and actions give the same position"),
    ({"play": meddling}, "play changes nothing"),
    ({"result": lambda self: Result((1.0, 1.0), "met")}, "the shares of a result make one point"),
    ({"result": lambda self: Result((1.0,), "met")}, "a share for each seat"),
    ({"result": lambda self: Result((1.0, 0.0), "tired")}, "tired is among reasons"),
    ({"tallies": lambda self, viewer: (Tally("crumbs", 0, 1),)}, "crumbs is among tally_codes"),
    ({"notation": first_alone}, "every action is noted"),
    ({"could_win": lambda self, seat: False}, "which could not win, does not win"),
    ({"could_win": lambda self, seat: self.plies > 0}, "which could not win, never can again"),
]
"""What is changed in a toy, and the promise that this breaks."""


@pytest.mark.parametrize(("changes", "promise"), BROKEN)
def test_a_broken_promise_is_caught(changes, promise):
    with pytest.raises((AssertionError, TypeError), match=re.escape(promise)):
        check_game(broken(changes), {}, Random(0), TURNS)


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


def test_texts_for_other_programs_are_held_to_what_they_say():
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


def test_who_has_left_is_out():
    staying = broken({"without": lambda self, seat: self}, Crown)
    with pytest.raises(AssertionError, match=LEFT):
        check_game(staying, {}, Random(0), TURNS)


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
        ({"risky": lambda self, seat, move: self.board[move.path[1]] != ""}, "a seat has the same risks in its guess"),
        ({"ahead": lambda self, seat: [move for move in Veil.moves(self, seat) if not self.board[move.path[1]]]},
         "a seat plans the same in its guess"),
        ({"picture": unseen, "story": telling}, "moved tells a seat of others only where it sees"),
        ({"picture": lambda self, viewer: Picture(self.size, self.board if isinstance(viewer, Eyes) else ("",) * 9)},
         "an onlooker sees no piece that a seat does not see"),
        ({"story": lambda self, viewer: self.events if isinstance(viewer, Eyes) else ()},
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


def test_for_every_promise_there_is_a_fault_that_breaks_it():
    said = {
        "which is not to act, has no moves",
        JOINS,
        OPEN,
        LEFT,
        ALWAYS_TRUE,
        HOLE_TAKEN,
        *(promise for _, promise in [*BROKEN, *LEAKING, *PGN]),
    }
    trees = [ast.parse(inspect.getsource(module)) for module in (contract, promises)]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    texts = [ast.unparse(call.args[1]) for call in calls if getattr(call.func, "id", "") == "keep"]
    kept = [max(re.split(r"{.*?}", text.strip("f'")), key=len).strip(" ,") for text in texts]
    assert len(kept) > 70
    assert [promise for promise in kept if not any(one in promise or promise in one for one in said)] == []


def test_a_guess_is_not_always_the_truth():
    position = Veil.start()
    guesses = {position.guess(0, Random(seed)).board for seed in range(20)}
    assert len(guesses) > 1
    check_position(position, Random(0))
