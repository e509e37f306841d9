"""The rules of Benedict chess."""

from __future__ import annotations

from variants.conversion import Converts
from variants.extinction import Extinct


class Benedict(Converts, Extinct):
    """Chess in which attacked pieces change sides (B1); whose king does loses (B4)."""

    royal = ""
    groups = ("k",)
