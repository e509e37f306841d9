"""A game against the computer at one press: without a choice, the variant and strength played last."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from server.content import Library
from server.engine import EnginePool, opponent
from server.game import NO_CLOCK, SECOND_TURN, STRENGTHS, Abort, Refusal, TableState, artificial, begun, strength_of
from server.http.identity import Identity
from server.http.language import translate as _
from server.lobby import Listing
from server.tables import TableOpener, Tables, skip_unreadable
from server.web.routes import route

MEDIUM = 2
NEWEST = 50
"""A person's tables that are looked at: for the variant played last, and for untouched games."""


class OpponentChoice(NamedTuple):
    """Which game against the computer, and how strong it plays."""

    variant: str
    strength: int


@dataclass(frozen=True, eq=False)
class ComputerPages:
    """Games against the computer."""

    library: Library
    engines: EnginePool
    listing: Listing
    tables: Tables
    opener: TableOpener
    identity: Identity
    token: Callable[[str], str]

    @route("/computer", "POST")
    def play(self) -> Response:
        """Begin a game against the computer, from a seat drawn by lot; what is not chosen is as the last time."""
        usual = self.last_choice(self.identity.visitor())
        strength = read_strength(request.form.get("strength") or str(usual.strength))
        variant = request.form.get("variant") or usual.variant
        # Before anything else: who is refused stays a stranger.
        machine = opponent(self.engines, strength)
        self.library.rules(variant)
        me = self.identity.introduce()
        table = self.tidy(me, OpponentChoice(variant, strength))
        if table is None:
            table = self.opener.open(variant, {}, me, None, others=machine)
        return redirect(url_for("table.show", table_id=table), 303)

    def last_choice(self, person: str | None) -> OpponentChoice:
        """The variant and the strength that a person played last; for a new person, the usual ones."""
        tables = self.listing.tables_of(person, NEWEST) if person is not None else []
        variants = [*(one.variant for one in tables), *self.library.variants]
        met = (strength for one in tables for strength in map(strength_of, one.people) if strength is not None)
        return OpponentChoice(next(iter(variants), ""), next(met, MEDIUM))

    def tidy(self, person: str, choice: OpponentChoice | None = None) -> str | None:
        """End the games against the computer in which somebody has not moved yet, so that they do not pile up.

        One that is just as the chosen game would begin stays: its id is answered.
        """
        kept = None
        for table in self._untouched(person):
            if kept is None and choice is not None and self._begins_like(table, choice):
                kept = table.id
            else:
                self._abort(table, person)
        return kept

    def _untouched(self, person: str) -> Iterator[TableState]:
        for one in self.listing.tables_of(person, NEWEST):
            others = {*one.people} - {person}
            if one.status != "running" or not others or artificial(others) != others:
                continue
            # A game that has begun need not be played again to learn so; with chance moves its number does not tell.
            if one.number >= SECOND_TURN and not self.library.variants[one.variant].chance:
                continue
            with skip_unreadable(one.table), self.tables.reading(one.table) as table:
                if not begun(table) and all(table.last_turn_of(seat) is None for seat in table.seats_of(person)):
                    yield table

    def _begins_like(self, table: TableState, choice: OpponentChoice) -> bool:
        """Whether a table is one that `play` opened by this choice."""
        opening = table.opening
        if opponent(self.engines, choice.strength) not in table.chairs or opening.variant != choice.variant:
            return False
        rules = self.library.variants[choice.variant]
        settings = rules.complete({})
        if opening.settings != settings or table.control != NO_CLOCK:
            return False
        try:
            return opening.fen == rules.start(settings).fen()
        except ValueError:  # It begins with a draw of lots.
            return True

    def _abort(self, table: TableState, person: str) -> None:
        self.tables.act(table.id, person, Abort(seat=table.seats_of(person)[0], id=self.token("message")))


def read_strength(text: str) -> int:
    """How strong a form wants the computer. Raises Refusal."""
    strengths = {str(strength): strength for strength in STRENGTHS}
    if text not in strengths:
        raise Refusal("no_strength", "The computer has no such strength.")
    return strengths[text]


def strengths() -> dict[int, str]:
    """The strengths to choose from, as they are sent and as they are read."""
    return {1: _("Easy"), 2: _("Medium"), 3: _("Strong")}
