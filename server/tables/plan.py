"""What a seat has planned: moves that the table plays for it when their time comes, and that nobody else knows of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Self

from variants.position import Seat

PRIVATE = frozenset({"plan", "unplan"})
"""Kinds of entries of which only their seat is told: no line of the record, no clock and no limit counts them."""


class Planned(NamedTuple):
    """The plan of a seat, from the position as it stands: an answer to whatever is played, or lines of turns."""

    answer: str = ""
    lines: tuple[tuple[str, ...], ...] = ()
    """What is played from now on, turn by turn. Lines that begin alike have the same move of the seat after that."""
    missed: bool = False
    """Whether the others have played what no line foresaw."""

    @classmethod
    def told(cls, body: Mapping[str, Any]) -> Self:
        """The plan that an entry tells."""
        return cls(body.get("answer", ""), tuple(map(tuple, body.get("lines", ()))))

    @property
    def next(self) -> str:
        """What the seat plays as soon as it is to act; "" where nothing was foreseen."""
        return self.answer or (self.lines[0][0] if self.lines else "")

    def after(self, seat: Seat, actions: Mapping[Seat, str]) -> Planned | None:
        """What is left of this seat's plan after a turn; None where nothing is."""
        if self.answer or self.missed:
            return None if seat in actions else self
        played = list(actions.values())
        lines = tuple(line[1:] for line in self.lines if [line[0]] == played and len(line) > 1)
        if lines:
            return Planned(lines=lines)
        return None if seat in actions else Planned(missed=True)
