"""The interface of a kernel: the rules of one game in numbers, for a search that asks them often."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Final

from variants.types import Move

GOES_ON: Final = 2.0
"""What `Kernel.result` answers while the game goes on."""


class Kernel(ABC):
    """The rules of one game, under one choice of its options, in which two seats act at once on an open board.

    A position is two numbers, one a seat (`white` of seat 0, `black` of seat 1), and a move is one. Only offered moves
    may be played. The class of the rules is the law, and a kernel answers the same.
    """

    @abstractmethod
    def words(self, key: Any) -> tuple[int, int]:
        """The two numbers of the position with this `Position.key()`. Different keys have different numbers."""

    @abstractmethod
    def move(self, number: int) -> Move:
        """The move of a number."""

    @abstractmethod
    def safe(self, white: int, black: int, seat: int) -> list[int]:
        """The offered moves of a seat that are not risky, in the order of `Position.moves`."""

    @abstractmethod
    def risky(self, white: int, black: int, seat: int, replies: list[int]) -> list[int]:
        """Those that are, in that order; `replies` are the safe moves of the other seat."""

    @abstractmethod
    def play(self, white: int, black: int, first: int, second: int) -> tuple[int, int]:
        """The position after a move of each seat."""

    @abstractmethod
    def result(self, white: int, black: int) -> float:
        """What the end of the game is worth to seat 0, from -1 to 1, or `GOES_ON`."""

    @abstractmethod
    def estimate(self, white: int, black: int) -> float:
        """The estimate of seat 0's chances where the game goes on: the `Position.evaluate` of the same position."""

    def endgame(self, white: int, black: int) -> int:
        """The number of a position that is not over in the tables of endgames, or -1 where it has none."""
        return -1
