"""What players may ask of a table beside moves: abort, takeback, a claim against who is absent, a rematch."""

import gevent
import pytest

from server.game import AWAY, QUOTAS, Refusal
from server.tables import MOST_OPEN
from tests.harness.actions import action
from variants.position import Eyes


def result(match):
    """Points, reason and seat of the result, None while there is none."""
    ending = match.view()["result"]
    return ending and (ending["points"], ending["reason"], ending["seat"])


def every_seat_looks(match):
    match.cache.pin(match.id)
    for seat in range(len(match.table.chairs)):
        match.attendance.arrive(match.table, seat)


def test_a_game_is_aborted_before_its_second_turn_and_in_no_list(match):
    match.open("Apocalypse", "c1c2 c5c4")
    match.act(0, "a2a3")
    assert match.send("abort", 1) == ""
    assert result(match) == ((0.5, 0.5), "aborted", 1)
    assert match.view(0)["sealed"] is None
    assert [match.listing.summaries(status) for status in ("running", "finished", "aborted")][:2] == [[], []]
    assert match.listing.tables_of("ann") == []
    match.restart()
    assert result(match) == ((0.5, 0.5), "aborted", 1)


def test_a_takeback_needs_consent_and_undoes_the_requesters_last_turn(match):
    match.open("Checkered", "e2e4 e7e5 g1f3")
    assert match.send("takeback", 1) == ""
    assert match.view()["back"] == {"to": 1, "seats": [1]}
    assert match.number == 3
    assert match.send("takeback", 1) == "already_asked"
    answers = [match.tables.act(match.id, "ann", action("takeback", 0, message="same")) for _ in range(2)]
    assert answers == [1, 1], "the turns that stay"
    assert (match.number, match.view()["back"]) == (1, None)
    assert match.table.position.to_act == (1,)
    match.turn("c7c5")
    match.restart()
    assert [turn.actions for turn in match.table.turns] == [{0: "e2e4"}, {1: "c7c5"}]


def test_who_declines_a_draw_keeps_their_own_request_for_a_takeback(match):
    match.open("Checkered", "e2e4")
    assert match.send("takeback", 0) == match.send("offer", 1) == match.send("decline", 0) == ""
    assert match.view()["back"] == {"to": 0, "seats": [0]}
    assert match.send("decline", 1) == ""
    assert match.view()["back"] is None


def test_a_takeback_in_a_simultaneous_game_removes_a_revealed_turn_and_all_seals(match):
    match.open("Apocalypse", "c1c2 c5c4")
    match.act(0, "a2a3")
    for seat in (1, 0):
        match.send("takeback", seat)
    assert match.number == 0
    assert [chair["state"] for chair in match.view()["chairs"]] == ["choosing", "choosing"]
    assert match.act(0, "a2a3", 1) == "early"
    match.turn("c1c2", "c5c4")
    assert match.send("act", 0, 1, "a2a3", 0) == "changed", "it was meant for the turn that was taken back"
    assert match.view()["takebacks"] == 1
    assert match.send("act", 0, 1, "a2a3", 1) == ""
    match.restart()
    assert match.view()["takebacks"] == 1


def test_a_takeback_request_does_not_agree_to_a_different_one_by_accident(match):
    match.open("Checkered", "e2e4 e7e5 g1f3")
    assert match.send("takeback", 0, 2) == ""
    assert match.send("takeback", 1, 1) == "changed"
    assert (match.number, match.view()["back"]) == (3, {"to": 2, "seats": [0]})
    assert match.send("takeback", 1, 2) == ""
    assert match.number == 2


