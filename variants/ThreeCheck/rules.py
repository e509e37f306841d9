"""The rules of Three-check."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from variants.check_count import CheckCount
from variants.position import NO_SETTINGS


class ThreeCheck(CheckCount):
    """Chess in which the player who gives the third check wins (T1)."""

    uci_name = "3check"
    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = dict.fromkeys(
        ("three-check", "three check", "3check", "3-check", "threecheck"), NO_SETTINGS
    )

    def pgn_name(self) -> str:
        """Three-check."""
        return "Three-check"
