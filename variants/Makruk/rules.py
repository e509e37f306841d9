"""The rules of Makruk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from variants.honour_count import HonourCount
from variants.position import NO_SETTINGS, Draws


@dataclass(frozen=True, kw_only=True)
class Makruk(HonourCount):
    """The chess of Thailand (K1); a draw may be claimed when a count is over (K5)."""

    bare_king_wins = False
    setup = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR"
    pieces: ClassVar[Mapping[str, str]] = {"p": "fmWfcF", "s": "FfW", "m": "F"}
    drawing_names: ClassVar[Mapping[str, str]] = {"s": "-khon", "m": "-ferz"}
    promotes_to = "m"
    promotion_ranks = 3
    forced_ranks = 3
    castling_files = ""
    options = ()
    draws = Draws(3, "claim")
    piece_limits: ClassVar[Sequence[tuple[str, int, int]]] = (
        ("r", 2, 8), ("r", 1, 16), ("s", 2, 22), ("n", 2, 32), ("s", 1, 44),
    )  # fmt: skip
    uci_name = "makruk"
    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = dict.fromkeys(("makruk",), NO_SETTINGS)

    def pgn_name(self) -> str:
        """Makruk."""
        return "Makruk"
