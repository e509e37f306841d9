"""The rules of Los Alamos."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from variants.orthodox import Orthodox
from variants.position import NO_SETTINGS


class LosAlamos(Orthodox):
    """Chess without bishops on six by six squares (A1), the first that a computer played."""

    bare_king_wins = False
    size = (6, 6)
    setup = "rnqknr/pppppp/6/6/PPPPPP/RNQKNR"
    pieces: ClassVar[Mapping[str, str]] = {"p": "fmWfcF"}
    promotes_to = "qrn"
    castling_files = ""
    options = ()
    uci_name = "losalamos"
    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = dict.fromkeys(
        ("losalamos", "los alamos", "los alamos chess"), NO_SETTINGS
    )

    def pgn_name(self) -> str:
        """Los Alamos."""
        return "Los Alamos"
