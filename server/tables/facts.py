"""The presence, the names and the ratings of the players of a table, beside its state, for actions and views."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from server.game import Facts, Rated, TableState, TableToOpen, next_table
from server.ratings import pool_of
from server.runtime.limits import Limits
from server.runtime.lru import LRU
from server.runtime.sources import Sources
from server.tables.endless_rules import yield_during_rules_call
from server.tables.rated import RatedPlayers
from variants.position import Position, Seat

MOST_SEEN = 20_000
"""Seats of which the last departure, or sign of life in another process, is remembered."""


class Presence:
    """The presence known to one process, which knows nothing from before it `began` (seconds since the epoch)."""

    def __init__(self, began: float) -> None:
        self.began = began
        self._looking: dict[str, Counter[Seat]] = {}
        """By table, how many connections look from each seat."""
        self._last_seen: LRU[tuple[str, Seat], float] = LRU(MOST_SEEN)

    def arrive(self, table: str, seat: Seat) -> None:
        """A connection looks from this seat."""
        self._looking.setdefault(table, Counter())[seat] += 1

    def depart(self, table: str, seat: Seat, at: float) -> None:
        """A connection no longer looks from this seat."""
        looking = self._looking[table]
        looking[seat] -= 1
        if not looking[seat]:
            del looking[seat]
            self._last_seen[table, seat] = at
        if not looking:
            del self._looking[table]

    def see(self, table: str, seat: Seat, at: float) -> None:
        """The player of this seat was active without a lasting connection."""
        self._last_seen[table, seat] = at

    def seen_since(self, table: str, seat: Seat, moment: float) -> bool:
        """Whether a connection is known to have looked from this seat since then."""
        return seat in self._looking.get(table, ()) or self._last_seen.get((table, seat), moment) > moment

    def absent_since(self, table: str, seats: int) -> dict[Seat, float]:
        """The seats of a table from which no connection looks, and the moment since which none has."""
        looking = self._looking.get(table, ())
        seen = {seat: self._last_seen.get((table, seat), self.began) for seat in range(seats)}
        return {seat: max(at, self.began) for seat, at in seen.items() if seat not in looking}

    def seats(self, table: str) -> list[Seat]:
        """The seats of a table from which connections look."""
        return list(self._looking.get(table, ()))

    def tables(self) -> list[str]:
        """The tables at which connections look from seats."""
        return list(self._looking)

    def forget(self, table: str, seats: int) -> None:
        """Forget the departures from a table whose game is over."""
        for seat in range(seats):
            self._last_seen.pop((table, seat), None)


@dataclass(frozen=True, eq=False)
class FactsSource:
    """Collects `Facts`. `names` are the names that people chose, by public id."""

    _variants: Mapping[str, type[Position]]
    _clock: Callable[[], float]
    _sources: Sources
    _presence: Presence
    _names: Mapping[str, str]
    _limits: Limits
    _rated: RatedPlayers
    _check_company: Callable[[str, Iterable[str | None]], None]

    def of(self, state: TableState, at: float | None = None, credit: float = 0.0) -> Facts:
        """The facts about a table at a moment, by default now; `credit` as of `Facts`."""
        return Facts(
            self._clock() if at is None else at,
            self._presence.absent_since(state.id, len(state.chairs)),
            self._names,
            credit,
            partial(self._sources.token, "nonce"),
            self._next_table,
            partial(yield_during_rules_call, state.id),
            self._check_company,
        )

    def _next_table(self, state: TableState, person: str, surprise: bool) -> TableToOpen:
        """Another game of the people at a table, for which this person asks. Raises Refusal."""
        people = [each for each in state.chairs if each is not None]
        if state.opening.rated:
            self._rated.check_start(person, people)
        self._limits.check_new(person)

        def ratings(variant: str) -> Mapping[str, Rated]:
            return self._rated.ratings(pool_of(variant, state.control) if state.opening.rated else None, people)

        more = (self._variants, self._sources.random, self._sources.token, self._clock(), ratings)
        return next_table(state, surprise, *more)
