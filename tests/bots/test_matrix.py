"""Double oracle finds the equilibrium that backward induction over full matrices finds."""

from random import Random

import pytest

from server.bots.budget import Budget
from server.bots.estimate import DISCOUNT, Facts
from server.bots.matrix import MATRIX_DEPTH, equilibrium, search
from server.bots.simplex import solve
from tests.bots.endings import ENDINGS, along, payoffs
from tests.toys import Duel, Twice
from variants.registry import load

Apocalypse = load("Apocalypse")


def check(position, depth, past=frozenset(), known=None):
    """The value is that of backward induction and nobody gains by deviating."""
    found = equilibrium(position, Budget(), depth, Facts(past, known))
    matrix = payoffs(
        position, depth, lambda child: 0.0 if child.key() in past else None if known is None else known(child)
    )
    assert found.value == pytest.approx(solve(matrix).value, abs=1e-9)
    rows, columns = (
        [found.strategies[seat].get(move, 0.0) for move in position.moves(seat)] if seat in position.to_act else [1.0]
        for seat in (0, 1)
    )
    assert sum(rows) == pytest.approx(1)
    assert sum(columns) == pytest.approx(1)
    most = max(sum(odds * cell for odds, cell in zip(columns, row, strict=True)) for row in matrix)
    least = min(
        sum(odds * cell for odds, cell in zip(rows, column, strict=True)) for column in zip(*matrix, strict=True)
    )
    assert most - found.value < 1e-9, "seat 0 gains nothing by deviating"
    assert found.value - least < 1e-9, "seat 1 gains nothing by deviating"
    return found.value


def test_a_duel_is_solved_to_its_end():
    for start in ("2n/3/N2", "n2/3/N2", "1n1/3/2N"):
        for position in along(Duel.from_fen(f"{start} w 2"), Random(1)):
            check(position, 4)


@pytest.mark.parametrize("rows", ENDINGS)
@pytest.mark.parametrize("penalties", ["00", "01"])
def test_endings_of_a_real_game_are_solved_as_far_as_it_looks(rows, penalties):
    position = Apocalypse.from_fen(f"{rows} w 0 {penalties}")
    check(position, 1)
    if len(position.moves(0)) * len(position.moves(1)) < 100:
        check(position, 2)


def test_a_random_game_is_solved_turn_by_turn():
    for seed in (3, 4):
        for position in along(Apocalypse.start(), Random(seed)):
            check(position, 1)


def test_where_one_seat_acts_it_is_plain_search():
    for position in along(Twice.start(), Random(2)):
        check(position, 4)


