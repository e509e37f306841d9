"""What the site knows of a table beside its state, at a moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from server.game import Facts, TableState, TableToOpen, next_table
from server.ratings import pool_of_table
from server.runtime.limits import Limits
from server.runtime.sources import Sources
from server.tables.endless_rules import yield_during_rules_call
from server.tables.presence import Presence
from server.tables.rated import RatedPlayers
from variants.position import Position


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
        if state.opening.rated:
            self._rated.check(person, state.chairs)
        self._limits.check_new(person)
        ratings = self._rated.ratings(pool_of_table(state.opening), [each for each in state.chairs if each is not None])
        more = (self._variants, self._sources.random, self._sources.token, self._clock(), ratings)
        return next_table(state, surprise, *more)
