"""On a hidden board the search sees what is certain, weighs what is not, and knows nothing that its seat does not."""

from random import Random

import pytest

from server.bots.budget import Budget
from server.bots.strengths import choose
from variants.registry import load

Dark = load("Dark")
NODES = 400


def test_it_captures_a_king():
    position = Dark.from_fen('4k3/8/8/8/8/8/3q4/R3R1K1 w 20 {"flags":"8888"}')
    choice = choose(position, 0, Budget(2000), Random(1))
    assert [position.write(move) for move in choice.probabilities] == ["e1e8"]


def test_it_takes_what_it_sees_where_the_time_is_too_short_for_a_search():
    position = Dark.from_fen('4k3/8/8/3q4/8/2N5/8/4K3 w 20 {"flags":"8888"}')
    choice = choose(position, 0, Budget(1), Random(1))
    assert [position.write(move) for move in choice.probabilities] == ["c3d5"]
    assert choice.value < 0, "it agrees to no draw by chance"


def test_it_takes_its_queen_away_from_a_pawn():
    position = Dark.from_fen('6k1/8/8/8/2p1p3/1Q6/8/6K1 w 20 {"flags":"8888"}')
    (move,) = choose(position, 0, Budget(4000), Random(1)).probabilities
    after = position.play({0: move})
    assert all("Q" in after.play({1: reply}).board for reply in after.moves(1))


@pytest.mark.parametrize("seed", range(6))
def test_hidden_information_changes_no_choice(seed):
    random = Random(seed)
    position = Dark.start({"randomness": 2}, random)
    for _ in range(10 + 8 * seed):
        if position.result() is not None:
            break
        (seat,) = position.to_act
        position = position.play({seat: random.choice(list(position.moves(seat)))})
    (seat,) = position.to_act
    worlds = [position, *(position.guess(seat, random) for _ in range(4))]
    assert len({world.board for world in worlds}) > 1
    assert len({str(choose(world, seat, Budget(NODES), Random(7))) for world in worlds}) == 1
