"""A search does no more than it may, and a move is drawn by the odds."""

from random import Random

import pytest

from server.bots.budget import Budget, Spent
from server.bots.choice import Choice, pure
from variants.position import Move

A, B, C = Move((0, 1)), Move((0, 2)), Move((0, 3))


def test_nodes_are_taken_before_they_are_used():
    budget = Budget(nodes=3)
    budget.spend(2)
    with pytest.raises(Spent):
        budget.spend(2)
    assert budget.nodes_spent == 2
    budget.spend()
    with pytest.raises(Spent):
        budget.spend()
    assert budget.nodes_spent == 3


def test_seconds_run_from_the_start():
    now = [100.0]
    budget = Budget(seconds=1.5, clock=lambda: now[0])
    now[0] = 101.4
    budget.spend()
    now[0] = 101.5
    with pytest.raises(Spent):
        budget.spend()


def test_without_limits_it_never_ends():
    assert not Budget().limited
    assert Budget(nodes=1).limited
    assert Budget(seconds=1).limited
    Budget().spend(10**9)


def test_moves_are_drawn_by_their_odds_but_for_the_smallest():
    choice = Choice({A: 0.66, B: 0.21, C: 0.13}, 0.0, 1, 1)
    random = Random(1)
    drawn = [choice.draw(random) for _ in range(2000)]
    assert set(drawn) == {A, B}
    assert 0.2 < drawn.count(B) / 2000 < 0.28


def test_of_many_equal_moves_any_may_be_drawn():
    moves = [Move((0, square)) for square in range(100)]
    choice = Choice(dict.fromkeys(moves, 0.01), 0.0, 0, 0)
    random = Random(1)
    assert len({choice.draw(random) for _ in range(1000)}) > 90


def test_a_pure_choice_is_played():
    assert pure(A, 0.5, 1, 1).draw(Random(1)) == A
