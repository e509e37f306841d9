"""What players may ask of a table beside moves: to abort, to go back, to claim against who has gone, to play again."""

import gevent
import pytest

from server.tables.absence import AWAY
from server.tables.refusal import Refusal
from server.tables.rights import MOST_ASKS, MOST_WISHES
from server.tables.room import MOST_OPEN
from tests.harness.actions import action
from variants.position import Eyes


def view(match, viewer=Eyes.SPECTATOR):
    return match.table.view(viewer, at=match.time)


def result(match):
    told = view(match)["result"]
    return told and (told["points"], told["reason"], told["seat"])


def again(match, seat, surprise=False, message=""):
    message = message or next(match.messages)
    answer = match.lobby.send(
        match.id, ("ann", "bob", "cleo")[seat], action("rematch", seat, surprise, message=message)
    )
    return "" if answer["ok"] else answer["refusal"].code


def wait(match, seconds):
    match.time += seconds
    match.lobby.timekeeper.look()


def every_seat_looks(match):
    match.lobby.hold(match.id)
    for seat in range(len(match.table.chairs)):
        match.lobby.arrive(match.table, seat)


def test_a_game_is_aborted_before_its_second_turn_and_in_no_list(match):
    match.game()
    match.turn("c1c2", "c5c4")
    match.act(0, "a2a3")
    assert match.send("abort", 1) == ""
    assert result(match) == ((0.5, 0.5), "aborted", 1)
    assert view(match, 0)["sealed"] is None
    assert [match.lobby.listing.summaries(status) for status in ("running", "finished", "aborted")][:2] == [[], []]
    assert match.lobby.listing.tables_of("ann") == []
    match.restart()
    assert result(match) == ((0.5, 0.5), "aborted", 1)


def test_after_the_second_turn_a_game_is_not_aborted(match):
    match.game("Checkered")
    match.turn("e2e4")
    match.turn("e7e5")
    assert match.send("abort", 0) == "begun"
    assert "abort" not in view(match, 0)["may"]


@pytest.mark.parametrize("name", ["abort", "takeback", "resign", "offer", "decline", "claim"])
def test_who_does_not_sit_there_asks_for_nothing(match, name):
    match.game()
    assert match.send(name, 0, person="eve") == "not_your_seat"
    assert match.send("absent", 0, True, person="eve") == "not_your_seat"


def test_a_takeback_needs_the_others_and_goes_before_ones_own_last_turn(match):
    match.game("Checkered")
    for move in ("e2e4", "e7e5", "g1f3"):
        match.turn(move)
    assert match.send("takeback", 1) == ""
    assert view(match)["back"] == {"to": 1, "seats": [1]}
    assert match.table.number == 3
    assert match.send("takeback", 1) == "already_asked"
    assert match.send("takeback", 0) == ""
    assert (match.table.number, view(match)["back"]) == (1, None)
    assert match.table.position.to_act == (1,)
    match.turn("c7c5")
    match.restart()
    assert [turn.actions for turn in match.table.turns] == [{0: "e2e4"}, {1: "c7c5"}]


def test_who_agrees_to_a_takeback_is_answered_with_the_turns_that_stay(match):
    match.game("Checkered")
    for move in ("e2e4", "e7e5"):
        match.turn(move)
    match.send("takeback", 0)
    answers = [match.lobby.send(match.id, "bob", action("takeback", 1, message="same")) for _ in range(2)]
    assert answers == [{"ok": True, "number": 0}] * 2


def test_of_a_simultaneous_game_a_whole_revealed_turn_is_taken_back_with_what_is_sealed(match):
    match.game()
    match.turn("c1c2", "c5c4")
    match.act(0, "a2a3")
    for seat in (1, 0):
        match.send("takeback", seat)
    assert match.table.number == 0
    assert [chair["state"] for chair in view(match)["chairs"]] == ["choosing", "choosing"]
    assert match.act(0, "a2a3", 1) == "early"
    assert match.act(0, "a2a3", 0) == ""


