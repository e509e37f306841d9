"""The rules of Progressive: series of one move, two, three …; a check ends a series (Scottish rules)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from variants.fen import Fields
from variants.keys import Value
from variants.orthodox import Orthodox
from variants.piece_values import Squares
from variants.position import Draws, Event, Move, Result, Seat, Sign, Tally, Viewer

from .evaluation import SIDES, evaluation
from .text import CALM, KEYS, following, read_series, refuse_series, refuse_standard


@dataclass(frozen=True, kw_only=True)
class Progressive(Orthodox):
    """A position of Progressive. Event besides those of chess: cut (): a check has ended a series before its last move.
    Reasons besides: calm (R9), dead (two bare kings). Tally: left (moves left of as many as the series has).

    `en_passant` is what pawns jumped over that have stood still since: in the series before, or in this one after its
    first move.
    """

    event_codes: ClassVar[Mapping[str, Sign | None]] = {"cut": None}
    reasons = frozenset({"calm", "dead"})
    tally_codes = frozenset({"left"})
    draws = Draws(occurrences=None)
    rules_version = 2
    bare_king_wins = False  # It gives no check (R10).
    fen_keys: ClassVar[Mapping[str, Value]] = {"enpassant": Value(squares=8), **KEYS}

    series: int = 1
    """The number of the series, which is that of its moves: odd ones are White's."""
    left: int = 1
    """The moves that are left of it."""
    calm: int = 0
    """Whole series in a row without a capture or a pawn's move; -1 from such a move to the end of its series."""

    def play(self, actions: Mapping[Seat, Move]) -> Self:
        """The position after a move: the next one is the same seat's, unless the series is over (R2, R4, R7)."""
        ((seat, move),) = actions.items()
        after = super().play(actions)
        check = after.events[-1].code == "check"
        over = check or self.left == 1
        still = [step for step in self.en_passant if step.pawn != move.path[0]] if self.left < self.series else []
        calm = self.calm if after.quiet else -1
        series = following(self.series) if over else self.series
        return after.then(
            to_act=(1 - seat if over else seat,),
            series=series,
            left=series if over else self.left - 1,
            en_passant=tuple(sorted((*still, *after.en_passant))),
            calm=calm + over,
            events=(*after.events, *([Event("cut", seat)] if check and self.left > 1 else ())),
        )

    def result(self) -> Result | None:
        """Mate, or stalemate even within a series (R5, R6); then what goes nowhere (R9, R10)."""
        calm = self.drawn("calm") if self.calm >= CALM else None
        return super().result() or self.dead() or calm

    def evaluate(self, seat: Seat) -> float:
        """What each side has, and how many moves are left."""
        return evaluation(self.board, seat, self.to_act[0], self.left)

    def piece_values(self, seat: Seat) -> Squares:
        """With the pawns that a series takes far."""
        return SIDES[seat]

    def null_move(self) -> Self | None:
        """None: no seat leaves out a series."""
        return None

    def key(self) -> tuple[Hashable, ...]:
        """All of the position but the ply counter; in no game does one come twice (R11). What was jumped over within a
        series can be captured in the next one."""
        return (self.board, self.castling, self.en_passant, self.series, self.left, self.calm)

    def tallies(self, viewer: Viewer) -> tuple[Tally, ...]:
        """The moves that are left of the series."""
        return (Tally("left", self.to_act[0], self.left, self.series),)

    def named(self) -> dict[str, str]:
        """The fields of the FEN that stand in its JSON."""
        return super().named() | {name: str(getattr(self, name)) for name in ("series", "left", "calm")}

    @classmethod
    def ours(cls, fen: str) -> str:
        """It must not need to tell the series (R12)."""
        refuse_standard(fen)
        return super().ours(fen)

    @classmethod
    def fields_of(cls, fields: Fields) -> Mapping[str, str]:
        """Where the series is missing the counter counts whole series, as other programs write it (R12)."""
        named = super().fields_of(fields)
        return named if "series" in named or not fields.plies else {**named, "series": str(fields.plies + 1)}

    @classmethod
    def read_named(cls, named: Mapping[str, str], board: Sequence[str], settings: Mapping[str, Any]) -> dict[str, Any]:
        """Where they are missing: the first series, all its moves left (R12)."""
        return super().read_named(named, board, settings) | read_series(named)

    def refuse_passing(self) -> None:
        """A series must be of the side to move, and the double steps of the side that moved last."""
        refuse_series(self.board, self.to_act[0], self.series, self.left, self.en_passant)
