"""The bus: news between the processes of a site, that something was stored and where to read it; never what it was."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

SITE = ""
"""Stands in the place of a table in news that are about none."""

Body = Mapping[str, Any]
Handler = Callable[[str, Body], None]
"""Called with the table and the body of a message; it must not wait for anything."""


class Bus(ABC):
    """Carries messages to every other process of the site.

    They arrive late, in any order, twice or never: what they are about is in the store, where the receiver reads it.
    """

    reachable = False
    """Whether messages reach this process now. Where not, it is unknown which players other processes are connected
    to."""

    def __init__(self) -> None:
        self.process = secrets.token_hex(8)
        """The name of this process in its messages, drawn by lot."""
        self._handlers: dict[str, Handler] = {}

    def on(self, kind: str, handler: Handler) -> None:
        """Call this handler with each message of a kind."""
        self._handlers[kind] = handler

    def deliver(self, kind: str, table: str, body: Body) -> None:
        """Hand a message to its handler. A kind that this version of the program does not know is ignored."""
        if kind in self._handlers:
            self._handlers[kind](table, body)

    @abstractmethod
    def publish(self, kind: str, table: str, body: Body) -> None:
        """Send a message to the other processes; returns at once."""

    @abstractmethod
    def close(self) -> None:
        """Send what waits, then send and receive nothing more."""


class LocalBus(Bus):
    """The bus of a site of one process: there is no other one."""

    def publish(self, kind: str, table: str, body: Body) -> None:
        """Send nothing."""

    def close(self) -> None:
        """Nothing waits."""
