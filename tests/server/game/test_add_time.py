"""More time for the other players: who may give it, how much, and what the journal and the record keep of it."""

from contextlib import nullcontext

import pytest

from server.game import DAY, QUOTAS, computer_id, parse_control
from server.records.document import RecordError


@pytest.mark.parametrize(
    ("variant", "control", "left"),
    [("Checkered", "5+3", [315, 300]), ("Checkered", "3d", [4 * DAY, 3 * DAY]), ("Crown", "5+3", [315, 300, 315])],
)
def test_a_player_gives_all_others_fifteen_seconds_or_a_day(match, variant, control, left):
    match.open(variant, control=control)
    assert match.send("addtime", 1) == ""
    assert match.clocks()["left"] == left


def test_the_flag_falls_later_by_what_was_given(match):
    match.open("Checkered", control="5+0")
    match.first_moves()
    assert match.send("addtime", 1) == ""
    match.wait(314.999)
    assert match.table.status == "running"
    match.wait(0.001)
    assert match.view()["result"]["reason"] == "time"


def test_the_computer_is_given_no_time(match):
    match.id = match.opener.open("Checkered", {}, "ann", 0, control=parse_control("5+3"))
    match.opener.sit(match.id, computer_id(1))
    assert match.send("addtime", 0) == "nobody_hurried"


def test_added_time_is_limited_per_turn_and_per_game(match):
    match.open("Checkered", control="5+3")
    for _ in range(QUOTAS["addtime"].per_turn):
        assert match.send("addtime", 1) == ""
    assert match.send("addtime", 1) == "added_often"
    match.turn("e2e4")
    assert match.send("addtime", 1) == ""
    match.table.game_counts["addtime", 1] = QUOTAS["addtime"].per_game
    match.turn("e7e5")
    assert match.send("addtime", 1) == "added_often"


@pytest.mark.parametrize(
    ("forge", "fault"),
    [
        ({}, ""),
        ({"seats": [2]}, "record_order"),
        ({"seat": 0, "seats": [1]}, "record_clock"),
        ({"seconds": 12}, "record_order"),
        ({"seconds": 0}, "record_format"),
    ],
)
def test_a_record_with_added_time_verifies_unless_it_was_changed(match, forge, fault):
    match.open("Checkered", control="5+3")
    match.first_moves()
    match.time += 2
    match.send("addtime", 1)
    match.turn(next(iter(match.table.moves(0))))
    match.send("resign", 1)
    record = match.record()
    (line,) = [line for line in record["log"] if line["kind"] == "addtime"]
    assert (line["seat"], line["seats"], line["seconds"]) == (1, [0], 15)
    line.update(forge)
    with pytest.raises(RecordError) if fault else nullcontext() as refused:
        match.verified(record)
    assert not fault or refused.value.code == fault
