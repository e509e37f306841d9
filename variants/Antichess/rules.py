"""The rules of Antichess."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from variants.extinction import Extinct
from variants.must_capture import MustCapture
from variants.position import NO_SETTINGS
from variants.stalemate import StalemateWins


class Antichess(MustCapture, Extinct, StalemateWins):
    """Chess in which a player without a piece or a move wins (L1), and one who can capture must (L2)."""

    royal = ""
    castling_files = ""
    promotes_to = "qrbnk"
    groups = ("pnbrqk",)
    extinction_wins = True
    options = ()
    uci_name = "antichess"
    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = dict.fromkeys(
        ("antichess", "suicide", "giveaway", "losing chess"), NO_SETTINGS
    )

    def pgn_name(self) -> str:
        """Antichess."""
        return "Antichess"
