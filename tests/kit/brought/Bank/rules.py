"""The rules of Bank: chess on five by five squares in which a player who captures a piece may drop it later."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from variants.pockets import Pockets


class Bank(Pockets):
    """A position of Bank."""

    size = (5, 5)
    setup = "rnbqk/ppppp/5/PPPPP/RNBQK"
    pieces: ClassVar[Mapping[str, str]] = {"p": "fmWfcF"}
    castling_files = ""
    options = ()
