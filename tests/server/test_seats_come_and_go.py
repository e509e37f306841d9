"""Seats that come and go at a table: an onlooker joins, a player leaves and the others play on."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.archive import pgn, records, verify
from server.archive.scoresheet import RecordError
from tests.lobbying import House
from tests.toys import Guest
from variants.position import Eyes

CLOCK = "5+3"


@pytest.fixture
def house(tmp_path: Path, place: Path | str) -> Iterator[House]:
    made = House(tmp_path, Guest, place=place)
    yield made
    made.journal.close()


def begun(house: House, control: str = "none", joined: bool = True) -> House:
    """White and Black have run once; cleo has joined, or may."""
    house.game("Guest", control=control)
    assert house.act(0, "a1a2") is True
    assert house.act(1, "b1b2") is True
    if joined:
        assert house.act(2, "c1c2") is True
    return house


def record_of(house: House) -> dict[str, Any]:
    return records.fetch(house.lobby, house.id, lambda _: Eyes.SPECTATOR, str.title)


def seen(house: House) -> list[Any]:
    """What everybody sees, but the clocks, which a restart changes, and who is there."""
    keys = ("number", "status", "offers", "back", "picture", "moves", "join", "turns", "result")
    views = [house.view(viewer) for viewer in (0, 1, 2, Eyes.SPECTATOR)]
    return [[view[key] for key in keys] + [chair["state"] for chair in view["chairs"]] for view in views]


def holds(house: House) -> None:
    """The table is the same after a restart, and its records hold."""
    before = seen(house)
    house.restart()
    assert seen(house) == before
    record = record_of(house)
    verify.replay(verify.read(json.dumps(record), house.variants), house.variants)
    verify.replay(verify.read(pgn.write(record, Guest), house.variants), house.variants)


def test_the_game_begins_without_the_seat_that_may_be_taken_later(house: House) -> None:
    house.game("Guest")
    assert house.table.status == "running"
    assert house.table.chairs == ["ann", "bob", None]
    assert [chair["state"] for chair in house.view()["chairs"]] == ["choosing", "waiting", "later"]
    assert house.act(0, "a1a2") is True
    assert house.view()["join"] == {}
    assert house.send("offer", 1) is True
    assert house.act(1, "b1b2") is True
    assert [move["id"] for move in house.view()["join"]["2"]] == ["c1c2"]
    assert "join" in house.view(0)
    assert house.view(0)["join"] == {}
    assert house.send("resign", 0) is True
    assert house.table.ending is not None
    assert house.table.ending.points == (0.0, 1.0, 0.0), "who never came has no part of it"
    holds(house)


def test_a_seat_that_nobody_can_take_any_more_is_not_free(house: House) -> None:
    def third() -> str:
        state: str = house.view(Eyes.SPECTATOR)["chairs"][2]["state"]
        return state

    house.game("Checkered", observer=True)
    for move in ("e2e4", "d7d5", "e4d5"):
        assert third() == "later"
        house.turn(move)
    assert list(house.view(Eyes.SPECTATOR)["join"]) == ["2"]
    house.turn("e8e1")
    assert (third(), house.view(Eyes.SPECTATOR)["join"]) == ("out", {})
    house.send("resign", 0)
    assert third() == "done"


def test_an_onlooker_joins_by_a_move_of_the_free_seat(house: House) -> None:
    begun(house)
    assert house.table.chairs == ["ann", "bob", "cleo"]
    assert house.table.position.to_act == (0,)
    assert house.view()["join"] == {}
    assert [chair["state"] for chair in house.view()["chairs"]] == ["choosing", "waiting", "waiting"]
    assert house.act(0, "a2a3") is True
    assert house.act(1, "b2b3") is True
    assert house.act(2, "c2c3") is True
    holds(house)


def test_the_first_who_joins_has_the_seat_and_no_player_takes_it(house: House) -> None:
    begun(house, joined=False)
    number = house.table.number
    assert house.send("act", 2, number, "c1c2", person="ann") == "not_your_seat"
    assert house.send("act", 2, number, "c1c3", person="dan") == "not_offered"
    assert house.table.chairs[2] is None
    assert house.send("act", 2, number, "c1c2", person="dan", message="same") is True
    assert house.send("act", 2, number, "c1c2", person="dan", message="same") is True
    assert house.send("act", 2, number, "c1c2", person="eve") == "not_your_seat"
    assert house.table.chairs[2] == "dan"
    assert house.table.number == number + 1


class Shrouded(Guest):
    """A Guest whose board is hidden."""

    hidden = True


def test_on_a_hidden_board_an_onlooker_learns_nothing_of_a_free_seats_moves(house: House) -> None:
    house.variants["Shrouded"] = Shrouded
    house.game("Shrouded")
    assert house.table.position.moves(2)
    assert house.view()["join"] == {}
    assert {house.send("act", 2, 0, move, person="dan") for move in ("c1c2", "c1b2", "c1a1")} == {"not_your_seat"}


def test_who_joins_has_a_clock_and_stops_nobodys(house: House) -> None:
    begun(house, control=CLOCK, joined=False)
    house.time += 10
    assert house.act(2, "c1c2") is True
    assert house.clocks()["running"] == [0]
    house.time += 10
    assert house.clocks()["left"] == pytest.approx([283, 303, 300])
    assert house.act(0, "a2a3") is True
    assert house.act(1, "b2b3") is True
    assert house.clocks()["running"] == [2]
    holds(house)


def test_who_resigns_leaves_and_the_others_play_on(house: House) -> None:
    begun(house)
    assert house.send("resign", 0) is True
    assert house.table.status == "running"
    assert house.table.position.to_act == (1,)
    assert [chair["state"] for chair in house.view()["chairs"]] == ["out", "choosing", "waiting"]
    assert house.view()["turns"][-1]["left"] == {"seats": (0,), "reason": "resigned"}
    assert house.view(0)["may"] == []
    assert house.send("resign", 0) == "out"
    assert house.act(1, "b2b3") is True
    holds(house)
    assert house.send("resign", 2) is True
    assert house.table.ending is not None
    assert house.table.ending.points == (0.0, 1.0, 0.0)
    holds(house)


def test_whose_flag_falls_leaves_and_the_others_play_on(house: House) -> None:
    begun(house, control=CLOCK)
    house.time += 400
    house.lobby.timekeeper.look()
    assert house.table.status == "running"
    assert house.view()["turns"][-1]["left"] == {"seats": (0,), "reason": "time"}
    assert house.clocks()["running"] == [1]
    assert house.act(1, "b2b3") is True
    holds(house)
    house.time += 400
    house.lobby.timekeeper.look()
    assert house.table.ending is not None
    assert (house.table.ending.points, house.table.ending.reason) == ((0.0, 1.0, 0.0), "time")
    holds(house)


@pytest.mark.parametrize("win", [True, False])
def test_who_is_absent_for_long_leaves_when_another_claims_it(house: House, win: bool) -> None:
    begun(house, control=CLOCK)
    for seat in (1, 2):
        house.lobby.presence.come(house.id, seat)
    house.time += 200
    assert house.send("absent", 1, win) is True
    assert house.table.status == "running"
    assert house.view()["turns"][-1]["left"] == {"seats": (0,), "reason": "abandoned"}
    holds(house)


def test_the_offers_of_a_draw_end_when_somebody_leaves(house: House) -> None:
    begun(house)
    assert house.send("offer", 0) is True
    assert house.send("resign", 1) is True
    assert house.view()["offers"] == []
    assert house.send("offer", 0) is True
    assert house.send("offer", 2) is True
    assert house.table.ending is not None
    assert house.table.ending.points == (0.5, 0.0, 0.5)
    holds(house)


def test_a_takeback_brings_back_who_left_and_asks_everybody_who_sits_there(house: House) -> None:
    begun(house)
    assert house.send("resign", 0) is True
    assert house.act(1, "b2b3") is True
    assert [house.send("takeback", seat) for seat in (2, 1, 0)] == [True] * 3
    assert house.table.number == 2
    assert house.table.position.out() == {2}
    assert house.table.chairs[2] == "cleo"
    assert house.act(2, "c1c2") is True, "who had joined may join again"
    holds(house)


def test_two_take_back_a_turn_without_asking_a_free_seat(house: House) -> None:
    begun(house, joined=False)
    assert [house.send("takeback", seat) for seat in (1, 0)] == [True] * 2
    assert house.table.number == 1


def test_those_who_began_play_again(house: House) -> None:
    begun(house)
    assert house.send("resign", 0) is True
    assert house.send("resign", 1) is True
    assert house.send("rematch", 0, False) is True
    assert house.send("rematch", 1, False) is True
    assert house.table.rematch is not None
    house.id = house.table.rematch
    assert house.table.chairs == ["bob", "ann", None]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"left": [1]}, "record_turn"),
        ({"reason": "time"}, "record_leaving"),
        ({"fen": "3/3/P1s/1p1/3 b 4 {}"}, "record_turn"),
        ({"left": [0, 1]}, "record_left"),
    ],
)
def test_a_record_in_which_somebody_cannot_have_left_like_that_is_refused(
    house: House, change: dict[str, Any], code: str
) -> None:
    begun(house)
    assert house.send("resign", 0) is True
    record = record_of(house)
    record["log"][-1] |= change
    record["final_fen"] = record["log"][-1]["fen"]
    record["digest"] = records.digest(record)
    with pytest.raises(RecordError) as caught:
        verify.replay(verify.read(json.dumps(record), house.variants), house.variants)
    assert caught.value.code == code


def test_a_record_that_ends_where_the_others_play_on_is_refused(house: House) -> None:
    begun(house)
    assert house.send("resign", 0) is True
    record = record_of(house)
    last = record["log"].pop()
    ended = {"kind": "end", "turn": last["turn"], "at": last["at"], "points": [0, 0.5, 0.5], "reason": "resigned"}
    record["log"].append({**ended, "seat": 0})
    record |= {"status": "finished", "result": {"points": [0, 0.5, 0.5], "reason": "resigned", "seat": 0}}
    record["final_fen"] = record["log"][-2]["fen"]
    record["digest"] = records.digest(record)
    with pytest.raises(RecordError, match="nothing in it leads there"):
        verify.replay(verify.read(json.dumps(record), house.variants), house.variants)
