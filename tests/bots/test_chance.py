"""Where chance moves too, alpha-beta finds the mean that looking at everything finds, and wins what can be won."""

from random import Random

import pytest

from server.bots.alphabeta import AlphaBeta, search
from server.bots.budget import Budget
from server.bots.choose import choose
from server.bots.estimate import DISCOUNT, SearchFacts, horizon, value_of
from tests.harness.faults import recorded
from variants.registry import load

Dice = load("Dice")
FENS = (
    '7k/5ppp/8/8/8/8/8/R3K3 w 0 {"flags":"8888"}',
    '4k3/8/8/3q4/4P3/2N5/8/4K3 w 0 {"flags":"8888","roll":"n"}',
    '4k2r/8/8/3q4/4P1p1/2N5/5P2/4K3 b 1 {"flags":"8888"}',
    '6k1/4PR2/6K1/8/8/8/7p/8 b 1 {"flags":"8888","roll":"p"}',
)


def full_width(position, seat, depth):
    """The expected value for a seat, with every move and every outcome looked at."""
    result = position.result()
    if result is not None:
        return value_of(result, seat)
    (actor,) = position.to_act
    children = [position.play({actor: move}) for move in position.moves(actor)]
    if actor in position.chance:
        if depth <= 0:
            return horizon(position, seat)
        return sum(full_width(child, seat, depth) for child in children) / len(children)
    if depth <= 0:
        return horizon(position, seat)
    values = [DISCOUNT * full_width(child, seat, depth - 1) for child in children]
    return max(values) if actor == seat else min(values)


def tree_of(first, budget=None):
    return AlphaBeta(budget or Budget(), first=first, quiescence=False, chance=True)


@pytest.mark.parametrize("fen", FENS)
@pytest.mark.parametrize("seat", [0, 1])
def test_it_finds_what_full_width_finds(fen, seat):
    position = Dice.from_fen(fen)
    tree = tree_of(seat)
    whose = seat if position.to_act[0] in position.chance else position.to_act[0]
    for depth in (1, 2):
        assert tree.value(position, depth) == pytest.approx(full_width(position, whose, depth), abs=1e-9)


@pytest.mark.parametrize("fen", FENS)
def test_what_it_learnt_within_narrow_bounds_stays_true(fen):
    random = Random(5)
    position = Dice.from_fen(fen)
    seat = 0 if position.to_act[0] in position.chance else position.to_act[0]
    expected = full_width(position, seat, 2)
    tree = tree_of(seat)
    for _ in range(12):
        low = expected + random.uniform(-0.3, 0.25)
        found = tree.value(position, 2, low, low + 0.05)
        if low < found < low + 0.05:
            assert found == pytest.approx(expected, abs=1e-9)
        else:
            assert found - 1e-9 <= low >= expected - 1e-9 or found + 1e-9 >= low + 0.05 <= expected + 1e-9
    assert tree.value(position, 2) == pytest.approx(expected, abs=1e-9)


def test_it_looks_at_less_than_full_width():
    position = Dice.start()
    budget = Budget()
    with recorded(Dice, "play") as played:
        full_width(position, 0, 2)
    tree_of(0, budget).value(position, 2)
    assert budget.nodes_spent < len(played) / 2


def test_it_gives_mate_and_knows_it():
    position = Dice.from_fen('7k/5ppp/8/8/8/8/8/R3K3 w 0 {"flags":"8888","roll":"r"}')
    choice = search(position, 0, Budget(2000), Random(1))
    assert [position.write(move) for move in choice.probabilities] == ["a1a8"]
    assert choice.value == pytest.approx(DISCOUNT)


def test_the_past_counts_as_drawn():
    position = Dice.from_fen('4k3/8/8/8/8/8/8/R3K3 w 0 {"flags":"8888","roll":"r"}')
    plain = search(position, 0, Budget(400), Random(1))
    (best,) = plain.probabilities
    past = frozenset([position.play({0: best}).key()])
    (other,) = search(position, 0, Budget(400), Random(1), facts=SearchFacts(past)).probabilities
    assert other != best


def test_the_die_itself_is_thrown_evenly():
    position = Dice.start()
    moves = list(position.moves(2))
    assert choose(position, 2, Budget(500), Random(1)).probabilities == dict.fromkeys(moves, 1 / len(moves))
