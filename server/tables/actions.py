"""All that players may ask of a table: one class per action, with the fields it carries and what it decides.

The messages of sockets, the addresses for programs with their description, and what a seat may do now are derived from
these classes. An action changes nothing: it answers with a Decision or raises a Refusal.
"""

from __future__ import annotations

from functools import cache
from inspect import getattr_static

from server.tables import endings, planning, playing
from server.tables.action import Action
from server.tables.state import State
from variants.position import Seat

PARTS = (playing, planning, endings)
"""Where they are declared, in the order in which they are described."""


def actions() -> list[type[Action]]:
    """All actions."""
    return Action.__subclasses__()


def may(table: State, seat: Seat, at: float) -> list[str]:
    """The names of what this seat may ask of the table at this moment, apart from moves."""
    out = seat in table.position.out()
    return [
        name
        for name, action, usual in _listed(table.status)
        # What refuses all of them alike is asked once.
        if not (out or action.objection(table, seat, at) if usual else action.refusal(table, seat, at))
    ]


@cache
def _listed(status: str) -> list[tuple[str, type[Action], bool]]:
    """The actions that views of a table of this status list, by name; and whether they are refused as most are."""
    usual = getattr_static(Action, "refusal")
    listed = [each for each in actions() if each.listed and each.status == status]
    return sorted((each.name(), each, getattr_static(each, "refusal") is usual) for each in listed)
