"""Toys that break one promise of the interface each, and the sentence that names it."""

from itertools import count

from tests.toys import Duel
from variants.position import NO_SETTINGS, Event, Eyes, Move, Picture, Result, Risk, Tally


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


LUCK = Risk("luck", "penalty")
NEEDS, PRICES = {"needs_codes": {"luck"}}, {"price_codes": {"penalty"}}


def risky(where=lambda position, move: True):
    return {"risks": lambda self, seat: {move: LUCK for move in self.moves(seat) if where(self, move)}}


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


class Nameless:
    """Equal to its like, which no text of it tells."""

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


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
    ({"clearly_running": lambda self: True}, "a game that is clearly running is not over"),
    ({"must_answer": lambda self: None}, "must_answer is yes or no"),
    ({"null_move": lambda self: self}, "where a turn is left out another seat acts"),
    ({"forcing": lambda self, seat: [*self.moves(seat)][:1] * 2}, "no forcing move comes twice"),
    ({"forcing": offers(Move((0, 1)))}, "a forcing move is offered and has a gain"),
    ({"stones": lambda self: ("white",)}, "each seat has a stone"),
    ({"stones": lambda self: ("white", "green")}, "a stone is one of"),
    ({"play": play_with(to_act=(0, 1, 1))}, "no seat acts twice at once"),
    (
        {"notation": lambda self, actions, viewer: {s: self.write(m).replace("a1b3", "") for s, m in actions.items()}},
        "a noted move is not empty",
    ),
    ({"risks": lambda self, seat: {Move((0, 0)): LUCK}}, "risks are those of offered moves"),
    (risky() | PRICES, "needs_codes are complete"),
    (risky() | NEEDS, "price_codes are complete"),
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
    (
        risky(lambda position, move: position.quiet) | NEEDS | PRICES,
        "a position keeps its risks through its FEN",
    ),
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
    ({"key": lambda self: Nameless()}, "a key is made of texts, numbers, None, tuples and frozensets"),
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
    ({"claim": lambda self: "tired"}, "tired, which is claimed, is among reasons"),
    ({"tallies": lambda self, viewer: (Tally("crumbs", 0, 1),)}, "crumbs is among tally_codes"),
    ({"notation": first_alone}, "every action is noted"),
    ({"could_win": lambda self, seat: False}, "which could not win, does not win"),
    ({"could_win": lambda self, seat: self.plies > 0}, "which could not win, never can again"),
]
"""What is changed in a toy, and the promise that this breaks."""
