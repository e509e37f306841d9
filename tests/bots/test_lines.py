"""Lines tell what the search found and no more: turns can be played, mixes are equilibria, scores are the same ones."""

import json
from random import Random

import pytest

from server.bots.alphabeta import AlphaBeta
from server.bots.budget import Budget
from server.bots.estimate import DISCOUNT, SearchFacts
from server.bots.evaluation import evaluate
from server.bots.lines import MOST_LINES, MOST_NAMED, MOST_TURNS, Expected, LineStart, walk
from server.bots.models import PositionModel, model_of
from server.bots.simultaneous import Search
from server.bots.uct import ENOUGH_TRIES, SearchTree
from tests.bots.endings import ENDINGS, induction, payoffs, unknown
from tests.harness.samples import sampled
from tests.toys import VARIANTS, Crown, Twice
from variants.contract import random_settings
from variants.registry import load

Apocalypse = load("Apocalypse")
Checkered = load("Checkered")
Dobutsu = load("Dobutsu")
PLENTY = 10**9
"""Nodes; a search with a limit remembers nothing of others."""
MOST_LETTERS = 6000
"""In all lines of a position, as they are sent."""


def judged(position, nodes=3000, **more):
    return evaluate(position, Budget(nodes), Random(1), with_lines=True, **more)


def followed(position, line):
    """The positions after each turn of a line; each of its moves is offered."""
    found = []
    for turn in line["turns"]:
        assert set(turn["moves"]) == {str(seat) for seat in position.to_act} == set(turn["texts"])
        actions = {int(seat): position.read(text) for seat, text in turn["moves"].items()}
        assert all(move in list(position.moves(seat)) for seat, move in actions.items())
        position = position.play(actions)
        found.append(position)
    return found


def scored(found, turn):
    """What the judgement says of the first turn of a line elsewhere."""
    moves = turn["moves"]
    match found["kind"]:
        case "matrix":
            return found["cells"][found["rows"].index(moves["0"])][found["columns"].index(moves["1"])]
        case "turn":
            return found["moves"][next(iter(moves.values()))]
    return found["means"][next(iter(moves))][next(iter(moves.values()))] if len(moves) == 1 else None


TURNS = 12
FEW, ALL = (1, 6, 11), range(TURNS)
"""The turns of a random game after which lines are followed: few in every run, all with the slow tests."""


