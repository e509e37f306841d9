"""Decoupled UCT plays odds where both choose at once, knows nothing that its seat does not, and plays for three."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest

from server.bots.budget import Budget
from server.bots.strengths import choose
from server.bots.uct import search
from tests.toys import Crown, Duel, Veil
from variants.position import Move, Result

PAYOFFS = ((0, -1, 2), (1, 0, -3), (-2, 3, 0))
"""Rock, paper and scissors, of which some wins are worth more: played (1/2, 1/3, 1/6)."""


class Throw(Duel):
    """One turn of it: white goes to one of the squares 0 to 2, black to one of 3 to 5."""

    def moves(self, seat):
        return [Move((self.board.index("Nn"[seat]), 3 * seat + sign)) for sign in range(3)]

    def result(self):
        if self.plies == 0:
            return None
        payoff = PAYOFFS[self.board.index("N")][self.board.index("n") - 3]
        return Result((0.5 + payoff / 6, 0.5 - payoff / 6), "met")


class Loaded(Throw):
    """Where black is played by chance."""

    chance = frozenset({1})


THROW = "3/3/N1n"


@pytest.mark.parametrize("seat", [0, 1])
def test_its_frequencies_approach_the_equilibrium(seat):
    position = Throw.from_fen(THROW)
    choice = search(position, seat, Budget(10_000), Random(3))
    frequencies = [choice.probabilities.get(move, 0.0) for move in position.moves(seat)]
    assert frequencies == pytest.approx([1 / 2, 1 / 3, 1 / 6], abs=0.08)
    assert choice.value == pytest.approx(0, abs=0.05)


def test_chance_does_not_learn():
    position = Loaded.from_fen(THROW)
    choice = choose(position, 0, Budget(3000), Random(1))
    assert choice.probabilities.get(position.moves(0)[1], 0.0) < 0.1, (
        "against equal odds it loses, at equilibrium it does not"
    )
    assert choice.value == pytest.approx(1 / 9, abs=0.1)


@dataclass(frozen=True, kw_only=True)
class Sealed(Veil):
    """A veil that nobody may lift: the true position answers nothing but what its seat may send."""

    true: bool = True

    def guess(self, viewer, random):
        return super(Sealed, self.then(true=False)).guess(viewer, random)

    def play(self, actions):
        assert not self.true
        return super().play(actions)

    def result(self):
        assert not self.true
        return super().result()

    def key(self):
        assert not self.true
        return super().key()

    def picture(self, viewer):
        assert not self.true
        assert isinstance(viewer, int)
        return super().picture(viewer)


def test_of_a_hidden_board_it_asks_for_guesses_only():
    position = Sealed.from_fen("2n/3/N2")
    for seat in (0, 1):
        assert search(position, seat, Budget(300), Random(1)).nodes == 300


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("plies", [0, 4])
def test_hidden_pieces_change_no_choice(seat, plies):
    worlds = []
    for secret in range(9):
        board = [""] * 9
        board[secret] = "nN"[seat]
        if secret != 4:
            board[4] = "Nn"[seat]
            worlds.append(Veil.start().then(board=tuple(board), plies=plies))
    choices = {str(choose(world, seat, Budget(400), Random(7))) for world in worlds if not world.result()}
    assert len(worlds) == 8
    assert len(choices) == 1


def test_seen_pieces_change_the_choice():
    worlds = [Veil.from_fen(f"2n/3/{row}") for row in ("N2", "1N1", "2N")]
    assert len({str(choose(world, 0, Budget(400), Random(7))) for world in worlds}) == 3


def test_a_runner_takes_the_crown():
    for seat, rows in enumerate(("3/P2/2p/s2/3", "3/2p/P2/s2/3", "3/1s1/P2/2p/3")):
        position = Crown.from_fen(f"{rows} w {seat}")
        choice = choose(position, seat, Budget(600), Random(1))
        (move,) = choice.probabilities
        after = position.play({seat: move}).result()
        assert after is not None
        assert after.points[seat] == 1
        assert choice.value > 0.9


def test_a_player_blocks_the_opponent_who_would_win():
    """White alone can stop black, who else takes the crown on a5 or b5 at once."""
    position = Crown.from_fen("3/p2/1P1/3/2s w 0")
    values = [choose(position.play({0: move}), 1, Budget(800), Random(1)).value for move in position.moves(0)]
    assert max(values) > 0.9
