"""Readiness of this process: it has started, is not stopping, knows the time and reads its journal."""

from __future__ import annotations

from typing import Any

from server.runtime.sources import SharedClock
from server.store import Journal, JournalError


class Readiness:
    """Whether a proxy may send clients to this process, and why not. `clock` is None for the machine's clock."""

    def __init__(self, journal: Journal, clock: SharedClock | None) -> None:
        self._journal = journal
        self._clock = clock
        self._starting = self._stopping = ""

    def starts(self) -> None:
        """Note that the process starts."""
        self._starting = "The process starts."

    def has_started(self) -> None:
        """Note that it has started."""
        self._starting = ""

    def stops(self) -> None:
        """Note that it stops, perhaps before it has started."""
        self._stopping = "The process stops."

    def answer(self) -> tuple[dict[str, Any], int]:
        """The answer of `/readyz`."""
        reason = self._stopping or self._starting or self._journal.fault
        if self._clock is not None and not self._clock.ready:
            reason = reason or "The clock may be off the database's."
        try:
            self._journal.last_alive()
        except JournalError as error:
            reason = str(error)
        return ({"ok": False, "why": reason}, 503) if reason else ({"ok": True}, 200)
