"""The rules of Rifle chess."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from variants.position import NO_SETTINGS
from variants.shots import Shoots


class Rifle(Shoots):
    """Chess in which a piece captures from where it stands (R1)."""

    bare_king_wins = False
    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = dict.fromkeys(("rifle", "rifle chess"), NO_SETTINGS)

    def pgn_name(self) -> str:
        """Rifle."""
        return "Rifle"
