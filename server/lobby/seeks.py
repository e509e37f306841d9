"""The pool of those who wait for an opponent, and who is paired with whom; it knows neither a clock nor a table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from random import Random
from typing import NamedTuple

from server.game import Control, Refusal

MOST_WAITS = 500
"""Waits at a time."""

MOST_OF_ONE = 40
"""Of them, those of one address: a class that looks for opponents."""


class Wait(NamedTuple):
    """What a person waits for and since when, by which message and from which address, if that is known.

    No variants stand for any variant.
    """

    person: str
    variants: frozenset[str]
    control: Control
    since: float
    message: str
    network: str = ""


class Pair(NamedTuple):
    """Two waits that suit each other, in the order of seats, and the variant that was drawn for them."""

    variant: str
    waits: tuple[Wait, Wait]


class Found(NamedTuple):
    """The table that was found for a person, by the message that asked for it."""

    message: str
    table: str
    seat: int
    other: str


class Pool:
    """The waits, one a person at most.

    `variants` are those with two seats; `random` draws the variant and the seats of a pair. What is
    paired stays, promised to nobody else, until it is known whether there is a table for it.
    """

    def __init__(self, variants: Collection[str], random: Random, most: int = MOST_WAITS) -> None:
        self.variants = frozenset(variants)
        self._random = random
        self._most = most
        self._waits: dict[str, Wait] = {}
        self._promised: set[str] = set()

    def __len__(self) -> int:
        return len(self._waits)

    def of(self, person: str) -> Wait | None:
        """What this person waits for."""
        return self._waits.get(person)

    def oldest(self, most: int) -> list[Wait]:
        """The waits for any opponent, the longest first."""
        free = [wait for wait in self._waits.values() if wait.person not in self._promised]
        return sorted(free, key=lambda wait: wait.since)[:most]

    def add(self, wait: Wait) -> None:
        """Wait, instead of what this person waited for before.

        Raises Refusal for a variant that is not for two players, where too many wait, and where
        this person is being paired.
        """
        for variant in sorted(wait.variants - self.variants):
            raise Refusal("not_for_two", "“{variant}” is not a game for two players.", variant=variant)
        if wait.person in self._promised:
            raise Refusal("being_paired", "An opponent has just been found for you.")
        if wait.person not in self._waits and self._waits_at(wait.network) >= MOST_OF_ONE:
            raise Refusal(
                "too_many_waits", "Too many people of your network are already waiting. Try again in a minute."
            )
        if wait.person not in self._waits and len(self._waits) >= self._most:
            raise Refusal("too_many_waits", "Too many people are already waiting. Try again in a minute.")
        self._waits[wait.person] = wait

    def _waits_at(self, network: str) -> int:
        """How many wait at this address."""
        return sum(bool(network) and wait.network == network for wait in self._waits.values())

    def cancel(self, person: str) -> bool:
        """Wait no longer; False for who does not wait, or has already been promised to somebody."""
        if person in self._promised:
            return False
        return self._waits.pop(person, None) is not None

    def pair(self, person: str) -> Pair | None:
        """Promise this person's wait and the oldest one that suits it to each other."""
        mine = self._waits.get(person)
        if mine is None or person in self._promised:
            return None
        for other in self.oldest(len(self)):
            common = self._common(mine, other)
            if common:
                first, second = self._random.sample((mine, other), 2)
                self._promised |= {first.person, second.person}
                return Pair(self._random.choice(sorted(common)), (first, second))
        return None

    def seat(self, person: str, open_table: Callable[[Pair], str]) -> tuple[Pair, str] | None:
        """Pair this person, and open a table for both; the pair and the table, None where nobody suits.

        Raises what `open_table` raises; then both wait as before.
        """
        pair = self.pair(person)
        if pair is None:
            return None
        try:
            table = open_table(pair)
        except BaseException:
            self.give_up(pair)
            raise
        self.keep(pair)
        return pair, table

    def left(self, person: str) -> None:
        """The last connection of a person has ended some time ago."""
        self.cancel(person)

    def told(self, person: str) -> None:
        """This person knows of the pairing: it need not be kept for other processes any more."""

    def follow(self, here: Collection[str]) -> Mapping[str, Found]:
        """Read what other processes paired, where there are some; the tables found, by person.

        These people are connected here.
        """
        return {}

    def keep(self, pair: Pair) -> None:
        """There is a table for this pair: neither waits any more."""
        for wait in pair.waits:
            self._promised.remove(wait.person)
            del self._waits[wait.person]

    def give_up(self, pair: Pair) -> None:
        """There is no table for this pair: both wait as before, since when they did."""
        self._promised -= {wait.person for wait in pair.waits}

    def _common(self, mine: Wait, other: Wait) -> frozenset[str]:
        if mine.person == other.person or mine.control != other.control:
            return frozenset()
        return (mine.variants or self.variants) & (other.variants or self.variants)
