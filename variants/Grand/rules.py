"""The rules of Grand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from variants.position import NO_SETTINGS
from variants.returning import ReturningPieces


class Grand(ReturningPieces):
    """Chess on ten by ten squares with marshals and cardinals (G1); a pawn becomes a captured piece alone (G3)."""

    bare_king_wins = False
    size = (10, 10)
    setup = "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R"
    pieces: ClassVar[Mapping[str, str]] = {"a": "BN", "c": "RN"}
    drawing_names: ClassVar[Mapping[str, str]] = {"a": "-archbishop", "c": "-chancellor"}
    promotes_to = "qcarbn"
    promotion_ranks = 3
    double_step_ranks = (3,)
    castling_files = ""
    options = ()
    uci_name = "grand"
    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = dict.fromkeys(("grand", "grand chess"), NO_SETTINGS)

    def pgn_name(self) -> str:
        """Grand."""
        return "Grand"
