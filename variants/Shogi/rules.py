"""The rules of Shogi."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from variants.perpetual_check import PerpetualCheck
from variants.pockets import Pockets
from variants.position import NO_SETTINGS, Draws, Move, Result, Seat, Square
from variants.promotion import Promotion

GOLD = "WfF"
GREAT = "rbdh"
"""The pieces that count five points (S9), where others count one."""
SFEN = re.compile(r"(?:sfen )?([^\[\] ]+) ([bw]) (-|(?:[0-9]{0,2}[A-Za-z])+)(?: ([0-9]{1,9}))?")
COMPANY = 10
"""Pieces besides the king that must stand in the zone."""


class Shogi(Promotion, Pockets, PerpetualCheck):
    """Nine by nine squares, captured pieces that return (S3), and three ranks where most pieces are promoted (S2)."""

    size = (9, 9)
    setup = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"
    pieces: ClassVar[Mapping[str, str]] = {
        "p": "fW", "l": "fR", "n": "fN", "s": "FfW", "g": GOLD, "h": "BW", "d": "RF",
        **dict.fromkeys("tycv", GOLD),
    }  # fmt: skip
    promoted_kinds: ClassVar[Mapping[str, str]] = {"p": "t", "l": "y", "n": "c", "s": "v", "b": "h", "r": "d"}
    drawing_names: ClassVar[Mapping[str, str]] = {
        **{kind: f"-tile-{kind}" for kind in "plnsgkbr"},
        **{better: f"-promoted-{kind}" for kind, better in promoted_kinds.items()},
    }
    promotion_ranks = 3
    regions = ("a1 i3", "a7 i9")
    impasse: ClassVar[tuple[int, int] | None] = (28, 27)
    """The points by which White and Black win in the zone; None without this rule."""
    castling_files = ""
    draws = Draws(4, "automatic")
    reasons = frozenset({"impasse"})
    options = ()
    uci_name = "shogi"
    pgn_names: ClassVar[Mapping[str, Mapping[str, Any]]] = dict.fromkeys(("shogi", "shōgi"), NO_SETTINGS)

    def pgn_name(self) -> str:
        """Shogi."""
        return "Shogi"

    def may_drop(self, seat: Seat, symbol: str, square: Square) -> bool:
        """No pawn on a file where an own one stands that is not promoted (S5)."""
        second = symbol.lower() == "p" and symbol in self.board[square % self.size[0] :: self.size[0]]
        return not second and super().may_drop(seat, symbol, square)

    def drops(self, seat: Seat) -> list[Move]:
        """No pawn whose drop is mate (S6)."""
        return [move for move in super().drops(seat) if not self._mates(seat, move)]

    def _mates(self, seat: Seat, move: Move) -> bool:
        """Whether this drop of a pawn is mate."""
        symbol, king = self.piece_of(move), self.guarded[1 - seat]
        ahead = self.army(seat).rays[symbol][move.path[1]]
        if symbol.lower() != "p" or self.board[ahead[0][0]] != king:
            return False
        board = list(self.board)
        board[move.path[1]] = symbol
        return not self.then(board=tuple(board), to_act=(1 - seat,)).moves(1 - seat)

    def result(self) -> Result | None:
        """The side to move has also won where it has entered the zone with enough pieces (S9)."""
        seat = self.to_act[0]
        return self.lost(1 - seat, "impasse") if self.has_entered(seat) else super().result()

    def has_entered(self, seat: Seat) -> bool:
        """Whether the king stands in the zone, not in check, with ten pieces and enough points there and in hand."""
        king, zone = self.board.index(self.guarded[seat]), self.zones[seat]
        if self.impasse is None or king not in zone or self.kings_in_check(seat):
            return False
        owned = self.army(seat).pieces
        there = [self.board[square] for square in zone if square != king and self.board[square] in owned]
        held = [symbol for slot, symbol in enumerate(self.slots) if symbol in owned for _ in range(self.count(slot))]
        points = sum(5 if symbol.lower() in GREAT else 1 for symbol in there + held)
        return len(there) >= COMPANY and points >= self.impasse[seat]

    def verdict(self, seat: Seat) -> Result:
        """Who cannot move has lost (S7)."""
        return self.lost(seat, super().verdict(seat).reason)

    @classmethod
    def is_foreign(cls, fen: str) -> bool:
        """Also SFEN, as programs for shogi write it: rows, the side, Black first, the hands with counts, the move."""
        return super().is_foreign(fen) or (isinstance(fen, str) and SFEN.fullmatch(fen.strip()) is not None)

    @classmethod
    def foreign(cls, words: list[str]) -> tuple[list[str], dict[str, str]]:
        """SFEN has White's and Black's names the other way round."""
        if match := SFEN.fullmatch(" ".join(words)):
            hands = re.sub("([0-9]+)([A-Za-z])", lambda held: held[2] * int(held[1]), match[3])
            words = [f"{match[1]}[{hands}]", {"b": "w", "w": "b"}[match[2]], "-", "-", "0", match[4] or "1"]
        return super().foreign(words)