class Rounds(Duel):
    """A duel in which the seats act by turns, or both: what to_act says after so many turns."""

    order = ((0, 1), (0,), (1,), (0, 1))

    def play(self, actions):
        board = [""] * 9
        for seat in (1, 0):
            board[actions[seat].path[1] if seat in actions else self.board.index("Nn"[seat])] = "Nn"[seat]
        plies = self.plies + 2
        return self.then(board=tuple(board), plies=plies, to_act=self.order[plies // 2 % 4])


def test_one_or_both_may_act_in_the_same_game():
    for rows in ("2n/3/N2", "n2/3/1N1", "1n1/3/N2"):
        check(Rounds.from_fen(rows), 4)


def test_what_stood_on_the_board_before_counts_as_drawn():
    changed = 0
    for rows in ENDINGS:
        position = Apocalypse.from_fen(f"{rows} w 0 00")
        children = [position.play({0: row, 1: column}) for row in position.moves(0) for column in position.moves(1)]
        for seed in range(3):
            past = frozenset(child.key() for child in Random(seed).sample(children, len(children) // 2))
            changed += check(position, 1, past | {position.key()}) != pytest.approx(check(position, 1))
    assert changed > 3


def test_it_stands_on_the_past_further_down_too():
    for start in ("2n/3/N2", "1n1/3/2N"):
        for seed in range(4):
            past = frozenset(Random(seed).sample([each.key() for each in reached(Duel.from_fen(f"{start} w 0"))], 5))
            check(Duel.from_fen(f"{start} w 0"), 4, past)


def reached(position):
    """Whatever a game can come to."""
    for row in position.moves(0):
        for column in position.moves(1):
            child = position.play({0: row, 1: column})
            yield child
            if child.result() is None:
                yield from reached(child)


def test_what_is_known_is_not_searched():
    position = Apocalypse.from_fen(f"{ENDINGS[3]} w 0 00")
    opinions = {"N": 0.6, "n": -0.3}

    def known(child):
        return opinions.get(child.board[2])

    assert check(position, 2, known=known) != pytest.approx(check(position, 2))
    found = equilibrium(position, Budget(), facts=Facts(known=lambda child: 0.5))
    assert (found.value, found.depth) == (pytest.approx(0.5 * DISCOUNT), 1), "nothing deeper can change it"


def test_few_cells_are_looked_at():
    position = Apocalypse.start()
    choice = search(position, 0, Budget(), deepest=2)
    full = (len(position.moves(0)) * len(position.moves(1))) ** 2
    assert choice.depth == 2
    assert choice.nodes < full / 2


def test_both_seats_are_told_the_same_value():
    position = Apocalypse.from_fen("npp1n/p3p/2p2/P3P/1PPPN w 0")
    choices = [search(position, seat, Budget(), deepest=1) for seat in (0, 1)]
    assert choices[0].value == pytest.approx(-choices[1].value)
    for seat, choice in enumerate(choices):
        assert set(choice.probabilities) <= set(position.moves(seat))


class Daring(Duel):
    """A duel in which the first move of each seat is called risky, though it is as good as any."""

    def risky(self, seat, move):
        return move == self.moves(seat)[0]


def test_of_equal_moves_a_safe_one_is_played():
    for depth, plies in ((1, 6), (2, 4)):
        position = Daring.from_fen("2n/3/N2").then(plies=plies)
        for seat in (0, 1):
            assert len(position.moves(seat)) == 2
            (move,) = search(position, seat, Budget(), deepest=depth).probabilities
            assert not position.risky(seat, move)


def test_it_stops_where_everything_is_known():
    choice = search(Duel.start(), 0, Budget(100_000))
    assert choice.depth == 4
    assert choice.nodes < 1000
    assert choice.depth < MATRIX_DEPTH


def test_a_position_that_comes_back_is_not_searched_within_itself():
    choice = search(Apocalypse.from_fen("5/p3n/5/P3N/5 w 0 10"), 0, Budget(2500))
    assert choice.depth > 3


def test_a_position_that_comes_back_while_it_is_solved_tells_what_it_knew():
    assert search(Apocalypse.from_fen("p2n1/5/3P1/5/2N2 w 0 01"), 0, Budget(9300)).depth > 3


def test_an_unfinished_depth_helps():
    """What it proved counts beside what the depth before knew."""
    changed = 0
    for rows in ENDINGS:
        position = Apocalypse.from_fen(f"{rows} w 0 00")
        whole = Budget()
        equilibrium(position, whole, 2)
        less = equilibrium(position, Budget(), 1)
        partly = equilibrium(position, Budget(whole.nodes_spent * 9 // 10))
        assert partly.depth == 1
        assert [sum(odds.values()) for odds in partly.strategies] == [pytest.approx(1), pytest.approx(1)]
        changed += partly.value != less.value
    assert changed


def test_a_budget_too_small_for_anything_leaves_the_safe_moves():
    position = Apocalypse.start()
    choice = search(position, 0, Budget(5))
    assert choice.depth == 0
    assert choice.nodes <= 5
    assert set(choice.probabilities) == {move for move in position.moves(0) if not position.risky(0, move)}


def test_a_win_now_is_better_than_a_win_later():
    position = Duel.from_fen("2n/3/N2 w 0")
    later, sooner = (search(position.then(plies=plies), 1, Budget()).value for plies in (0, 6))
    assert later < sooner < 1
