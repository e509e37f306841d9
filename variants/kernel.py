"""The interface of a kernel: the rules of one game in numbers, for a search that asks them a million times a second."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Final

from variants.native import i64
from variants.terms import Move, Seat

GOES_ON: Final = 2.0
"""What `Kernel.result` answers while the game goes on."""


class Kernel(ABC):
    """The rules of one game, under one choice of its options, in which two seats act at once on an open board.

    A position is two numbers, one a seat (`white` of seat 0, `black` of seat 1), and a move is one. Only offered moves
    may be played. The class of the rules is the law, and a kernel answers the same.
    """

    @abstractmethod
    def words(self, key: Any) -> tuple[i64, i64]:
        """The two numbers of the position with this `Position.key()`. Equal keys have equal numbers, others others."""

    @abstractmethod
    def fields(self, white: i64, black: i64) -> dict[str, Any]:
        """The fields of a `Position` that two numbers hold: those of its key."""

    @abstractmethod
    def move(self, number: i64) -> Move:
        """The move of a number."""

    @abstractmethod
    def number(self, white: i64, black: i64, seat: Seat, move: Move) -> i64:
        """The number of an offered move."""

    @abstractmethod
    def safe(self, white: i64, black: i64, seat: i64) -> list[i64]:
        """The offered moves of a seat that are not risky, in the order of `Position.moves`."""

    @abstractmethod
    def risky(self, white: i64, black: i64, seat: i64, replies: list[i64]) -> list[i64]:
        """Those that are, in that order; `replies` are the safe moves of the other seat."""

    @abstractmethod
    def play(self, white: i64, black: i64, first: i64, second: i64) -> tuple[i64, i64]:
        """The position after a move of each seat."""

    @abstractmethod
    def result(self, white: i64, black: i64) -> float:
        """What the end of the game is worth to seat 0, from -1 to 1, or `GOES_ON`."""

    @abstractmethod
    def estimate(self, white: i64, black: i64) -> float:
        """The estimate of seat 0's chances where the game goes on: the `Position.evaluate` of the same position."""

    def endgame(self, white: i64, black: i64) -> i64:
        """The number of a position that is not over in the tables of endgames, or -1 where it has none."""
        return -1
