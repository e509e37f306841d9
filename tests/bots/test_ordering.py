"""Moves are tried in the order of their promise."""

from server.bots.ordering import FIRST, FORCING, KILLER, LOSING, Ordering
from variants.registry import load

Chess = load("Chess")
POSITION = Chess.from_fen("4k3/8/3p4/4p3/2q2N2/8/P7/4K1R1 w - - 0 1")


def order(ordering, first=None):
    ranked = ordering.ranked(POSITION, 0, 0, first, POSITION.moves(0))
    return [POSITION.write(move) for _, move in ranked]


def test_captures_come_first_and_losing_ones_last():
    position = Chess.from_fen("4k3/2p5/3p4/r7/5N2/3Q2r1/5P2/4K3 w - - 0 1")
    ranked = Ordering().ranked(position, 0, 0, None, position.moves(0))
    texts = [position.write(move) for _, move in ranked]
    assert set(texts[:2]) == {"d3g3", "f2g3"}
    assert texts[-1] == "d3d6"
    ranks = {position.write(move): rank for rank, move in ranked}
    assert ranks["f2g3"] > FORCING
    assert 0 <= ranks["e1d1"] < KILLER


def test_a_capture_that_is_taken_back_loses():
    position = Chess.from_fen("4k3/2p5/3p4/8/8/3Q4/8/4K3 w - - 0 1")
    ((rank, move),) = Ordering().ranked(position, 0, 0, None, position.forcing(0))
    assert (position.write(move), rank < LOSING + 10) == ("d3d6", True)


def test_the_best_move_of_before_comes_first_then_killers_then_what_cut_off_elsewhere():
    ordering = Ordering()
    quiet = [Chess.read(text) for text in ("g1g7", "e1f2", "a2a3")]
    ordering.cutoff(0, 0, 3, quiet[1], 0.0)
    ordering.cutoff(0, 5, 2, quiet[2], 0.0)
    assert order(ordering, quiet[0])[:3] == ["g1g7", "e1f2", "a2a3"]


def test_what_is_not_quiet_is_no_killer():
    ordering = Ordering()
    before = order(ordering)
    ordering.cutoff(0, 0, 3, Chess.read("g1g5"), FORCING + 1)
    ordering.cutoff(0, 0, 3, Chess.read("g1g5"), LOSING - 1)
    assert order(ordering) == before
    ordering.cutoff(0, 0, 3, Chess.read("g1g5"), FIRST)
    assert order(ordering) != before
