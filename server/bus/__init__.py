"""The bus between the processes of a site: messages that something was stored, and where; never its contents."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

SITE = ""
"""The topic of messages about no table."""

Body = Mapping[str, Any]
Handler = Callable[[str, Body], None]
"""Called with the table and the body of a message; must not wait."""


class Bus(ABC):
    """Broadcasts messages to the other processes of the site.

    They may arrive late, in any order, twice or never: the receiver reads the contents from the store.
    """

    reachable = False
    """Whether messages reach this process now. If not, the players connected to other processes are unknown."""

    def __init__(self) -> None:
        self.process = secrets.token_hex(8)
        """The random name of this process in its messages."""
        self._handlers: dict[str, Handler] = {}

    def on(self, kind: str, handler: Handler) -> None:
        """Subscribe a handler to the messages of a kind."""
        self._handlers[kind] = handler

    def deliver(self, kind: str, table: str, body: Body) -> None:
        """Hand a message to its handler. An unknown kind, of another version of the program, is ignored."""
        if kind in self._handlers:
            self._handlers[kind](table, body)

    @abstractmethod
    def publish(self, kind: str, table: str, body: Body) -> None:
        """Send a message to the other processes; returns at once."""

    @abstractmethod
    def close(self) -> None:
        """Send the waiting messages, then send and receive nothing more."""


class LocalBus(Bus):
    """The bus of a site with one process."""

    def publish(self, kind: str, table: str, body: Body) -> None:
        """Send nothing."""

    def close(self) -> None:
        """Do nothing."""