def test_a_late_consent_without_a_number_of_turns_is_no_request_of_its_own(match):
    match.open("Checkered", "e2e4 e7e5 g1f3")
    assert match.send("takeback", 0) == ""
    assert match.send("takeback", 1) == ""
    assert match.send("takeback", 1) == "changed", "the consent came twice"
    assert (match.number, match.view()["back"]) == (2, None)
    assert match.send("takeback", 1, 1) == "", "a request names its turns"
    assert match.send("decline", 0) == ""
    assert match.send("takeback", 0) == "", "who declined knows of it"
    match.restart()
    match.turn("g1f3")
    assert match.send("takeback", 1) == "changed", "the request lapsed by the turn of who asked"


def test_the_increment_of_a_turn_goes_back_with_it(match):
    match.open("Checkered", "e2e4 e7e5", control="5+3")
    left = match.clocks()["left"]
    for _ in range(4):
        match.turn("g1f3")
        assert match.send("takeback", 0) == match.send("takeback", 1) == ""
        assert match.clocks()["left"] == left
    match.restart()
    assert match.clocks()["left"] == left


def test_a_takeback_leaves_a_clock_its_last_increment(match):
    match.open("Checkered", "e2e4 e7e5", control="5+3")
    match.wait(302)
    match.turn("g1f3")
    match.wait(1)
    assert match.send("takeback", 0) == match.send("takeback", 1) == ""
    assert match.clocks()["left"][0] == 3


def test_a_takeback_is_declined_and_lapses_with_a_turn(match):
    match.open("Apocalypse", "c1c2 c5c4")
    match.send("takeback", 0)
    assert "decline" in match.view(1)["may"]
    assert match.send("decline", 0) == "no_offer"
    assert match.send("decline", 1) == ""
    assert match.view()["back"] is None
    match.send("takeback", 0)
    match.turn("a2a3", "a4a3")
    assert match.view()["back"] is None


