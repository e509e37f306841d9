"""The rules of Berolina."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from variants.orthodox import Orthodox
from variants.position import NO_SETTINGS


class Berolina(Orthodox):
    """Chess with pawns that go obliquely and capture straight on (B1)."""

    bare_king_wins = False
    pieces: ClassVar[Mapping[str, str]] = {"p": "fmFfcWifmnA"}
    drawing_names: ClassVar[Mapping[str, str]] = {"p": "-berolina"}
    uci_name = "berolina"
    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = dict.fromkeys(("berolina", "berolina chess"), NO_SETTINGS)

    def pgn_name(self) -> str:
        """Berolina."""
        return "Berolina"
