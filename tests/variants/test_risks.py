"""What a risky move needs and what it costs."""

import pytest

from variants.position import Risk
from variants.registry import load

START = 'npppn/p3p/5/P3P/NPPPN w 0 {{"whiteMove":"-","penalties":"{}"}}'


def risk(position, text, seat=0):
    return position.risk(seat, position.read(text))


@pytest.mark.parametrize(("penalties", "price"), [("00", "penalty"), ("01", "penalty"), ("10", "defeat")])
def test_the_second_penalty_point_costs_the_game(penalties, price):
    position = load("Apocalypse").from_fen(START.format(penalties))
    square = position.read("e2d3").path[1]
    assert risk(position, "e2d3") == Risk("arrival", price, (square,))
    assert risk(position, "e2e3") is None


def test_every_risky_move_of_apocalypse_says_what_it_needs():
    position = load("Apocalypse").from_fen("n1n2/p1p2/1P2P/P1P2/N1N2 w 0")
    found = [
        position.risk(seat, move) for seat in (0, 1) for move in position.moves(seat) if position.risky(seat, move)
    ]
    assert {one.needs for one in found if one} <= position.needs_codes
    assert all(found)


def test_a_retake_of_synchrone_needs_a_capture_there():
    position = load("Synchrone").from_fen("4k3/8/8/3p4/4P3/3P4/8/4K3 w 0")
    square = position.read("d3e4").path[1]
    assert risk(position, "d3e4") == Risk("retake", "stays", (square,), ("P",))
