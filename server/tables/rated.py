"""Who may sit at rated tables, and with which rating."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container
from dataclasses import dataclass

from server.game import Rated, Refusal
from server.ratings import Pool, Rating
from server.store import Journal, ratings


@dataclass(frozen=True, eq=False)
class RatedPlayers:
    """The players of rated tables. `accounts` are the people who have an account; `clock` gives seconds since 1970."""

    _accounts: Container[str]
    _journal: Journal
    _clock: Callable[[], float]

    def check(self, person: str) -> None:
        """Raise Refusal for a person without an account."""
        if person not in self._accounts:
            raise Refusal("account_needed", "This game is rated: only an account can play it. Make a passkey first.")

    def ratings(self, pool: Pool | None, people: Collection[str]) -> dict[str, Rated]:
        """The ratings of these people in a pool, by public id; none without a pool. Raises JournalError."""
        if pool is None:
            return {}
        at, known = self._clock(), ratings.newest(self._journal, str(pool), people)
        now = {person: known[person].standing.at_time(at) if person in known else Rating() for person in people}
        return {person: Rated(round(rating.rating), round(rating.deviation)) for person, rating in now.items()}
