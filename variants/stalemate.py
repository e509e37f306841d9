"""Parts: what it means to have no move, without being in check."""

from __future__ import annotations

from variants.orthodox import Orthodox
from variants.position import Result, RuleFact, Seat


class StalemateWins(Orthodox):
    """A player who has no move wins."""

    @classmethod
    def rule_facts(cls) -> list[RuleFact]:
        """Stalemate wins."""
        return _stalemate("stalemate_wins", super().rule_facts())

    def verdict(self, seat: Seat) -> Result:
        """A win instead of the draw; mate stays mate."""
        verdict = super().verdict(seat)
        return self.lost(1 - seat, "stalemate") if verdict.reason == "stalemate" else verdict


class StalemateLoses(Orthodox):
    """A player who has no move loses."""

    @classmethod
    def rule_facts(cls) -> list[RuleFact]:
        """Stalemate loses."""
        return _stalemate("stalemate_loses", super().rule_facts())

    def verdict(self, seat: Seat) -> Result:
        """A loss instead of the draw."""
        verdict = super().verdict(seat)
        return self.lost(seat, "stalemate") if verdict.reason == "stalemate" else verdict


def _stalemate(code: str, facts: list[RuleFact]) -> list[RuleFact]:
    """Facts with another sentence on stalemate."""
    return [fact._replace(code=code) if fact.code.startswith("stalemate") else fact for fact in facts]
