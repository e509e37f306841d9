"""All that players may ask of a table: one class per action, with the fields it carries and what it decides.

The messages of sockets, the addresses for programs with their description, and what a seat may do now are derived from
these classes. An action changes nothing: it answers with a Decision or raises a Refusal.
"""

from __future__ import annotations

from functools import cache

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
    return [name for name, action in _listed(table.status) if action.refusal(table, seat, at) is None]


@cache
def _listed(status: str) -> list[tuple[str, type[Action]]]:
    """The actions that views of a table of this status list, by name."""
    return sorted((each.name(), each) for each in actions() if each.listed and each.status == status)