def test_a_repetition_is_counted_without_the_turns_taken_back(match):
    match.open("Checkered", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8")
    assert "claim" in match.view(0)["may"]
    for seat in (1, 0):
        match.send("takeback", seat)
    assert match.send("claim", 0) == "no_claim"
    match.turn("f6g8")
    assert match.send("claim", 0) == ""


def test_a_disconnected_player_is_shown_as_absent_after_a_delay(match):
    match.open()
    every_seat_looks(match)
    match.attendance.depart(match.id, 1)
    match.notified.clear()
    match.wait(AWAY - 0.1)
    assert match.notified == []
    match.wait(0.1)
    assert match.notified == [(0, 0, True)]
    assert [chair["away"] for chair in match.view()["chairs"]] == [False, True]
    match.attendance.arrive(match.table, 1)
    assert match.notified == [(0, 0, True)] * 2
    assert not match.view()["chairs"][1]["away"]


@pytest.mark.parametrize(("control", "patience"), [("none", 600), ("1+0", 30), ("10+5", 150), ("60+0", 300)])
def test_a_win_may_be_claimed_against_an_absent_player_to_move_after_a_timeout(match, control, patience):
    match.open("Checkered", control=control)
    match.first_moves()
    every_seat_looks(match)
    match.attendance.depart(match.id, 0)
    match.wait(AWAY)
    assert match.view()["absent"] == {"seats": [0], "in": patience - AWAY}
    match.wait(patience - AWAY - 1)
    if result(match):
        return
    assert match.send("absent", 1, True) == "not_absent"
    match.notified.clear()
    match.wait(1)
    assert match.notified, "the button appears by itself"
    assert "absent" in match.view(1)["may"]
    assert "absent" not in match.view(0)["may"]
    assert match.send("absent", 1, True) == ""
    assert result(match) == ((0.0, 1.0), "abandoned", 1)


def test_against_a_player_who_never_arrived_abort_is_possible_but_no_claim(match):
    match.open("Crown")
    every_seat_looks(match)
    match.attendance.depart(match.id, 2)
    match.turn(next(iter(match.table.moves(0))))
    match.turn(next(iter(match.table.moves(1))))
    match.wait(599)
    assert match.send("abort", 0) == "begun"
    match.wait(1)
    assert match.view()["absent"] is None
    assert match.send("absent", 0, True) == "not_absent"
    assert "abort" in match.view(0)["may"]
    assert match.send("abort", 0) == ""
    assert result(match)[1:] == ("aborted", 0)


def test_absence_before_an_opponent_came_does_not_count(match):
    match.id = match.opener.open("Checkered", {}, "ann", 0)
    match.cache.pin(match.id)
    match.attendance.arrive(match.table, 0)
    match.attendance.depart(match.id, 0)
    match.wait(5000)
    match.opener.sit(match.id, "bob")
    match.first_moves()
    assert match.send("absent", 1, True) == "not_absent"
    assert not match.view()["chairs"][0]["away"]
    match.wait(600)
    assert match.send("absent", 1, True) == ""


def test_absence_counts_from_the_beginning_of_the_turn(match):
    match.open("Checkered")
    match.first_moves("d2d4", "d7d5")
    every_seat_looks(match)
    match.attendance.depart(match.id, 1)
    match.wait(5000)
    match.turn("e2e4")
    assert match.view()["absent"] == {"seats": [1], "in": 600}
    match.wait(599)
    assert match.send("absent", 0, True) == "not_absent"
    match.wait(1)
    assert match.send("absent", 0, True) == ""


def test_a_player_present_at_one_of_several_seats_is_absent_from_none(match):
    match.id = match.opener.open("Crown", {}, "ann", 0)
    for person, seat in (("ann", 1), ("bob", 2)):
        match.opener.sit(match.id, person, seat, several=True)
    match.first_moves()
    every_seat_looks(match)
    match.attendance.depart(match.id, 0)
    match.wait(1000)
    assert [chair["away"] for chair in match.view()["chairs"]] == [False, False, False]
    match.attendance.depart(match.id, 1)
    match.wait(600)
    assert [chair["away"] for chair in match.view()["chairs"]] == [True, True, False]
    assert match.send("absent", 2, True, person="bob") == ""


def test_in_games_of_days_the_clock_alone_decides(match):
    match.open("Checkered", control="3d")
    match.wait(100_000)
    assert match.view()["chairs"][0]["away"]
    assert match.send("absent", 1, True) == "not_absent"


def test_downtime_counts_as_nobodys_absence(match):
    match.open("Checkered")
    match.journal.alive(match.time)
    match.journal.close()
    match.time += 5000
    match.start()
    assert match.send("absent", 1, True) == "not_absent"


def test_the_next_game_begins_when_all_want_it_with_seats_moved_on(match):
    match.open(control="5+3", collision="classic")
    match.send("resign", 0)
    assert match.send("rematch", 0, False) == ""
    assert match.send("rematch", 0, False) == "already_asked_again"
    assert match.view()["rematch"] == {"seats": [0], "surprise": [], "table": None}
    for _ in range(2):
        assert match.send("rematch", 1, False, message="same") == ""
    assert len(match.listing.summaries("running")) == 1
    first, match.id = match.table, match.view()["rematch"]["table"]
    assert match.table.chairs == ["bob", "ann"]
    assert match.table.status == "running"
    assert (match.table.opening.control, match.table.opening.settings) == ("5+3", first.opening.settings)
    match.id = first.id
    assert match.send("rematch", 0, False) == "rematch_open"
    match.restart()
    assert match.view()["rematch"]["table"], "the journal knows it"


def test_a_surprise_is_another_variant_and_both_must_want_it(match):
    match.open()
    match.send("resign", 0)
    assert match.send("rematch", 0, True) == ""
    assert match.send("rematch", 1, False) == ""
    assert match.view()["rematch"] == {"seats": [0, 1], "surprise": [0], "table": None}
    assert match.send("rematch", 1, True) == ""
    match.id = match.view()["rematch"]["table"]
    assert match.table.opening.variant in match.variants.keys() - {"Apocalypse"}


def test_rematch_requests_have_a_quota(match):
    match.open()
    match.send("resign", 0)
    for wish in range(QUOTAS["again"].per_turn):
        assert match.send("rematch", 0, wish % 2 == 0) == ""
    assert match.send("rematch", 0, QUOTAS["again"].per_turn % 2 == 0) == "asked_often"
    assert match.send("rematch", 1, QUOTAS["again"].per_turn % 2 == 1) == ""
    assert match.view()["rematch"]["table"]


@pytest.mark.parametrize(("variant", "settings"), [("Apocalypse", {}), ("Dark", {}), ("Chess", {"randomness": 1})])
def test_a_game_from_a_set_up_position_is_marked_for_all(match, variant, settings):
    """The player who laid out a hidden board knows more of it: the rematch begins from it, and draws no lots."""
    start = match.variants[variant].start()
    rows, rest = start.fen().split(" ", 1)
    match.open(variant, fen=start.fen())
    assert not match.view(1)["set_up"]
    rows = rows.replace("p", "1", 1)
    match.open(variant, fen=f"{rows} {rest}", **settings)
    assert all(match.view(viewer)["set_up"] for viewer in (0, 1, Eyes.SPECTATOR))
    match.send("resign", 0)
    for seat in (0, 1):
        match.send("rematch", seat, False)
    match.id = match.view()["rematch"]["table"]
    match.restart()
    assert match.view(1)["set_up"], "the journal knows it"
    assert match.table.position.fen().startswith(match.variants[variant].from_fen(f"{rows} {rest}").fen().split(" ")[0])


def test_a_wish_for_a_rematch_is_taken_back_until_the_game_begins(match):
    match.open()
    match.send("resign", 0)
    assert match.send("unrematch", 0) == "no_rematch"
    match.send("rematch", 0, False)
    assert "unrematch" in match.view(0)["may"]
    assert "unrematch" not in match.view(1)["may"]
    assert match.send("unrematch", 0) == ""
    assert match.view()["rematch"] == {"seats": [], "surprise": [], "table": None}
    match.send("rematch", 1, False)
    assert match.view()["rematch"] == {"seats": [1], "surprise": [], "table": None}
    match.restart()
    assert match.view()["rematch"] == {"seats": [1], "surprise": [], "table": None}
    match.send("rematch", 0, False, message="anew")
    assert match.view()["rematch"]["table"]
    assert match.send("unrematch", 0) == "rematch_open"


def test_two_players_on_one_device_agree_with_themselves_and_claim_nothing_against_each_other(match):
    match.id = match.opener.open("Apocalypse", {}, "ann", 0, others="ann")
    assert match.table.seats_of("ann") == [0, 1]
    assert match.listing.summaries("running") == [], "it is nobody else's"
    match.time += 5000
    assert match.view()["absent"] is None
    assert match.send("absent", 1, True, person="ann") == "not_absent"
    for seat, move in enumerate(("c1c2", "c5c4")):
        assert match.send("act", seat, 0, move, person="ann") == ""
    assert match.send("takeback", 0, person="ann") == ""
    assert match.number == 0
    match.send("resign", 0, person="ann")
    match.send("rematch", 0, False, person="ann")
    assert match.view()["rematch"]["table"]


def test_tables_opened_at_the_same_time_are_counted_one_after_the_other(match):
    def attempt():
        try:
            return bool(match.opener.open("Apocalypse", {}, "ann", 0))
        except Refusal:
            return False

    attempts = [gevent.spawn(attempt) for _ in range(MOST_OPEN * 2)]
    assert sum(each.get() for each in attempts) == MOST_OPEN


def test_games_that_go_on_are_bounded_too_also_on_one_device(match, monkeypatch):
    monkeypatch.setattr("server.tables.opener.MOST_STANDING", 3)
    for _ in range(3):
        match.opener.open("Apocalypse", {}, "ann", 0, others="ann")
    with pytest.raises(Refusal, match="already play 3 games"):
        match.opener.open("Apocalypse", {}, "ann", 0, others="ann")
