"""The small endgames of a game for two seats, numbered so that they can be solved once and for all and looked up."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Literal

from variants.position import Position


class Numbering(ABC):
    """The endgames of a variant for two seats, numbered from 0: those of fewer men first.

    Promises: whatever is played from a numbered position of so many men ends the game, or leads to a numbered position
    of no more men; and of positions that are the same but for a symmetry of the board or an exchange of the seats,
    `place` names one.
    """

    men: ClassVar[tuple[int, ...]]
    """How many men the positions of a table may have at most: the tables there can be, the smallest first."""
    version: ClassVar[int] = 1
    """Raised when a number comes to mean another position: tables of before are then refused."""

    def __init__(self, variant: type[Position]) -> None:
        self.variant = variant

    @abstractmethod
    def count(self, men: int) -> int:
        """How many numbers the table of at most so many men has."""

    @abstractmethod
    def position(self, number: int) -> Position | None:
        """The position of this number, under the default settings; None where the number stands for none."""

    @abstractmethod
    def place(self, position: Position) -> tuple[int, Literal[1, -1]] | None:
        """The number that stands for a position and all its images, and the sign of its value for seat 0.

        The sign is -1 where the seats have been exchanged. None where the position is not numbered, or is played under
        other settings than the default ones. `place(position(number))` is `(number, 1)` for the numbers it names.
        """
