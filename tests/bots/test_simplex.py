"""Small matrix games: those whose solution is known, and random ones in which nobody gains by deviating."""

from random import Random

import pytest

from server.bots.simplex import guarantees, solve


def check_equilibrium(game):
    """Neither player gains by deviating, which proves the value."""
    solution = solve(game)
    for odds, count in ((solution.rows, len(game)), (solution.columns, len(game[0]))):
        assert len(odds) == count
        assert min(odds) >= 0
        assert abs(sum(odds) - 1) < 1e-12
    low = min(sum(map(float.__mul__, solution.rows, map(float, column))) for column in zip(*game, strict=True))
    high = max(sum(map(float.__mul__, solution.columns, map(float, row))) for row in game)
    assert (low, high) == pytest.approx((solution.value, solution.value), abs=1e-9)
    assert guarantees(game, solution) == pytest.approx((low, high), abs=1e-12)


def random_game(random, most):
    """A game with any cells, or with few different ones, so that there are many ties."""
    cells = random.choice([None, (-1.0, 0.0, 1.0), (0.0, 0.5), (0.0, 1e-9, 0.5)])
    height, width = random.randint(1, most), random.randint(1, most)
    return [[random.choice(cells) if cells else random.uniform(-1, 1) for _ in range(width)] for _ in range(height)]


@pytest.mark.parametrize(
    ("game", "value", "rows", "columns"),
    [
        ([[1, -1], [-1, 1]], 0, (1 / 2, 1 / 2), (1 / 2, 1 / 2)),
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, (1 / 3, 1 / 3, 1 / 3), (1 / 3, 1 / 3, 1 / 3)),
        ([[0, -1, 2], [1, 0, -3], [-2, 3, 0]], 0, (3 / 6, 2 / 6, 1 / 6), (3 / 6, 2 / 6, 1 / 6)),
        ([[3, -1], [-2, 1]], 1 / 7, (3 / 7, 4 / 7), (2 / 7, 5 / 7)),
        ([[1, -1], [-1, 1], [-1, -1]], 0, (1 / 2, 1 / 2, 0), (1 / 2, 1 / 2)),
        ([[1, -1, 1], [-1, 1, 1]], 0, (1 / 2, 1 / 2), (1 / 2, 1 / 2, 0)),
        ([[4, 1, 3], [2, 1, 5], [0, -1, 8]], 1, (1, 0, 0), (0, 1, 0)),
        ([[0.5]], 0.5, (1,), (1,)),
        ([[3, 1, 2]], 1, (1,), (0, 1, 0)),
        ([[3], [1], [4]], 4, (0, 0, 1), (1,)),
        ([[2, 2], [2, 2]], 2, (1, 0), (1, 0)),
    ],
    ids=[
        "matching pennies", "rock, paper, scissors", "weighted", "mixed", "dominated row", "dominated column", "saddle",
        "one cell", "one row", "one column", "all equal",
    ],
)  # fmt: skip
def test_a_known_game(game, value, rows, columns):
    solution = solve(game)
    assert solution.value == pytest.approx(value, abs=1e-12)
    assert solution.rows == pytest.approx(rows, abs=1e-12)
    assert solution.columns == pytest.approx(columns, abs=1e-12)


def test_neither_player_gains_by_deviating():
    random = Random(1)
    for _ in range(250):
        check_equilibrium(random_game(random, 9))


def test_a_game_in_which_rounding_leaves_no_odds_is_solved_in_fractions():
    near = 0.9999998170105953
    last = (near + 2e-16, 0.0, near + 1e-16)
    check_equilibrium(
        [
            [1.0, 1.0, 1.0, 1.0, 1.0, 0.6666666666666666, 1.0, 1.0, 0.75],
            [1.0, 0.9999998170106958, 1.0, near, 0.888888888888889, 0.9999999013543003, *last],
            [1.0, 0.9999998170106958, 0.888888888888889, near, 0.8888888888888888, 1.0, *last],
            [1.0, *[0.8333333333333334] * 6, 0.0, 0.8333333333333334],
            [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 1.0],
        ]
    )
