"""What a search may ask of a position besides its rules: hints, each of which a variant may leave out."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Self

from variants.rules import Rules
from variants.terms import Move, Seat

ANYTHING = 20.0
"""The gain of a capture in a variant that does not say what captures win."""


class Hints(Rules):
    """The hints, with the answers of a variant that gives none. No rule and no page depends on them."""

    board: tuple[str, ...]

    @abstractmethod
    def moves(self, seat: Seat) -> Iterable[Move]:
        """What this seat may send now, without duplicates."""

    def evaluate(self, seat: Seat) -> float | None:
        """An estimate in (-1, 1) of this seat's chances, or None where the variant has none.

        It estimates twice the seat's score, less 1: an even game of two is 0, one of three -1/3.
        """
        return None

    def running(self) -> bool:
        """Whether the game clearly goes on, found for less than `result` costs. False where that is not clear.

        A variant that answers True promises as well that no quiet move wins at once but by a threat such as mate.
        """
        return False

    def pressed(self) -> bool:
        """Whether the seat that acts must answer a threat, such as a check, so that an estimate would mislead."""
        return False

    def skipped(self) -> Self | None:
        """The position if the seat that acts could leave out its turn; None where that could be better than any move.

        A search takes what is even so good enough for good.
        """
        return None

    def gain(self, seat: Seat, move: Move) -> float | None:
        """Roughly what this offered move of the seat to act adds to its lead, in pawns; None for a quiet move."""
        return ANYTHING if any(self.board[square] for square in move.path[1:]) else None

    def forcing(self, seat: Seat) -> Iterable[Move]:
        """The offered moves of the seat to act that are not quiet."""
        return [move for move in self.moves(seat) if self.gain(seat, move) is not None]