def test_a_move_meant_for_a_turn_that_was_taken_back_is_not_sealed_for_the_one_in_its_place(match):
    match.game()
    match.turn("c1c2", "c5c4")
    for seat in (0, 1):
        match.send("takeback", seat)
    match.turn("c1c2", "c5c4")

    def act(takebacks, message):
        return match.lobby.send(match.id, "ann", action("act", 0, 1, "a2a3", takebacks, message=message))

    assert act(0, "late")["refusal"].code == "changed"
    assert view(match)["takebacks"] == 1
    assert act(1, "right")["ok"]
    match.restart()
    assert view(match)["takebacks"] == 1


def test_who_asks_to_go_back_does_not_agree_unawares_to_what_the_other_asks(match):
    match.game("Checkered")
    for move in ("e2e4", "e7e5", "g1f3"):
        match.turn(move)

    def takeback(seat, to):
        person, message = ("ann", "bob")[seat], next(match.messages)
        answer = match.lobby.send(match.id, person, action("takeback", seat, to, message=message))
        return "" if answer["ok"] else answer["refusal"].code

    assert takeback(0, 2) == ""
    assert takeback(1, 1) == "changed"
    assert (match.table.number, view(match)["back"]) == (3, {"to": 2, "seats": [0]})
    assert takeback(1, 2) == ""
    assert match.table.number == 2


def test_a_takeback_is_declined_and_lapses_with_a_turn(match):
    match.game()
    match.turn("c1c2", "c5c4")
    match.send("takeback", 0)
    assert "decline" in view(match, 1)["may"]
    assert match.send("decline", 0) == "no_offer"
    assert match.send("decline", 1) == ""
    assert view(match)["back"] is None
    match.send("takeback", 0)
    match.turn("a2a3", "a4a3")
    assert view(match)["back"] is None


def test_a_repetition_is_counted_without_the_turns_taken_back(match):
    match.game("Checkered")
    shuffle = ("g1f3", "g8f6", "f3g1", "f6g8")
    for move in (*shuffle, *shuffle):
        match.turn(move)
    assert "claim" in view(match, 0)["may"]
    for seat in (1, 0):
        match.send("takeback", seat)
    assert match.send("claim", 0) == "no_claim"
    match.turn("f6g8")
    assert match.send("claim", 0) == ""


def test_without_a_turn_of_ones_own_there_is_nothing_to_take_back(match):
    match.game("Checkered")
    match.turn("e2e4")
    assert match.send("takeback", 1) == "nothing_back"
    assert "takeback" not in view(match, 1)["may"]


def test_asking_again_and_again_ends(match):
    match.game()
    match.turn("c1c2", "c5c4")
    for _ in range(MOST_ASKS):
        assert match.send("takeback", 0) == ""
        match.send("decline", 1)
    assert match.send("takeback", 0) == "asked_often"


def test_all_three_agree_to_a_takeback_or_it_is_none(match):
    match.game("Crown")
    match.turn("a1a2")
    for seat in (0, 2):
        match.send("takeback", seat)
    assert match.table.number == 1
    match.send("takeback", 1)
    assert match.table.number == 0


def test_who_loses_the_link_is_shown_as_gone_after_a_moment(match):
    match.game()
    every_seat_looks(match)
    match.lobby.depart(match.id, 1)
    match.notified.clear()
    wait(match, AWAY - 0.1)
    assert match.notified == []
    wait(match, 0.1)
    assert match.notified == [(0, 0, True)]
    assert [chair["away"] for chair in view(match)["chairs"]] == [False, True]
    match.lobby.arrive(match.table, 1)
    assert match.notified == [(0, 0, True)] * 2
    assert not view(match)["chairs"][1]["away"]


