"""Seats that come and go at a table: an onlooker joins, a player leaves and the others play on."""

from functools import partial

import pytest

from server.records import pgn, verification
from server.records.document import RecordError
from tests.toys import Guest
from variants.position import Eyes

CLOCK = "5+3"


def begun(match, control="none", joined=True):
    """White and Black have run once; cleo has joined, or may."""
    match.open("Guest", "a1a2 b1b2", control=control)
    if joined:
        assert match.act(2, "c1c2") == ""
    return match


def seen(match):
    """What everybody sees, but the clocks, which a restart changes, and who is there."""
    keys = ("number", "status", "offers", "back", "picture", "moves", "join", "turns", "result")
    views = [match.view(viewer) for viewer in (0, 1, 2, Eyes.SPECTATOR)]
    return [[view[key] for key in keys] + [chair["state"] for chair in view["chairs"]] for view in views]


def holds(match):
    """The table is the same after a restart, and its records hold."""
    before = seen(match)
    match.restart()
    assert seen(match) == before
    match.verified()
    verification.replay(verification.read(pgn.write(match.record(), Guest), match.variants), match.variants)


def test_the_game_begins_without_the_seat_that_may_be_taken_later(match):
    match.open("Guest")
    assert match.table.status == "running"
    assert match.table.chairs == ["ann", "bob", None]
    assert [chair["state"] for chair in match.view()["chairs"]] == ["choosing", "waiting", "later"]
    assert match.act(0, "a1a2") == ""
    assert match.view()["join"] == {}
    assert match.send("offer", 1) == ""
    assert match.act(1, "b1b2") == ""
    assert [move["id"] for move in match.view()["join"]["2"]] == ["c1c2"]
    assert "join" in match.view(0)
    assert match.view(0)["join"] == {}
    assert match.send("resign", 0) == ""
    assert match.table.ending.points == (0.0, 1.0, 0.0), "who never came has no part of it"
    holds(match)


def test_a_seat_that_nobody_can_take_any_more_is_not_free(match):
    def third():
        return match.view(Eyes.SPECTATOR)["chairs"][2]["state"]

    match.open("Checkered", observer=True)
    for move in ("e2e4", "d7d5", "e4d5"):
        assert third() == "later"
        match.turn(move)
    assert list(match.view(Eyes.SPECTATOR)["join"]) == ["2"]
    match.turn("e8e1")
    assert (third(), match.view(Eyes.SPECTATOR)["join"]) == ("out", {})
    match.send("resign", 0)
    assert third() == "done"


def test_the_first_who_joins_has_the_seat_and_no_player_takes_it(match):
    begun(match, joined=False)
    number = match.number
    assert match.send("act", 2, number, "c1c2", person="ann") == "not_your_seat"
    assert match.send("act", 2, number, "c1c3", person="dan") == "not_offered"
    assert match.table.chairs[2] is None
    assert match.send("act", 2, number, "c1c2", person="dan", message="same") == ""
    assert match.send("act", 2, number, "c1c2", person="dan", message="same") == ""
    assert match.send("act", 2, number, "c1c2", person="eve") == "not_your_seat"
    assert match.table.chairs[2] == "dan"
    assert match.number == number + 1


class Shrouded(Guest):
    """A Guest whose board is hidden."""

    hidden = True


def test_on_a_hidden_board_an_onlooker_learns_nothing_of_a_free_seats_moves(match):
    match.variants["Shrouded"] = Shrouded
    match.open("Shrouded")
    assert match.table.position.moves(2)
    assert match.view()["join"] == {}
    assert {match.send("act", 2, 0, move, person="dan") for move in ("c1c2", "c1b2", "c1a1")} == {"not_your_seat"}


def test_an_onlooker_joins_by_a_move_of_the_free_seat_has_a_clock_and_stops_nobodys(match):
    begun(match, control=CLOCK, joined=False)
    match.time += 10
    assert match.act(2, "c1c2") == ""
    assert (match.table.chairs, match.view()["join"]) == (["ann", "bob", "cleo"], {})
    assert [chair["state"] for chair in match.view()["chairs"]] == ["choosing", "waiting", "waiting"]
    assert match.clocks()["running"] == [0]
    match.time += 10
    assert match.clocks()["left"] == pytest.approx([283, 303, 303])
    for seat, move in enumerate(("a2a3", "b2b3", "c2c3")):
        assert match.clocks()["running"] == [seat]
        assert match.act(seat, move) == ""
    holds(match)


