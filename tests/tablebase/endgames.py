"""The numbers of the riddles: found beside them, as a variant's own endgames are."""

from __future__ import annotations

from typing import ClassVar, Literal

from variants.numbering import Numbering
from variants.position import Position

from .riddles import GAMES


class Endgames(Numbering):
    """All games, and in the table of two men one number that stands for nothing."""

    men: ClassVar[tuple[int, ...]] = (1, 2)

    def count(self, men: int) -> int:
        return len(GAMES) + (men == 2)

    def position(self, number: int) -> Position | None:
        return self.variant.from_fen(str(number)) if number < len(GAMES) else None

    def place(self, position: Position) -> tuple[int, Literal[1, -1]] | None:
        if "N" not in position.board or position.board.index("N") >= len(GAMES):
            return None
        game = position.board.index("N")
        return (0, -1) if game == 1 else (game, 1)
