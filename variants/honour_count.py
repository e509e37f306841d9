"""A part: once no pawn is left moves are counted, and a draw may be claimed when mate does not come in time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from variants.keys import Value
from variants.orthodox import Effects, Orthodox
from variants.position import Seat, Tally, Viewer

MOST: Final = 999
"""The count goes no farther."""


@dataclass(frozen=True, kw_only=True)
class HonourCount(Orthodox):
    """The counts of Thai chess. A draw is claimed for the reason counted; the tally of this name is the count.

    The board's honour: once there is no pawn, both sides have `board_limit` moves. The pieces' honour: once one side
    also has nothing but its king, the count begins anew at the number of pieces on the board, and its limit follows
    from the pieces of the other side by the first line of `piece_limits` that they meet. It stays whatever is captured.
    """

    counted: int = 0
    """Halfmoves of the count."""
    count_limit: int = 0
    """The halfmoves after which a draw may be claimed; 0 where nothing is counted."""

    board_limit: ClassVar[int] = 64
    piece_limits: ClassVar[Sequence[tuple[str, int, int]]] = ()
    """Letters of kinds, how many of the kind are needed, and the moves."""
    reasons = frozenset({"counted"})
    tally_codes = frozenset({"counted"})
    fen_keys: ClassVar[Mapping[str, Value]] = {
        "counted": Value(most=MOST, usual="0"),
        "limit": Value(most=MOST, usual="0"),
    }

    def next_fields(self, seat: Seat, effects: Effects, board: Sequence[str]) -> dict[str, Any]:
        """With the count after the move."""
        counted, limit = self.count_after(seat, effects, board)
        return {**super().next_fields(seat, effects, board), "counted": min(counted, MOST), "count_limit": limit}

    def count_after(self, seat: Seat, effects: Effects, board: Sequence[str]) -> tuple[int, int]:
        """The halfmoves of the count, and its limit, after a move of this seat that leads to this board."""
        if "P" in board or "p" in board:
            return 0, 0
        sizes = sum(map(str.isupper, board)), sum(map(str.islower, board))
        other = self.next_seat(seat)
        pawn_taken, changed = effects.victim in ("P", "p"), effects.victim != "" or effects.born != effects.mover
        if sizes[other] == 1 < sizes[seat] and (changed or not self.count_limit):
            return 2 * sum(sizes), 2 * self.pieces_limit(seat, board)
        if sizes[seat] == 1 < sizes[other] and pawn_taken:  # A bare king took the last pawn.
            return 2 * sum(sizes) - 1, 2 * self.pieces_limit(other, board)
        if not self.count_limit:
            return (0, 2 * self.board_limit) if min(sizes) > 1 else (0, 0)
        return self.counted + 1, self.count_limit

    @classmethod
    def pieces_limit(cls, seat: Seat, board: Sequence[str]) -> int:
        """The moves in which this seat must mate a bare king."""
        case = (str.upper, str.lower)[seat]
        met = (moves for letter, needed, moves in cls.piece_limits if board.count(case(letter)) >= needed)
        return next(met, cls.board_limit)

    def claim(self) -> str:
        """The draw, once the count is past its limit."""
        return "counted" if 0 < self.count_limit < self.counted else ""

    def named(self) -> dict[str, str]:
        """With the count, where there is one."""
        count = {"counted": str(self.counted), "limit": str(self.count_limit)} if self.count_limit else {}
        return {**super().named(), **count}

    @classmethod
    def read_named(cls, named: Mapping[str, str], board: Sequence[str], settings: Mapping[str, Any]) -> dict[str, Any]:
        """With the count."""
        fields = super().read_named(named, board, settings)
        return {**fields, "counted": int(named.get("counted", "0")), "count_limit": int(named.get("limit", "0"))}

    @classmethod
    def foreign(cls, words: list[str]) -> tuple[list[str], dict[str, str]]:
        """The limit and the count in halfmoves, in place of the square of en passant and of quiet halfmoves."""
        words, named = super().foreign(words)
        if len(words) < 5 or not (words[3].isdecimal() and words[4].isdecimal()):
            return words, named
        return [*words[:3], "-", "0", *words[5:]], {**named, "limit": words[3], "counted": words[4]}

    def six_fields(self) -> str:
        """As `foreign` reads it."""
        words = super().six_fields().split(" ")
        if self.count_limit:
            words[3:5] = str(self.count_limit), str(self.counted)
        return " ".join(words)

    def tallies(self, viewer: Viewer) -> tuple[Tally, ...]:
        """With the count in moves."""
        counts = (Tally("counted", None, (self.counted + 1) // 2, self.count_limit // 2),) if self.count_limit else ()
        return (*super().tallies(viewer), *counts)
