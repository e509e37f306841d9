"""The rules of Shatranj."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from variants.bare_king import BareKing
from variants.position import NO_SETTINGS, Draws
from variants.stalemate import StalemateLoses


class Shatranj(BareKing, StalemateLoses):
    """The chess that came before ours (S1); a bare king loses (S5), and so does who has no move (S4)."""

    setup = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR"
    pieces: ClassVar[Mapping[str, str]] = {"p": "fmWfcF", "b": "A", "q": "F"}
    drawing_names: ClassVar[Mapping[str, str]] = {"b": "-elephant", "q": "-ferz"}
    promotes_to = "q"
    castling_files = ""
    options = ()
    draws = Draws(3, "claim", 140)
    uci_name = "shatranj"
    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = dict.fromkeys(("shatranj",), NO_SETTINGS)

    def pgn_name(self) -> str:
        """Shatranj."""
        return "Shatranj"
