"""Parts: what it means to have no move, without being in check."""

from __future__ import annotations

from variants.orthodox import Orthodox
from variants.position import Result, Seat


class StalemateWins(Orthodox):
    """A player who has no move wins."""

    def verdict(self, seat: Seat) -> Result:
        """A win instead of the draw; mate stays mate."""
        verdict = super().verdict(seat)
        return self.lost(1 - seat, "stalemate") if verdict.reason == "stalemate" else verdict


class StalemateLoses(Orthodox):
    """A player who has no move loses."""

    def verdict(self, seat: Seat) -> Result:
        """A loss instead of the draw."""
        verdict = super().verdict(seat)
        return self.lost(seat, "stalemate") if verdict.reason == "stalemate" else verdict
