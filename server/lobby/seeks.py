"""Pairing of seeks and listed tables, the oldest first. Pure: equal arguments give equal pairs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from random import Random
from typing import NamedTuple

from server.game import Control, Refusal
from server.ratings import INITIAL, pool_of
from server.store.seeks import Seek

MOST_SEEKS = 500
"""Seeks at a time."""

MOST_AT_ADDRESS = 40
"""Seeks of one address at a time: enough for a school class."""


FIRST_DISTANCE, DISTANCE_RATE = 150.0, 10.0
"""Points that the ratings of two players of a rated game may be apart at once, and for each second that one waits."""


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
    for other, common, controls in _suitable(mine, others, variants):
        first, second = random.sample((mine, other), 2)
        return Pairing(random.choice(common), random.choice(controls), (first, second), other.table)
    return None


def pair_rated(
    mine: Seek,
    others: Iterable[Seek],
    variants: Collection[str],
    random: Random,
    points: Mapping[tuple[str, str], float],
    at: float,
) -> Pairing | None:
    """Pair a rated seek with the one whose player is nearest in the pool of a game that is drawn for the two.

    `points` are ratings by person and pool; who has none is new. The distance that is near enough grows with the
    seconds that one of both has waited, up to the distance that each of them accepts. Seeks that begin later than `at`
    are not paired.
    """
    nearest: tuple[float, Seek, str, Control] | None = None
    for other, common, controls in _suitable(mine, others, variants):
        if max(mine.since, other.since) > at:
            continue
        # One game for each two: with all games of 500 seeks this would take a tenth of a second.
        variant, control = random.choice(common), random.choice(controls)
        pool = str(pool_of(variant, control))
        gap = abs(points.get((mine.person, pool), INITIAL) - points.get((other.person, pool), INITIAL))
        grown = FIRST_DISTANCE + DISTANCE_RATE * (at - min(mine.since, other.since))
        near = min([grown, *(seek.distance for seek in (mine, other) if seek.distance is not None)])
        if gap <= near and (nearest is None or gap < nearest[0]):
            nearest = (gap, other, variant, control)
    if nearest is None:
        return None
    _, other, variant, control = nearest
    first, second = random.sample((mine, other), 2)
    return Pairing(variant, control, (first, second), other.table)


def _suitable(
    mine: Seek, others: Iterable[Seek], variants: Collection[str]
) -> Iterator[tuple[Seek, list[str], list[Control]]]:
    """The seeks that suit a seek, the oldest first, with the variants and controls that both want."""
    # Of five hundred seeks few have the same clock: what is cheap is compared first.
    wanted, every = frozenset(mine.controls), frozenset(variants)
    fitting = [
        other
        for other in others
        if mine.rated == other.rated and mine.person != other.person and not wanted.isdisjoint(other.controls)
    ]
    for other in oldest(fitting):
        if common := (mine.variants or every) & (other.variants or every):
            yield other, sorted(common), sorted(wanted.intersection(other.controls))
