"""The rules of Racing Kings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from variants.goal import Goal
from variants.no_checks import NoChecks
from variants.position import NO_SETTINGS


class RacingKings(Goal, NoChecks):
    """A race of the kings to the eighth rank (K1), without a check (K2)."""

    setup = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ"
    castling_files = ""
    goals: ClassVar[Mapping[str, str]] = {"k": "a8 b8 c8 d8 e8 f8 g8 h8"}
    goal_answer = True
    options = ()
    uci_name = "racingkings"
    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = dict.fromkeys(
        ("racing kings", "racingkings", "race"), NO_SETTINGS
    )

    def pgn_name(self) -> str:
        """Racing Kings."""
        return "Racing Kings"
