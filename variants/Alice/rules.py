"""The rules of Alice chess."""

from __future__ import annotations

from variants.mirror import Mirror


class Alice(Mirror):
    """Chess on two boards, of which each move leads to the other one (A1)."""

    bare_king_wins = False
