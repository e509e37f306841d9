"""Double oracle finds the equilibrium of backward induction over full matrices, by a kernel and by positions."""

from random import Random

import pytest

from server.bots.budget import Budget
from server.bots.estimate import DISCOUNT, SearchFacts
from server.bots.models import PositionModel
from server.bots.simplex import solve
from server.bots.simultaneous import MATRIX_DEPTH, equilibrium, search
from server.bots.strengths import choose
from server.bots.transposition import TranspositionTable
from tests.bots.endings import ENDINGS, along, induction, payoffs, unknown
from tests.harness.faults import replaced
from tests.toys import Duel, Rounds, Twice
from variants.contract import random_settings
from variants.position import Risk
from variants.registry import load

Apocalypse = load("Apocalypse")


class Other(Apocalypse):
    """The same rules; a variant that is made out of another one has no kernel of its own."""


DEEP = ("p2n1/5/3P1/5/2N2 w 0 01", "5/p3n/2P2/5/2N2 w 0 10", "4n/p4/5/P4/2N2 w 0 01")
QUIET = "n3n/p1p2/5/2P1P/N4 w 8"


@pytest.fixture(params=[Apocalypse, Other], ids=["kernel", "positions"])
def rules(request):
    """Apocalypse, for which there is a kernel, and the same rules without one."""
    return request.param


def check(position, depth, past=frozenset(), known=None):
    """The value is that of backward induction, and neither seat gains by deviating."""
    choices = [search(position, seat, Budget(), depth, SearchFacts(past, known)) for seat in (0, 1)]
    cells = payoffs(
        position, depth, lambda child: 0.0 if child.key() in past else None if known is None else known(child)
    )
    value = solve(cells).value
    assert choices[0].value == pytest.approx(value, abs=1e-9)
    assert choices[1].value == pytest.approx(-value, abs=1e-9)
    rows, columns = (
        [choices[seat].probabilities.get(move, 0.0) for move in position.moves(seat)]
        if seat in position.to_act
        else [1.0]
        for seat in (0, 1)
    )
    assert [sum(rows), sum(columns)] == [pytest.approx(1), pytest.approx(1)]
    assert max(sum(map(float.__mul__, columns, row)) for row in cells) < value + 1e-9
    assert min(sum(map(float.__mul__, rows, column)) for column in zip(*cells, strict=True)) > value - 1e-9
    return value


# What it finds


@pytest.mark.parametrize("rows", ENDINGS)
@pytest.mark.parametrize("penalties", ["00", "01"])
def test_endings_are_solved_as_far_as_it_looks(rules, rows, penalties):
    position = rules.from_fen(f"{rows} w 0 {penalties}")
    check(position, 1)
    if len(position.moves(0)) * len(position.moves(1)) < 100:
        check(position, 2)


def test_random_games_under_any_options_are_solved_turn_by_turn(rules):
    for seed in range(8 if rules is Apocalypse else 2):
        for position in along(rules.start(random_settings(rules, Random(seed))), Random(seed)):
            check(position, 1)


@pytest.mark.parametrize("fen", DEEP)
def test_a_deep_search_finds_the_value_of_backward_induction(fen):
    position = Apocalypse.from_fen(fen)
    value = induction(position, 3, unknown)
    assert search(position, 0, Budget(), 3).value == pytest.approx(value, abs=1e-9)
    model = PositionModel(SearchFacts())
    assert equilibrium(model, position, Budget(), 3).value == pytest.approx(value, abs=1e-9)


def test_the_cache_changes_no_value():
    def value():
        return search(Apocalypse.from_fen(DEEP[1]), 0, Budget(), 5).value

    with replaced(TranspositionTable, "get", lambda plain, table, key: None):
        forgetful = value()
    assert value() == pytest.approx(forgetful, abs=1e-9)


def test_a_small_game_is_solved_with_one_or_both_seats_to_act():
    for start in ("2n/3/N2", "n2/3/N2", "1n1/3/2N"):
        for position in along(Duel.from_fen(f"{start} w 2"), Random(1)):
            check(position, 4)
    for position in along(Twice.start(), Random(2)):
        check(position, 4)
    for start in ("2n/3/N2", "n2/3/1N1", "1n1/3/2N"):
        check(Rounds.from_fen(start), 4)


@pytest.mark.parametrize(
    ("fen", "seat", "saving"),
    [
        ("r2Q1rk1/1p2np2/p2p3p/5bpP/3P4/P1b1N1PR/nP2P3/R1B1KB2 w 50", 0, {"e1d1", "e1f2", "d8e8"}),
        ("8/r3n1p1/p1Pbbn2/1K2kp1r/1P1R4/B7/2R1PP2/7B w 98", 0, {"b5a6", "b5b6", "d4d6"}),
        ("r3b3/4b3/2q1N1kp/ppP1PP2/3R3P/4B3/P6K/8 w 88", 1, {"g6f5", "g6h7"}),
    ],
)
def test_a_turn_of_more_pairs_of_moves_than_nodes_is_searched(fen, seat, saving):
    position = load("Synchrone").from_fen(fen + ' {"flags":"8888","enpassant":"-"}')
    assert len(position.moves(0)) * len(position.moves(1)) > 1_000
    choice = search(position, seat, Budget(1_000))
    assert {position.write(move) for move in choice.probabilities} <= saving


