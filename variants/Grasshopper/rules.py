"""The rules of Grasshopper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from variants.orthodox import Orthodox
from variants.position import NO_SETTINGS


class Grasshopper(Orthodox):
    """Chess with eight grasshoppers a side, between the pieces and the pawns (H1)."""

    bare_king_wins = False
    setup = "rnbqkbnr/gggggggg/pppppppp/8/8/PPPPPPPP/GGGGGGGG/RNBQKBNR"
    pieces: ClassVar[Mapping[str, str]] = {"p": "fmWfcF", "g": "gQ"}
    drawing_names: ClassVar[Mapping[str, str]] = {"g": "-grasshopper"}
    promotes_to = "qrbng"
    options = ()
    uci_name = "grasshopper"
    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = dict.fromkeys(
        ("grasshopper", "grasshopper chess"), NO_SETTINGS
    )

    def pgn_name(self) -> str:
        """Grasshopper."""
        return "Grasshopper"
