"""Small matrix games: those whose solution is known, and random ones against a slow solver that works another way."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from server.bots.simplex import guarantees, solve

Game = list[list[float]]


def check_equilibrium(game):
    """Neither player gains by deviating; answers with the value."""
    solution = solve(game)
    for odds, count in ((solution.rows, len(game)), (solution.columns, len(game[0]))):
        assert len(odds) == count
        assert min(odds) >= 0
        assert abs(sum(odds) - 1) < 1e-12
    low, high = guarantees(game, solution)
    assert abs(low - solution.value) < 1e-9
    assert abs(high - solution.value) < 1e-9
    return solution.value


def solved(equations):
    """The one solution of as many equations as unknowns, the right side last in each; None where there is not one."""
    lines = [list(line) for line in equations]
    for column in range(len(lines)):
        pivot = next((row for row in range(column, len(lines)) if lines[row][column]), None)
        if pivot is None:
            return None
        lines[column], lines[pivot] = lines[pivot], lines[column]
        lines[column] = [cell / lines[column][column] for cell in lines[column]]
        for row in range(len(lines)):
            if row != column:
                factor = lines[row][column]
                lines[row] = [cell - factor * lead for cell, lead in zip(lines[row], lines[column], strict=True)]
    return [line[-1] for line in lines]


def equalising(game, rows, columns):
    """Odds of these rows that make these columns equal, then what the columns are worth."""
    equations = [[*(game[row][column] for row in rows), Fraction(-1), Fraction(0)] for column in columns]
    equations.append([*[Fraction(1)] * len(rows), Fraction(0), Fraction(1)])
    return solved(equations)


def value_by_supports(game):
    """The value, by looking through all pairs of equally many rows and columns (Shapley and Snow, 1950)."""
    exact = [[Fraction(cell) for cell in row] for row in game]
    turned = [list(column) for column in zip(*exact, strict=True)]
    for size in range(1, min(len(exact), len(turned)) + 1):
        for rows in combinations(range(len(exact)), size):
            for columns in combinations(range(len(turned)), size):
                found = equalising(exact, rows, columns), equalising(turned, columns, rows)
                if found[0] is None or found[1] is None or min(found[0][:-1]) < 0 or min(found[1][:-1]) < 0:
                    continue
                value = found[0][-1]
                by_rows = [sum(map(Fraction.__mul__, found[0], (c[r] for r in rows)), Fraction()) for c in turned]
                by_columns = [sum(map(Fraction.__mul__, found[1], (r[c] for c in columns)), Fraction()) for r in exact]
                if min(by_rows) >= value and max(by_columns) <= value:
                    return value
    raise AssertionError("every matrix game has a solution")


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


def test_what_each_player_is_sure_of_is_the_same():
    random = Random(1)
    for _ in range(150):
        check_equilibrium(random_game(random, 9))


def test_the_value_is_that_of_another_way_to_solve():
    random = Random(2)
    for _ in range(80):
        game = random_game(random, 4)
        assert check_equilibrium(game) == pytest.approx(float(value_by_supports(game)), abs=1e-9)


def test_two_rows_by_two_columns_are_solved_as_any_other_game():
    random = Random(4)
    for _ in range(1500):
        game = [[round(random.uniform(-1, 1), random.choice((0, 1, 6))) for _ in range(2)] for _ in range(2)]
        assert check_equilibrium(game) == pytest.approx(float(value_by_supports(game)), abs=1e-9)


def test_more_for_the_row_player_in_one_cell_is_no_less_in_all():
    random = Random(3)
    for _ in range(100):
        game = random_game(random, 5)
        before = solve(game).value
        random.choice(game)[0] += 0.25
        assert solve(game).value >= before - 1e-9


def test_a_game_in_which_rounding_leaves_no_odds_is_solved_in_fractions():
    near = 0.9999998170105953
    check_equilibrium(
        [
            [1.0, 1.0, 1.0, 1.0, 1.0, 0.6666666666666666, 1.0, 1.0, 0.75],
            [
                1.0,
                0.9999998170106958,
                1.0,
                near,
                0.888888888888889,
                0.9999999013543003,
                near + 2e-16,
                0.0,
                near + 1e-16,
            ],
            [
                1.0,
                0.9999998170106958,
                0.888888888888889,
                near,
                0.8888888888888888,
                1.0,
                near + 2e-16,
                0.0,
                near + 1e-16,
            ],
            [1.0, *[0.8333333333333334] * 6, 0.0, 0.8333333333333334],
            [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.5, 1.0],
        ]
    )
