"""Opinions on a position are within their bounds, fair to both seats, and see the plainest things."""

from random import Random

import pytest

from server.bots.estimate import HORIZON, estimate, horizon, value_of
from tests.toys import VARIANTS, Crown, Guest, Twice
from variants.contract import random_settings
from variants.position import Result
from variants.registry import load

Apocalypse, Checkered = load("Apocalypse"), load("Checkered")


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_an_estimate_is_within_its_bounds_and_zero_sum(name):
    for game in range(3):
        random = Random(game)
        position = VARIANTS[name].start(random_settings(VARIANTS[name], random), random)
        for _ in range(40):
            if position.result() is not None:
                break
            seats = [seat for seat in range(len(position.seats)) if seat not in position.out()]
            opinions = [estimate(position, seat) for seat in seats]
            assert all(-1 < opinion < 1 for opinion in opinions)
            assert [horizon(position, seat) for seat in range(len(opinions))] == [HORIZON * each for each in opinions]
            players = [opinion for seat, opinion in enumerate(opinions) if seat not in position.chance]
            if len(players) == 2:
                assert players[0] == pytest.approx(-players[1], abs=1e-12)
            assert [opinions[seat] for seat in position.chance] == [0] * len(position.chance)
            position = position.play({seat: random.choice(list(position.moves(seat))) for seat in position.to_act})


def test_a_share_is_counted_from_losing_to_winning():
    result = Result((1.0, 0.0, 0.0), "crowned")
    assert [value_of(result, seat) for seat in range(3)] == [1, -1, -1]
    assert value_of(Result((0.5, 0.5), "draw"), 0) == 0


def test_the_general_estimate_counts_mobility_regardless_of_turn():
    cramped = Twice.from_fen("3/3/3/1p1/P2")
    assert [estimate(cramped.then(to_act=(seat,)), 0) for seat in (0, 1)] == [estimate(cramped, 0)] * 2
    assert estimate(cramped, 0) < 0 < estimate(cramped, 1)
    three = Crown.from_fen("3/3/3/1p1/P1s")
    opinions = [estimate(three, seat) for seat in range(3)]
    assert opinions[1] > max(opinions[0], opinions[2])
    assert sum((opinion + 1) / 2 for opinion in opinions) == pytest.approx(1, abs=0.05), "they share one point"


def test_a_seat_that_is_out_gains_nothing():
    left = Guest.from_fen('3/3/3/1p1/P1s b 1 {"here":"12"}')
    assert (estimate(left, 0), horizon(left, 0)) == (-1.0, -HORIZON)
    assert estimate(left, 1) > -1.0 < estimate(left, 2)


def better(more, less):
    """Whether white stands better in the one than in the other."""
    return estimate(more, 0) > estimate(less, 0)


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ("npppn/p3p/5/P3P/NPPPN w 0 00", "npppn/p3p/5/P3P/NPP1N w 0 00"),
        ("npppn/p3p/5/P3P/NPPPN w 0 00", "npppn/p3p/5/P3P/1PPPN w 0 00"),
        ("npppn/p3p/5/P3P/NPPPN w 0 01", "npppn/p3p/5/P3P/NPPPN w 0 10"),
        ("n3n/p1p2/5/2P1P/N4 w 0 00", "npppn/p3p/5/P4/N4 w 0 00"),
    ],
    ids=["footman", "horseman", "penalty", "last footmen"],
)
def test_apocalypse_counts_pieces_and_penalties(more, less):
    assert better(Apocalypse.from_fen(more), Apocalypse.from_fen(less))
    assert estimate(Apocalypse.start(), 0) == 0


@pytest.mark.parametrize(
    ("more", "less"),
    [
        ("4k3/8/8/8/8/8/8/3QK3 w 0", "4k3/8/8/8/8/8/8/3RK3 w 0"),
        ("3rk3/8/8/8/8/8/8/4K3 w 0", "3qk3/8/8/8/8/8/8/4K3 w 0"),
        ("4k3/8/P7/8/8/8/8/4K3 w 0", "4k3/8/8/8/8/8/P7/4K3 w 0"),
        ('4k3/8/8/3t4/8/8/8/4K3 w 0 {"stage":"2w"}', '4k3/8/8/3t4/8/8/8/4K3 w 0 {"stage":"2b"}'),
        ('4k3/8/8/3t4/8/8/8/4K3 w 0 {"stage":"2w"}', '4k1r1/8/8/3t4/8/8/8/4K3 w 0 {"stage":"2w"}'),
        ('4k3/8/8/3t4/8/8/8/4K1R1 w 0 {"stage":"2b"}', '4k3/8/8/3t4/8/8/8/4K3 w 0 {"stage":"2b"}'),
        ('4k3/8/8/3t4/8/8/8/4K3 w 0 {"stage":"2w"}', '4k3/8/8/3t4/8/8/8/4K1R1 w 0 {"stage":"2w"}'),
        ('4k1r1/8/8/3t4/8/8/8/4K3 w 0 {"stage":"2b"}', '4k3/8/8/3t4/8/8/8/4K3 w 0 {"stage":"2b"}'),
    ],
    ids=["queen", "theirs", "advance", "checkered", "black against", "white for", "white against", "black for"],
)
def test_the_estimate_of_checkered_counts_material_advance_and_stage(more, less):
    assert better(Checkered.from_fen(more), Checkered.from_fen(less))


def test_in_stage_1_a_checkered_piece_is_anybodys():
    with_it, without = (Checkered.from_fen(f"4k3/8/8/{row}/8/8/8/3K4 w 0") for row in ("3t4", "8"))
    assert estimate(with_it, 0) == estimate(without, 0)
