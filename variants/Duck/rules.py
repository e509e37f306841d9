"""The rules of Duck chess."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from variants.extinction import Extinct
from variants.stalemate import StalemateWins
from variants.wall import Wall


class Duck(Wall, Extinct, StalemateWins):
    """Chess with a duck that both players move (D1), without check: who captures the king wins (D3)."""

    blocks: ClassVar[Mapping[str, str]] = {"d": "duck"}
    royal = ""
    groups = ("k",)
