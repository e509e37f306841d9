"""A part: a player who has nothing but the king left loses."""

from __future__ import annotations

from variants.orthodox import Orthodox
from variants.position import Result, RuleFact


class BareKing(Orthodox):
    """A player whose king is left alone loses; where both kings are, it is a draw. Reasons: bare, bare_both.

    One whose last piece was just captured, by a player who has one left beside the king, has a move to capture it.
    """

    reasons = frozenset({"bare", "bare_both"})

    @classmethod
    def rule_facts(cls) -> list[RuleFact]:
        """What it means to have nothing but the king."""
        return [RuleFact("bare", "end"), *super().rule_facts()]

    def result(self) -> Result | None:
        """The player who moved last is asked first: that was the move to answer with."""
        turn = self.to_act[0]
        white, black = (sum(map(case, self.board)) for case in (str.isupper, str.islower))
        left = (white, black)
        if max(left) == 1:
            return self.drawn("bare_both")
        if left[1 - turn] == 1:
            return self.lost(1 - turn, "bare")
        if left[turn] == 1 and left[1 - turn] > 2:
            return self.lost(turn, "bare")
        return super().result()
