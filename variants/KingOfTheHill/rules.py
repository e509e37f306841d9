"""The rules of King of the Hill."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from variants.goal import Goal
from variants.position import NO_SETTINGS


class KingOfTheHill(Goal):
    """Chess in which a king wins that comes to one of the four squares in the middle (H1)."""

    goals: ClassVar[Mapping[str, str]] = {"k": "d4 e4 d5 e5"}
    uci_name = "kingofthehill"
    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = dict.fromkeys(
        ("king of the hill", "kingofthehill", "koth"), NO_SETTINGS
    )

    def pgn_name(self) -> str:
        """King of the Hill."""
        return "King of the Hill"