@pytest.mark.parametrize("asked", [pytest.param(FEW, id="few"), pytest.param(ALL, id="all", marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", sampled(VARIANTS))
def test_principal_variations_are_legal_and_agree_with_their_values(name, asked):
    random = Random(3)
    variant = VARIANTS[name]
    position = variant.start(random_settings(variant, random), random)
    for turn in range(TURNS):
        if position.result() is not None:
            break
        if turn in asked:
            check_lines(position, judged(position))
        position = position.play({seat: random.choice(list(position.moves(seat))) for seat in position.to_act})


def check_lines(position, found):
    """Each line is legal, has the score of its first turn, and names the likeliest moves of each seat with odds."""
    lines = found["lines"]
    assert len(lines) <= MOST_LINES
    assert len(json.dumps(lines)) < MOST_LETTERS
    for line in lines:
        assert line["score"] == scored(found, line["turns"][0])
        assert 1 <= len(line["turns"]) <= MOST_TURNS
        before = position
        for turn, after in zip(line["turns"], followed(position, line), strict=True):
            for seat, odds in turn["odds"].items():
                labels = [before.labels(int(seat)).get(move) for move in before.moves(int(seat))]
                shares = [share for _, share in odds]
                assert {label for label, _ in odds} <= set(labels)
                assert len(odds) <= MOST_NAMED
                assert sum(shares) <= 1 + 1e-3
                assert shares == sorted(shares, reverse=True)
                assert odds[0][0] == before.labels(int(seat))[before.read(turn["moves"][seat])]
            before = after


@pytest.mark.parametrize("name", sampled(VARIANTS))
def test_following_lines_costs_no_node_and_changes_nothing_that_is_found(name):
    variant = VARIANTS[name]
    position = variant.start(random_settings(variant, Random(4)), Random(4))
    for nodes in (0, 2000):
        found = judged(position, nodes)
        lines = found.pop("lines")
        assert found == evaluate(position, Budget(nodes), Random(1))
        if not nodes:
            assert all(len(line["turns"]) == 1 for line in lines), "nothing was searched beyond the first turn"


def together(kind, start):
    """The search where both seats act, by a kernel or by positions."""
    return Search(model_of(start, SearchFacts()) if kind == "kernel" else PositionModel(SearchFacts()), Budget(PLENTY))


@pytest.mark.parametrize("kind", ["kernel", "positions"])
@pytest.mark.parametrize("rows", ENDINGS)
def test_the_expected_moves_of_two_seats_are_the_equilibrium_of_that_depth(rows, kind):
    start = Apocalypse.from_fen(f"{rows} w 0 00")
    for depth in (1, 2):
        turns = [start.play({0: row, 1: column}) for row in start.moves(0) for column in start.moves(1)][:6]
        ahead = together(kind, start)
        for turn in turns:
            if turn.result() is not None or len(turn.moves(0)) * len(turn.moves(1)) > 60:
                continue
            value = ahead.value(ahead.model.state(turn), depth)[0]
            found = ahead.expected(turn, depth)
            assert found is not None
            assert found.value == value == pytest.approx(induction(turn, depth, unknown), abs=1e-9)
            cells = payoffs(turn, depth)
            rows_, columns = ([found.strategies[seat].get(move, 0.0) for move in turn.moves(seat)] for seat in (0, 1))
            assert [sum(rows_), sum(columns)] == [pytest.approx(1), pytest.approx(1)]
            assert max(sum(map(float.__mul__, columns, row)) for row in cells) < value + 1e-8
            assert min(sum(map(float.__mul__, rows_, column)) for column in zip(*cells, strict=True)) > value - 1e-8


@pytest.mark.parametrize("start", [Twice.start(), Dobutsu.start(), Checkered.start()], ids=str)
def test_in_alternating_games_all_turns_of_a_line_have_one_value(start):
    random = Random(8)
    position = start
    deep = 0
    for _ in range(6):
        if position.result() is not None:
            break
        found = judged(position, 6000)
        for line in found["lines"]:
            deep = max(deep, len(line["turns"]))
            (seat,) = position.to_act
            end = followed(position, line)[-1]
            result = end.result()
            if result is not None:
                lasting = DISCOUNT ** (len(line["turns"]) - 1)
                value = (2 * result.points[seat] - 1) * lasting
                assert line["score"] == pytest.approx((value + 1) / 2, abs=2e-4)
        (seat,) = position.to_act
        position = position.play({seat: random.choice(list(position.moves(seat)))})
    assert deep > 2


def telling(*values):
    """What a search expects that knows the first move of each seat, and says that a position is worth this."""

    def expect(position, turns):
        if turns > len(values):
            return None
        return Expected({seat: {next(iter(position.moves(seat))): 1.0} for seat in position.to_act}, values[turns - 1])

    return expect


def test_a_line_ends_where_the_search_found_something_else_since():
    start = Twice.start()
    head = LineStart({0: next(iter(start.moves(0)))}, 0.6, 1.0, 0.2)
    for values, turns in (
        ((), 1),
        ((0.2,), 2),
        ((0.3,), 1),
        ((0.2, 0.2 / DISCOUNT), 3),
        ((0.2, 0.2), 2),
        ((None, 0.7, 0.7 / DISCOUNT, 0.7), 4),
    ):
        assert len(walk(start, head, telling(*values)).strategies) == turns
    assert len(walk(start, head, None).strategies) == 1


def expected_of(kind, start, low, high):
    """What a search that asks for a value between these bounds finds, and what it then expects, for seat 0."""
    if kind == "alphabeta":
        search = AlphaBeta(Budget())
        found = search.value(start, 3, low, high)
        bounds = search.table.exact(start.key())
        return found, bounds and bounds.low
    tree = together(kind, start)
    found = tree.value(tree.model.state(start), 2, low, high)
    expected = tree.expected(start, 2)
    return found[0], expected and expected.value


@pytest.mark.parametrize("kind", ["alphabeta", "positions", "kernel"])
def test_a_line_is_expected_only_with_an_exact_score_not_with_a_bound(kind):
    start = Dobutsu.start() if kind == "alphabeta" else Apocalypse.from_fen(f"{ENDINGS[0]} w 0 00")
    value, expected = expected_of(kind, start, -1.0, 1.0)
    assert expected == value
    for low, high in ((value + 0.1, 1.0), (-1.0, value - 0.1)):
        bound, expected = expected_of(kind, start, low, high)
        assert bound <= low or bound >= high
        assert expected is None


def test_trial_games_tell_of_a_position_only_where_every_move_was_tried_often():
    random, start = Random(6), Crown.start()
    head = next(iter(start.moves(0)))
    after = start.play({0: head})
    tree = SearchTree(0, list(start.moves(0)), Budget(), random)
    often = ENOUGH_TRIES * len(list(after.moves(1)))
    known = []
    for _ in range(40 * often):
        tree.iterate(start)
        tried = sum(arm.visits for arm in tree._bandit(after, 1, 1).arms.values())
        known.append((tried >= often, tree.expected(after, 1, 1) is not None))
    assert {enough for enough, _ in known} == {True, False}
    assert all(enough == told for enough, told in known)