@pytest.mark.parametrize(("control", "patience"), [("none", 600), ("1+0", 30), ("10+5", 150), ("60+0", 300)])
def test_against_who_is_gone_and_waited_for_the_others_may_claim_after_a_time(match, control, patience):
    match.game("Checkered", control=control)
    match.first_moves()
    every_seat_looks(match)
    match.lobby.depart(match.id, 0)
    wait(match, AWAY)
    assert view(match)["absent"] == {"seats": [0], "in": patience - AWAY}
    wait(match, patience - AWAY - 1)
    if result(match):
        return
    assert match.send("absent", 1, True) == "not_absent"
    match.notified.clear()
    wait(match, 1)
    assert match.notified, "the button appears by itself"
    assert "absent" in view(match, 1)["may"]
    assert "absent" not in view(match, 0)["may"]
    assert match.send("absent", 1, True) == ""
    assert result(match) == ((0.0, 1.0), "abandoned", 1)


def test_against_who_never_came_the_others_claim_nothing_but_may_abort(match):
    match.game("Crown")
    every_seat_looks(match)
    match.lobby.depart(match.id, 2)
    match.turn(next(iter(match.table.moves(0))))
    match.turn(next(iter(match.table.moves(1))))
    wait(match, 599)
    assert match.send("abort", 0) == "begun"
    wait(match, 1)
    assert view(match)["absent"] is None
    assert match.send("absent", 0, True) == "not_absent"
    assert "abort" in view(match, 0)["may"]
    assert match.send("abort", 0) == ""
    assert result(match)[1:] == ("aborted", 0)


def test_the_claim_may_be_for_a_draw(match):
    match.game()
    match.first_moves()
    every_seat_looks(match)
    match.lobby.depart(match.id, 1)
    wait(match, 600)
    assert match.send("absent", 0, False) == ""
    assert result(match) == ((0.5, 0.5), "abandoned_draw", 0)


def test_who_is_gone_but_not_waited_for_loses_nothing(match):
    match.game()
    every_seat_looks(match)
    match.act(1, "c5c4")
    match.lobby.depart(match.id, 1)
    wait(match, 5000)
    assert view(match)["absent"] is None
    assert match.send("absent", 0, True) == "not_absent"


def test_who_left_while_he_waited_for_an_opponent_is_not_gone_for_that_time(match):
    match.id = match.lobby.open("Checkered", {}, "ann", 0)
    match.lobby.hold(match.id)
    match.lobby.arrive(match.table, 0)
    match.lobby.depart(match.id, 0)
    wait(match, 5000)
    match.lobby.sit(match.id, "bob")
    match.first_moves()
    assert match.send("absent", 1, True) == "not_absent"
    assert not view(match)["chairs"][0]["away"]
    wait(match, 600)
    assert match.send("absent", 1, True) == ""


def test_who_is_gone_has_the_whole_time_from_when_he_is_waited_for(match):
    match.game("Checkered")
    match.first_moves("d2d4", "d7d5")
    every_seat_looks(match)
    match.lobby.depart(match.id, 1)
    wait(match, 5000)
    match.turn("e2e4")
    assert view(match)["absent"] == {"seats": [1], "in": 600}
    wait(match, 599)
    assert match.send("absent", 0, True) == "not_absent"
    match.notified.clear()
    wait(match, 1)
    assert match.notified, "the button appears by itself"
    assert match.send("absent", 0, True) == ""


def test_who_looks_from_one_of_his_seats_is_gone_from_none(match):
    match.id = match.lobby.open("Crown", {}, "ann", 0)
    for person, seat in (("ann", 1), ("bob", 2)):
        match.lobby.sit(match.id, person, seat, several=True)
    match.first_moves()
    every_seat_looks(match)
    match.lobby.depart(match.id, 0)
    wait(match, 1000)
    assert [chair["away"] for chair in view(match)["chairs"]] == [False, False, False]
    match.lobby.depart(match.id, 1)
    wait(match, 600)
    assert [chair["away"] for chair in view(match)["chairs"]] == [True, True, False]
    assert match.send("absent", 2, True, person="bob") == ""


