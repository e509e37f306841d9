"""What one side commands on its turn: which pieces, how they go, what they take, what stands there afterwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from variants.grid import DIAGONAL, KNIGHT, ORTHOGONAL, grid
from variants.position import Move, Square

GRID = grid(8, 8)

UP = -8
"""One row up the board, towards the eighth rank: the way of white pawns."""
DOWN = 8

ROOK_RAYS = GRID.rays(ORTHOGONAL)
BISHOP_RAYS = GRID.rays(DIAGONAL)
RAYS = {
    "r": ROOK_RAYS,
    "b": BISHOP_RAYS,
    "q": tuple(straight + oblique for straight, oblique in zip(ROOK_RAYS, BISHOP_RAYS, strict=True)),
    "n": GRID.rays(KNIGHT, 1),
    "k": GRID.rays(ORTHOGONAL + DIAGONAL, 1),
}
"""For each nature but the pawn's, for each square: the squares on each way, nearest first."""

KNIGHT_LEAPS = GRID.leaps(KNIGHT)
KING_STEPS = GRID.leaps(ORTHOGONAL + DIAGONAL)
PAWN_TAKES = {UP: GRID.leaps(((-1, -1), (1, -1))), DOWN: GRID.leaps(((-1, 1), (1, 1)))}
"""For each way a pawn may go, for each square: where it takes."""

HOME_ROW = {UP: 6, DOWN: 1}
"""The row from which a pawn may jump two squares, counted from the top."""
LAST_ROWS = frozenset({*range(8), *range(56, 64)})
"""The squares on which no pawn can stand."""

STEPS = tuple(tuple(Move((origin, target)) for target in range(64)) for origin in range(64))
"""The move from one square to another that changes no nature; made once, because a search asks for millions."""

NOWHERE: frozenset[Square] = frozenset()

Choices = tuple[tuple[str, str], ...]
"""The ways a piece can arrive: the letter its move ends with ("" if its nature stays), and the symbol that then stands
there."""


class Watch(NamedTuple):
    """What an army does to the kings it aims at."""

    checked: tuple[Square, ...]
    """The kings under attack."""
    checkers: tuple[Square, ...]
    """Where the attacks come from, one entry for each attack on each king."""
    answers: frozenset[Square]
    """The squares on which a single attack can be blocked, and the attacker's own."""
    shields: frozenset[Square]
    """Squares of pieces that alone stand between a king and an attacker."""


class Army:
    """One side's powers, as tables. Immutable; made once for each side of each stage of a variant.

    `pieces` gives each symbol it may move its nature (p n b r q k); `prey` are the symbols that it may capture;
    `ways` says where each of its pawns may go (UP, DOWN or both); `passing` are the pawns that give and take
    en passant. `take` and `promote` say what stands after a capture and after a promotion, by the mover's
    symbol and the victim's ("" where nothing is captured).
    """

    def __init__(
        self,
        *,
        pieces: Mapping[str, str],
        prey: str,
        ways: Mapping[str, tuple[int, ...]],
        take: Callable[[str, str], Choices],
        promote: Callable[[str, str], Choices],
        passing: str,
    ) -> None:
        self.pieces = pieces
        self.ways = ways
        self.passing = frozenset(passing)
        self.captures = {symbol: {victim: take(symbol, victim) for victim in prey} for symbol in pieces}
        self.promotions = {pawn: {victim: promote(pawn, victim) for victim in ("", *prey)} for pawn in ways}
        self._orthogonal = self._of("rq")
        self._diagonal = self._of("bq")
        self._knights = self._of("n")
        self._kings = self._of("k")
        self._pawns = {way: frozenset(pawn for pawn in ways if way in ways[pawn]) for way in (UP, DOWN)}
        self._sights: dict[tuple[Square, ...], Mapping[str, frozenset[Square]]] = {}

    def _of(self, natures: str) -> frozenset[str]:
        return frozenset(symbol for symbol, nature in self.pieces.items() if nature in natures)

    def attacks(self, board: Sequence[str], square: Square) -> bool:
        """Could a piece of this army go to this square by capturing there?"""
        for rays, sliders in ((ROOK_RAYS, self._orthogonal), (BISHOP_RAYS, self._diagonal)):
            for ray in rays[square]:
                for other in ray:
                    symbol = board[other]
                    if symbol:
                        if symbol in sliders:
                            return True
                        break
        return bool(self._near(board, square))

    def _near(self, board: Sequence[str], square: Square) -> list[Square]:
        """The attackers of a square that nothing can block: knights, kings and pawns."""
        found = [other for other in KNIGHT_LEAPS[square] if board[other] in self._knights]
        found += [other for other in KING_STEPS[square] if board[other] in self._kings]
        for way, pawns in self._pawns.items():
            if pawns:
                found += [other for other in PAWN_TAKES[-way][square] if board[other] in pawns]
        return found

    def watch(self, board: Sequence[str], kings: Sequence[Square]) -> Watch:
        """How this army attacks these kings, and which pieces stand in its way."""
        checked: list[Square] = []
        checkers: list[Square] = []
        answers: set[Square] = set()
        shields: set[Square] = set()
        for king in kings:
            before = len(checkers)
            for rays, sliders in ((ROOK_RAYS, self._orthogonal), (BISHOP_RAYS, self._diagonal)):
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
            near = self._near(board, king)
            if near:
                checkers += near
                answers.update(near)
            if len(checkers) > before:
                checked.append(king)
        return Watch(tuple(checked), tuple(checkers), frozenset(answers), frozenset(shields))

    def sights(self, kings: tuple[Square, ...]) -> Mapping[str, frozenset[Square]]:
        """For each symbol of this army, the squares from which it attacks one of these kings on an empty board."""
        if kings not in self._sights:
            self._sights[kings] = {
                symbol: frozenset(square for king in kings for square in self._sight(symbol, king))
                for symbol in self.pieces
            }
        return self._sights[kings]

    def _sight(self, symbol: str, king: Square) -> list[Square]:
        if self.pieces[symbol] == "p":
            return [square for way in self.ways[symbol] for square in PAWN_TAKES[-way][king]]
        return [square for ray in RAYS[self.pieces[symbol]][king] for square in ray]


def stays(mover: str, victim: str) -> Choices:
    """An orthodox capture: the capturer stands there, as it was."""
    return (("", mover),)


def promotes(mover: str, victim: str) -> Choices:
    """An orthodox promotion: queen, rook, bishop or knight of the pawn's colour."""
    return tuple((nature, nature.upper() if mover.isupper() else nature) for nature in "qrbn")


WHITE_PIECES: Mapping[str, str] = {letter.upper(): letter for letter in "pnbrqk"}
BLACK_PIECES: Mapping[str, str] = {letter: letter for letter in "pnbrqk"}


def armies(prey: str, own: str = "", promote: Callable[[str, str], Choices] = promotes) -> tuple[Army, Army]:
    """White's army and Black's, that move as in chess: each captures these natures, of the other colour and its own."""
    white = Army(
        pieces=WHITE_PIECES, prey=prey + own.upper(), ways={"P": (UP,)}, take=stays, promote=promote, passing="P"
    )
    black = Army(
        pieces=BLACK_PIECES, prey=prey.upper() + own, ways={"p": (DOWN,)}, take=stays, promote=promote, passing="p"
    )
    return white, black


ORTHODOX = armies("pnbrq")
