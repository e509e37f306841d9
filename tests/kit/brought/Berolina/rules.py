"""The rules of Berolina chess: those of chess, but pawns go obliquely and take straight on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from variants.orthodox import Orthodox


class Berolina(Orthodox):
    """A position of Berolina chess."""

    pieces: ClassVar[Mapping[str, str]] = {"p": "fmFfcWifmnA"}