def test_a_repeated_position_counts_as_drawn(rules):
    changed = 0
    for rows in ENDINGS:
        position = rules.from_fen(f"{rows} w 0 00").then(quiet=4)
        children = [position.play({0: row, 1: column}) for row in position.moves(0) for column in position.moves(1)]
        for seed in range(3):
            past = frozenset(child.key() for child in Random(seed).sample(children, len(children) // 2))
            changed += check(position, 1, past | {position.key()}) != pytest.approx(check(position, 1))
    assert changed > 3


def test_positions_of_the_past_count_as_repeated_at_every_depth():
    for start in ("2n/3/N2", "1n1/3/2N"):
        for seed in range(4):
            past = frozenset(Random(seed).sample([each.key() for each in reached(Duel.from_fen(f"{start} w 0"))], 5))
            check(Duel.from_fen(f"{start} w 0"), 4, past)


def reached(position):
    """Whatever a game can come to."""
    for row in position.moves(0):
        for column in position.moves(1):
            child = position.play({0: row, 1: column})
            yield child
            if child.result() is None:
                yield from reached(child)


def test_solved_positions_are_not_searched():
    position = Other.from_fen(f"{ENDINGS[3]} w 0 00")
    opinions = {"N": 0.6, "n": -0.3}
    assert check(position, 2, known=lambda child: opinions.get(child.board[2])) != pytest.approx(check(position, 2))
    choice = search(position, 0, Budget(), facts=SearchFacts(known=lambda child: 0.5))
    assert (choice.value, choice.depth) == (pytest.approx(0.5 * DISCOUNT), 1), "nothing deeper can change it"


def test_a_win_now_is_better_than_a_win_later():
    position = Duel.from_fen("2n/3/N2 w 0")
    later, sooner = (search(position.then(plies=plies), 1, Budget()).value for plies in (0, 6))
    assert later < sooner < 1


class Daring(Duel):
    """A duel in which the first move of each seat is called risky, though it is as good as any."""

    def risks(self, seat):
        return {self.moves(seat)[0]: Risk("arrival", "penalty")}


def test_among_equal_moves_one_without_risk_is_played():
    for depth, plies in ((1, 6), (2, 4)):
        position = Daring.from_fen("2n/3/N2").then(plies=plies)
        for seat in (0, 1):
            assert len(position.moves(seat)) == 2
            (move,) = search(position, seat, Budget(), deepest=depth).probabilities
            assert move not in position.risks(seat)


# What it costs


def test_few_cells_are_looked_at(rules):
    position = rules.start()
    choice = search(position, 0, Budget(), deepest=2)
    full = (len(position.moves(0)) * len(position.moves(1))) ** 2
    assert choice.depth == 2
    assert choice.nodes < full / 2


def test_it_stops_where_everything_is_known():
    choice = search(Duel.start(), 0, Budget(100_000))
    assert choice.depth == 4
    assert choice.nodes < 1000
    assert choice.depth < MATRIX_DEPTH


def test_a_repeated_position_is_not_searched_again(rules):
    assert search(rules.from_fen("5/p3n/5/P3N/5 w 0 10"), 0, Budget(2500)).depth > 3
    assert search(rules.from_fen("p2n1/5/3P1/5/2N2 w 0 01"), 0, Budget(9300)).depth > 3


def test_a_budget_too_small_for_anything_leaves_the_safe_moves(rules):
    position = rules.start()
    choice = search(position, 0, Budget(5))
    assert choice.depth == 0
    assert set(choice.probabilities) == {move for move in position.moves(0) if move not in position.risks(0)}


def test_an_unfinished_depth_helps(rules):
    """What it proved counts beside what the depth before knew."""
    changed = joined = 0
    for rows in ENDINGS:
        position = rules.from_fen(f"{rows} w 0 00")
        whole = search(position, 0, Budget(), 2).nodes
        less = search(position, 0, Budget(), 1)
        partly = search(position, 0, Budget(whole * 9 // 10))
        assert partly.depth == 1
        assert sum(partly.probabilities.values()) == pytest.approx(1)
        other = search(position, 1, Budget(whole * 9 // 10))
        assert sum(other.probabilities.values()) == pytest.approx(1)
        changed += partly.value != less.value
        joined += not partly.probabilities.keys() <= less.probabilities.keys()
    assert changed
    assert joined


def test_a_search_with_a_limit_of_nodes_is_the_same_after_any_other():
    position = Apocalypse.from_fen(QUIET)
    first = choose(position, 0, Budget(900), Random(1))
    choose(position, 0, Budget(seconds=0.2), Random(1))
    assert choose(position, 0, Budget(900), Random(1)) == first


def test_a_class_without_a_kernel_is_searched_as_positions():
    assert Other.start().kernel() is None
    assert choose(Other.start(), 0, Budget(200), Random(1)).nodes == 200
