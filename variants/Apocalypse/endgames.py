"""The endgames of Apocalypse with at most two pieces a side, of either kind.

A side without a footman has lost or drawn (R23), so each has a footman, a footman and a horseman, or two footmen: 710
armies, of which some put two pieces on a square. Each side has no penalty point or one (R24). That makes 2,016,400
numbers, of which 1,621,540 stand for positions. The plies do not matter to what follows, and repetition is the table's
business (R28).

Nobody who has two pieces has two horsemen and a footman, so no footman is redeployed (R5), and no turn adds a piece: no
position leads to one that has no number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from variants.numbering import Numbering
from variants.position import Position

from .bits import POINT, mask
from .board import ARMIES as SYMBOLS

FOOTMEN = range(5, 25)
"""Where a footman can stand, as its own side sees the board, from the rank that it goes to."""
ARMIES = (
    *(((footman,), ()) for footman in FOOTMEN),
    *(((footman,), (horseman,)) for footman in FOOTMEN for horseman in range(25)),
    *(((low, high), ()) for high in FOOTMEN for low in range(5, high)),
)
"""The squares of the footmen and of the horsemen of a side."""
ALONE = len(FOOTMEN)
"""The number of armies of one piece."""
WIDE = len(ARMIES) - ALONE
BLOCKS = ((0, ALONE * ALONE), (ALONE * (ALONE + WIDE), ALONE * (ALONE + 2 * WIDE)))
"""The first places of the positions in which White has one piece or two, and Black one or two."""
END = len(ARMIES) ** 2

_SEEN = (range(25), tuple(20 - square + 2 * (square % 5) for square in range(25)))
"""For each seat, the squares as it sees them, its own first rank last."""


def _numbers(see: Sequence[int]) -> Mapping[int, int]:
    """The numbers of the armies of a seat that sees the squares so, by its bitboards."""
    seen = [([see[square] for square in footmen], [see[square] for square in horsemen]) for footmen, horsemen in ARMIES]
    return {mask(footmen) | mask(horsemen) << 25: number for number, (footmen, horsemen) in enumerate(seen)}


_NUMBERS = tuple(map(_numbers, _SEEN))


def _mirrored(squares: tuple[int, ...]) -> list[int]:
    return [square - square % 5 + 4 - square % 5 for square in squares]


MIRRORED = tuple(
    _NUMBERS[0][mask(_mirrored(footmen)) | mask(_mirrored(horsemen)) << 25] for footmen, horsemen in ARMIES
)
"""For each army, the one with left and right exchanged."""


def endgame(white: int, black: int) -> int:
    """The number of a position that is not over, given by both of its bitboards; -1 where it has none."""
    first, second = _NUMBERS[0].get(white & POINT - 1), _NUMBERS[1].get(black & POINT - 1)
    if first is None or second is None or (white | black) >> 51:
        return -1
    return together(first, second) * 4 + 2 * (white >> 50) + (black >> 50)


def together(white: int, black: int) -> int:
    """The place of two armies."""
    two, others = white >= ALONE, black >= ALONE
    return BLOCKS[two][others] + (white - ALONE * two) * (WIDE if others else ALONE) + black - ALONE * others


def armies(place: int) -> tuple[int, int]:
    """The armies of a place."""
    white = place >= BLOCKS[1][0]
    black = place >= BLOCKS[1][1] or BLOCKS[0][1] <= place < BLOCKS[1][0]
    first, second = divmod(place - BLOCKS[white][black], WIDE if black else ALONE)
    return first + ALONE * white, second + ALONE * black


class Endgames(Numbering):
    """With any penalties; the number is `(place of both armies) * 4 + penalties`, as `endgame` computes it."""

    men: ClassVar[tuple[int, ...]] = (2, 3, 4)
    version: ClassVar[int] = 2

    def __init__(self, variant: type[Position]) -> None:
        super().__init__(variant)
        fens = (f'5/5/5/5/5 w 0 {{"penalties":"{white}{black}"}}' for white in "01" for black in "01")
        self._empty = [variant.from_fen(fen) for fen in fens]

    def count(self, men: int) -> int:
        """1,600 with two pieces, 112,000 with up to three, 2,016,400 with up to four."""
        return 4 * {2: BLOCKS[0][1], 3: BLOCKS[1][1], 4: END}[men]

    def position(self, number: int) -> Position | None:
        """None where pieces meet on a square."""
        place, penalties = divmod(number, 4)
        board = [""] * 25
        for seat, army in enumerate(armies(place)):
            for symbol, squares in zip(SYMBOLS[seat], ARMIES[army], strict=True):
                for square in squares:
                    if board[_SEEN[seat][square]]:
                        return None
                    board[_SEEN[seat][square]] = symbol
        return self._empty[penalties].then(board=tuple(board))

    def place(self, position: Position) -> tuple[int, Literal[1, -1]] | None:
        """Of the four images, by the mirror and by the colours, the one whose number is the lowest."""
        kernel = position.kernel() if type(position) is self.variant else None
        number = kernel.endgame(*kernel.words(position.key())) if kernel is not None else -1
        if number < 0:
            return None
        place, penalties = divmod(number, 4)
        white, black = armies(place)
        same = min(place, together(MIRRORED[white], MIRRORED[black])) * 4 + penalties
        exchanged = min(together(black, white), together(MIRRORED[black], MIRRORED[white]))
        exchanged = exchanged * 4 + (0, 2, 1, 3)[penalties]
        return (same, 1) if same <= exchanged else (exchanged, -1)
