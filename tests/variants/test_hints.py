"""What searches are told about positions agrees with the rules, and is of use."""

import pytest

from variants.contract import positions
from variants.registry import load


def running(name):
    """The positions of random games that go on."""
    return [position for position in positions(load(name), games=4, turns=150) if position.result() is None]


@pytest.mark.parametrize("name", ["Atomic", "Checkered", "Chess", "Dark", "Dice", "Dobutsu", "Progressive"])
def test_forcing_moves_are_those_with_a_gain(name):
    some = 0
    for position in running(name):
        (seat,) = position.to_act
        forcing = set(position.forcing(seat))
        assert forcing == {move for move in position.moves(seat) if position.gain(seat, move) is not None}
        some += bool(forcing)
    assert some > 10


@pytest.mark.parametrize(
    ("name", "fen"),
    [
        ("Chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
        ("Chess", "4k3/8/8/8/8/8/8/4KB2 w - - 0 1"),
        ("Dark", "8/8/8/8/3Q4/8/8/4K3 b - - 0 1"),
        ("Dice", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
        ("Dice", '4k3/8/8/8/8/8/8/4KB2 w 0 {"flags":"8888","roll":"b"}'),
        ("Synchrone", "8/8/8/8/3Q4/8/8/4K3 w 0"),
        ("Checkered", "7k/b5pp/8/8/8/8/6ss/7K w 4 iiii0000000000000011 - g3g2 1"),
        ("Checkered", "8/8/3k4/8/8/3K4/8/8 w 30 iiii0000000000000000 - - 2w"),
    ],
)
def test_a_game_that_is_over_is_not_running(name, fen):
    position = load(name).from_fen(fen)
    assert position.result() is not None
    assert not position.clearly_running()


def test_no_turn_is_left_out_in_check_with_pawns_alone_or_within_a_series():
    Chess, Progressive = load("Chess"), load("Progressive")
    assert Chess.from_fen("4k3/8/8/8/4r3/8/8/R3K3 w - - 0 1").null_move() is None
    assert Chess.from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").null_move() is None
    assert Progressive.start().null_move() is None
    left = Chess.start().null_move()
    assert (left.to_act, left.board, left.must_answer()) == ((1,), Chess.start().board, False)


@pytest.mark.parametrize(
    ("name", "fen", "move", "gain"),
    [
        ("Chess", "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", 9.0),
        ("Chess", "4k3/8/4p3/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", 8.0),
        ("Chess", "k7/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", 8.0),
        ("Checkered", "4k3/8/8/3q4/4P3/8/8/4K3 w 0", "e4d5", 8.0),
        ("Checkered", "6k1/8/8/3p4/4Q3/8/8/4K3 w 0", "e4d5", -8.0),
        ("Dark", "3k4/8/4p3/8/8/8/8/3QK3 w - - 0 1", "d1d8", 40.0),
        ("Dice", '4k3/8/4p3/3q4/4P3/8/8/4K3 w 0 {"flags":"8888","roll":"p"}', "e4d5", 9.1),
        ("Atomic", "4k3/8/8/3qr3/4P3/8/8/4K3 w - - 0 1", "e4d5", 11.0),
    ],
)
def test_a_gain_counts_captures_promotions_and_exposed_pieces(name, fen, move, gain):
    position = load(name).from_fen(fen)
    assert position.gain(0, position.read(move)) == pytest.approx(gain, abs=0.7)


@pytest.mark.parametrize("name", ["Atomic", "Chess", "Dice", "Progressive"])
def test_the_side_ahead_has_the_higher_estimate(name):
    position = load(name).from_fen("4k3/pppp4/8/8/8/8/PPPP4/3QK3 w 0")
    assert position.evaluate(0) == -position.evaluate(1) > 0.7
