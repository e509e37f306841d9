"""The pieces of one side: which it moves, how they move, what they capture, and what stands there afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from variants.grid import DIAGONAL, KNIGHT, ORTHOGONAL, Step, grid
from variants.position import Move, Square

GRID = grid(8, 8)

UP = -8
"""One row up the board, towards the eighth rank: the direction of white pawns."""
DOWN = 8

Rays = tuple[tuple[tuple[Square, ...], ...], ...]
"""For each square its rays: the squares in each direction, nearest first."""

ROOK_RAYS = GRID.rays(ORTHOGONAL)
BISHOP_RAYS = GRID.rays(DIAGONAL)
RAYS: Mapping[str, Rays] = {
    "r": ROOK_RAYS,
    "b": BISHOP_RAYS,
    "q": tuple([straight + oblique for straight, oblique in zip(ROOK_RAYS, BISHOP_RAYS, strict=True)]),
}
"""The rays of sliding pieces."""

LEAPERS: Mapping[str, Sequence[Step]] = {"n": KNIGHT, "k": ORTHOGONAL + DIAGONAL}
"""The leaps of other pieces, pawns apart."""

KING_STEPS = GRID.leaps(ORTHOGONAL + DIAGONAL)

HOME_ROW = {UP: 6, DOWN: 1}
"""The row from which a pawn may make a double step, counted from the top."""
HOME_PAWNS = frozenset(range(8, 16)) | frozenset(range(48, 56))
"""The squares of the pawns that may make one at the start of a game."""
LAST_ROWS: Final[frozenset[Square]] = frozenset({*range(8), *range(56, 64)})
"""The squares on which no pawn can stand."""

STEPS: Final = tuple([tuple([Move((origin, target)) for target in range(64)]) for origin in range(64)])
"""The move from one square to another without promotion; made once, because a search needs millions."""

NOWHERE: Final[frozenset[Square]] = frozenset()

Sights = Mapping[str, frozenset[Square]]
"""For each symbol the squares from which it attacks a king on an empty board."""
NO_SIGHTS: Final[Sights] = MappingProxyType({})

Choices = tuple[tuple[str, str], ...]
"""The ways a piece can arrive: the letter its move ends with ("" without promotion), and the symbol that then stands
there. Empty where it may not."""


class DoubleStep(NamedTuple):
    """A double step that can be answered en passant."""

    square: Square
    """The square that was passed over."""
    pawn: Square
    """The square of the pawn that made the double step."""


class Pawns:
    """How pawns step and capture, by their direction and their square."""

    def __init__(self, steps: Iterable[Step], takes: Iterable[Step]) -> None:
        """Steps up the board: files to the right, then rows downward. Pawns that go down mirror them."""
        self.steps: dict[int, Rays] = {}
        """The squares of a step: one, or two from the home row."""
        self.takes: dict[int, tuple[tuple[Square, ...], ...]] = {}
        self.takers: dict[int, tuple[tuple[Square, ...], ...]] = {}
        """The squares from which a pawn attacks a square."""
        for way, sign in ((UP, 1), (DOWN, -1)):
            ahead = [(file, row * sign) for file, row in steps]
            once, twice = GRID.rays(ahead, 1), GRID.rays(ahead, 2)
            self.steps[way] = tuple([(once, twice)[at // 8 == HOME_ROW[way]][at] for at in range(64)])
            taking = [(file, row * sign) for file, row in takes]
            self.takes[way], self.takers[way] = GRID.leaps(taking), GRID.leaps(_back(taking))


def _back(steps: Iterable[Step]) -> list[Step]:
    return [(-file, -row) for file, row in steps]


PAWNS = Pawns([(0, -1)], [(-1, -1), (1, -1)])
"""The pawns of chess: straight on, and diagonally to capture."""


@lru_cache(maxsize=64)
def _readers(table: tuple[tuple[Square, ...], ...]) -> Sequence[Callable[[Sequence[str]], Iterable[str]]]:
    """For each square a function that reads the symbols on the squares of this table."""
    return [itemgetter(*squares) if squares else lambda board: () for squares in table]


_ON_LINES, _ON_DIAGONALS = (
    _readers(tuple([tuple([square for ray in rays for square in ray]) for rays in table]))
    for table in (ROOK_RAYS, BISHOP_RAYS)
)


class Attacks(NamedTuple):
    """The attacks of an army on some kings."""

    checked: tuple[Square, ...]
    """The kings under attack."""
    checkers: tuple[Square, ...]
    """The squares of the attackers, one entry for each attack on each king."""
    answers: frozenset[Square]
    """The squares on which a single attack can be blocked, and the attacker's own."""
    shields: frozenset[Square]
    """The squares of pinned pieces: each alone stands between a king and an attacker."""


