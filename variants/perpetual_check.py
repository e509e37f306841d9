"""A part: who repeats a position by giving check all the time loses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from variants.orthodox import Orthodox
from variants.position import Result, RuleFact, Seat


class PerpetualCheck(Orthodox):
    """A repetition is lost by the player who gave check with every move since the position occurred first.

    Where both did, or neither, it is a draw. Reason: perpetual_check.
    """

    reasons = frozenset({"perpetual_check"})

    @classmethod
    def rule_facts(cls) -> list[RuleFact]:
        """What a repetition means besides a draw."""
        return [*super().rule_facts(), RuleFact("perpetual_check", "end")]

    def repeated(self, line: Sequence[Self]) -> Result:
        """The loss of the only one who always gave check, else a draw."""
        checking = self.checking(line)
        return self.lost(checking[0], "perpetual_check") if len(checking) == 1 else super().repeated(line)

    def checking(self, line: Sequence[Self]) -> list[Seat]:
        """The seats that gave check with every move of this line."""
        return [seat for seat in (0, 1) if all(each.must_answer() for each in line if each.to_act[0] != seat)]