def test_nobody_claims_against_himself(match):
    match.id = match.lobby.open("Apocalypse", {}, "ann", 0, others="ann")
    wait(match, 5000)
    assert view(match)["absent"] is None
    assert match.send("absent", 1, True, person="ann") == "not_absent"


def test_nobody_is_remembered_to_have_left_a_game_that_is_over(match):
    match.game()
    every_seat_looks(match)
    match.lobby.depart(match.id, 0)
    match.send("resign", 0)
    match.lobby.depart(match.id, 1)
    assert match.lobby.presence._last_seen == {}


def test_who_comes_back_at_once_causes_no_stir(match):
    match.game()
    every_seat_looks(match)
    match.lobby.depart(match.id, 1)
    match.lobby.arrive(match.table, 1)
    match.notified.clear()
    wait(match, AWAY)
    assert match.notified == []


def test_in_games_of_days_the_clock_alone_decides(match):
    match.game("Checkered", control="3d")
    wait(match, 100_000)
    assert view(match)["chairs"][0]["away"]
    assert match.send("absent", 1, True) == "not_absent"


def test_nobody_is_gone_for_the_time_in_which_there_was_no_server(match):
    match.game("Checkered")
    match.journal.alive(match.time)
    match.journal.close()
    match.time += 5000
    match.start()
    assert match.send("absent", 1, True) == "not_absent"


def test_the_next_game_begins_when_all_want_it_with_seats_moved_on(match):
    match.game(control="5+3", collision="classic")
    match.send("resign", 0)
    assert again(match, 0) == ""
    assert again(match, 0) == "already_asked_again"
    assert view(match)["rematch"] == {"seats": [0], "surprise": [], "table": None}
    assert again(match, 1) == ""
    first, match.id = match.table, view(match)["rematch"]["table"]
    assert match.table.chairs == ["bob", "ann"]
    assert match.table.status == "running"
    assert (match.table.opening.control, match.table.opening.settings) == ("5+3", first.opening.settings)
    match.id = first.id
    assert again(match, 0) == "rematch_open"
    match.restart()
    assert view(match)["rematch"]["table"], "the journal knows it"


def test_a_surprise_is_another_variant_and_both_must_want_it(match):
    match.game()
    match.send("resign", 0)
    assert again(match, 0, surprise=True) == ""
    assert again(match, 1) == ""
    assert view(match)["rematch"] == {"seats": [0, 1], "surprise": [0], "table": None}
    assert again(match, 1, surprise=True) == ""
    match.id = view(match)["rematch"]["table"]
    assert match.table.opening.variant in match.variants.keys() - {"Apocalypse"}


def test_nobody_changes_his_mind_about_the_next_game_without_end(match):
    match.game()
    match.send("resign", 0)
    for wish in range(MOST_WISHES):
        assert again(match, 0, surprise=wish % 2 == 0) == ""
    assert again(match, 0, surprise=MOST_WISHES % 2 == 0) == "asked_often"
    assert again(match, 1, surprise=MOST_WISHES % 2 == 1) == ""
    assert view(match)["rematch"]["table"]


def test_a_rematch_starts_from_the_same_fen(match):
    match.game(fen="4n/2p2/5/1P3/5")
    match.send("resign", 0)
    for seat in (0, 1):
        again(match, seat)
    match.id = view(match)["rematch"]["table"]
    assert match.table.position.fen().startswith("4n/2p2/5/1P3/5 ")


@pytest.mark.parametrize("variant", ["Apocalypse", "Dark"])
def test_all_are_told_where_a_game_begins_from_a_position_that_somebody_laid_out(match, variant):
    """On a hidden board whoever laid it out knows more than the others."""
    start = match.variants[variant].start()
    rows, rest = start.fen().split(" ", 1)
    match.game(variant, fen=start.fen())
    assert not view(match, 1)["set_up"]
    match.game(variant, fen=f"{rows.replace('p', '1', 1)} {rest}")
    assert all(view(match, viewer)["set_up"] for viewer in (0, 1, Eyes.SPECTATOR))
    match.send("resign", 0)
    for seat in (0, 1):
        again(match, seat)
    match.id = view(match)["rematch"]["table"]
    match.restart()
    assert view(match, 1)["set_up"], "the journal knows it"


