"""A judgement can be checked by hand: it is an equilibrium of its own cells, and charges nobody for others' moves."""

import json
from collections import defaultdict
from itertools import islice
from random import Random

import pytest

from server.bots.budget import Budget
from server.bots.costs import Cost, costs
from server.bots.estimate import DISCOUNT, SearchFacts, horizon
from server.bots.evaluation import DIGITS, LEAST_SHOWN, evaluate
from server.bots.models import PositionModel
from server.bots.simplex import solve
from server.bots.simultaneous import Search
from tests.bots.endings import along, induction, unknown
from tests.harness.faults import recorded
from tests.harness.samples import sampled
from tests.toys import VARIANTS, Crown, Duel, Rounds, Toss, Twice, Veil
from variants.contract import random_settings
from variants.position import Move, Result
from variants.registry import load

Apocalypse = load("Apocalypse")

NEAR = 2 * 10**-DIGITS
"""How far apart roundings may bring two sums."""
MANY = 100_000
LONGEST = 20
"""Turns after which a game of Twice is over."""


class Stakes(Duel):
    """One turn: white goes to one of the squares from 0 on, black to one from 6 on; what white gets stands here."""

    shares = ((0.8, 0.2), (0.4, 0.6), (0.3, 0.5))
    """Played (1/4, 3/4, 0) and (1/2, 1/2), for a half: the third row brings 0.4."""

    def moves(self, seat):
        count = (len(self.shares), len(self.shares[0]))[seat]
        return [Move((3 + seat, 6 * seat + number)) for number in range(count)]

    def play(self, actions):
        board = [""] * 9
        for seat, move in actions.items():
            board[move.path[1]] = "Nn"[seat]
        return self.then(board=tuple(board), plies=2)

    def result(self):
        if self.plies == 0:
            return None
        white = self.shares[self.board.index("N")][self.board.index("n") - 6]
        return Result((white, 1 - white), "met")


STAKES = Stakes.from_fen("3/Nn1/3")
ROWS = ("a2a3", "a2b3", "a2c3")
COLUMNS = ("b2a1", "b2b1")


def judged(position, nodes=MANY, **more):
    return evaluate(position, Budget(nodes), Random(1), **more)


def test_a_small_game_is_judged_as_by_hand():
    assert judged(STAKES) == {
        "kind": "matrix",
        "scores": [0.5, 0.5],
        "odds": {"0": {"a2b3": 0.75, "a2a3": 0.25}, "1": {"b2a1": 0.5, "b2b1": 0.5}},
        "rows": list(ROWS),
        "columns": list(COLUMNS),
        "cells": [[0.8, 0.2], [0.4, 0.6], [0.3, 0.5]],
        "worth": {
            "0": pytest.approx({"a2a3": 0.5, "a2b3": 0.5, "a2c3": 0.4}),
            "1": pytest.approx({"b2a1": 0.5, "b2b1": 0.5}),
        },
        "depth": 1,
        "nodes": 6,
        "exact": True,
    }


@pytest.mark.parametrize(
    ("row", "column", "white", "black"),
    [
        ("a2a3", "b2b1", Cost(0.0, -0.3), Cost(0.0, 0.3)),
        ("a2b3", "b2b1", Cost(0.0, 0.1), Cost(0.0, -0.1)),
        ("a2c3", "b2a1", Cost(0.1, -0.1), Cost(0.0, 0.2)),
        ("a2c3", "b2b1", Cost(0.1, 0.1), Cost(0.0, 0.0)),
    ],
)
def test_risk_and_luck_are_counted_as_by_hand(row, column, white, black):
    assert costs(judged(STAKES), {0: row, 1: column}) == {0: white, 1: black}


def test_moves_that_were_not_searched_have_no_cost():
    assert costs(judged(STAKES), {0: "a2a3", 1: "c1b1"}) == {}
    assert costs(judged(Twice.start()), {0: "c5c4"}) == {}
    found = judged(Crown.start(), 2000)
    move = next(iter(found["means"]["0"]))
    assert set(costs(found, {0: move})) == {0}
    assert costs({**found, "means": {"0": {}}}, {0: move}) == {}, "no trial game tried it"


