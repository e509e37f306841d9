"""Pairing of seeks and listed tables, the oldest first. Pure: equal arguments give equal pairs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from random import Random
from typing import NamedTuple

from server.game import Control, Refusal
from server.store.seeks import Seek

MOST_SEEKS = 500
"""Seeks at a time."""

MOST_AT_ADDRESS = 40
"""Seeks of one address at a time: enough for a school class."""


class Pairing(NamedTuple):
    """Two seeks that suit each other, in the order of seats, and the variant and the control that were drawn for them.

    `table` is the listed table at which one of both waits, "" for none.
    """

    variant: str
    control: Control
    seeks: tuple[Seek, Seek]
    table: str = ""


def check(seek: Seek, others: Mapping[str, Seek], variants: Collection[str], most: int = MOST_SEEKS) -> None:
    """Raise Refusal for a variant that is not for two players, or if too many people seek.

    `others` are the seeks by person; one of the same person is replaced.
    """
    for variant in sorted(seek.variants.difference(variants)):
        raise Refusal("not_for_two", "“{variant}” is not a game for two players.", variant=variant)
    if seek.person in others:
        return
    if sum(bool(seek.network) and each.network == seek.network for each in others.values()) >= MOST_AT_ADDRESS:
        raise Refusal("too_many_waits", "Too many people of your network are already waiting. Try again in a minute.")
    if len(others) >= most:
        raise Refusal("too_many_waits", "Too many people are already waiting. Try again in a minute.")


def oldest(seeks: Iterable[Seek]) -> list[Seek]:
    """These seeks, the oldest first, at most `MOST_SEEKS`: several processes together may have stored more."""
    return sorted(seeks, key=lambda seek: seek.since)[:MOST_SEEKS]


def pair(mine: Seek, others: Iterable[Seek], variants: Collection[str], random: Random) -> Pairing | None:
    """Pair a seek with the oldest suitable one of the others; the variant, the control and the seats are drawn."""
    for other in oldest(others):
        common = (mine.variants or frozenset(variants)) & (other.variants or frozenset(variants))
        controls = [control for control in mine.controls if control in other.controls]
        if common and controls and mine.person != other.person and mine.rated == other.rated:
            first, second = random.sample((mine, other), 2)
            return Pairing(random.choice(sorted(common)), random.choice(sorted(controls)), (first, second), other.table)
    return None
