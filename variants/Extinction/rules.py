"""The rules of Extinction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from variants.extinction import Extinct
from variants.position import NO_SETTINGS


class Extinction(Extinct):
    """Chess in which a player who has no piece of a kind left has lost (E1); kings are ordinary pieces."""

    royal = ""
    promotes_to = "qrbnk"
    groups = tuple("pnbrqk")
    uci_name = "extinction"
    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = dict.fromkeys(
        ("extinction", "extinction chess"), NO_SETTINGS
    )

    def pgn_name(self) -> str:
        """Extinction."""
        return "Extinction"
