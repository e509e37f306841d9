"""The endgames of Apocalypse with one footman a side, and at most one horseman a side.

A side without a footman has lost or drawn (R23), so each has one. White's stands on one of 20 squares, Black's on one
of 20 (none on its last rank), and not both on one of the 15 that they have in common: 385 pairs. There may be a
horseman of White on one of the 23 squares left, or one of Black, or both on two different ones: 1 + 23 + 23 + 23 * 22
arrangements. Each side has no penalty point or one (R24), which makes 4: 385 * 553 * 4 = 851,620. The plies do not
matter to what follows, and repetition is the table's business (R28).

A number is (horsemen * 385 + pair) * 4 + penalties. A footman can do no more than vanish on its last rank, because the
only one that becomes a horseman ends the game (R26) and only two horsemen let it be redeployed (R5): so no position
leads to one that has no number.
"""

from __future__ import annotations

from itertools import permutations
from typing import ClassVar, Literal

from server.tablebase.numbering import Numbering
from variants.position import Position

SQUARES = 25
NOWHERE = -1
"""Where a horseman stands that is not on the board."""
PAIRS = tuple((white, black) for white in range(5, SQUARES) for black in range(20) if white != black)
"""Squares of White's footman and of Black's."""
VACANT = tuple([square for square in range(SQUARES) if square not in pair] for pair in PAIRS)
"""For each of them, the squares on which horsemen can stand."""
ONE = range(SQUARES - 2)
HORSEMEN = (
    (NOWHERE, NOWHERE), *((way, NOWHERE) for way in ONE), *((NOWHERE, way) for way in ONE), *permutations(ONE, 2),
)  # fmt: skip
"""Which of the vacant squares White's horseman stands on, and Black's."""
_PAIR = {pair: number for number, pair in enumerate(PAIRS)}
_HORSEMEN = {ways: number for number, ways in enumerate(HORSEMEN)}
_WAYS = tuple({square: way for way, square in enumerate(vacant)} | {NOWHERE: NOWHERE} for vacant in VACANT)
PENALTIES = ((0, 0), (0, 1), (1, 0), (1, 1))
"""The penalty points of both sides while nobody has lost by them."""

# The last entry is where NOWHERE leads.
_MIRRORED = (*(square - square % 5 + 4 - square % 5 for square in range(SQUARES)), NOWHERE)
_UPSIDE_DOWN = (*(20 - square + 2 * (square % 5) for square in range(SQUARES)), NOWHERE)

Men = tuple[int, int, int, int, int, int]
"""Squares of White's footman, Black's footman, White's horseman, Black's horseman; points of White, of Black."""


class Endgames(Numbering):
    """A footman a side and at most one horseman a side, whatever the penalties."""

    men: ClassVar[tuple[int, ...]] = (2, 3, 4)

    def __init__(self, variant: type[Position]) -> None:
        super().__init__(variant)
        fens = (f'5/5/5/5/5 w 0 {{"penalties":"{white}{black}"}}' for white, black in PENALTIES)
        self._empty = [variant.from_fen(fen) for fen in fens]
        self._penalties = dict(zip((empty.key() for empty in self._empty), PENALTIES, strict=True))

    def count(self, men: int) -> int:
        """1,540 with two men, 72,380 with up to three, 851,620 with up to four."""
        return {2: 1, 3: 1 + 2 * len(ONE), 4: len(HORSEMEN)}[men] * len(PAIRS) * len(PENALTIES)

    def position(self, number: int) -> Position | None:
        """Every number stands for a position."""
        rest, penalties = divmod(number, len(PENALTIES))
        horsemen, pair = divmod(rest, len(PAIRS))
        board = [""] * SQUARES
        for square, symbol in zip(PAIRS[pair], "Pp", strict=True):
            board[square] = symbol
        for way, symbol in zip(HORSEMEN[horsemen], "Nn", strict=True):
            if way != NOWHERE:
                board[VACANT[pair][way]] = symbol
        return self._empty[penalties].then(board=tuple(board))

    def place(self, position: Position) -> tuple[int, Literal[1, -1]] | None:
        """Of the four images, by the mirror and by the colours, the one whose squares come first."""
        board = position.board
        if board.count("") < SQUARES - 4 or type(position) is not self.variant:
            return None
        if board.count("P") != 1 or board.count("p") != 1 or board.count("N") > 1 or board.count("n") > 1:
            return None
        if position.settings != self._empty[0].settings:
            return None
        # Beside its board, a key holds the penalties alone.
        penalties = self._penalties.get(position.then(board=self._empty[0].board).key())
        if penalties is None:
            return None
        rider, foe = (board.index(symbol) if symbol in board else NOWHERE for symbol in "Nn")
        men = (board.index("P"), board.index("p"), rider, foe, *penalties)
        same = min(men, _mirrored(men))
        exchanged = _exchanged(men)
        exchanged = min(exchanged, _mirrored(exchanged))
        return (_number(same), 1) if same <= exchanged else (_number(exchanged), -1)


def _mirrored(men: Men) -> Men:
    white, black, rider, foe, mine, theirs = men
    return (_MIRRORED[white], _MIRRORED[black], _MIRRORED[rider], _MIRRORED[foe], mine, theirs)


def _exchanged(men: Men) -> Men:
    white, black, rider, foe, mine, theirs = men
    return (_UPSIDE_DOWN[black], _UPSIDE_DOWN[white], _UPSIDE_DOWN[foe], _UPSIDE_DOWN[rider], theirs, mine)


def _number(men: Men) -> int:
    white, black, rider, foe, mine, theirs = men
    pair = _PAIR[white, black]
    horsemen = _HORSEMEN[_WAYS[pair][rider], _WAYS[pair][foe]]
    return (horsemen * len(PAIRS) + pair) * len(PENALTIES) + 2 * mine + theirs
