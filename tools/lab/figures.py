"""Statistics of the counts: shares, means and quantiles, with 95 % confidence intervals."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import accumulate
from math import ceil, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any, NamedTuple, TypeVar

from tools.lab.game import TOO_LONG, Counts
from variants.position import Seat

Z = NormalDist().inv_cdf(0.975)
"""Half the width of a 95 % interval, in standard deviations."""
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
TINY = 1e-9
"""Offsets rounding errors: 0.95 times 20 is to be no more than 19."""
MIN_SHARE = 0.1
"""Turns that a smaller share of the games reaches are not shown."""
QUIET = frozenset({"repetition", "quiet_turns", TOO_LONG})
"""Reasons of games that ended without a decision."""

Key = TypeVar("Key", bound=Hashable)
Group = TypeVar("Group", bound=Hashable)
Counted = TypeVar("Counted", bound=tuple[Any, ...])


class Estimate(NamedTuple):
    """A figure and its 95 % confidence interval."""

    value: float
    low: float
    high: float

    def differs(self, other: Estimate) -> bool:
        """Whether the two intervals do not overlap."""
        return self.high < other.low or other.high < self.low

    def less(self, amount: float) -> Estimate:
        """The estimate and its interval, lowered by an amount."""
        return Estimate(self.value - amount, self.low - amount, self.high - amount)


class Spread(NamedTuple):
    """A distribution of whole numbers."""

    total: int
    mean: float
    least: int
    most: int
    quantiles: tuple[int, ...]
    """One for each of QUANTILES."""


def share(count: int, games: int) -> Estimate:
    """A share of games or other events; of none, the interval is 0 to 1."""
    return expected(count / games if games else 0.0, games)


def expected(points: float, games: int) -> Estimate:
    """The expected points of a game, at most one, with the score interval of Wilson (1927)."""
    if not games:
        return Estimate(points, 0.0, 1.0)
    part, square = min(1.0, points), Z * Z / games
    middle = part + square / 2
    reach = sqrt(square * (part * (1 - part) + square / 4))
    return Estimate(points, max(0.0, (middle - reach) / (1 + square)), min(1.0, (middle + reach) / (1 + square)))


def mean_of(numbers: Sequence[float]) -> Estimate:
    """The mean of numbers that are not negative, with the interval of the normal distribution."""
    mean = fmean(numbers)
    reach = Z * stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0
    return Estimate(mean, max(0.0, mean - reach), mean + reach)


def spread(numbers: Mapping[int, int]) -> Spread | None:
    """The distribution of numbers, each with its frequency; None without numbers."""
    total = sum(numbers.values())
    if not total:
        return None
    values = sorted(numbers)
    until = list(accumulate(numbers[value] for value in values))
    quantiles = tuple(values[bisect_left(until, part * total - TINY)] for part in QUANTILES)
    return Spread(total, fmean(numbers, numbers.values()), values[0], values[-1], quantiles)


def by(counted: Mapping[Counted, int], key: Callable[[Counted], Key]) -> Counter[Key]:
    """Sums the counts that have the same key."""
    return grouped(counted, lambda _: True, key).get(True, Counter())


def grouped(
    counted: Mapping[Counted, int], group: Callable[[Counted], Group], key: Callable[[Counted], Key]
) -> Mapping[Group, Counter[Key]]:
    """Sums the counts of each group that have the same key."""
    found: dict[Group, Counter[Key]] = {}
    for each, times in sorted(counted.items()):
        found.setdefault(group(each), Counter())[key(each)] += times
    return found


def lengths(counts: Counts) -> Counter[int]:
    """The number of games of each length: turns -> games."""
    return by(counts.endings, lambda ending: ending.turns)


def length(counts: Counts) -> Estimate:
    """The mean length of a game, with the interval of the normal distribution."""
    return mean_of(sorted(lengths(counts).elements()))


def points(counts: Counts, seat: Seat) -> Estimate:
    """The mean points of a seat."""
    games = counts.games
    got = sum(ending.points[seat] * count for ending, count in sorted(counts.endings.items())) / games
    return expected(got, games)


def wins(counts: Counts, seat: Seat) -> int:
    """The number of games that a seat won."""
    return sum(count for ending, count in counts.endings.items() if ending.points[seat] == 1)


def drawn(counts: Counts) -> int:
    """The number of games that nobody won."""
    return sum(count for ending, count in counts.endings.items() if 1 not in ending.points)


def first_seat(counts: Counts, players: int) -> tuple[Estimate, int] | None:
    """The advantage of the first player over an even share, and the number of games that one player began alone.

    None without such games.
    """
    alone = Counter({ending: count for ending, count in counts.endings.items() if len(ending.begun) == 1})
    games = alone.total()
    if not games:
        return None
    got = sum(ending.points[ending.begun[0]] * count for ending, count in sorted(alone.items())) / games
    return expected(got, games).less(1 / players), games


def choices(counts: Counts) -> Counter[int]:
    """The frequency of each number of legal moves: moves -> times."""
    return by(counts.choices, lambda choice: choice[1])


def choices_by_turn(counts: Counts) -> Sequence[tuple[int, Spread]]:
    """The distribution of the number of legal moves in each turn, while at least MIN_SHARE of the games last."""
    turns = grouped(counts.choices, lambda choice: choice[0], lambda choice: choice[1])
    lasted = sorted(lengths(counts).elements(), reverse=True)
    enough = ceil(MIN_SHARE * counts.games)
    # `lasted` is sorted: the last turn that `enough` games reach.
    return [(turn, at) for turn, offered in turns.items() if turn <= lasted[enough - 1] and (at := spread(offered))]


def reasons(counts: Counts, declared: Iterable[str]) -> Sequence[tuple[str, int, Spread | None]]:
    """The reasons of the ends, most frequent first, each with the number and the lengths of its games."""
    turns = grouped(counts.endings, lambda ending: ending.reason, lambda ending: ending.turns)
    found = {reason: each.total() for reason, each in turns.items()}
    return [(reason, found.get(reason, 0), spread(turns.get(reason, {}))) for reason in ranked(found, declared)]


def ranked(counted: Mapping[str, int], declared: Iterable[str]) -> Sequence[str]:
    """All codes, most frequent first, those that never occurred last."""
    return sorted({*declared, *counted}, key=lambda code: (-counted.get(code, 0), code))


def changes(before: Mapping[str, Estimate], after: Mapping[str, Estimate]) -> Sequence[str]:
    """The names of the figures whose intervals do not overlap."""
    return [name for name in before if before[name].differs(after[name])]


def compared(counts: Counts, seat: Seat) -> Mapping[str, Estimate]:
    """The figures that compare games with one option changed."""
    games = counts.games
    quiet = by(counts.endings, lambda ending: ending.reason in QUIET)
    return {
        "length": length(counts),
        "points": points(counts, seat),
        "draws": share(drawn(counts), games),
        "quiet": share(quiet[True], games),
    }
