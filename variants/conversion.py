"""A part: nothing is captured, and the pieces that a moved piece attacks change sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from variants.army import Choices
from variants.orthodox import Effects, Orthodox
from variants.piece_values import ahead
from variants.position import Event, Move, RuleFact, Seat, Sign, Square

_FACTS = {
    "double_step": "double_step_alone",
    "quiet": "conversion_quiet",
    "quiet_captures": "conversion_quiet_alone",
}
"""Facts of chess that speak of captures, and what is said instead."""


class Converts(Orthodox):
    """No piece captures; the other side's pieces that a piece attacks after its move change sides, by castling those
    that king or rook attack. It is for variants in which no king is guarded (`royal`).

    A right to castle stays while king and rook stand still, but a rook that has changed sides does not castle.
    Event: converted (square) (piece, new piece).
    """

    event_codes: ClassVar[Mapping[str, Sign | None]] = {"converted": "clash"}

    def __init_subclass__(cls, **more: Any) -> None:
        """Without captures there is none en passant."""
        super().__init_subclass__(**more)
        cls.fen_keys = {key: value for key, value in cls.fen_keys.items() if key != "enpassant"}

    @classmethod
    def rule_facts(cls) -> list[RuleFact]:
        """The conversion; what is said of double steps and quiet turns speaks of no captures."""
        facts = [fact._replace(code=_FACTS.get(fact.code, fact.code)) for fact in super().rule_facts()]
        return [RuleFact("conversion"), *facts]

    @classmethod
    def takes(cls, mover: str, victim: str) -> Choices:
        """Nothing is captured."""
        return ()

    @classmethod
    def read_named(cls, named: Mapping[str, str], board: Sequence[str], settings: Mapping[str, Any]) -> dict[str, Any]:
        """A rook or a king that has changed sides contradicts no right to castle."""
        if named.get("flags"):
            first, last = cls.size[0], len(board) - cls.size[0]
            board = (*map(str.lower, board[:first]), *board[first:last], *map(str.upper, board[last:]))
        return super().read_named(named, board, settings)

    def generated(self, seat: Seat, forcing: bool = False) -> list[Move]:
        """Rooks castle only while they are on their king's side."""
        usable = self.castles.usable(self.castling, self.board)
        if usable != self.castling:
            return self.then(castling=usable).generated(seat, forcing)
        return super().generated(seat, forcing)

    def converted(self, board: Sequence[str], effects: Effects) -> list[Square]:
        """The squares of the pieces that change sides after a move, on a board where it was made."""
        seat = int(effects.mover.islower())
        castle, others = effects.castle, self.army(1 - seat).pieces
        moved = [castle.king[1], castle.rook[1]] if castle else [effects.move.path[-1]]
        seen = {square for origin in moved for square in self.army(seat).targets(board, origin)}
        return [square for square in sorted(seen) if board[square] in others]

    def settle(self, board: list[str], effects: Effects) -> None:
        """Carry out a move, then the changes of sides."""
        super().settle(board, effects)
        for square in self.converted(board, effects):
            board[square] = board[square].swapcase()

    def events_of(self, seat: Seat, effects: Effects) -> list[Event]:
        """Each piece that changes sides is an event of its own."""
        board = list(self.board)
        self.settle(board, effects)
        changed = [at for at, symbol in enumerate(self.board) if symbol and board[at] == symbol.swapcase()]
        converted = [Event("converted", seat, (at,), (self.board[at], board[at])) for at in changed]
        return super().events_of(seat, effects) + converted

    def next_fields(self, seat: Seat, effects: Effects, board: Sequence[str]) -> dict[str, Any]:
        """Nothing can be captured en passant, and a turn that converts is not quiet."""
        fields = {**super().next_fields(seat, effects, board), "en_passant": ()}
        sides = [sum(map(str.isupper, each)) for each in (self.board, board)]
        return {**fields, "quiet": 0, "told_quiet": False} if sides[0] != sides[1] else fields

    def six_fields(self) -> str:
        """With the rights that can be used now."""
        usable = self.then(castling=self.castles.usable(self.castling, self.board))
        return super(Converts, usable).six_fields()

    def gain(self, seat: Seat, move: Move) -> float | None:
        """What changes sides counts twice."""
        board = list(self.board)
        self.settle(board, self.effects(seat, move))
        if sum(map(str.isupper, board)) == sum(map(str.isupper, self.board)) and not move.into:
            return None
        worth = self.piece_values(seat)
        return ahead(board, worth) - ahead(self.board, worth)
