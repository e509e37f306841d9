"""What the counts of the lab say: shares, means and quantiles, and how sure they are."""

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
"""Standard deviations to either side between which 95 % lie."""
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
TINY = 1e-9
"""Less than a number that was counted: 0.95 times 20 is no more than 19."""
FEW = 0.1
"""Of a turn that fewer games reach than this share nothing is shown: so few games say little."""
QUIET = frozenset({"repetition", "quiet_turns", TOO_LONG})
"""How games end that came to nothing."""

Key = TypeVar("Key", bound=Hashable)
Group = TypeVar("Group", bound=Hashable)
Counted = TypeVar("Counted", bound=tuple[Any, ...])


class Estimate(NamedTuple):
    """A figure, and where it lies with 95 %."""

    value: float
    low: float
    high: float

    def apart(self, other: Estimate) -> bool:
        """Whether the two intervals do not touch."""
        return self.high < other.low or other.high < self.low

    def less(self, amount: float) -> Estimate:
        """The same, so much lower."""
        return Estimate(self.value - amount, self.low - amount, self.high - amount)


class Spread(NamedTuple):
    """How numbers are spread."""

    total: int
    mean: float
    least: int
    most: int
    quantiles: tuple[int, ...]
    """One for each of QUANTILES."""


def share(count: int, games: int) -> Estimate:
    """A share of games, or of whatever there were so many of; of none, nothing is known."""
    return expected(count / games if games else 0.0, games)


def expected(points: float, games: int) -> Estimate:
    """The expected points of a game, at most one, and where they lie: by the score interval of Wilson (1927)."""
    if not games:
        return Estimate(points, 0.0, 1.0)
    part, square = min(1.0, points), Z * Z / games
    middle = part + square / 2
    reach = sqrt(square * (part * (1 - part) + square / 4))
    return Estimate(points, max(0.0, (middle - reach) / (1 + square)), min(1.0, (middle + reach) / (1 + square)))


def mean_of(numbers: Sequence[float]) -> Estimate:
    """The mean of numbers that are not negative, and where it lies: by the normal distribution."""
    mean = fmean(numbers)
    reach = Z * stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0
    return Estimate(mean, max(0.0, mean - reach), mean + reach)


def spread(numbers: Mapping[int, int]) -> Spread | None:
    """How numbers are spread, each with how often it occurred; None where there are none."""
    total = sum(numbers.values())
    if not total:
        return None
    values = sorted(numbers)
    until = list(accumulate(numbers[value] for value in values))
    quantiles = tuple(values[bisect_left(until, part * total - TINY)] for part in QUANTILES)
    return Spread(total, fmean(numbers, numbers.values()), values[0], values[-1], quantiles)


def by(counted: Mapping[Counted, int], key: Callable[[Counted], Key]) -> Counter[Key]:
    """What was counted, told apart by less."""
    return apart(counted, lambda _: True, key).get(True, Counter())


def apart(
    counted: Mapping[Counted, int], group: Callable[[Counted], Group], key: Callable[[Counted], Key]
) -> Mapping[Group, Counter[Key]]:
    """The same for each group."""
    found: dict[Group, Counter[Key]] = {}
    for each, times in sorted(counted.items()):
        found.setdefault(group(each), Counter())[key(each)] += times
    return found


def lengths(counts: Counts) -> Counter[int]:
    """Turns -> games."""
    return by(counts.endings, lambda ending: ending.turns)


def length(counts: Counts) -> Estimate:
    """The mean length of a game, and how sure it is: by the normal distribution."""
    return mean_of(sorted(lengths(counts).elements()))


def points(counts: Counts, seat: Seat) -> Estimate:
    """What a seat gets of a game."""
    games = counts.games
    got = sum(ending.points[seat] * count for ending, count in sorted(counts.endings.items())) / games
    return expected(got, games)


def wins(counts: Counts, seat: Seat) -> int:
    """Games in which a seat got the whole point."""
    return sum(count for ending, count in counts.endings.items() if ending.points[seat] == 1)


def drawn(counts: Counts) -> int:
    """Games in which nobody got the whole point."""
    return sum(count for ending, count in counts.endings.items() if 1 not in ending.points)


def first_seat(counts: Counts, players: int) -> tuple[Estimate, int] | None:
    """What the player who begins gets more than an even share, and in how many games somebody began alone.

    None where nobody does.
    """
    alone = Counter({ending: count for ending, count in counts.endings.items() if len(ending.begun) == 1})
    games = alone.total()
    if not games:
        return None
    got = sum(ending.points[ending.begun[0]] * count for ending, count in sorted(alone.items())) / games
    return expected(got, games).less(1 / players), games


def choices(counts: Counts) -> Counter[int]:
    """Moves that a player had -> how often."""
    return by(counts.choices, lambda choice: choice[1])


def choices_by_turn(counts: Counts) -> Sequence[tuple[int, Spread]]:
    """How the moves that a player has are spread, turn by turn, as long as enough games go on."""
    turns = apart(counts.choices, lambda choice: choice[0], lambda choice: choice[1])
    lasted = sorted(lengths(counts).elements(), reverse=True)
    enough = ceil(FEW * counts.games)
    # As long as the games that lasted longest, so many of them, go on.
    return [(turn, at) for turn, offered in turns.items() if turn <= lasted[enough - 1] and (at := spread(offered))]


def reasons(counts: Counts, declared: Iterable[str]) -> Sequence[tuple[str, int, Spread | None]]:
    """Why games ended, the commonest first: how many did, and how long they were. Those that none did by are last."""
    turns = apart(counts.endings, lambda ending: ending.reason, lambda ending: ending.turns)
    found = {reason: each.total() for reason, each in turns.items()}
    return [(reason, found.get(reason, 0), spread(turns.get(reason, {}))) for reason in ranked(found, declared)]


def ranked(counted: Mapping[str, int], declared: Iterable[str]) -> Sequence[str]:
    """What was counted, the commonest first, and then what never occurred."""
    return sorted({*declared, *counted}, key=lambda code: (-counted.get(code, 0), code))


def changes(before: Mapping[str, Estimate], after: Mapping[str, Estimate]) -> Sequence[str]:
    """The figures whose intervals do not touch."""
    return [name for name in before if before[name].apart(after[name])]


def compared(counts: Counts, seat: Seat) -> Mapping[str, Estimate]:
    """The figures by which games with one option changed are compared."""
    games = counts.games
    quiet = by(counts.endings, lambda ending: ending.reason in QUIET)
    return {
        "length": length(counts),
        "points": points(counts, seat),
        "draws": share(drawn(counts), games),
        "quiet": share(quiet[True], games),
    }
