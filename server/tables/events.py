"""The event stream of the tables of this process: typed events and their subscribers."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from server.game import TableState, TableToOpen
from server.runtime.logs import report
from variants.position import Seat

log = logging.getLogger(__name__)

Event = TypeVar("Event", bound=tuple[Any, ...])


class TableOpened(NamedTuple):
    """A table was opened by this process."""

    new: TableToOpen


class TableLoaded(NamedTuple):
    """A table was read from the store. Comes before any other event about it."""

    state: TableState


class TableChanged(NamedTuple):
    """A table has changed since it had `since` turns. `brief`: a brief view says all that changed.

    `local`: this process has just stored what changed it.
    """

    state: TableState
    since: int
    brief: bool
    local: bool


class SeatChanged(NamedTuple):
    """The player of a seat did something that others must not notice."""

    state: TableState
    seat: Seat


class TableRewritten(NamedTuple):
    """The stored rows of a table were changed: a person at it was deleted."""

    table_id: str


class TableEvicted(NamedTuple):
    """A table has left the memory of this process."""

    table_id: str


class OnlookersChanged(NamedTuple):
    """The number of onlookers of a table has changed, counted over all processes."""

    table_id: str
    number: int


class Events:
    """Hands each event to its subscribers, in the order in which they subscribed.

    A handler must not wait. One that fails is logged, and the next one is called.
    """

    def __init__(self) -> None:
        self._handlers: dict[type, list[Callable[[Any], object]]] = defaultdict(list)

    def subscribe(self, kind: type[Event], handler: Callable[[Event], object]) -> None:
        """Call the handler with each event of a kind from now on."""
        self._handlers[kind].append(handler)

    def publish(self, event: tuple[Any, ...]) -> None:
        """Hand an event to all who subscribed to its kind."""
        for handler in self._handlers[type(event)]:
            try:
                handler(event)
            except Exception as error:
                report(log, "a subscriber failed", error, event=type(event).__name__)
