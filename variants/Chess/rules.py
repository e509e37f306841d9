"""The rules of chess: those of the base, and insufficient material (C7, C8)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from variants.generation import clearly_moves
from variants.material import could_mate
from variants.orthodox import Orthodox
from variants.piece_values import PAWNS, Squares, sides, squares
from variants.position import NO_SETTINGS, Move, Result, RuleFact, Seat

CENTRE = {"p": 0.12, "n": 0.12, "b": 0.08, "r": 0.02, "q": 0.02, "k": -0.08}
"""The value of each step from the edge towards the middle; a king should stay away."""


def _worth(kind: str, rank: int, file: int) -> float:
    return PAWNS[kind] + CENTRE[kind] * (7 - abs(rank - 3.5) - abs(file - 3.5))


SIDES = sides(squares(_worth))

_NAMES = ("", "chess", "standard", "normal", "classical", "from position")
_DRAWN_NAMES = ("chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random")
PGN_NAMES: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {**dict.fromkeys(_NAMES, NO_SETTINGS), **dict.fromkeys(_DRAWN_NAMES, MappingProxyType({"randomness": 1}))}
)
"""The names of chess in the tag `Variant`."""


class Chess(Orthodox):
    """A position of chess. Reason besides checkmate and stalemate: dead (neither side could ever mate)."""

    reasons = frozenset({"dead"})
    uci_name = "chess"
    pgn_names = PGN_NAMES
    rules_version = 2

    @classmethod
    def rule_facts(cls) -> list[RuleFact]:
        """Also the draw by insufficient material."""
        return [*super().rule_facts(), RuleFact("dead", "end")]

    def pgn_name(self) -> str:
        """Chess960 where king and rooks, or the option, are not those of chess."""
        drawn = self.settings.get("randomness") or not self.castles.is_usual(self.castling, self.board)
        return "Chess960" if drawn else "Chess"

    def result(self) -> Result | None:
        """Mate and stalemate (C5, C6) come before the draw by insufficient material (C8)."""
        return super().result() or self.dead()

    def could_win(self, seat: Seat) -> bool:
        """Whether the material allows any mate by this seat (C7)."""
        return could_mate(self.board, self.army(seat), self.threat(seat))

    def piece_values(self, seat: Seat) -> Squares:
        """The value of each piece, and of its distance from the edge."""
        return SIDES[seat]

    def clearly_running(self) -> bool:
        """Where a piece clearly has a move, and one is left that can mate with a king."""
        seat = self.to_act[0]
        army, threat = self.army(seat), self.threat(seat)
        return clearly_moves(self.board, army, threat, self.attacks_on_kings(seat)) and not army.mating.isdisjoint(
            self.board
        )

    def forcing(self, seat: Seat) -> list[Move]:
        """Captures and promotions, without the quiet moves being made."""
        return self.generated(seat, True)
