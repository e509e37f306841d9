"""A game against the computer at one press: without a choice, the variant and strength played last."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import NamedTuple

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from server.game import NO_CLOCK, SECOND_TURN, STRENGTHS, Abort, Refusal, TableState, artificial, begun, strength_of
from server.house import the_house
from server.web.identity import introduce, visitor
from server.web.language import translate as _
from variants.errors import RulesError

log = logging.getLogger(__name__)

blueprint = Blueprint("computer", __name__)

MEDIUM = 2
NEWEST = 50
"""A person's tables that are looked at: for the variant played last, and for untouched games."""


class Choice(NamedTuple):
    """Which game against the computer, and how strong it plays."""

    variant: str
    strength: int


@blueprint.post("/computer")
def play() -> Response:
    """Begin a game against the computer, from a seat drawn by lot; what is not chosen is as the last time."""
    house = the_house()
    usual = last_choice(visitor())
    strength = read_strength(request.form.get("strength") or str(usual.strength))
    variant = request.form.get("variant") or usual.variant
    # Before anything else: who is refused stays a stranger.
    opponent = house.computer(strength)
    house.words(variant, house.languages[0])
    me = introduce()
    table = tidy(me, Choice(variant, strength))
    if table is None:
        table = house.opener.open(variant, {}, me, None, others=opponent)
    return redirect(url_for("table.show", table_id=table), 303)


def last_choice(person: str | None) -> Choice:
    """The variant and the strength that a person played last; for a new person, the usual ones."""
    house = the_house()
    tables = house.listing.tables_of(person, NEWEST) if person is not None else []
    variants = [*(one.variant for one in tables), *house.variants]
    met = (strength for one in tables for strength in map(strength_of, one.people) if strength is not None)
    return Choice(next(iter(variants), ""), next(met, MEDIUM))


def read_strength(text: str) -> int:
    """How strong a form wants the computer. Raises Refusal."""
    strengths = {str(strength): strength for strength in STRENGTHS}
    if text not in strengths:
        raise Refusal("no_strength", "The computer has no such strength.")
    return strengths[text]


def strengths() -> dict[int, str]:
    """The strengths to choose from, as they are sent and as they are read."""
    return {1: _("Easy"), 2: _("Medium"), 3: _("Strong")}


def tidy(person: str, choice: Choice | None = None) -> str | None:
    """End the games against the computer in which somebody has not moved yet, so that they do not pile up.

    One that is just as the chosen game would begin stays: its id is answered.
    """
    kept = None
    for table in _untouched(person):
        if kept is None and choice is not None and _begins_like(table, choice):
            kept = table.id
        else:
            _abort(table, person)
    return kept


def _untouched(person: str) -> Iterator[TableState]:
    house = the_house()
    for one in house.listing.tables_of(person, NEWEST):
        others = {*one.people} - {person}
        if one.status != "running" or not others or artificial(others) != others:
            continue
        # A game that has begun need not be played again to learn so; with chance moves its number does not tell.
        if one.number >= SECOND_TURN and not the_house().variants[one.variant].chance:
            continue
        try:
            with house.tables.reading(one.table) as table:
                if not begun(table) and all(table.last_turn_of(seat) is None for seat in table.seats_of(person)):
                    yield table
        except RulesError as error:  # A game that today's rules cannot read must not close the door to a new one.
            log.error("a game cannot be shown", extra={"table": one.table, "fault": error.code})


def _begins_like(table: TableState, choice: Choice) -> bool:
    """Whether a table is one that `play` opened by this choice."""
    house, opening = the_house(), table.opening
    if house.computer(choice.strength) not in table.chairs or opening.variant != choice.variant:
        return False
    rules = house.variants[choice.variant]
    settings = rules.complete({})
    if opening.settings != settings or table.control != NO_CLOCK:
        return False
    try:
        return opening.fen == rules.start(settings).fen()
    except ValueError:  # It begins with a draw of lots.
        return True


def _abort(table: TableState, person: str) -> None:
    house = the_house()
    house.tables.act(table.id, person, Abort(seat=table.seats_of(person)[0], id=house.sources.token("message")))
