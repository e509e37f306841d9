"""The rules of Minishogi."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from variants.position import NO_SETTINGS
from variants.Shogi.rules import Shogi


class Minishogi(Shogi):
    """Shogi on five by five squares, with six pieces a side (M1)."""

    size = (5, 5)
    setup = "rbsgk/4p/5/P4/KGSBR"
    promoted_kinds: ClassVar[Mapping[str, str]] = {"p": "t", "s": "v", "b": "h", "r": "d"}
    promotion_ranks = 1
    regions = ("a1 e1", "a5 e5")
    impasse = None
    uci_name = "minishogi"
    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = dict.fromkeys(("minishogi", "mini shogi"), NO_SETTINGS)

    def pgn_name(self) -> str:
        """Minishogi."""
        return "Minishogi"
