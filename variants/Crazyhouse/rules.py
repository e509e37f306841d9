"""The rules of Crazyhouse."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from variants.pockets import Pockets
from variants.position import NO_SETTINGS, Draws


class Crazyhouse(Pockets):
    """Chess in which a captured piece may be dropped by its captor instead of a move (Z1)."""

    draws = Draws(3, "claim")
    uci_name = "crazyhouse"
    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = dict.fromkeys(("crazyhouse", "zh", "house"), NO_SETTINGS)

    def pgn_name(self) -> str:
        """Crazyhouse."""
        return "Crazyhouse"
