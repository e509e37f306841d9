"""The rules of Progressive: series of one move, two, three …; a check ends a series (Scottish rules)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import variants.Progressive.text as text
from variants.army import GRID
from variants.generation import en_passant, taker_way
from variants.orthodox import Deed, Orthodox
from variants.position import Draws, Event, Move, Result, Seat, Square, Tally, Viewer
from variants.Progressive.worth import opinion


@dataclass(frozen=True, kw_only=True)
class Progressive(Orthodox):
    """A position of Progressive. Event besides those of chess: cut (): a check has ended a series before its last move.
    Reasons besides: calm (R9), dead (two bare kings). Tally: left (moves left of as many as the series has).
    """

    event_codes = Orthodox.event_codes | {"cut"}
    reasons = Orthodox.reasons | {"calm", "dead"}
    tally_codes = frozenset({"left"})
    draws = Draws(occurrences=None)
    fen_keys: ClassVar[tuple[str, ...]] = ("flags", "enpassant", "series", "left", "calm")

    series: int = 1
    """The number of the series, which is that of its moves: odd ones are White's."""
    left: int = 1
    """The moves that are left of it."""
    jumped: tuple[Square, ...] = ()
    """What pawns jumped over that have stood still since: in the series before, or in this one after its first move."""
    calm: int = 0
    """Whole series in a row without a capture or a pawn's move; -1 from such a move to the end of its series."""

    def legal(self, seat: Seat) -> list[Move]:
        """As in chess; en passant over any square that is still empty (R7). One's own pawns are nobody's prey."""
        found = super().legal(seat)
        for passed in self.jumped:
            if not self.board[passed]:
                found += en_passant(self.board, self.army(seat), self.threat(seat), self.places(seat), passed)
        return found

    def deed(self, seat: Seat, move: Move) -> Deed:
        """What this offered move does."""
        target = move.path[1]
        here = self.then(passing=target) if target in self.jumped else self
        return super(Progressive, here).deed(seat, move)

    def play(self, actions: Mapping[Seat, Move]) -> Self:
        """The position after a move: the next one is the same seat's, unless the series is over (R2, R4)."""
        ((seat, move),) = actions.items()
        after = super().play(actions)
        check = after.events[-1].code == "check"
        over = check or self.left == 1
        still = [one for one in self.jumped if one - taker_way(one) != move.path[0]] if self.left < self.series else []
        calm = self.calm if after.quiet else -1
        return after.then(
            to_act=(1 - seat if over else seat,),
            series=self.series + over,
            left=self.series + 1 if over else self.left - 1,
            jumped=(*still, *(() if after.passing is None else (after.passing,))),
            passing=None,
            calm=calm + over,
            events=(*after.events, *([Event("cut", seat)] if check and self.left > 1 else ())),
        )

    def result(self) -> Result | None:
        """Mate, or stalemate even within a series (R5, R6); then what goes nowhere (R9, R10)."""
        nobody = not (self.could_win(0) or self.could_win(1))
        drawn = "dead" if nobody else "calm" if self.calm >= text.CALM else ""
        return super().result() or (Result((0.5, 0.5), drawn) if drawn else None)

    def could_win(self, seat: Seat) -> bool:
        """A bare king gives no check (R10)."""
        return sum(symbol in self.army(seat).pieces for symbol in self.board) > 1

    def evaluate(self, seat: Seat) -> float:
        """What each side has, and how many moves are left."""
        return opinion(self.board, seat, self.to_act[0], self.left)

    def key(self) -> Hashable:
        """All of the position but the ply counter; in no game does one come twice (R11)."""
        return (super().key(), self.jumped, self.series, self.left, self.calm)

    def tallies(self, viewer: Viewer) -> tuple[Tally, ...]:
        """The moves that are left of the series."""
        return (Tally("left", self.to_act[0], self.left, self.series),)

    def named(self) -> dict[str, str]:
        """The fields of the FEN that stand in its JSON."""
        passed = "".join([GRID.names[square] for square in self.jumped])
        counts = {name: str(getattr(self, name)) for name in ("series", "left", "calm")}
        return {**super().named(), "enpassant": passed or "-", **counts}

    @classmethod
    def read_named(cls, named: Mapping[str, str], board: Sequence[str], settings: Mapping[str, Any]) -> dict[str, Any]:
        """Where they are missing: the first series, all its moves left, nothing jumped over (R12)."""
        return super().read_named({**named, "enpassant": "-"}, board, settings) | text.read(named)

    def refuse(self) -> None:
        """As in chess; and a series must be of the side to move."""
        super().refuse()
        text.refuse(self.board, self.to_act[0], self.series, self.left, self.jumped)
