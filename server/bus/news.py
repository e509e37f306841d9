"""News between the processes of a site: that something was kept, and where to read it; never what was kept."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

SITE = "site"
"""The topic that every process has joined."""

Body = Mapping[str, Any]
Handler = Callable[[str, Body], None]
"""Called with the topic and the body of a news; it must not wait for anything."""


class Bus(ABC):
    """Carries news to every other process that has joined their topic.

    They arrive late, in any order, twice or never: what they tell of is in the journal, where the receiver reads it.
    """

    answers = False
    """Whether news reach this process now; where they do not, it is unknown which players
    are connected to another process."""

    def __init__(self) -> None:
        self._handlers: dict[str, Handler] = {}

    def on(self, kind: str, handler: Handler) -> None:
        """Let this handler have the news of a kind."""
        self._handlers[kind] = handler

    def hear(self, kind: str, topic: str, body: Body) -> None:
        """Hand news to their handler. A kind that this version of the program does not know is left alone."""
        if kind in self._handlers:
            self._handlers[kind](topic, body)

    @abstractmethod
    def tell(self, kind: str, topic: str, body: Body) -> None:
        """Send news to the other processes; returns at once."""

    @abstractmethod
    def join(self, topic: str) -> None:
        """Receive the news of a topic; returns at once."""

    @abstractmethod
    def leave(self, topic: str) -> None:
        """Receive them no longer."""

    @abstractmethod
    def close(self) -> None:
        """Send what waits, then send and receive nothing more."""


class Alone(Bus):
    """The bus of a site of one process: there is nobody to tell."""

    def tell(self, kind: str, topic: str, body: Body) -> None:
        """Nobody is told."""

    def join(self, topic: str) -> None:
        """Nobody will tell."""

    def leave(self, topic: str) -> None:
        """Nobody would have told."""

    def close(self) -> None:
        """Nothing waits."""
