"""Limits that hold for a whole site: each process tells the others what was taken there, and how many are connected.

Nobody waits for the others: a process gives from its own buckets, and the news of it are charged to the same buckets
elsewhere. Where several gave at once, these hold less than nothing, and nobody gives before that has flowed in. So in
the long run a key gets what one process alone would give it. Of `n` processes it can get at most so much more: at once,
what the others hold before the news are there, `n` - 1 bursts, which are paid back; and for good, a twentieth of a
burst of each, which it keeps to itself. An address can have `LEAST_TOLD` - 1 connections more at each of the others,
and as many more as it opens in the second in which they have not told.

Where news do not arrive, each process counts alone.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import gevent

from server.bus.news import SITE, Body, Bus
from server.runtime.sources import Later
from server.tables.limits import BURST, Buckets, Limits

TELL_INTERVAL = 0.05
"""Seconds for which what was taken is collected before it is told."""

LEAST_TOLD = 16
"""Connections of an address here from which on the other processes are told of them."""

LASTS = 3.0
"""Seconds for which connections to another process count after it told of them: a process that was killed has none."""


class Spending:
    """What one process and the others tell each other of these buckets, by name, and of these limits' connections.

    `follow` is to be called once a second. `later` schedules; tests pass a clock of their own.
    """

    def __init__(
        self,
        limits: Limits,
        buckets: Mapping[str, Buckets],
        bus: Bus,
        clock: Callable[[], float],
        later: Later = gevent.spawn_later,
    ) -> None:
        self._limits, self._buckets, self._bus, self._clock, self._later = limits, buckets, bus, clock, later
        self._process = secrets.token_hex(8)
        self._untold: dict[str, dict[str, float]] = {}
        self._crowded = False
        """Whether the others were told of connections last."""
        self._leaving = False
        for name, each in buckets.items():
            each.told = partial(self._take, name)
        bus.on("taken", self._taken)
        bus.on("connected", self._connected)

    def follow(self) -> None:
        """Tell the other processes how many connections the crowded addresses have here."""
        counts = {} if self._leaving else self._limits.crowded(LEAST_TOLD)
        if counts or self._crowded:
            self._bus.tell("connected", SITE, {"process": self._process, "counts": counts})
        self._crowded = bool(counts)

    def leave(self) -> None:
        """The clients of this process connect to the others now: their connections here count no longer."""
        self._leaving = True
        self.follow()

    def _take(self, name: str, key: str, cost: float) -> None:
        if not self._untold:
            self._later(TELL_INTERVAL, self._tell)
        taken = self._untold.setdefault(name, {})
        taken[key] = taken.get(key, 0.0) + cost

    def _tell(self) -> None:
        untold, self._untold = self._untold, {}
        self._bus.tell("taken", SITE, {"at": self._clock(), "taken": untold})

    def _taken(self, _topic: str, body: Body) -> None:
        if body["at"] < self._clock() - BURST:
            return  # It was held up, and most of it has flowed in again.
        taken: Mapping[str, Mapping[str, float]] = body["taken"]
        for name in taken.keys() & self._buckets.keys():
            for key, cost in taken[name].items():
                self._buckets[name].charge(key, cost)

    def _connected(self, _topic: str, body: Mapping[str, Any]) -> None:
        self._limits.connected_elsewhere(body["process"], body["counts"], self._clock() + LASTS)
