"""What a browser may send over a socket, as strict models; anything else is refused."""

from __future__ import annotations

from pydantic import create_model

from server.strict import LanguageCode, SeatNumber, Strict, TableId
from server.tables.action import Action


class Message(Strict):
    """Anything about a table."""

    table: TableId


class Watch(Message):
    """Look at a table, from a seat one holds or as an onlooker."""

    seat: SeatNumber | None
    language: LanguageCode


class Leave(Message):
    """Look no longer."""


def at_table(action: type[Action]) -> type[Action]:
    """The message that asks a table for this action: the action's fields, and the id of the table as `table`."""
    return create_model(action.__name__, __base__=action, __doc__=action.__doc__, table=(TableId, ...))