NO_ATTACKS: Final = Attacks((), (), NOWHERE, NOWHERE)


def stays(mover: str, victim: str) -> Choices:
    """An orthodox capture: the capturing piece stays what it was."""
    return (("", mover),)


def promotes(mover: str, victim: str) -> Choices:
    """An orthodox promotion: queen, rook, bishop or knight of the pawn's colour."""
    return tuple([(kind, kind.upper() if mover.isupper() else kind) for kind in "qrbn"])


class Army:
    """The moves of one side's pieces, as tables. Immutable; made once for each side of each stage of a variant.

    `pieces` gives each symbol it may move its kind (p n b r q k, or another one of `leapers`); `prey` are the
    symbols that it may capture; `ways` says where each of its pawns may go (UP, DOWN or both), as `pawns` do;
    `en_passant` are the pawns that give and take en passant. `take` and `promote` say what stands after a capture and
    after a promotion, by the mover's symbol and the victim's ("" where nothing is captured).
    """

    def __init__(
        self,
        *,
        pieces: Mapping[str, str],
        prey: str,
        ways: Mapping[str, tuple[int, ...]],
        en_passant: str,
        take: Callable[[str, str], Choices] = stays,
        promote: Callable[[str, str], Choices] = promotes,
        pawns: Pawns = PAWNS,
        leapers: Mapping[str, Sequence[Step]] = LEAPERS,
    ) -> None:
        self.pieces = dict(pieces)
        self.prey = frozenset(prey)
        self.ways = dict(ways)
        self.en_passant = frozenset(en_passant)
        self.pawns = pawns
        self.rays = {**RAYS, **{kind: GRID.rays(steps, 1) for kind, steps in leapers.items()}}
        captures = {symbol: {victim: take(symbol, victim) for victim in prey} for symbol in pieces}
        self.captures = {
            symbol: {victim: choices for victim, choices in taken.items() if choices}
            for symbol, taken in captures.items()
        }
        self.promotions = {
            pawn: {victim: promote(pawn, victim) for victim in ("", *self.captures[pawn])} for pawn in ways
        }
        arriving = [*self.captures.values(), *self.promotions.values()]
        self.arriving = frozenset(pieces).union(
            [born for table in arriving for choices in table.values() for _, born in choices]
        )
        """The symbols that may stand on the last square of a move."""
        self.mating = self._of("pqr")
        """The symbols of which one on the board is enough to mate with a king."""
        self._sliding = [(ROOK_RAYS, _ON_LINES, self._of("rq")), (BISHOP_RAYS, _ON_DIAGONALS, self._of("bq"))]
        close = [(GRID.leaps(_back(steps)), self._of(kind)) for kind, steps in leapers.items()]
        close += [(pawns.takers[way], frozenset([pawn for pawn in ways if way in ways[pawn]])) for way in (UP, DOWN)]
        self._close = [(origins, symbols) for origins, symbols in close if symbols]
        self._read = [(_readers(origins), symbols) for origins, symbols in self._close]
        self._sights: dict[tuple[Square, ...], Sights] = {}

    def _of(self, kinds: str) -> frozenset[str]:
        return frozenset([symbol for symbol, kind in self.pieces.items() if kind in kinds])

    def arrival(self, mover: str, victim: str, target: Square, into: str) -> str:
        """The symbol on the last square of a move that ends with this letter and captures what stands there."""
        if mover in self.ways and target in LAST_ROWS:
            choices = self.promotions[mover][victim]
        elif victim:
            choices = self.captures[mover][victim]
        else:
            return mover
        for letter, born in choices:
            if letter == into:
                return born
        raise ValueError(f"{mover} cannot become {into!r} where it takes {victim!r}")

    def attacks(self, board: Sequence[str], square: Square) -> bool:
        """Whether a piece of this army could move to this square by capturing there."""
        for read, symbols in self._read:
            if not symbols.isdisjoint(read[square](board)):
                return True
        for rays, read, sliders in self._sliding:
            if sliders.isdisjoint(read[square](board)):
                continue
            for ray in rays[square]:
                for other in ray:
                    symbol = board[other]
                    if symbol:
                        if symbol in sliders:
                            return True
                        break
        return False

    def takers(self, board: Sequence[str], passed: DoubleStep) -> list[Square]:
        """The squares of pawns that could capture en passant: they move in the opposite direction."""
        way = UP if passed.pawn > passed.square else DOWN
        origins = self.pawns.takers[way][passed.square]
        return [at for at in origins if board[at] in self.en_passant and way in self.ways[board[at]]]

    def watch(self, board: Sequence[str], kings: Sequence[Square]) -> Attacks:
        """The attacks of this army on these kings, and the pieces pinned by it."""
        checked: list[Square] = []
        checkers: list[Square] = []
        answers: set[Square] = set()
        shields: set[Square] = set()
        for king in kings:
            before = len(checkers)
            for rays, read, sliders in self._sliding:
                if sliders.isdisjoint(read[king](board)):
                    continue
                for ray in rays[king]:
                    shield = -1
                    for square in ray:
                        symbol = board[square]
                        if not symbol:
                            continue
                        if symbol in sliders:
                            if shield >= 0:
                                shields.add(shield)
                            else:
                                checkers.append(square)
                                answers.update(ray[: ray.index(square) + 1])
                            break
                        if shield >= 0:
                            break
                        shield = square
            for (read, symbols), (origins, _) in zip(self._read, self._close, strict=True):
                if not symbols.isdisjoint(read[king](board)):
                    near = [origin for origin in origins[king] if board[origin] in symbols]
                    checkers += near
                    answers.update(near)
            if len(checkers) > before:
                checked.append(king)
        if not checkers and not shields:
            return NO_ATTACKS
        return Attacks(tuple(checked), tuple(checkers), frozenset(answers), frozenset(shields))

    def sights(self, kings: tuple[Square, ...]) -> Sights:
        """For each symbol of this army, the squares from which it attacks one of these kings on an empty board."""
        if kings not in self._sights:
            self._sights[kings] = {
                symbol: frozenset([square for king in kings for square in self._sight(symbol, king)])
                for symbol in self.pieces
            }
        return self._sights[kings]

    def _sight(self, symbol: str, king: Square) -> list[Square]:
        if self.pieces[symbol] == "p":
            return [square for way in self.ways[symbol] for square in self.pawns.takers[way][king]]
        return [square for ray in self.rays[self.pieces[symbol]][king] for square in ray]


WHITE_PIECES: Mapping[str, str] = {letter.upper(): letter for letter in "pnbrqk"}
BLACK_PIECES: Mapping[str, str] = {letter: letter for letter in "pnbrqk"}


def armies(prey: str = "pnbrq", own: str = "", letters: str = "pnbrqk", **powers: Any) -> tuple[Army, Army]:
    """White's army and Black's: each has pieces of these kinds and captures these, of the other colour and its own.

    `powers` are the other arguments of an Army; without any, the pieces move as in chess.
    """
    white = Army(
        pieces={letter.upper(): letter for letter in letters}, prey=prey + own.upper(), ways={"P": (UP,)},
        en_passant="P", **powers,
    )  # fmt: skip
    black = Army(
        pieces={letter: letter for letter in letters}, prey=prey.upper() + own, ways={"p": (DOWN,)}, en_passant="p",
        **powers,
    )  # fmt: skip
    return white, black


ORTHODOX = armies()
