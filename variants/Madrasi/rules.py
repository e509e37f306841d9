"""The rules of Madrasi chess."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from variants.paralysis import Paralyses
from variants.position import Option


class Madrasi(Paralyses):
    """Chess in which pieces of one kind paralyse each other (M1), kings too where the option says so (M3)."""

    bare_king_wins = False
    paralysed_kings = True
    options = (Option("kings", ("paralysed", "free")), *Paralyses.options)
    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "madrasi": {"kings": "free"},
        "madrasi ri": {"kings": "paralysed"},
    }

    def exempt(self) -> str:
        """The kings, where the option says so."""
        return super().exempt() if self.settings["kings"] == "paralysed" else "".join(self.guarded)

    def pgn_name(self) -> str:
        """By the option."""
        return "Madrasi RI" if self.settings["kings"] == "paralysed" else "Madrasi"
