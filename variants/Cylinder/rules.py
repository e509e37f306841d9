"""The rules of Cylinder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from variants.orthodox import Orthodox
from variants.position import NO_SETTINGS


class Cylinder(Orthodox):
    """Chess on a board whose last file is beside the first one (Y1)."""

    bare_king_wins = False
    cylinder = True
    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = dict.fromkeys(
        ("cylinder", "cylinder chess", "cylindrical chess"), NO_SETTINGS
    )

    def pgn_name(self) -> str:
        """Cylinder."""
        return "Cylinder"
