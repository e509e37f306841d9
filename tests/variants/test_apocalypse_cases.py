"""Every recorded position and turn of Apocalypse: complete move lists, what is played, the next position, the score."""

import json
from pathlib import Path

import pytest

from variants.registry import load_all

DATA = Path(__file__).parents[1] / "data" / "apocalypse"
COUNTS = {"turns": 300, "options": 240, "options_origin": 60, "hopeless": 30, "disputed": 27}
SCORES = {(1.0, 0.0): "1-0", (0.0, 1.0): "0-1", (0.5, 0.5): "1/2"}

Variant = load_all()["Apocalypse"]


def lines(name):
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text().splitlines()]


def cases():
    for name in COUNTS:
        for number, case in enumerate(lines(name), 1):
            yield pytest.param(case, id=f"{name}:{number}")


def test_all_recorded_cases_are_present():
    assert {name: len(lines(name)) for name in COUNTS} == COUNTS


@pytest.mark.parametrize("case", list(cases()))
def test_recorded_case(case):
    position = Variant.from_fen(case["fen"], case.get("options", {}))
    assert position.fen() == case["fen"]
    for seat, colour in enumerate("wb"):
        offered = list(position.moves(seat))
        legal = [Variant.write(move) for move in offered if move not in position.risks(seat)]
        risky = [Variant.write(move) for move in offered if move in position.risks(seat)]
        assert sorted(legal) == case["legal"][colour]
        assert sorted(risky) == case["speculative"][colour]
    actions = {seat: Variant.read(text) for seat, text in enumerate(case["turn"])}
    after = position.play(actions)
    assert after.fen() == case["next_fen"]
    result = after.result()
    assert ("*" if result is None else SCORES[tuple(result.points)]) == case["score"]
    texts = position.turn_notation(actions, after, 0)
    assert [not texts[seat].endswith("?") for seat in (0, 1)] == case["played"]
    failed = {event.seat for event in after.events if event.code.startswith("failed_")}
    assert [seat not in failed for seat in (0, 1)] == case["played"]
