"""Games whose value is known: saddle points, odds, waiting for ever, and wins that only ever come nearer."""

from random import Random

import numpy as np
import pytest

from server.bots import simplex
from tests.harness.faults import changed
from tests.tablebase import endgames, riddles
from tools.endgames.graph import Graph, levels
from tools.endgames.matrices import values
from tools.endgames.solve import WIDTH, solve
from tools.endgames.turns import BuildError, job_of, play_turns
from variants import registry


def silent(done, there):
    """Nobody looks."""


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    """All the riddles."""
    folder = tmp_path_factory.mktemp("riddles")
    folders = (riddles.write(folder),)
    return Graph(play_turns(job_of("Riddles", 2, folders), 1, silent))


def test_known_endgames_have_their_known_values(graph):
    solution = solve(graph, silent)
    found = graph.spread(solution.values)
    # By iteration alone hide or run is 1 - 1/n after n steps.
    assert solution.width < 4 * WIDTH
    assert found[:-1].tolist() == pytest.approx(riddles.VALUES, abs=solution.width + 1e-6)
    assert np.isnan(found[-1])


def test_a_variant_that_forgets_a_position_is_named(tmp_path):
    def build(count):
        numbered = changed(endgames.Endgames, count=lambda self, men: count)
        with numbered, changed(registry, load=lambda name, folders: riddles.Riddles):
            play_turns(job_of("Riddles", 1, (tmp_path,)), 1, silent)

    build(9)
    with pytest.raises(BuildError, match="Riddles numbers endgames from which one comes to 12, which has no number"):
        build(12)


def test_a_variant_without_such_endgames_is_refused(tmp_path):
    with pytest.raises(BuildError, match="Checkered offers no endgames"):
        job_of("Checkered", 4)
    with pytest.raises(BuildError, match="Riddles offers endgames of 1 or 2 men, not of 5"):
        job_of("Riddles", 5, (riddles.write(tmp_path),))


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 4), (5, 1), (2, 2), (3, 5), (7, 6)])
def test_matrix_games_solved_together_have_the_values_of_each_alone(height, width):
    random = Random(height * 10 + width)
    games = [[[random.randrange(-4, 5) / 4 for _ in range(width)] for _ in range(height)] for _ in range(150)]
    # Also such as differ by next to nothing, and such as have equal rows.
    games += [[[0.75 + cell / 1e8 for cell in row] for row in game] for game in games[:50]]
    games += [[game[0]] * height for game in games[:20]]
    alone = [simplex.solve(game).value for game in games]
    assert values(np.array(games)).tolist() == pytest.approx(alone, abs=1e-9)


def test_a_game_that_defeats_the_pivots_is_left_to_the_simplex(monkeypatch):
    monkeypatch.setattr("tools.endgames.matrices.STEPS", 1)
    games = np.array([[[0.0, 1.0, -1.0], [-1.0, 0.0, 1.0], [1.0, -1.0, 0.0]]])
    assert values(games).tolist() == pytest.approx([0.0], abs=1e-12)


def test_levels_increase_along_moves_and_are_equal_within_cycles():
    random = Random(5)
    for _ in range(200):
        count = random.randrange(1, 9)
        successors = [[node for node in range(count) if random.random() < 0.2] for _ in range(count)]
        reach = [set(each) for each in successors]
        for _ in range(count):
            reach = [each.union(*(reach[node] for node in each)) for each in reach]
        arrows = [(node, other) for node, others in enumerate(successors) for other in others]
        found = levels(count, *np.array(arrows, np.int64).reshape(-1, 2).T)
        for node in range(count):
            for other in reach[node]:
                assert (found[node] == found[other]) if node in reach[other] else (found[node] > found[other])
