"""Who may sit at rated tables, and with which rating."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Protocol

from server.game import DAY, Rated, Refusal
from server.ratings import Pool, Rating
from server.store import Journal, ratings

FREELY_LEFT = 2
"""Rated games of one day that a player may leave without a delay: a connection can break."""

DELAY, LONGEST_DELAY = 30.0, 300.0
"""Seconds that a player waits for each further one, and at most."""


class RatedRights(Protocol):
    """Knows who may play rated games."""

    def check_rated(self, person: str) -> None:
        """Raise Refusal for a person who may play no rated games."""

    def check_rated_start(self, person: str) -> None:
        """Raise Refusal for a person who may not begin one now."""


@dataclass(frozen=True, eq=False)
class RatedPlayers:
    """The players of rated tables. `clock` gives seconds since 1970."""

    _rights: RatedRights
    _journal: Journal
    _clock: Callable[[], float]

    def check(self, person: str, others: Iterable[str | None] = ()) -> None:
        """Raise Refusal for a person who may not begin a rated game now, or not with these others, who wait."""
        self._rights.check_rated_start(person)
        self._check_others(self._rights.check_rated, person, others)

    def check_start(self, person: str, people: Iterable[str]) -> None:
        """Raise Refusal if the player of this request, or another of these players, may not begin a rated game now."""
        self._rights.check_rated_start(person)
        self._check_others(self._rights.check_rated_start, person, people)

    def _check_others(self, check: Callable[[str], None], person: str, others: Iterable[str | None]) -> None:
        for other in others:
            if other is None or other == person:
                continue
            try:
                check(other)
            except Refusal as error:
                raise Refusal("rated_other", "Another player of this table plays no rated games now.") from error

    def delay(self, person: str) -> float:
        """The seconds that a person waits before they may be paired for a rated game. Raises JournalError."""
        left = ratings.count_left(self._journal, person, self._clock() - DAY)
        return min(LONGEST_DELAY, DELAY * max(0, left - FREELY_LEFT))

    def ratings(self, pool: Pool | None, people: Collection[str]) -> dict[str, Rated]:
        """The ratings of these people in a pool, by public id; none without a pool. Raises JournalError."""
        if pool is None:
            return {}
        at, known = self._clock(), ratings.newest(self._journal, str(pool), people)
        now = {person: known[person].standing.at_time(at) if person in known else Rating() for person in people}
        return {person: Rated(round(rating.rating), round(rating.deviation)) for person, rating in now.items()}
