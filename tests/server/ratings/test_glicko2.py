"""Ratings follow Glicko-2: the example of its source, and what every rating keeps."""

from random import Random

import pytest

from bench.ratings import simulated
from server.game import Control, Refusal, parse_control
from server.ratings import Opponent, Pool, RatedGame, Rating, Standing, pace, ratings_after, updated

DAY = 86_400.0
POOL = Pool("Chess", "blitz")


def test_the_example_of_the_source_is_computed_to_its_decimals():
    opponents = [
        Opponent(Rating(*each), score) for each, score in (((1400, 30), 1), ((1550, 100), 0), ((1700, 300), 0))
    ]
    after = updated(Rating(1500, 200, 0.06), opponents, 1.0)
    assert (round(after.rating, 2), round(after.deviation, 2), round(after.volatility, 5)) == (1464.05, 151.52, 0.06)


def test_two_new_players_part_evenly_and_a_draw_of_equals_moves_nobody():
    won = ratings_after(RatedGame(POOL, 0.0, {"ann": 1.0, "bob": 0.0}), {})
    assert won["ann"].rating - 1500 == pytest.approx(1500 - won["bob"].rating) == pytest.approx(162.2, abs=0.1)
    drawn = ratings_after(RatedGame(POOL, 0.0, {"ann": 0.5, "bob": 0.5}), {})
    assert {round(each.rating, 6) for each in drawn.values()} == {1500}
    assert all(each.deviation < 350 for each in drawn.values())


def test_three_players_have_played_three_games():
    after = ratings_after(RatedGame(POOL, 0.0, {"ann": 0.6, "bob": 0.3, "cleo": 0.1}), {})
    assert after["ann"].rating > after["bob"].rating > after["cleo"].rating
    assert after["bob"].rating == pytest.approx(1500)
    shared = ratings_after(RatedGame(POOL, 0.0, {"ann": 0.5, "bob": 0.5, "cleo": 0.0}), {})
    assert shared["ann"] == shared["bob"]


def test_a_deviation_grows_by_the_days_without_a_game_and_stays_within_its_bounds():
    player = Rating(1700, 60, 0.06)
    grown = [Standing(player, 0.0).at_time(days * DAY).deviation for days in (0, 5, 365, 10_000)]
    assert grown == sorted(grown)
    assert grown[0] == 60
    assert 100 < grown[2] < 115
    assert grown[3] == 350
    standing = Standing(Rating(), 0.0)
    for game in range(300):
        points = {"ann": float(game % 2), "bob": float(1 - game % 2)}
        after = ratings_after(RatedGame(POOL, 0.0, points), {"ann": standing, "bob": standing})
        standing = Standing(after["ann"], 0.0)
    assert standing.rating.deviation == 45


@pytest.mark.parametrize(
    ("control", "found"), [("3+2", "blitz"), ("5+7", "blitz"), ("5+8", "rapid"), ("15+10", "rapid"), ("1d", "days")]
)
def test_a_pace_is_that_of_a_game_of_forty_moves(control, found):
    assert pace(parse_control(control)) == found


def test_without_a_clock_there_is_no_pace():
    with pytest.raises(Refusal, match="clock"):
        pace(Control())


@pytest.mark.parametrize("seats", [2, 3])
def test_ratings_order_players_by_their_strength(seats):
    """A tenth of the simulation of `bench ratings`."""
    found = simulated(players=200, games=100, seats=seats, random=Random(seats))
    assert found.rank_correlation > 0.97