def test_a_rematch_of_a_position_that_was_laid_out_begins_from_it_also_where_lots_are_drawn(match):
    fen = "1nbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/1NBQKB1R w 0"
    match.game("Chess", fen=fen, randomness=1)
    match.send("resign", 0)
    for seat in (0, 1):
        again(match, seat)
    match.id = view(match)["rematch"]["table"]
    assert match.table.position.fen().startswith(fen.split(" ")[0])


def test_a_wish_for_a_rematch_is_taken_back_until_the_game_begins(match):
    match.game()
    match.send("resign", 0)
    assert match.send("unrematch", 0) == "no_rematch"
    again(match, 0)
    assert "unrematch" in view(match, 0)["may"]
    assert "unrematch" not in view(match, 1)["may"]
    assert match.send("unrematch", 0) == ""
    assert view(match)["rematch"] == {"seats": [], "surprise": [], "table": None}
    again(match, 1)
    assert view(match)["rematch"] == {"seats": [1], "surprise": [], "table": None}
    match.restart()
    assert view(match)["rematch"] == {"seats": [1], "surprise": [], "table": None}
    again(match, 0, message="anew")
    assert view(match)["rematch"]["table"]
    assert match.send("unrematch", 0) == "rematch_open"


def test_a_rematch_is_not_asked_for_before_the_end(match):
    match.game()
    assert again(match, 0) == "not_over"
    assert "rematch" not in view(match, 0)["may"]


def test_the_same_wish_sent_again_opens_no_second_game(match):
    match.game()
    match.send("resign", 0)
    again(match, 0)
    assert again(match, 1, message="same") == ""
    assert again(match, 1, message="same") == ""
    assert len(match.lobby.listing.summaries("running")) == 1


def test_two_players_on_one_device_agree_with_themselves(match):
    match.id = match.lobby.open("Apocalypse", {}, "ann", 0, others="ann")
    assert match.table.seats_of("ann") == [0, 1]
    assert match.lobby.listing.summaries("running") == [], "it is nobody else's"
    for seat, move in enumerate(("c1c2", "c5c4")):
        assert match.send("act", seat, 0, move, person="ann") == ""
    assert match.send("takeback", 0, person="ann") == ""
    assert match.table.number == 0
    match.send("resign", 0, person="ann")
    match.lobby.send(match.id, "ann", action("rematch", 0, False, message="again"))
    assert view(match)["rematch"]["table"]


def test_one_waits_at_ten_tables_at_most(match):
    tables = [match.lobby.open("Apocalypse", {}, "ann", 0) for _ in range(MOST_OPEN)]
    with pytest.raises(Refusal, match="already waiting at 10 tables"):
        match.lobby.open("Checkered", {}, "ann", 0)
    match.lobby.open("Checkered", {}, "bob", 0)
    match.lobby.sit(tables[0], "bob")
    match.lobby.open("Checkered", {}, "ann", 0)


def test_tables_opened_at_the_same_time_are_counted_one_after_the_other(match):
    def attempt():
        try:
            return bool(match.lobby.open("Apocalypse", {}, "ann", 0))
        except Refusal:
            return False

    attempts = [gevent.spawn(attempt) for _ in range(MOST_OPEN * 2)]
    assert sum(each.get() for each in attempts) == MOST_OPEN


def test_games_that_go_on_are_bounded_too_also_on_one_device(match, monkeypatch):
    monkeypatch.setattr("server.tables.room.MOST_STANDING", 3)
    for _ in range(3):
        match.lobby.open("Apocalypse", {}, "ann", 0, others="ann")
    with pytest.raises(Refusal, match="already play 3 games"):
        match.lobby.open("Apocalypse", {}, "ann", 0, others="ann")
