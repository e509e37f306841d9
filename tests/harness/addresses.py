"""Work for the address of a client, as the site does it, and how the site shares itself between addresses."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import gevent
from gevent.event import Event

from server.runtime.fairness import FairPlaces
from server.runtime.limits import Limits
from server.runtime.loop import working_for
from server.store.journal import PART
from server.tables import TableLoader
from tests.harness.faults import replaced

__all__ = ["PART", "FairPlaces", "Limits", "slow_loads", "spawn_for", "working_for"]


def spawn_for(address: str, work: Callable[..., Any], *arguments: Any) -> Any:
    """Work for an address in a greenlet of its own."""

    def work_for() -> Any:
        with working_for(address):
            return work(*arguments)

    return gevent.spawn(work_for)


@contextmanager
def slow_loads() -> Iterator[tuple[list[str], Event]]:
    """Let all loads of tables last until an event is set: the tables so far whose loads have begun, and the event."""
    begun: list[str] = []
    finish = Event()

    def load(plain: Callable[..., Any], loader: TableLoader, table: str) -> Any:
        begun.append(table)
        finish.wait()
        return plain(loader, table)

    with replaced(TableLoader, "load", load):
        yield begun, finish