@pytest.mark.parametrize("nodes", [0, 1500])
def test_the_odds_are_an_equilibrium_of_the_cells_and_the_costs_add_up(nodes):
    for seed in range(2):
        for position in along(Apocalypse.start(), Random(seed)):
            found = judged(position, nodes)
            cells, score = found["cells"], found["scores"][0]
            solution = solve(cells)
            best = max(sum(map(float.__mul__, solution.columns, row)) for row in cells)
            least = min(sum(map(float.__mul__, solution.rows, column)) for column in zip(*cells, strict=True))
            assert best == pytest.approx(score, abs=NEAR), "white gains nothing by deviating"
            assert least == pytest.approx(score, abs=NEAR), "black gains nothing by deviating"
            assert found["scores"][1] == pytest.approx(1 - score)
            for texts, exact, expected in (
                (found["rows"], solution.rows, found["odds"]["0"]),
                (found["columns"], solution.columns, found["odds"]["1"]),
            ):
                assert expected == {
                    text: round(odds, DIGITS) for text, odds in zip(texts, exact, strict=True) if odds >= LEAST_SHOWN
                }
                assert list(expected.values()) == sorted(expected.values(), reverse=True)
            risks = defaultdict(set)
            for i, row in enumerate(found["rows"]):
                for j, column in enumerate(found["columns"]):
                    cost = costs(found, {0: row, 1: column})
                    for seat, cell in ((0, cells[i][j]), (1, 1 - cells[i][j])):
                        risk, luck = cost[seat]
                        assert risk >= 0
                        risks[seat, (row, column)[seat]].add(risk)
                        assert found["scores"][seat] - risk + luck == pytest.approx(cell, abs=NEAR)
                    if row in found["odds"]["0"]:
                        assert cost[0].risk <= NEAR, "what is played at equilibrium risks nothing"
                    if column in found["odds"]["1"]:
                        assert cost[1].risk <= NEAR
            assert {len(each) for each in risks.values()} == {1}, "a move is not charged for the reply it met"


def test_every_pair_of_moves_is_looked_at_as_far_as_every_other():
    found_depths = set()
    for nodes in (0, 200, 2000):
        for position in along(Apocalypse.from_fen("n3n/p1p2/5/2P1P/N4 w 0 01"), Random(2)):
            found = judged(position, nodes)
            assert found["nodes"] <= max(nodes, len(found["rows"]) * len(found["columns"]))
            tree = Search(PositionModel(SearchFacts()), Budget())
            for i, row in enumerate(found["rows"]):
                for j, column in enumerate(found["columns"]):
                    child = position.play({0: position.read(row), 1: position.read(column)})
                    value = tree.value(child, found["depth"] - 1)[0]
                    assert found["cells"][i][j] == round((value + 1) / 2, DIGITS)
            found_depths.add(found["depth"])
    assert len(found_depths) > 1


def test_every_turn_is_looked_at_once_however_small_the_budget(variant):
    position = variant.start(random=Random(0))
    found = judged(position, 0)
    match found["kind"]:
        case "matrix":
            for seat, texts in ((0, found["rows"]), (1, found["columns"])):
                assert sorted(texts) == sorted(map(position.write, position.moves(seat)))
            assert (found["depth"], found["nodes"]) == (1, len(found["rows"]) * len(found["columns"]))
        case "turn":
            (seat,) = position.to_act
            assert sorted(found["moves"]) == sorted(map(position.write, position.moves(seat)))
            assert (found["depth"], found["nodes"]) == (1, len(found["moves"]))
        case "sampled":
            players = len(position.seats) - len(position.chance)
            part = round(1 / players, DIGITS)
            assert found["scores"] == [part * (seat not in position.chance) for seat in range(len(position.seats))]
            assert set(found["means"]) == {str(seat) for seat in position.to_act if seat not in position.chance}


@pytest.fixture(params=sampled(sorted(VARIANTS)))
def variant(request):
    return VARIANTS[request.param]


def test_a_judgement_is_plain_data_within_its_bounds_and_the_same_again(variant):
    for game in range(2):
        random = Random(game)
        for position in islice(along(variant.start(random_settings(variant, random), random), random), 0, 8, 3):
            found = judged(position, 300)
            assert found == judged(position, 300)
            assert json.loads(json.dumps(found)) == found
            assert sum(found["scores"]) == pytest.approx(1, abs=1e-3)
            players = {seat for seat in position.to_act if seat not in position.chance}
            assert set(found["odds"]) == set(map(str, players))
            actions = {}
            for seat in position.to_act:
                texts = set(map(position.write, position.moves(seat)))
                actions[seat] = random.choice(sorted(texts))
                if seat in players:
                    odds = found["odds"][str(seat)]
                    assert set(odds) <= texts
                    assert 0.9 < sum(odds.values()) < 1.01
            for seat, (risk, luck) in costs(found, actions).items():
                assert 0 <= risk <= 1
                assert -1 <= luck <= 1
                assert luck == 0 or found["kind"] == "matrix"
                assert seat in players


def test_with_one_seat_to_act_every_move_has_an_exact_score():
    again = set()
    for seed in range(3):
        for position in along(Twice.start(), Random(seed)):
            (seat,) = position.to_act
            found = judged(position, 1_000_000)
            scores = {}
            for move in position.moves(seat):
                after = position.play({seat: move})
                again.add(after.to_act == (seat,))
                value = induction(after, LONGEST, unknown)
                scores[position.write(move)] = ((value if seat == 0 else -value) + 1) / 2
            assert found["moves"] == pytest.approx(scores, abs=10**-DIGITS)
            best = max(found["moves"].values())
            assert found["scores"][seat] == best
            assert [found["moves"][move] for move in found["odds"][str(seat)]] == [best]
            for text, score in found["moves"].items():
                assert costs(found, {seat: text}) == {seat: Cost(pytest.approx(best - score, abs=NEAR), 0.0)}
    assert again == {True, False}


