"""What a variant may tell a search: the third part of the interface. No rule and no page depends on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Self

from variants.kernel import Kernel
from variants.types import Move, Seat

ANYTHING = 20.0
"""The gain of a capture in a variant that does not say what captures win."""


class SearchHints:
    """Hints that make the computer play better or faster. By default it knows captures, and learns the rest by playing.

    `Position` has it as a base; a variant overrides here what it knows better.
    """

    if TYPE_CHECKING:  # Of the rules.

        @property
        def board(self) -> tuple[str, ...]: ...

        def moves(self, seat: Seat) -> Iterable[Move]: ...

    def evaluate(self, seat: Seat) -> float | None:
        """An estimate in (-1, 1) of this seat's chances, or None where the variant has none.

        It estimates twice the seat's score, less 1: an even game of two is 0, one of three -1/3.
        """
        return None

    def clearly_running(self) -> bool:
        """Whether the game clearly goes on, found for less than `result` costs. False where that is not clear.

        A variant that answers True promises as well that no quiet move wins at once but by a threat such as mate.
        """
        return False

    def must_answer(self) -> bool:
        """Whether the seat that acts must answer a threat, such as a check, so that an estimate would mislead."""
        return False

    def null_move(self) -> Self | None:
        """The position after a null move: the seat to act passes. None where a pass could be better than any move.

        A search prunes a position that is good enough after a null move.
        """
        return None

    def gain(self, seat: Seat, move: Move) -> float | None:
        """Roughly what this offered move of the seat to act adds to its lead, in pawns; None for a quiet move."""
        return ANYTHING if any(self.board[square] for square in move.path[1:]) else None

    def forcing(self, seat: Seat) -> Iterable[Move]:
        """The offered moves of the seat to act that are not quiet."""
        return [move for move in self.moves(seat) if self.gain(seat, move) is not None]

    def kernel(self) -> Kernel | None:
        """The same rules in numbers, for a search where two seats act at once; None where there is no kernel."""
        return None
