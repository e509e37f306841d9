"""A variant of nothing but matrix games that lead to each other: a man stands on the number of the game that is played.

Copied into a folder as a variant, with `endgames.py` beside it, so it imports nothing but the standard library and
`variants`.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, ClassVar, NamedTuple, Self

from variants.position import NO_SETTINGS, Move, Position, Result, Seat


class Go(NamedTuple):
    """A cell that leads to another game."""

    game: int


GAMES: tuple[tuple[tuple[float | Go, ...], ...], ...] = (
    # 0, hide or run: whoever runs while the other throws is hit, but one may hide as long as one likes.
    ((Go(0), 1.0), (1.0, 0.0)),
    # 1, the same as the one who throws sees it.
    ((Go(1), -1.0), (-1.0, 0.0)),
    # 2, matching pennies.
    ((1.0, -1.0), (-1.0, 1.0)),
    # 3 and 4, both wait for ever; who does not, loses.
    ((Go(4), 1.0), (-1.0, 0.0)),
    ((Go(3),),),
    # 5, seat 1 may wait, or take half.
    ((Go(5), -0.5),),
    # 6, seat 0 may wait, or lose half.
    ((Go(6),), (-0.5,)),
    # 7, rock, paper, scissors, again where they are equal; scissors win less.
    ((Go(7), -1.0, 0.5), (1.0, Go(7), -0.5), (-0.5, 0.5, Go(7))),
    # 8, two in three, and 9, one in three of that.
    ((1.0, 0.0), (0.0, 2.0 / 3)),
    ((Go(8), 0.0, 0.0), (0.0, Go(8), 0.0), (0.0, 0.0, Go(8))),
    # 10, seat 0 comes nearer to a half by waiting for the other to go.
    ((Go(10), 0.5), (1.0, 0.0)),
    # 11, hide or run, where a miss leads to a pursuit (12) in which the hunter guesses one hiding place of three.
    ((Go(11), Go(12)), (Go(12), -1.0)),
    ((1.0, Go(12), Go(12)), (Go(12), 1.0, Go(12)), (Go(12), Go(12), 1.0)),
)
VALUES = (1.0, -1.0, 0.0, 0.0, 0.0, -0.5, 0.0, 0.0, 0.4, 0.4 / 3, 0.5, 1.0, 1.0)
"""What they are worth to seat 0."""


@dataclass(frozen=True, kw_only=True)
class Riddles(Position):
    """One game after the other; without a man on the board it is over."""

    size = (26, 1)
    drawings: ClassVar[Mapping[str, str]] = {"N": "wn"}
    reasons = frozenset({"solved"})
    to_act: tuple[Seat, ...] = (0, 1)
    won: float = 0.0

    @classmethod
    def at(cls, game: int) -> Self:
        board = [""] * 26
        board[game] = "N"
        return cls(board=tuple(board))

    @classmethod
    def start(cls, settings: Mapping[str, Any] = NO_SETTINGS, random: Random | None = None) -> Self:
        return cls.at(0)

    @classmethod
    def from_fen(cls, fen: str, settings: Mapping[str, Any] = NO_SETTINGS) -> Self:
        return cls.at(int(fen))

    def fen(self) -> str:
        return str(self.board.index("N"))

    def moves(self, seat: Seat) -> list[Move]:
        game = self.board.index("N")
        ways = len(GAMES[game]) if seat == 0 else len(GAMES[game][0])
        return [Move((game, way)) for way in range(ways)]

    def play(self, actions: Mapping[Seat, Move]) -> Self:
        cell = GAMES[self.board.index("N")][actions[0].path[1]][actions[1].path[1]]
        return self.at(cell.game) if isinstance(cell, Go) else self.then(board=("",) * 26, won=cell)

    def result(self) -> Result | None:
        return None if "N" in self.board else Result(((1 + self.won) / 2, (1 - self.won) / 2), "solved")

    def key(self) -> tuple[str, ...]:
        return self.board


Variant = Riddles


def write(folder: Path) -> Path:
    """Make this file and its endgames a variant folder inside `folder`."""
    home = folder / "Riddles"
    home.mkdir()
    (home / "__init__.py").write_text("from .riddles import Variant\n", encoding="utf-8")
    for name in ("riddles.py", "endgames.py"):
        shutil.copy(Path(__file__).with_name(name), home)
    return folder
