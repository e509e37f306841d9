"""A part: two moves a turn, unless the first one gives check."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from variants.army import DoubleStep
from variants.fen import MOST_PLIES, Fields
from variants.keys import Value
from variants.orthodox import Orthodox
from variants.position import Event, Move, RuleFact, Seat, Sign, Tally, Viewer


@dataclass(frozen=True, kw_only=True)
class TwoMoves(Orthodox):
    """A turn has two moves, the first one of the game a single one. A check ends the turn, and so does a position in
    which its player has no second move.

    The ply counter counts turns that have begun, and `en_passant` has the double steps of the turn before; within a
    turn those of its first move, and what is left of the others once one was captured. Event: cut (): a check has ended
    the turn after its first move. Tally: left (moves left of as many as the turn has).
    """

    left: int = 2
    """The moves that are left of the turn."""

    event_codes: ClassVar[Mapping[str, Sign | None]] = {"cut": None}
    tally_codes = frozenset({"left"})
    fen_keys: ClassVar[Mapping[str, Value]] = {
        "enpassant": Value(squares=2),
        "left": Value(least=1, most=2, usual="2"),
    }

    @classmethod
    def rule_facts(cls) -> list[RuleFact]:
        """The turns."""
        return [fact._replace(code="two_moves") if fact.code == "turns" else fact for fact in super().rule_facts()]

    def play(self, actions: Mapping[Seat, Move]) -> Self:
        """The position after a move: the next one is the same seat's, unless the turn is over."""
        (seat,) = actions
        after = super().play(actions)
        check = any(event.code == "check" for event in after.events)
        plies = min(self.plies + (self.plies % 2 == seat), MOST_PLIES)
        pawns = self.army(seat).en_passant if self.left == 1 else frozenset()
        own = [step for step in self.en_passant if self.board[step.pawn] in pawns]
        passed = any(event.code == "en_passant" for event in after.events)
        others = self.standing(self.en_passant, after.board) if self.left == 2 and passed else ()
        steps = self.standing((*own, *after.en_passant), after.board)
        new = after.then(plies=plies, en_passant=steps, left=2)
        if self.left == 2 and not check:
            within = after.then(to_act=(seat,), plies=plies, en_passant=tuple(sorted((*steps, *others))), left=1)
            if within.moves(seat):
                return within
        return new.then(events=(*new.events, Event("cut", seat))) if check and self.left == 2 else new

    @classmethod
    def standing(cls, steps: Iterable[DoubleStep], board: Sequence[str]) -> tuple[DoubleStep, ...]:
        """The double steps of pawns that stand where they led, and over which nobody has come."""
        pawns = cls.armies[0].en_passant | cls.armies[1].en_passant
        return tuple(sorted([step for step in steps if board[step.pawn] in pawns and not board[step.square]]))

    def key(self) -> tuple[Hashable, ...]:
        """Also the moves that are left, and what can be captured en passant after them."""
        return (*super().key(), self.left, self.en_passant if self.left == 1 else None)

    def null_move(self) -> Self | None:
        """None: nobody leaves out two moves."""
        return None

    def tallies(self, viewer: Viewer) -> tuple[Tally, ...]:
        """The moves that are left of the turn."""
        most = 2 if self.plies else self.left
        return (*super().tallies(viewer), Tally("left", self.to_act[0], self.left, most))

    # Texts

    def named(self) -> dict[str, str]:
        """With the moves that are left."""
        return {**super().named(), "left": str(self.left)}

    @classmethod
    def fields_of(cls, fields: Fields) -> Mapping[str, str]:
        """Where nothing is said of the moves that are left, the counter tells: White begins turns at even numbers."""
        named = super().fields_of(fields)
        plies, seat = fields.plies or 0, cls.turn_letters.index(fields.turn or "w")
        return {"left": "2" if plies > 0 and plies % 2 == seat else "1", **named}

    @classmethod
    def read_named(cls, named: Mapping[str, str], board: Sequence[str], settings: Mapping[str, Any]) -> dict[str, Any]:
        """Double steps that the second move undid are left out."""
        read = super().read_named(named, board, settings)
        return {**read, "en_passant": cls.standing(read["en_passant"], board), "left": int(named["left"])}

    def refuse_passing(self) -> None:
        """A second move may have come to the square where a double step began."""
