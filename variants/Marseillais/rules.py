"""The rules of Marseillais chess."""

from __future__ import annotations

from variants.two_moves import TwoMoves


class Marseillais(TwoMoves):
    """Chess with two moves a turn (T1), balanced: the first turn has one (T2)."""

    bare_king_wins = False
