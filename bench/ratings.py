"""How well ratings tell the strength of players: a simulation of players whose strength is known.

Strengths are normally distributed. In each round, a day after the last one, players of similar ratings meet; the
stronger one scores as the logistic model says.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from bench.figures import Figure, figure
from server.game import DAY
from server.ratings import Pool, RatedGame, Standing, ratings_after

PLAYERS, GAMES = 2_000, 100
SPREAD = 350.0
"""The standard deviation of strengths, in points."""
MIXING = 100.0
"""The standard deviation of what is added to a rating when opponents are chosen."""
DRAWS = 0.3
"""The share of draws between equals."""
POOL = Pool("Simulated", "rapid")


class Simulated(NamedTuple):
    """What a simulation found."""

    rank_correlation: float
    """Spearman's, of strengths and ratings."""
    within: float
    """The share of players whose strength is within two deviations of their rating."""
    games: int


def figures() -> Iterator[Figure]:
    """Simulate games of two and of three players."""
    for seats in (2, 3):
        began = time.process_time()
        found = simulated(PLAYERS, GAMES, seats, Random(seats))
        seconds = time.process_time() - began
        more = {"within_two_deviations": round(found.within, 3), "games_per_second": round(found.games / seconds)}
        yield figure(f"ratings of {seats}", "rank correlation", [found.rank_correlation], **more)


def simulated(players: int, games: int, seats: int, random: Random) -> Simulated:
    """Let so many players play so many games each, in games of so many seats."""
    strengths = {f"player {number}": random.gauss(0.0, SPREAD) for number in range(players)}
    standings: dict[str, Standing] = {}
    played = 0
    for day in range(games):
        met = sorted(strengths, key=lambda player: _rating(standings.get(player)) + random.gauss(0.0, MIXING))
        for first in range(0, players - seats + 1, seats):
            table = met[first : first + seats]
            points = _points(table, strengths, random)
            at = day * DAY
            for player, rating in ratings_after(RatedGame(POOL, at, points), standings).items():
                standings[player] = Standing(rating, at)
            played += 1
    ratings = {player: standings[player].rating for player in strengths if player in standings}
    centre = sum(each.rating for each in ratings.values()) / len(ratings)
    near = [abs(each.rating - centre - strengths[player]) <= 2 * each.deviation for player, each in ratings.items()]
    pairs = [(strengths[player], each.rating) for player, each in ratings.items()]
    return Simulated(_rank_correlation(pairs), sum(near) / len(near), played)


def _rating(standing: Standing | None) -> float:
    return 1500.0 if standing is None else standing.rating.rating


def _points(table: Sequence[str], strengths: dict[str, float], random: Random) -> dict[str, float]:
    """The points of a game: places that are drawn one after the other by the logistic model; of two, perhaps a draw.

    Equals draw most often, and draws leave the expected score as it is.
    """
    if len(table) == 2:
        first, second = table
        expected = 1 / (1 + 10 ** ((strengths[second] - strengths[first]) / 400))
        draws, drawn = DRAWS * 4 * expected * (1 - expected), random.random()
        won = 0.5 if drawn < draws else float(drawn < expected + draws / 2)
        return {first: won, second: 1 - won}
    left, points = list(table), {}
    for place in range(len(table)):
        chosen = random.choices(left, [10 ** (strengths[player] / 400) for player in left])[0]
        left.remove(chosen)
        points[chosen] = float(len(table) - place - 1)
    return points


def _rank_correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """Spearman's rank correlation of pairs without ties."""
    count = len(pairs)
    ranks = [
        {index: rank for rank, index in enumerate(sorted(range(count), key=lambda index: pairs[index][part]))}
        for part in (0, 1)
    ]
    return 1 - 6 * sum((ranks[0][index] - ranks[1][index]) ** 2 for index in range(count)) / (count * (count**2 - 1))
