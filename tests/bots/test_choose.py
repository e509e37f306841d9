"""Every variant, and every toy, is played by the search its shape asks for, within its budget and reproducibly."""

from contextlib import ExitStack
from itertools import product
from random import Random

import pytest

from server.bots import alphabeta, determinization, uct
from server.bots.budget import Budget
from server.bots.choice import Choice
from server.bots.estimate import DISCOUNT, SearchFacts
from server.bots.strengths import Strength, choose, play, safe_moves
from tests.harness.faults import recorded
from tests.harness.samples import sampled
from tests.toys import VARIANTS, Crown, Duel, Twice
from variants.contract import random_settings
from variants.position import Move

Apocalypse = VARIANTS["Apocalypse"]
NODES = 150


@pytest.fixture(params=sampled(sorted(VARIANTS)))
def variant(request):
    return VARIANTS[request.param]


def test_a_choice_is_of_offered_moves_within_the_budget_and_the_same_again(variant):
    kernel = type(variant.start(random=Random(0)).kernel())
    owners = [owner for owner in (variant, kernel) if hasattr(owner, "play")]
    for game in range(2):
        random = Random(game)
        position = variant.start(random_settings(variant, random), random)
        for _ in range(6):
            if position.result() is not None:
                break
            actions = {}
            for seat in position.to_act:
                with ExitStack() as stack:
                    played = [stack.enter_context(recorded(owner, "play")) for owner in owners]
                    choice = choose(position, seat, Budget(NODES), Random(game))
                assert choice.nodes == sum(map(len, played)) <= NODES, "a node is a call of play"
                assert set(choice.probabilities) <= set(position.moves(seat)), "only offered moves"
                assert sum(choice.probabilities.values()) == pytest.approx(1, abs=1e-9)
                assert min(choice.probabilities.values()) > 0
                assert -1 <= choice.value <= 1
                assert choose(position, seat, Budget(NODES), Random(game)) == choice, "reproducible"
                actions[seat] = choice.draw(random)
            position = position.play(actions)


def test_a_search_without_budget_returns_a_move(variant):
    position = variant.start(random=Random(0))
    for seat in position.to_act:
        choice = choose(position, seat, Budget(0), Random(1))
        assert choice.nodes == 0
        assert choice.draw(Random(1)) in position.moves(seat)


@pytest.mark.parametrize("variant", [Duel, Twice])
def test_past_positions_and_solved_values_reach_the_search(variant):
    start = variant.start()
    turns = product(*map(start.moves, start.to_act))
    past = frozenset(start.play(dict(zip(start.to_act, turn, strict=True))).key() for turn in turns)
    known = choose(start, 0, Budget(100), Random(1), SearchFacts(known=lambda position: 0.25))
    assert known.value == pytest.approx(0.25 * DISCOUNT)
    assert choose(start, 0, Budget(100), Random(1), SearchFacts(past, lambda position: 0.25)).value == 0


def test_a_seat_that_is_not_to_act_is_refused():
    with pytest.raises(ValueError, match="not to act"):
        choose(Twice.start(), 1, Budget(1), Random(1))


@pytest.mark.parametrize(("search", "start"), [(uct, Crown.start()), (determinization, VARIANTS["Dark"].start())])
def test_a_search_without_an_end_is_refused(search, start):
    with pytest.raises(ValueError, match="never ends"):
        search.search(start, 0, Budget(), Random(1))


def test_time_ends_a_search(variant):
    now = [0.0]

    def clock():
        now[0] += 0.01
        return now[0]

    position = variant.start(random=Random(0))
    seat = position.to_act[0]
    choice = choose(position, seat, Budget(seconds=1, clock=clock), Random(1))
    assert choice.nodes <= 100, "it looks at the clock at each node"


@pytest.mark.parametrize("variant", ["Apocalypse", "Checkered"])
def test_a_deliberate_mistake_takes_as_long_as_a_search(variant):
    position = VARIANTS[variant].start()
    thought, slip = (play(position, 0, Strength(60, None, slips), Random(1)) for slips in (0.0, 1.0))
    assert (slip.nodes, slip.depth, slip.value) == (thought.nodes, thought.depth, thought.value)
    assert slip.nodes > 50
    moves = safe_moves(position, 0)
    assert slip.probabilities == dict.fromkeys(moves, 1 / len(moves))


@pytest.mark.parametrize(
    ("rows", "turn", "stage", "best"),
    [
        ("6k1/5ppp/8/8/8/7K/8/R7", "w", "3-", "a1a8"),  # Checkered has left, and White mates Black.
        ("6k1/5ppp/8/8/8/K7/8/3u4", "c", "3b", "d1d8"),  # White has left, and Checkered mates the black king.
        ("k7/8/1K6/8/5s2/8/8/5R2", "w", "3w", "f1f4"),  # Black has left, and White captures the last pawn.
    ],
)
def test_where_two_of_three_remain_they_are_searched_as_two(rows, turn, stage, best):
    fen = f'{rows} {turn} 0 {{"flags":"88880000000000000000","stage":"{stage}"}}'
    position = VARIANTS["Checkered"].from_fen(fen, {"observer": True})
    (seat,) = position.to_act
    choice = choose(position, seat, Budget(nodes=400), Random(0))
    assert [position.write(move) for move in choice.probabilities] == [best]
    assert choice == alphabeta.search(position, seat, Budget(nodes=400), Random(0))


A, B, C = Move((0, 1)), Move((0, 2)), Move((0, 3))


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
