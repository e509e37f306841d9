"""The rules of Horde."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from variants.extinction import Extinct
from variants.orthodox import Effects
from variants.position import NO_SETTINGS, Seat


class Horde(Extinct):
    """Chess in which White has 36 pawns and no king, and loses when all its pieces are gone (O1)."""

    setup = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP"
    royal = ("", "k")
    double_step_ranks = (1, 2)
    groups = ("pnbrq",)
    extinction_seats = (0,)
    options = ()
    uci_name = "horde"
    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = dict.fromkeys(("horde", "horde chess"), NO_SETTINGS)

    def next_fields(self, seat: Seat, effects: Effects, board: Sequence[str]) -> dict[str, Any]:
        """A double step from the first rank cannot be answered en passant (O4)."""
        fields = super().next_fields(seat, effects, board)
        return fields if effects.move.path[0] < 56 else {**fields, "en_passant": ()}

    def pgn_name(self) -> str:
        """Horde."""
        return "Horde"
