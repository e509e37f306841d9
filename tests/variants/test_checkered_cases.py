"""Every recorded position of Checkered: complete move lists, the next position in both forms, the score, perft."""

import json
from pathlib import Path

import pytest

from tests.harness.lines_of_play import lines, offered
from variants.registry import load_all

DATA = Path(__file__).parents[1] / "data" / "checkered"
SCORES = {(1.0, 0.0): "1-0", (0.0, 1.0): "0-1", (0.5, 0.5): "1/2"}

Variant = load_all()["Checkered"]


def recorded(name):
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text().splitlines()]


def cases(name):
    for number, case in enumerate(recorded(name), 1):
        yield pytest.param(case, id=f"{name}:{number}")


def score(position):
    result = position.result()
    return "*" if result is None else SCORES[tuple(result.points)]


def test_all_recorded_cases_are_present():
    assert (len(recorded("positions")), len(recorded("disputed"))) == (430, 60)
    assert len(json.loads((DATA / "perft.json").read_text())) == 60


@pytest.mark.parametrize("case", [*cases("positions"), *cases("disputed")])
def test_recorded_case(case):
    position = Variant.from_fen(case["fen"])
    assert position == Variant.from_fen(case["fen_json"])
    assert position.fen() == case["fen_json"]
    moves = case.get("advised_moves", case["moves"])
    if isinstance(moves, list):
        assert sorted(offered(position)) == moves
    assert score(position) == case.get("advised_score", case["score"])
    if case.get("move"):
        (seat,) = position.to_act
        after = position.play({seat: Variant.read(case["move"])})
        expected = case.get("advised_next", case.get("next_fen"))
        assert after.key() == Variant.from_fen(expected).key()
        assert after.fen() == case.get("advised_next_json", case.get("next_fen_json"))


def perft_rows():
    for row in json.loads((DATA / "perft.json").read_text()):
        yield pytest.param(row, id=f"{row['fen'].replace(' ', '_')}:{row['depth']}")


@pytest.mark.parametrize("row", list(perft_rows()))
def test_perft_counts_the_switch_as_a_ply_of_its_own(row):
    position = Variant.from_fen(row["fen"])
    assert position == Variant.from_fen(row["fen_json"])
    assert lines(position, row["depth"]) == row["nodes"]
