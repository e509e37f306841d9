"""The rules of Knightmate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from variants.orthodox import Orthodox
from variants.position import NO_SETTINGS


class Knightmate(Orthodox):
    """Chess with a king that goes like a knight, and two commoners, which go like kings (N1)."""

    pieces: ClassVar[Mapping[str, str]] = {"k": "N", "m": "K"}
    drawing_names: ClassVar[Mapping[str, str]] = {"k": "-knight-king", "m": "-commoner"}
    setup = "rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR"
    promotes_to = "qrbm"
    options = ()
    uci_name = "knightmate"
    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = dict.fromkeys(("knightmate",), NO_SETTINGS)

    def pgn_name(self) -> str:
        """Knightmate."""
        return "Knightmate"
