"""Whatever breaks a promise is found, and shown by the smallest game."""

from random import Random

import pytest

from server.kit import counterexample
from server.kit.counterexample import examine, shrink
from server.kit.example.rules import Example
from tests.toys import TOYS, Crown
from tests.variants.broken import BROKEN, broken
from variants.contract import BrokenPromise, check_position, check_turn
from variants.position import Event


@pytest.mark.parametrize("toy", TOYS)
def test_nothing_is_found_where_nothing_is_wrong(toy):
    examined = examine(toy, games=20)
    assert examined.failure is None
    assert len(examined.lengths) == 20


@pytest.mark.parametrize(("changes", "promise"), BROKEN)
def test_every_broken_promise_is_found_and_the_game_shows_it(changes, promise):
    failure = examine(broken(changes)).failure
    assert failure is not None
    assert promise in failure.promise
    if failure.start is None:
        return
    position = failure.start
    with pytest.raises((BrokenPromise, TypeError)):  # noqa: PT012
        for number, turn in enumerate(failure.turns):
            check_position(position, Random(number))
            position = check_turn(position, turn)
        check_position(position, Random(len(failure.turns)))
        pytest.skip("it forgets: the same game shows it only sometimes")


def failing_when(holds, parent=Crown):
    """A toy with an undeclared event in every turn after which this holds."""

    def play(self, actions):
        after = parent.play(self, actions)
        return after.then(events=(Event("flown"),)) if holds(after) else after

    return type("Broken", (parent,), {"play": play})


def fewest_turns(holds, parent):
    """How many turns of this game lead to a position of which this holds."""
    positions, turns = [parent.start()], 0
    while not any(map(holds, positions)):
        running = [position for position in positions if position.result() is None]
        positions = [each.play({seat: move}) for each in running for seat in each.to_act for move in each.moves(seat)]
        turns += 1
    return turns


@pytest.mark.parametrize(
    ("parent", "holds"),
    [
        (Crown, lambda after: after.plies > 0),
        (Crown, lambda after: after.plies == 3),
        (Crown, lambda after: "P" in after.board[6:9] and "p" in after.board[6:9]),
        (Crown, lambda after: "s" in after.board[:6]),
        (Example, lambda after: after.board[7] == "P"),
        (Example, lambda after: after.board.count("P") == 3),
    ],
)
def test_the_game_is_as_small_as_can_be(parent, holds):
    failure = examine(failing_when(holds, parent)).failure
    assert failure is not None
    assert len(failure.turns) == fewest_turns(holds, parent)


def test_turns_that_do_not_matter_are_left_out(monkeypatch):
    monkeypatch.setattr(counterexample, "SHORTER_GAMES", 0)
    broken_toy = failing_when(lambda after: after.board[7] == "P", Example)
    position = broken_toy.start()
    turns = []
    for number, text in enumerate(("a1a2", "a5a4", "d1d2", "b5b4", "d2d3", "c5c4", "d3d4")):
        turns.append({number % 2: position.read(text)})
    found = examine(broken_toy).failure
    assert found is not None
    shrunk = shrink(broken_toy, found._replace(turns=tuple(turns)))
    assert [position.write(move) for turn in shrunk.turns for move in turn.values()] in (
        ["d1d2", "b5b4", "d2d3", "c5c4", "d3d4"],
        ["d1d2", "a5a4", "d2d3", "b5b4", "d3d4"],
    )
