"""A part: a piece that comes to a square wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from variants.orthodox import Orthodox
from variants.piece_values import Squares, sides
from variants.position import Result, RuleFact, Seat, Square

NEAR = 3.0
"""What a piece is worth more on its goal, as a hint for searches;"""
FARTHER = 0.6
"""and what is left of that with each of the last steps to it."""
LAST_STEPS = 3
STEP = 0.25
"""What each step before those is worth: more than a better square for another piece."""


class Goal(Orthodox):
    """A player who brings a piece to its goal wins. Reasons: goal; goal_both, a draw.

    `goals` has letters of kinds with their squares. With `goal_answer` Black may still reach the goal in the move after
    White has, and then it is a draw.
    """

    goals: ClassVar[Mapping[str, str]] = {}
    goal_answer: ClassVar[bool] = False
    reasons = frozenset({"goal", "goal_both"})

    @classmethod
    def rule_facts(cls) -> list[RuleFact]:
        """The goal of each kind, and the answer."""
        goals = [
            RuleFact("goal", "end", kinds=letter, text=", ".join(names.split())) for letter, names in cls.goals.items()
        ]
        answer = [RuleFact("goal_answer", "end", seat=0)] if cls.goal_answer else []
        return [*goals, *answer, *super().rule_facts()]

    def result(self) -> Result | None:
        """Who came to the goal has won, before anything else ends the game."""
        there = [self.at_goal(seat) for seat in (0, 1)]
        turn = self.to_act[0]
        if all(there):
            return self.drawn("goal_both")
        if there[0] and turn == 1 and self.goal_answer and any(self._answers(seat=1)):
            return None
        if any(there):
            return self.lost(there.index(False), "goal")
        return super().result()

    def at_goal(self, seat: Seat) -> bool:
        """Whether a piece of this seat stands on its goal."""
        case = (str.upper, str.lower)[seat]
        return any(self.board[square] == case(letter) for letter, square in self.places())

    @classmethod
    def places(cls) -> Iterator[tuple[str, Square]]:
        """Each letter with each square of its goal."""
        for letter, names in cls.goals.items():
            yield from ((letter, cls.grid.index[name]) for name in names.split())

    def _answers(self, seat: Seat) -> list[bool]:
        """For each move of this seat whether it leads to the goal."""
        goals = set(self.places())
        return [(self.piece_of(move).lower(), move.path[-1]) in goals for move in self.moves(seat)]

    @classmethod
    def make_values(cls) -> Sequence[Squares]:
        """A piece is worth more near its goal."""
        values = {symbol: list(worth) for symbol, worth in super().make_values()[0].items()}
        for letter in cls.goals:
            ends = [divmod(square, cls.grid.files) for kind, square in cls.places() if kind == letter]
            for square in range(len(cls.grid.names)):
                row, file = divmod(square, cls.grid.files)
                steps = min(max(abs(row - end), abs(file - side)) for end, side in ends)
                nearness = NEAR * FARTHER ** min(steps, LAST_STEPS) - STEP * max(0, steps - LAST_STEPS)
                values[letter.upper()][square] += nearness
                values[letter][square] -= nearness
        return sides(values)
