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

from functools import cache
from typing import TYPE_CHECKING, ClassVar, Literal

from variants.Apocalypse.board import FOOTMEN, HORSEMEN, LAST_RANKS
from variants.endgames import Endgames

if TYPE_CHECKING:
    from variants.Apocalypse.rules import Apocalypse
    from variants.position import Position

NOWHERE = -1
"""Where a horseman stands that is not on the board."""

PAIRS = tuple(
    (white, black)
    for white in range(25)
    if white not in LAST_RANKS[0]
    for black in range(25)
    if black not in LAST_RANKS[1] and black != white
)
_NUMBER = {pair: number for number, pair in enumerate(PAIRS)}
ONE, BOTH = 23, 23 * 22
"""In how many ways one horseman can join the footmen, and two."""
PENALTIES = 4
"""How many pairs of penalty points there are while nobody has lost by them."""

# The last entry is where NOWHERE leads.
_MIRRORED = (*(square - square % 5 + 4 - square % 5 for square in range(25)), NOWHERE)
_UPSIDE_DOWN = (*(20 - square + 2 * (square % 5) for square in range(25)), NOWHERE)

Men = tuple[int, int, int, int, int, int]
"""Squares of White's footman, Black's footman, White's horseman, Black's horseman; points of White, of Black."""


class SmallArmies(Endgames):
    """A footman a side and at most one horseman a side, whatever the penalties."""

    men: ClassVar[tuple[int, ...]] = (2, 3, 4)

    def count(self, men: int) -> int:
        """1,540 with two men, 72,380 with up to three, 851,620 with up to four."""
        return {2: 1, 3: 1 + 2 * ONE, 4: 1 + 2 * ONE + BOTH}[men] * len(PAIRS) * PENALTIES

    def position(self, number: int) -> Position | None:
        """Every number stands for a position."""
        rest, penalties = divmod(number, PENALTIES)
        horsemen, pair = divmod(rest, len(PAIRS))
        board = [""] * 25
        for seat in (0, 1):
            board[PAIRS[pair][seat]] = FOOTMEN[seat]
        if 1 <= horsemen <= ONE or horsemen > 2 * ONE:
            way = horsemen - 1 if horsemen <= ONE else (horsemen - 1 - 2 * ONE) // (ONE - 1)
            board[_vacant(board)[way]] = HORSEMEN[0]
        if horsemen > ONE:
            way = horsemen - 1 - ONE if horsemen <= 2 * ONE else (horsemen - 1 - 2 * ONE) % (ONE - 1)
            board[_vacant(board)[way]] = HORSEMEN[1]
        return _empty().then(board=tuple(board), penalties=divmod(penalties, 2))

    def place(self, position: Position) -> tuple[int, Literal[1, -1]] | None:
        """Of the four images, by the mirror and by the colours, the one whose squares come first."""
        empty = _empty()
        board = position.board
        if type(position) is not type(empty) or position.rules != empty.rules or max(position.penalties) > 1:
            return None
        if board.count(FOOTMEN[0]) != 1 or board.count(FOOTMEN[1]) != 1:
            return None
        if board.count(HORSEMEN[0]) > 1 or board.count(HORSEMEN[1]) > 1:
            return None
        men = (
            board.index(FOOTMEN[0]),
            board.index(FOOTMEN[1]),
            board.index(HORSEMEN[0]) if HORSEMEN[0] in board else NOWHERE,
            board.index(HORSEMEN[1]) if HORSEMEN[1] in board else NOWHERE,
            *position.penalties,
        )
        same = min(men, _mirrored(men))
        exchanged = _exchanged(men)
        exchanged = min(exchanged, _mirrored(exchanged))
        return (_number(same), 1) if same <= exchanged else (_number(exchanged), -1)


@cache
def _empty() -> Apocalypse:
    # Imported here because the rules name these endgames.
    from variants.Apocalypse.rules import Apocalypse

    return Apocalypse.from_fen("5/5/5/5/5")


def _vacant(board: list[str]) -> list[int]:
    return [square for square in range(25) if not board[square]]


def _mirrored(men: Men) -> Men:
    white, black, rider, foe, mine, theirs = men
    return (_MIRRORED[white], _MIRRORED[black], _MIRRORED[rider], _MIRRORED[foe], mine, theirs)


def _exchanged(men: Men) -> Men:
    white, black, rider, foe, mine, theirs = men
    return (_UPSIDE_DOWN[black], _UPSIDE_DOWN[white], _UPSIDE_DOWN[foe], _UPSIDE_DOWN[rider], theirs, mine)


def _number(men: Men) -> int:
    white, black, rider, foe, mine, theirs = men
    horsemen = 0
    # Squares are counted without those that are taken already.
    way = rider - (white < rider) - (black < rider)
    other = foe - (white < foe) - (black < foe)
    if rider != NOWHERE and foe != NOWHERE:
        horsemen = 1 + 2 * ONE + way * (ONE - 1) + other - (rider < foe)
    elif rider != NOWHERE:
        horsemen = 1 + way
    elif foe != NOWHERE:
        horsemen = 1 + ONE + other
    return (horsemen * len(PAIRS) + _NUMBER[white, black]) * PENALTIES + 2 * mine + theirs
