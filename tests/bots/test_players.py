"""The players that others are measured by do what they are called after."""

from random import Random

import pytest

from bench.players import PLAYERS, bot, decoupled_uct, greedy, material, uniform
from tests.toys import VARIANTS, Crown, Duel
from variants.registry import load

Apocalypse, Checkered = load("Apocalypse"), load("Checkered")
NONE = frozenset()
"""Nothing stood on the board before."""


@pytest.mark.parametrize("name", sorted(VARIANTS))
@pytest.mark.parametrize("kind", sorted(PLAYERS))
def test_a_player_plays_an_offered_move_and_the_same_again(kind, name):
    position = VARIANTS[name].start(random=Random(0))
    if kind == "material" and (len(position.to_act) > 1 or len(position.seats) != 2):
        return
    for seat in position.to_act:
        moves = {PLAYERS[kind](30)(position, seat, Random(5), NONE) for _ in range(2)}
        assert len(moves) == 1
        assert moves <= set(position.moves(seat))


def test_the_uniform_one_plays_anything():
    position = Apocalypse.start()
    random = Random(1)
    assert {uniform(position, 0, random, NONE) for _ in range(300)} == set(position.moves(0))


def test_the_greedy_one_takes_the_average_of_the_replies():
    """One of two moves meets black in half the cases, the other never."""
    position = Duel.from_fen("3/3/N1n w 6")
    assert {Duel.write(greedy(position, 0, Random(seed), NONE)) for seed in range(5)} == {"a1b3"}
    assert {Duel.write(greedy(position, 1, Random(seed), NONE)) for seed in range(5)} == {"c1a2"}


def test_the_greedy_one_takes_a_queen():
    position = Checkered.from_fen('q3k3/8/8/8/8/8/8/R3K3 w 0 {"flags":"88881111111111111111"}')
    assert Checkered.write(greedy(position, 0, Random(1), NONE)).startswith("a1a8")


def test_the_material_one_sees_the_reply():
    """On a4 a pawn would take the rook."""
    position = Checkered.from_fen('r3k3/8/8/8/8/1P6/8/4K3 b 0 {"flags":"88881111111111111111"}')

    def loses(move):
        after = position.play({1: move})
        return any("r" not in after.play({0: reply}).board for reply in after.moves(0))

    assert {loses(move) for move in position.moves(1)} == {True, False}
    assert not any(loses(material(position, 1, Random(seed), NONE)) for seed in range(20))


def test_the_material_one_mates_and_never_switches():
    mate = Checkered.from_fen('1R6/4k3/R7/8/7R/4K3/8/8 w 30 {"stage":"1-"}')
    assert Checkered.write(material(mate, 0, Random(1), NONE)) == "h4h7"
    switch = Checkered.from_fen('8/2k1K3/8/8/8/2o5/8/8 w 30 {"flags":"88880000000000000000"}')
    assert any(switch.special(0, move) for move in switch.moves(0))
    for seed in range(40):
        assert not switch.special(0, material(switch, 0, Random(seed), NONE))


def test_the_material_one_counts_for_itself_what_it_commands_after_a_switch():
    """Both armies are black's: it takes the checkered queen with a white rook."""
    position = Checkered.from_fen('4k3/8/8/8/8/8/8/R2tK3 b 30 {"flags":"88880000000000000000","stage":"2w"}')
    assert Checkered.write(material(position, 1, Random(1), NONE)) in {"a1d1", "e1d1"}


@pytest.mark.parametrize("player", [bot(300), decoupled_uct(300)])
def test_the_strong_ones_win_at_once_where_they_can(player):
    position = Crown.from_fen("3/P2/2p/s2/3 w 0")
    after = position.play({0: player(position, 0, Random(1), NONE)})
    assert after.result() is not None
