"""The rules of Minichess."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from variants.orthodox import Orthodox
from variants.position import NO_SETTINGS


class Minichess(Orthodox):
    """Chess on five by five squares, as Martin Gardner set it up (M1)."""

    bare_king_wins = False
    size = (5, 5)
    setup = "rnbqk/ppppp/5/PPPPP/RNBQK"
    pieces: ClassVar[Mapping[str, str]] = {"p": "fmWfcF"}
    castling_files = ""
    options = ()
    uci_name = "gardner"
    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = dict.fromkeys(
        ("gardner", "minichess", "gardner minichess"), NO_SETTINGS
    )

    def pgn_name(self) -> str:
        """Gardner."""
        return "Gardner"
