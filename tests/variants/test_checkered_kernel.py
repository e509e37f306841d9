"""The kernel of Checkered says what the law says, on random positions of two seats under all options."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest

from bench.law_checkered import compare, positions
from variants.Checkered import Variant, guard, kernel
from variants.Checkered.guard import Guard
from variants.Checkered.kernel import CASTLING, EN_PASSANT, JUMP, SWITCH, State, state
from variants.perft import AT_ONCE, perft


def compared(count: int) -> None:
    for position in islice(positions(Random(1)), count):
        compare(position)


def test_the_kernel_says_what_the_law_says() -> None:
    compared(2500)


def test_the_positions_have_moves_of_each_kind_in_each_stage() -> None:
    seen = Counter[tuple[str, int]]()
    for position in islice(positions(Random(1)), 2500):
        begun = state(position)
        assert begun is not None
        shared = "12"[position.stage[0] != "1"]
        for number in begun.moves():
            seen[shared, min(number, CASTLING) >> 17 << 17] += 1
        seen[shared, -1] += begun.undone >= 0
        seen[position.stage, -2] += 1
        seen[shared, -3] += len(position.watched(position.to_act[0]).checkers) == 1
    kinds = {("1", SWITCH), ("1", -1), *((stage, -2) for stage in ("1", "1-", "2w", "2b", "3-", "3w", "3b"))}
    kinds |= {(stage, kind) for stage in "12" for kind in (0, EN_PASSANT, JUMP, CASTLING, -3)}
    assert min(seen[kind] for kind in kinds) >= 10, seen


FAULTS = {
    "no king is watched": (Guard, "watch_rays", lambda *_: None),
    "no attack is counted": (Guard, "check_from", lambda *_: None),
    "whatever holds": (Guard, "holds", lambda *_: True),
    "no king is open": (Guard, "open_to", lambda *_: False),
    "no slider reaches": (guard, "reached", lambda *_: False),
    "no capture en passant": (State, "take_passing", lambda *_: None),
    "no castling": (State, "castle", lambda *_: None),
    "no lost right": (State, "leave", lambda *_: None),
    "always free": (State, "are_free", lambda *_: True),
    "never stuck": (State, "can_go", lambda *_: True),
    "nothing is checkered": (kernel, "FIRST_CHECKERED", 99),
    "attacked by nobody": (kernel, "attacked", lambda *_: False),
    "no attack through the new piece": (kernel.Side, "near", lambda *_: kernel.NOT_NEAR),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_the_kernel_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*FAULTS[fault])
    with pytest.raises(AssertionError, match="the law differs from the kernel"):
        compared(2500)


def test_lines_are_counted_by_the_kernel_but_for_three_and_for_other_rules() -> None:
    class Other(Variant):
        pass

    class Counted(Variant):
        def lines(self, depth: int) -> int | None:
            return 7

    assert [perft(Counted.start(), depth) for depth in (0, 1, AT_ONCE)] == [1, 7, 7]
    assert perft(Counted.start(), 2, by_playing=True) == 400
    assert (Other.start().lines(2), perft(Other.start(), 2)) == (None, 400)
    three = Variant.start({"observer": True})
    assert three.lines(2) == 400
    assert three.then(stage="3").lines(1) is None


def test_a_count_of_many_lines_can_be_interrupted() -> None:
    asked = []

    class Counted(Variant):
        def lines(self, depth: int) -> int | None:
            asked.append(depth)
            return 1

    assert perft(Counted.start(), AT_ONCE + 2) == 400
    assert asked == [AT_ONCE] * 400


def test_lines_deeper_than_the_end_are_none() -> None:
    mate = Variant.from_fen("7k/b5pp/8/8/8/8/6ss/7K w 4 iiii0000000000000011 - g3g2 1")
    assert mate.result() is not None
    assert [perft(mate, depth) for depth in (0, 1, 2)] == [1, 0, 0]
    assert [perft(mate, depth, by_playing=True) for depth in (0, 1, 2)] == [1, 0, 0]