def resign(match, seat):
    assert match.send("resign", seat) == ""


def lose_on_time(match, _seat):
    match.wait(400)


def be_gone(match, _seat, win=True):
    match.presence.arrive(match.id, 1)
    match.time += 200
    assert match.send("absent", 1, win) == ""


@pytest.mark.parametrize(
    ("leave", "reason", "points"),
    [
        (resign, "resigned", (0.0, 1.0, 0.0)),
        (lose_on_time, "time", (0.0, 1.0, 0.0)),
        (be_gone, "abandoned", (0.0, 1.0, 0.0)),
        (partial(be_gone, win=False), "abandoned", (0.0, 0.5, 0.5)),
    ],
)
def test_a_player_who_leaves_is_out_and_the_others_play_on(match, leave, reason, points):
    begun(match, control=CLOCK)
    leave(match, 0)
    assert match.table.status == "running"
    assert match.view()["turns"][-1]["left"] == {"seats": (0,), "reason": reason}
    assert [chair["state"] for chair in match.view()["chairs"]] == ["out", "choosing", "waiting"]
    assert match.clocks()["running"] == [1]
    assert match.view(0)["may"] == []
    assert {match.send(act, 0) for act in ("resign", "offer", "claim", "abort")} == {"out"}
    assert match.act(1, "b2b3") == ""
    holds(match)
    leave(match, 2)
    assert match.table.ending.points == points
    holds(match)


def test_the_offers_of_a_draw_end_when_somebody_leaves(match):
    begun(match)
    assert match.send("offer", 0) == ""
    assert match.send("resign", 1) == ""
    assert match.view()["offers"] == []
    assert match.send("offer", 0) == ""
    assert match.send("offer", 2) == ""
    assert match.table.ending.points == (0.5, 0.0, 0.5)
    holds(match)


def test_a_takeback_asks_all_seats_and_brings_back_a_player_who_left(match):
    begun(match)
    assert match.send("resign", 0) == ""
    assert match.act(1, "b2b3") == ""
    assert [match.send("takeback", seat) for seat in (2, 1, 0)] == [""] * 3
    assert match.number == 2
    assert match.table.position.out() == {2}
    assert match.table.chairs[2] == "cleo"
    assert match.act(2, "c1c2") == "", "who had joined may join again"
    holds(match)


def test_two_take_back_a_turn_without_asking_a_free_seat(match):
    begun(match, joined=False)
    assert [match.send("takeback", seat) for seat in (1, 0)] == [""] * 2
    assert match.number == 1


def test_those_who_began_play_again(match):
    begun(match)
    assert match.send("resign", 0) == ""
    assert match.send("resign", 1) == ""
    assert match.send("rematch", 0, False) == ""
    assert match.send("rematch", 1, False) == ""
    match.id = match.table.rematch
    assert match.table.chairs == ["bob", "ann", None]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"left": [1]}, "record_turn"),
        ({"reason": "time"}, "record_leaving"),
        ({"fen": "3/3/P1s/1p1/3 b 4 {}"}, "record_turn"),
        ({"left": [0, 1]}, "record_left"),
    ],
)
def test_a_record_in_which_somebody_cannot_have_left_like_that_is_refused(match, change, code):
    begun(match)
    assert match.send("resign", 0) == ""
    record = match.record()
    record["log"][-1] |= change
    record["final_fen"] = record["log"][-1]["fen"]
    with pytest.raises(RecordError) as caught:
        match.verified(record)
    assert caught.value.code == code


def test_a_record_that_ends_where_the_others_play_on_is_refused(match):
    begun(match)
    assert match.send("resign", 0) == ""
    record = match.record()
    last = record["log"].pop()
    ended = {"kind": "end", "turn": last["turn"], "at": last["at"], "points": [0, 0.5, 0.5], "reason": "resigned"}
    record["log"].append({**ended, "seat": 0})
    record |= {"status": "finished", "result": {"points": [0, 0.5, 0.5], "reason": "resigned", "seat": 0}}
    record["final_fen"] = record["log"][-2]["fen"]
    with pytest.raises(RecordError, match="nothing in it leads there"):
        match.verified(record)
