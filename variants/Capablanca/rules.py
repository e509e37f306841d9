"""The rules of Capablanca."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from variants.orthodox import Orthodox
from variants.position import NO_SETTINGS


class Capablanca(Orthodox):
    """Chess on ten by eight squares with an archbishop and a chancellor for each side (C1)."""

    bare_king_wins = False
    size = (10, 8)
    setup = "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR"
    pieces: ClassVar[Mapping[str, str]] = {"a": "BN", "c": "RN"}
    drawing_names: ClassVar[Mapping[str, str]] = {"a": "-archbishop", "c": "-chancellor"}
    promotes_to = "qcarbn"
    castling_files = "ci"
    options = ()
    uci_name = "capablanca"
    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = dict.fromkeys(
        ("capablanca", "capablanca chess"), NO_SETTINGS
    )

    def pgn_name(self) -> str:
        """Capablanca."""
        return "Capablanca"
