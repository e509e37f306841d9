"""Time and chance of the site as a test wants them."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from hashlib import sha256
from random import Random

from server.runtime.sources import Sources, unguessable

SEED = "0f" * 32
"""The seed of all tables with a chance player, where a test sets no other."""


class Clock:
    """A clock that shows `now`, in seconds since the epoch, until a test sets it."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def scripted(
    now: Callable[[], float] | None = None, random: Random | None = None, **kinds: Callable[[], str]
) -> Sources:
    """Sources with this clock, this random source (None for a seeded one) and tokens of these kinds.

    All else is the machine's.
    """

    def token(kind: str) -> str:
        return kinds[kind]() if kind in kinds else unguessable(kind)

    return Sources(now=now, random=random or Random(1), token=token)


class Script:
    """The sources of a site without chance: a clock that a test turns, and tokens that are counted.

    Two sites with scripts that count from the same number draw the same ids, nonces, seeds and secrets.
    """

    def __init__(self, at: float, begin: int = 0) -> None:
        self.at = at
        self.seed = SEED
        """The seed of tables with a chance player that are opened from here on."""
        self._deferred: list[tuple[float, Callable[[], None]]] = []
        self._random = Random(begin)
        self._counters = {kind: itertools.count(begin * 1000) for kind in ("table", "nonce", "secret")}

    def sources(self) -> Sources:
        return Sources(now=self.now, random=self._random, token=self.token, later=self.later)

    def now(self) -> float:
        """The clock, in seconds since the epoch."""
        return self.at

    def token(self, kind: str) -> str:
        if kind == "seed":
            return self.seed
        if kind not in self._counters:
            return unguessable(kind)
        number = next(self._counters[kind])
        if kind == "table":
            return f"table{number}"
        return sha256(f"{kind} {number}".encode()).hexdigest()[: 32 if kind == "nonce" else 36]

    def later(self, seconds: float, work: Callable[[], None]) -> None:
        """Defer a call until the clock has been turned by so many seconds."""
        self._deferred.append((self.at + seconds, work))

    def turn(self, seconds: float) -> None:
        """Turn the clock, and make the calls that are due."""
        self.at += seconds
        due = [work for at, work in self._deferred if at <= self.at]
        self._deferred = [(at, work) for at, work in self._deferred if at > self.at]
        for work in due:
            work()