def test_one_or_both_may_act_in_the_same_game():
    kinds = set()
    for rows in ("2n/3/N2", "n2/3/1N1", "1n1/3/N2"):
        for position in along(Rounds.from_fen(rows).then(to_act=(0,)), Random(2)):
            found = judged(position)
            kinds.add(found["kind"])
            value = Search(PositionModel(SearchFacts()), Budget()).value(position, 4)[0] / DISCOUNT
            assert found["scores"][0] == pytest.approx((value + 1) / 2, abs=10**-DIGITS)
    assert kinds == {"matrix", "turn"}


def test_a_won_game_reads_as_won():
    checkered = load("Checkered")
    mate = judged(checkered.from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w"), 2000)
    assert (mate["scores"], mate["moves"]["a1a8"]) == ([1.0, 0.0], 1.0)
    assert mate["odds"] == {"0": {"a1a8": 1.0}}
    assert costs(mate, {0: "a1b1"})[0].risk > 0.1
    far = judged(Twice.from_fen("3/3/P2/3/2p w 0"))
    assert 0.99 < far["scores"][0] < 1


class WithoutKernel(Apocalypse):
    """The same rules; a variant that is made out of another one has no kernel of its own."""


def test_a_solved_value_is_final():
    position = WithoutKernel.from_fen("2n2/1P2p/5/p3P/1N3 w 0 00")
    found = judged(position, known=lambda child: 0.5)
    assert (found["exact"], found["depth"]) == (True, 1)
    assert {cell for row in found["cells"] for cell in row} <= {0.0, 0.5, 0.75, 1.0}
    past = frozenset(
        position.play({0: row, 1: column}).key() for row in position.moves(0) for column in position.moves(1)
    )
    assert judged(position, past=past, known=lambda child: 0.5) == found, "whatever stood on the board before"
    assert not judged(position, 500, known=lambda child: 0.5 if child.board[2] else None)["exact"]


def test_a_repeated_position_is_drawn_but_its_score_is_not_exact():
    position = Apocalypse.from_fen("2n2/1P2p/5/p3P/1N3 w 0 00")
    row, column = position.moves(0)[0], position.moves(1)[0]
    child = position.play({0: row, 1: column})
    found = judged(position, 0, past=frozenset([position.key(), child.key()]))
    place = found["rows"].index(position.write(row)), found["columns"].index(position.write(column))
    assert found["cells"][place[0]][place[1]] == 0.5
    assert judged(position, 0)["cells"][place[0]][place[1]] == round((horizon(child, 0) + 1) / 2, DIGITS) != 0.5
    assert SearchFacts(frozenset([child.key()])).settled(child) == 0
    assert not found["exact"]


def test_a_turn_after_which_the_table_draws_is_judged_as_drawn():
    position = Apocalypse.from_fen("n3n/2p2/5/2PP1/N3N w 0 00")
    limit = position.draws.quiet_turns
    assert limit is not None
    seen = []
    for quiet in (0, limit - 2, limit - 1):
        found = judged(position.then(quiet=quiet), 0)
        seen.append([found["cells"][found["rows"].index(move)][0] for move in ("e1d3", "d2d3")])
        assert found["columns"][0] == "a5b3"
    (leaps, step), before, drawn = seen
    assert before == [leaps, step]
    assert drawn == [0.5, step]
    assert 0.5 not in (leaps, step)


def test_on_a_hidden_board_each_seat_is_evaluated_by_determinizations():
    position = Veil.from_fen("2n/3/N2 w 6")
    with recorded(Veil, "guess") as guesses:
        found = judged(position, 2000)
    assert found["kind"] == "sampled"
    assert set(found["means"]) == {"0", "1"}
    assert {viewer for _, viewer, _ in guesses} == {0, 1}
    assert found["nodes"] <= 2000


def test_a_seat_that_nobody_took_has_no_part_of_the_point():
    position = load("Checkered").start({"observer": True})
    assert position.out() == {2}
    assert judged(position, 200)["scores"][2] == 0


@pytest.mark.parametrize("nodes", [2000, 0])
def test_nature_has_no_part_of_the_point_and_is_charged_nothing(nodes):
    rolling = Toss.from_fen("3/3/P1p/3/3 w 0")
    found = judged(rolling, nodes)
    assert sum(found["scores"][:2]) == pytest.approx(1)
    assert found["scores"][2] == 0
    assert (found["odds"], found["means"]) == ({}, {})
    rolled = next(iter(rolling.moves(2)))
    assert costs(found, {2: rolling.write(rolled)}) == {}
    after = judged(rolling.play({2: rolled}), nodes)
    assert set(after["odds"]) == set(after["means"]) == {"0"}
    assert after["scores"][2] == 0


def test_without_an_end_it_does_not_begin():
    for position in (STAKES, Twice.start(), Veil.start()):
        with pytest.raises(ValueError, match="without an end"):
            evaluate(position, Budget(), Random(1))
