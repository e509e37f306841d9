"""What players may ask of a table beside moves: to abort, to go back, to claim against who has gone, to play again."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gevent
import pytest

from server.tables.absence import AWAY
from server.tables.refusal import Refusal
from server.tables.rights import MOST_ASKS, MOST_WISHES
from server.tables.room import MOST_OPEN
from tests.acting import action
from tests.lobbying import House
from tests.toys import Crown, Duel, Twice
from variants.position import Eyes


@pytest.fixture
def house(tmp_path: Path, place: Path | str) -> Iterator[House]:
    made = House(tmp_path, Crown, Duel, Twice, place=place)
    yield made
    made.journal.close()


def view(house: House, viewer: int | Eyes = Eyes.SPECTATOR) -> dict[str, Any]:
    return house.table.view(viewer, at=house.time)


def result(house: House) -> Any:
    told = view(house)["result"]
    return told and (told["points"], told["reason"], told["seat"])


def again(house: House, seat: int, surprise: bool = False, message: str = "") -> Any:
    message = message or next(house.messages)
    answer = house.lobby.send(
        house.id, ("ann", "bob", "cleo")[seat], action("rematch", seat, surprise, message=message)
    )
    return True if answer["ok"] else answer["refusal"].code


def wait(house: House, seconds: float) -> None:
    house.time += seconds
    house.lobby.timekeeper.look()


def every_seat_looks(house: House) -> None:
    house.lobby.hold(house.id)
    for seat in range(len(house.table.chairs)):
        house.lobby.arrive(house.table, seat)


def test_a_game_is_aborted_before_its_second_turn_and_in_no_list(house: House) -> None:
    house.game()
    house.turn("c1c2", "c5c4")
    house.act(0, "a2a3")
    assert house.send("abort", 1) is True
    assert result(house) == ((0.5, 0.5), "aborted", 1)
    assert view(house, 0)["sealed"] is None
    assert [house.lobby.listing.summaries(status) for status in ("running", "finished", "aborted")][:2] == [[], []]
    assert house.lobby.listing.tables_of("ann") == []
    house.restart()
    assert result(house) == ((0.5, 0.5), "aborted", 1)


def test_after_the_second_turn_a_game_is_not_aborted(house: House) -> None:
    house.game("Checkered")
    house.turn("e2e4")
    house.turn("e7e5")
    assert house.send("abort", 0) == "begun"
    assert "abort" not in view(house, 0)["may"]


@pytest.mark.parametrize("name", ["abort", "takeback", "resign", "offer", "decline", "claim"])
def test_who_does_not_sit_there_asks_for_nothing(house: House, name: str) -> None:
    house.game()
    assert house.send(name, 0, person="eve") == "not_your_seat"
    assert house.send("absent", 0, True, person="eve") == "not_your_seat"


def test_a_takeback_needs_the_others_and_goes_before_ones_own_last_turn(house: House) -> None:
    house.game("Checkered")
    for move in ("e2e4", "e7e5", "g1f3"):
        house.turn(move)
    assert house.send("takeback", 1) is True
    assert view(house)["back"] == {"to": 1, "seats": [1]}
    assert house.table.number == 3
    assert house.send("takeback", 1) == "already_asked"
    assert house.send("takeback", 0) is True
    assert (house.table.number, view(house)["back"]) == (1, None)
    assert house.table.position.to_act == (1,)
    house.turn("c7c5")
    house.restart()
    assert [turn.actions for turn in house.table.turns] == [{0: "e2e4"}, {1: "c7c5"}]


def test_who_agrees_to_a_takeback_is_answered_with_the_turns_that_stay(house: House) -> None:
    house.game("Checkered")
    for move in ("e2e4", "e7e5"):
        house.turn(move)
    house.send("takeback", 0)
    answers = [house.lobby.send(house.id, "bob", action("takeback", 1, message="same")) for _ in range(2)]
    assert answers == [{"ok": True, "number": 0}] * 2


def test_of_a_simultaneous_game_a_whole_revealed_turn_is_taken_back_with_what_is_sealed(house: House) -> None:
    house.game()
    house.turn("c1c2", "c5c4")
    house.act(0, "a2a3")
    for seat in (1, 0):
        house.send("takeback", seat)
    assert house.table.number == 0
    assert [chair["state"] for chair in view(house)["chairs"]] == ["choosing", "choosing"]
    assert house.act(0, "a2a3", 1) == "early"
    assert house.act(0, "a2a3", 0) is True


def test_a_move_meant_for_a_turn_that_was_taken_back_is_not_sealed_for_the_one_in_its_place(house: House) -> None:
    house.game()
    house.turn("c1c2", "c5c4")
    for seat in (0, 1):
        house.send("takeback", seat)
    house.turn("c1c2", "c5c4")

    def act(takebacks: int | None, message: str) -> Any:
        return house.lobby.send(house.id, "ann", action("act", 0, 1, "a2a3", takebacks, message=message))

    assert act(0, "late")["refusal"].code == "changed"
    assert view(house)["takebacks"] == 1
    assert act(1, "right")["ok"]
    house.restart()
    assert view(house)["takebacks"] == 1


def test_who_asks_to_go_back_does_not_agree_unawares_to_what_the_other_asks(house: House) -> None:
    house.game("Checkered")
    for move in ("e2e4", "e7e5", "g1f3"):
        house.turn(move)

    def takeback(seat: int, to: int) -> Any:
        person, message = ("ann", "bob")[seat], next(house.messages)
        answer = house.lobby.send(house.id, person, action("takeback", seat, to, message=message))
        return True if answer["ok"] else answer["refusal"].code

    assert takeback(0, 2) is True
    assert takeback(1, 1) == "changed"
    assert (house.table.number, view(house)["back"]) == (3, {"to": 2, "seats": [0]})
    assert takeback(1, 2) is True
    assert house.table.number == 2


def test_a_takeback_is_declined_and_lapses_with_a_turn(house: House) -> None:
    house.game()
    house.turn("c1c2", "c5c4")
    house.send("takeback", 0)
    assert "decline" in view(house, 1)["may"]
    assert house.send("decline", 0) == "no_offer"
    assert house.send("decline", 1) is True
    assert view(house)["back"] is None
    house.send("takeback", 0)
    house.turn("a2a3", "a4a3")
    assert view(house)["back"] is None


def test_a_repetition_is_counted_without_the_turns_taken_back(house: House) -> None:
    house.game("Checkered")
    shuffle = ("g1f3", "g8f6", "f3g1", "f6g8")
    for move in (*shuffle, *shuffle):
        house.turn(move)
    assert "claim" in view(house, 0)["may"]
    for seat in (1, 0):
        house.send("takeback", seat)
    assert house.send("claim", 0) == "no_claim"
    house.turn("f6g8")
    assert house.send("claim", 0) is True


def test_without_a_turn_of_ones_own_there_is_nothing_to_take_back(house: House) -> None:
    house.game("Checkered")
    house.turn("e2e4")
    assert house.send("takeback", 1) == "nothing_back"
    assert "takeback" not in view(house, 1)["may"]


def test_asking_again_and_again_ends(house: House) -> None:
    house.game()
    house.turn("c1c2", "c5c4")
    for _ in range(MOST_ASKS):
        assert house.send("takeback", 0) is True
        house.send("decline", 1)
    assert house.send("takeback", 0) == "asked_often"


def test_all_three_agree_to_a_takeback_or_it_is_none(house: House) -> None:
    house.game("Crown")
    house.turn("a1a2")
    for seat in (0, 2):
        house.send("takeback", seat)
    assert house.table.number == 1
    house.send("takeback", 1)
    assert house.table.number == 0


def test_who_loses_the_link_is_shown_as_gone_after_a_moment(house: House) -> None:
    house.game()
    every_seat_looks(house)
    house.lobby.depart(house.id, 1)
    house.heard.clear()
    wait(house, AWAY - 0.1)
    assert house.heard == []
    wait(house, 0.1)
    assert house.heard == [(0, 0, True)]
    assert [chair["away"] for chair in view(house)["chairs"]] == [False, True]
    house.lobby.arrive(house.table, 1)
    assert house.heard == [(0, 0, True)] * 2
    assert not view(house)["chairs"][1]["away"]


@pytest.mark.parametrize(("control", "patience"), [("none", 600), ("1+0", 30), ("10+5", 150), ("60+0", 300)])
def test_against_who_is_gone_and_waited_for_the_others_may_claim_after_a_time(
    house: House, control: str, patience: float
) -> None:
    house.game("Checkered", control=control)
    house.first_moves()
    every_seat_looks(house)
    house.lobby.depart(house.id, 0)
    wait(house, AWAY)
    assert view(house)["absent"] == {"seats": [0], "in": patience - AWAY}
    wait(house, patience - AWAY - 1)
    if result(house):
        return
    assert house.send("absent", 1, True) == "not_absent"
    house.heard.clear()
    wait(house, 1)
    assert house.heard, "the button appears by itself"
    assert "absent" in view(house, 1)["may"]
    assert "absent" not in view(house, 0)["may"]
    assert house.send("absent", 1, True) is True
    assert result(house) == ((0.0, 1.0), "abandoned", 1)


def test_against_who_never_came_the_others_claim_nothing_but_may_abort(house: House) -> None:
    house.game("Crown")
    every_seat_looks(house)
    house.lobby.depart(house.id, 2)
    house.turn(next(iter(house.table.moves(0))))
    house.turn(next(iter(house.table.moves(1))))
    wait(house, 599)
    assert house.send("abort", 0) == "begun"
    wait(house, 1)
    assert view(house)["absent"] is None
    assert house.send("absent", 0, True) == "not_absent"
    assert "abort" in view(house, 0)["may"]
    assert house.send("abort", 0) is True
    assert result(house)[1:] == ("aborted", 0)


def test_the_claim_may_be_for_a_draw(house: House) -> None:
    house.game()
    house.first_moves()
    every_seat_looks(house)
    house.lobby.depart(house.id, 1)
    wait(house, 600)
    assert house.send("absent", 0, False) is True
    assert result(house) == ((0.5, 0.5), "abandoned_draw", 0)


def test_who_is_gone_but_not_waited_for_loses_nothing(house: House) -> None:
    house.game()
    every_seat_looks(house)
    house.act(1, "c5c4")
    house.lobby.depart(house.id, 1)
    wait(house, 5000)
    assert view(house)["absent"] is None
    assert house.send("absent", 0, True) == "not_absent"


def test_who_left_while_he_waited_for_an_opponent_is_not_gone_for_that_time(house: House) -> None:
    house.id = house.lobby.open("Checkered", {}, "ann", 0)
    house.lobby.hold(house.id)
    house.lobby.arrive(house.table, 0)
    house.lobby.depart(house.id, 0)
    wait(house, 5000)
    house.lobby.sit(house.id, "bob")
    house.first_moves()
    assert house.send("absent", 1, True) == "not_absent"
    assert not view(house)["chairs"][0]["away"]
    wait(house, 600)
    assert house.send("absent", 1, True) is True


def test_who_is_gone_has_the_whole_time_from_when_he_is_waited_for(house: House) -> None:
    house.game("Checkered")
    house.first_moves("d2d4", "d7d5")
    every_seat_looks(house)
    house.lobby.depart(house.id, 1)
    wait(house, 5000)
    house.turn("e2e4")
    assert view(house)["absent"] == {"seats": [1], "in": 600}
    wait(house, 599)
    assert house.send("absent", 0, True) == "not_absent"
    house.heard.clear()
    wait(house, 1)
    assert house.heard, "the button appears by itself"
    assert house.send("absent", 0, True) is True


def test_who_looks_from_one_of_his_seats_is_gone_from_none(house: House) -> None:
    house.id = house.lobby.open("Crown", {}, "ann", 0)
    for person, seat in (("ann", 1), ("bob", 2)):
        house.lobby.sit(house.id, person, seat, several=True)
    house.first_moves()
    every_seat_looks(house)
    house.lobby.depart(house.id, 0)
    wait(house, 1000)
    assert [chair["away"] for chair in view(house)["chairs"]] == [False, False, False]
    house.lobby.depart(house.id, 1)
    wait(house, 600)
    assert [chair["away"] for chair in view(house)["chairs"]] == [True, True, False]
    assert house.send("absent", 2, True, person="bob") is True


def test_nobody_claims_against_himself(house: House) -> None:
    house.id = house.lobby.open("Apocalypse", {}, "ann", 0, others="ann")
    wait(house, 5000)
    assert view(house)["absent"] is None
    assert house.send("absent", 1, True, person="ann") == "not_absent"


def test_nobody_is_remembered_to_have_left_a_game_that_is_over(house: House) -> None:
    house.game()
    every_seat_looks(house)
    house.lobby.depart(house.id, 0)
    house.send("resign", 0)
    house.lobby.depart(house.id, 1)
    assert house.lobby.presence._last_seen == {}


def test_who_comes_back_at_once_causes_no_stir(house: House) -> None:
    house.game()
    every_seat_looks(house)
    house.lobby.depart(house.id, 1)
    house.lobby.arrive(house.table, 1)
    house.heard.clear()
    wait(house, AWAY)
    assert house.heard == []


def test_in_games_of_days_the_clock_alone_decides(house: House) -> None:
    house.game("Checkered", control="3d")
    wait(house, 100_000)
    assert view(house)["chairs"][0]["away"]
    assert house.send("absent", 1, True) == "not_absent"


def test_nobody_is_gone_for_the_time_in_which_there_was_no_server(house: House) -> None:
    house.game("Checkered")
    house.journal.alive(house.time)
    house.journal.close()
    house.time += 5000
    house.start()
    assert house.send("absent", 1, True) == "not_absent"


def test_the_next_game_begins_when_all_want_it_with_seats_moved_on(house: House) -> None:
    house.game(control="5+3", collision="classic")
    house.send("resign", 0)
    assert again(house, 0) is True
    assert again(house, 0) == "already_asked_again"
    assert view(house)["rematch"] == {"seats": [0], "surprise": [], "table": None}
    assert again(house, 1) is True
    first, house.id = house.table, view(house)["rematch"]["table"]
    assert house.table.chairs == ["bob", "ann"]
    assert house.table.status == "running"
    assert (house.table.opening.control, house.table.opening.settings) == ("5+3", first.opening.settings)
    house.id = first.id
    assert again(house, 0) == "rematch_open"
    house.restart()
    assert view(house)["rematch"]["table"], "the journal knows it"


def test_a_surprise_is_another_variant_and_both_must_want_it(house: House) -> None:
    house.game()
    house.send("resign", 0)
    assert again(house, 0, surprise=True) is True
    assert again(house, 1) is True
    assert view(house)["rematch"] == {"seats": [0, 1], "surprise": [0], "table": None}
    assert again(house, 1, surprise=True) is True
    house.id = view(house)["rematch"]["table"]
    assert house.table.opening.variant in house.variants.keys() - {"Apocalypse"}


def test_nobody_changes_his_mind_about_the_next_game_without_end(house: House) -> None:
    house.game()
    house.send("resign", 0)
    for wish in range(MOST_WISHES):
        assert again(house, 0, surprise=wish % 2 == 0) is True
    assert again(house, 0, surprise=MOST_WISHES % 2 == 0) == "asked_often"
    assert again(house, 1, surprise=MOST_WISHES % 2 == 1) is True
    assert view(house)["rematch"]["table"]


def test_a_rematch_starts_from_the_same_fen(house: House) -> None:
    house.game(fen="4n/2p2/5/1P3/5")
    house.send("resign", 0)
    for seat in (0, 1):
        again(house, seat)
    house.id = view(house)["rematch"]["table"]
    assert house.table.position.fen().startswith("4n/2p2/5/1P3/5 ")


@pytest.mark.parametrize("variant", ["Apocalypse", "Dark"])
def test_all_are_told_where_a_game_begins_from_a_position_that_somebody_laid_out(house: House, variant: str) -> None:
    """On a hidden board whoever laid it out knows more than the others."""
    start = house.variants[variant].start()
    rows, rest = start.fen().split(" ", 1)
    house.game(variant, fen=start.fen())
    assert not view(house, 1)["set_up"]
    house.game(variant, fen=f"{rows.replace('p', '1', 1)} {rest}")
    assert all(view(house, viewer)["set_up"] for viewer in (0, 1, Eyes.SPECTATOR))
    house.send("resign", 0)
    for seat in (0, 1):
        again(house, seat)
    house.id = view(house)["rematch"]["table"]
    house.restart()
    assert view(house, 1)["set_up"], "the journal knows it"


def test_a_rematch_of_a_position_that_was_laid_out_begins_from_it_also_where_lots_are_drawn(house: House) -> None:
    fen = "1nbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/1NBQKB1R w 0"
    house.game("Chess", fen=fen, randomness=1)
    house.send("resign", 0)
    for seat in (0, 1):
        again(house, seat)
    house.id = view(house)["rematch"]["table"]
    assert house.table.position.fen().startswith(fen.split(" ")[0])


def test_a_wish_for_a_rematch_is_taken_back_until_the_game_begins(house: House) -> None:
    house.game()
    house.send("resign", 0)
    assert house.send("unrematch", 0) == "no_rematch"
    again(house, 0)
    assert "unrematch" in view(house, 0)["may"]
    assert "unrematch" not in view(house, 1)["may"]
    assert house.send("unrematch", 0) is True
    assert view(house)["rematch"] == {"seats": [], "surprise": [], "table": None}
    again(house, 1)
    assert view(house)["rematch"] == {"seats": [1], "surprise": [], "table": None}
    house.restart()
    assert view(house)["rematch"] == {"seats": [1], "surprise": [], "table": None}
    again(house, 0, message="anew")
    assert view(house)["rematch"]["table"]
    assert house.send("unrematch", 0) == "rematch_open"


def test_a_rematch_is_not_asked_for_before_the_end(house: House) -> None:
    house.game()
    assert again(house, 0) == "not_over"
    assert "rematch" not in view(house, 0)["may"]


def test_the_same_wish_sent_again_opens_no_second_game(house: House) -> None:
    house.game()
    house.send("resign", 0)
    again(house, 0)
    assert again(house, 1, message="same") is True
    assert again(house, 1, message="same") is True
    assert len(house.lobby.listing.summaries("running")) == 1


def test_two_players_on_one_device_agree_with_themselves(house: House) -> None:
    house.id = house.lobby.open("Apocalypse", {}, "ann", 0, others="ann")
    assert house.table.seats_of("ann") == [0, 1]
    assert house.lobby.listing.summaries("running") == [], "it is nobody else's"
    for seat, move in enumerate(("c1c2", "c5c4")):
        assert house.send("act", seat, 0, move, person="ann") is True
    assert house.send("takeback", 0, person="ann") is True
    assert house.table.number == 0
    house.send("resign", 0, person="ann")
    house.lobby.send(house.id, "ann", action("rematch", 0, False, message="again"))
    assert view(house)["rematch"]["table"]


def test_one_waits_at_ten_tables_at_most(house: House) -> None:
    tables = [house.lobby.open("Apocalypse", {}, "ann", 0) for _ in range(MOST_OPEN)]
    with pytest.raises(Refusal, match="already waiting at 10 tables"):
        house.lobby.open("Checkered", {}, "ann", 0)
    house.lobby.open("Checkered", {}, "bob", 0)
    house.lobby.sit(tables[0], "bob")
    house.lobby.open("Checkered", {}, "ann", 0)


def test_tables_opened_at_the_same_time_are_counted_one_after_the_other(house: House) -> None:
    def attempt() -> bool:
        try:
            return bool(house.lobby.open("Apocalypse", {}, "ann", 0))
        except Refusal:
            return False

    attempts = [gevent.spawn(attempt) for _ in range(MOST_OPEN * 2)]
    assert sum(each.get() for each in attempts) == MOST_OPEN


def test_games_that_go_on_are_bounded_too_also_on_one_device(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.tables.room.MOST_STANDING", 3)
    for _ in range(3):
        house.lobby.open("Apocalypse", {}, "ann", 0, others="ann")
    with pytest.raises(Refusal, match="already play 3 games"):
        house.lobby.open("Apocalypse", {}, "ann", 0, others="ann")
