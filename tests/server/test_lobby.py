"""Tables: seals, turns, offers, endings, refusals by name; all of it the replay of the journal."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gevent
import pytest

from server.journal.engine import JournalError
from server.tables.control import parse
from server.tables.refusal import Refusal
from server.tables.rights import MOST_OFFERS, MOST_UNSEALS
from server.tables.room import MOST_OPEN_AT_ADDRESS
from server.tables.slots import IDLE
from server.tables.view import draw_past
from tests.lobbying import House
from tests.toys import Crown, Veil
from variants import registry
from variants.errors import MoveError
from variants.position import Eyes

VARIANTS = dict(registry.load_all())


@pytest.fixture
def house(tmp_path: Path, place: Path | str) -> Iterator[House]:
    made = House(tmp_path, place=place)
    yield made
    made.journal.close()


def test_a_turn_is_played_when_the_last_seat_has_sealed(house: House) -> None:
    house.game()
    assert house.act(0, "a2b3") is True
    assert house.table.number == 0
    assert house.act(1, "a5b3") is True
    assert house.table.number == 1
    assert house.table.position.fen().split(" ")[0] == "1pppn/p3p/1P3/4P/NPPPN"
    assert house.view()["turns"][0]["texts"] == {"0": "axb3", "1": "Nb3"}


def test_others_learn_only_that_a_seat_has_sealed(house: House) -> None:
    house.game()
    house.act(0, "a2b3")
    assert [chair["state"] for chair in house.view(1)["chairs"]] == ["sealed", "choosing"]
    assert house.view(0)["sealed"]["id"] == "a2b3"
    assert house.view(1)["sealed"] is None
    assert house.view(Eyes.SPECTATOR)["sealed"] is None
    assert house.view(Eyes.SPECTATOR)["moves"] == []


def test_a_seal_can_be_broken_and_set_anew_until_the_reveal(house: House) -> None:
    house.game()
    house.act(0, "a2b3")
    assert house.act(0, "a2a3") == "already_sealed"
    assert house.send("unseal", 0, 0) is True
    assert house.send("unseal", 0, 0) == "not_sealed"
    assert house.act(0, "a2a3") is True
    house.act(1, "a4a3")
    assert house.table.turns[0].actions[0] == "a2a3"


def test_an_unseal_that_loses_the_race_against_the_last_seal_is_already_revealed(house: House) -> None:
    house.game()
    house.turn("c1c2", "c5c4")
    assert house.send("unseal", 0, 0) == "already_revealed"


def test_two_seats_that_seal_in_the_same_instant_both_succeed(house: House) -> None:
    house.game()
    both = [gevent.spawn(house.act, 0, "c1c2", 0), gevent.spawn(house.act, 1, "c5c4", 0)]
    gevent.joinall(both)
    assert [greenlet.value for greenlet in both] == [True, True]
    assert house.table.number == 1


@pytest.mark.parametrize(
    ("seat", "person", "number", "move", "code"),
    [
        (0, "bob", 1, "a2a3", "not_your_seat"),
        (0, "eve", 1, "a2a3", "not_your_seat"),
        (9, "ann", 1, "a2a3", "not_your_seat"),
        (0, "ann", 0, "a2a3", "late"),
        (0, "ann", 2, "a2a3", "early"),
        (0, "ann", 1, "a2a5", "not_offered"),
        (0, "ann", 1, "a9a3", "move_spelling"),
        (0, "ann", 1, "", "move_spelling"),
    ],
)
def test_an_action_that_is_foreign_late_or_not_offered_is_refused_by_name_and_changes_nothing(
    house: House, seat: int, person: str, number: int, move: str, code: str
) -> None:
    house.game()
    house.turn("c1c2", "c5c4")
    before = house.view(0), house.table.sequence
    assert house.send("act", seat, number, move, person=person) == code
    assert (house.view(0), house.table.sequence) == before


def test_before_both_sit_nobody_acts(house: House) -> None:
    house.id = house.lobby.open("Apocalypse", {}, "ann", 0)
    assert house.act(0, "a2a3") == "not_started"
    assert house.send("offer", 0) == "not_started"


def test_the_same_message_of_the_same_person_gets_the_first_answer_also_after_a_restart(house: House) -> None:
    house.game()
    assert house.send("act", 0, 0, "c1c2", message="x") is True
    assert house.send("act", 0, 0, "c1c2", message="x") is True
    assert house.send("act", 1, 0, "c5c4", message="x") is True, "another person's message of the same id is another"
    assert house.table.number == 1
    house.turn("a2a3", "a4a3")
    house.restart()
    assert house.send("act", 0, 0, "c1c2", message="x") is True
    assert house.table.number == 2


def test_what_was_refused_is_decided_anew_when_its_message_comes_again(house: House) -> None:
    house.game()
    assert house.send("act", 0, 0, "a1a1", message="x") == "not_offered"
    assert house.send("act", 0, 0, "c1c2", message="x") is True


def test_an_answer_is_known_however_many_messages_came_since(house: House) -> None:
    house.game()
    assert house.send("act", 0, 0, "c1c2", message="x") is True
    for number in range(15):
        assert house.send("unseal", 0, 0, message=f"u{number}") is True
        assert house.send("act", 0, 0, "c1c2", message=f"a{number}") is True
    for number in range(600):
        house.send("act", 1, 0, "a1a1", message=f"b{number}")
        house.send("act", 0, 0, "c1c2", person="eve", message=f"e{number}")
    assert house.send("act", 0, 0, "c1c2", message="x") is True
    assert house.table.repeats["unseal", 0] == 15


def test_the_opener_cannot_take_the_second_chair_by_accident(house: House) -> None:
    house.id = house.lobby.open("Apocalypse", {}, "ann", None)
    with pytest.raises(Refusal, match="already sit"):
        house.lobby.sit(house.id, "ann")
    house.lobby.sit(house.id, "ann", several=True)
    assert house.table.seats_of("ann") == [0, 1]
    with pytest.raises(Refusal, match="All seats"):
        house.lobby.sit(house.id, "bob")


def test_resigning_gives_the_game_to_the_other(house: House) -> None:
    house.game()
    house.act(1, "c5c4")
    assert house.send("resign", 0) is True
    assert house.view()["result"] == {"points": (0.0, 1.0), "reason": "resigned", "seat": 0}
    assert house.act(0, "c1c2") == "game_over"


def test_a_seal_that_was_not_opened_when_the_game_ended_is_shown_to_nobody(house: House) -> None:
    house.game()
    house.act(1, "c5c4")
    house.send("resign", 0)
    for restarted in (False, True):
        if restarted:
            house.restart()
        for viewer in (0, 1, *Eyes):
            assert "'c5c4'" not in str(house.view(viewer))


def test_an_open_table_is_withdrawn_by_its_opener(house: House) -> None:
    house.id = house.lobby.open("Apocalypse", {}, "ann", 0)
    assert house.send("resign", 0) is True
    assert house.view()["result"]["reason"] == "withdrawn"
    assert house.lobby.listing.summaries("open") == []


def test_a_draw_is_offered_and_accepted(house: House) -> None:
    house.game()
    assert house.send("offer", 0) is True
    assert house.send("offer", 0) == "already_offered"
    assert house.view()["offers"] == [0]
    assert house.send("offer", 1) is True
    assert house.view()["result"] == {"points": (0.5, 0.5), "reason": "agreement", "seat": 1}


def test_a_draw_offer_is_declined_by_word_or_by_a_move(house: House) -> None:
    house.game()
    assert house.send("decline", 1) == "no_offer"
    house.send("offer", 0)
    assert house.send("decline", 1) is True
    assert house.view()["offers"] == []
    house.send("offer", 0)
    house.act(0, "c1c2")
    assert house.view()["offers"] == [0], "one's own move leaves the offer standing"
    house.act(1, "c5c4")
    assert house.view()["offers"] == []


def test_the_third_occurrence_draws_by_itself_where_the_variant_says_so(house: House) -> None:
    house.game()
    for _ in range(2):
        house.turn("e1d3", "e5c4")
        assert house.view()["result"] is None
        house.turn("d3e1", "c4e5")
    assert house.view()["result"] == {"points": (0.5, 0.5), "reason": "repetition", "seat": None}


def test_fifty_quiet_turns_draw_r28(house: House) -> None:
    house.game(fen="p3n/4n/5/5/N3P")
    seen = set()
    for number in range(1, 51):
        position = house.table.position
        seen.add(position.key())
        quiet = (
            (white, black)
            for white, black in itertools.product(position.moves(0), position.moves(1))
            if position.play({0: white, 1: black}).quiet == number
            and position.play({0: white, 1: black}).key() not in seen
        )
        assert house.view()["result"] is None
        house.turn(*map(position.write, next(quiet)))
    assert house.view()["result"] == {"points": (0.5, 0.5), "reason": "quiet_turns", "seat": None}


def test_nobody_can_lengthen_the_journal_of_a_turn_without_end(house: House) -> None:
    house.game()
    for _ in range(MOST_UNSEALS):
        assert house.act(0, "c1c2") is True
        assert house.send("unseal", 0, 0) is True
    house.act(0, "c1c2")
    assert house.send("unseal", 0, 0) == "unsealed_often"
    for _ in range(MOST_OFFERS):
        assert house.send("offer", 0) is True
        assert house.send("decline", 1) is True
    assert house.send("offer", 0) == "offered_often"
    house.restart()
    assert house.send("unseal", 0, 0) == "unsealed_often"
    house.act(1, "c5c4")
    assert house.send("offer", 0) is True, "a new turn, a new count"


def test_a_table_is_the_same_after_a_restart(house: House) -> None:
    house.game(collision="classic")
    house.turn("c1c2", "c5c4")
    house.send("offer", 1)
    house.act(0, "a2b3")
    house.send("decline", 0)
    house.send("takeback", 1)
    house.send("unseal", 0, 1)
    house.act(0, "a2b3")
    before = [house.view(viewer) for viewer in (0, 1, *Eyes)]
    house.restart()
    after = [house.view(viewer) for viewer in (0, 1, *Eyes)]
    assert before == after
    house.act(1, "a5b3")
    assert house.table.number == 2


def test_what_each_seat_was_told_of_a_hidden_game_is_the_same_after_a_restart(tmp_path: Path) -> None:
    house = House(tmp_path, Veil)
    house.game("Veil")
    for moves in (("a1b1", "c3b3"), ("b1a1", "b3c3")) * 2:
        house.turn(*moves)
    eyes = (0, 1, Eyes.SPECTATOR)
    before = [draw_past(house.table, Eyes.SPECTATOR, 2, wanted) for wanted in eyes]
    assert [event["code"] for event in before[0]["turns"][0]["events"]] == ["moved", "unseen"]
    house.restart()
    assert [draw_past(house.table, Eyes.SPECTATOR, 2, wanted) for wanted in eyes] == before
    house.journal.close()


def test_listeners_hear_of_seals_briefly_and_of_turns_whole(house: House) -> None:
    house.game()
    house.heard.clear()
    house.turn("c1c2", "c5c4")
    house.send("offer", 0)
    house.send("resign", 1)
    assert house.heard == [(0, 0, True), (1, 0, False), (1, 1, True), (1, 1, False)]


def test_an_action_that_cannot_be_kept_is_refused_and_the_table_comes_from_the_journal(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.game()
    old = house.table

    def broken(*_: object) -> None:
        raise JournalError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(house.journal, "append", broken)
        assert house.act(0, "c1c2") == "not_kept"
    assert house.heard[-1] == (0, 0, False)
    assert house.table is not old
    assert house.view(0)["sealed"] is None
    assert house.act(0, "c1c2") is True


def test_an_action_kept_though_the_answer_was_lost_is_answered_as_done(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.game()
    plain = house.journal.append

    def kept_then_broken(*arguments: Any) -> None:
        plain(*arguments)
        raise JournalError("the answer was lost")

    with monkeypatch.context() as patch:
        patch.setattr(house.journal, "append", kept_then_broken)
        assert house.send("act", 0, 0, "c1c2", message="x") is True
    assert house.view(0)["sealed"]["id"] == "c1c2"
    assert house.send("act", 0, 0, "c1c2", message="x") is True


def test_where_the_journal_cannot_even_be_asked_nobody_is_told_that_nothing_was_done(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.game()

    def broken(*_: object) -> None:
        raise JournalError("disk gone")

    with monkeypatch.context() as patch:
        patch.setattr(house.journal, "append", broken)
        patch.setattr(house.journal, "table", broken)
        assert house.act(0, "c1c2", 0) == "not_known"
    assert house.view(0)["sealed"] is None


def test_nothing_is_told_before_it_is_on_disk(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.game()
    house.act(0, "c1c2")
    seen: list[Any] = []
    plain = house.journal.append

    def watched(*arguments: Any) -> None:
        seen.append((house.table.number, len(house.heard), house.view(1)["turns"]))
        plain(*arguments)

    heard = len(house.heard)
    monkeypatch.setattr(house.journal, "append", watched)
    house.act(1, "c5c4")
    assert seen == [(0, heard, [])]
    assert len(house.heard) == heard + 1


def other_rules(**changes: Any) -> type[Any]:
    return type("Other", (VARIANTS["Apocalypse"],), changes)


def test_a_running_game_whose_replay_disagrees_is_stopped_and_shown_as_it_stood(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.game()
    house.turn("c1c2", "c5c4")
    house.turn("a2a3", "e4e3")
    before = house.view()
    house.journal.close()
    plain = VARIANTS["Apocalypse"].play
    wrong = other_rules(play=lambda self, actions: plain(self, actions).then(penalties=(1, 0)))
    monkeypatch.setitem(house.variants, "Apocalypse", wrong)
    house.start()
    view = house.view()
    assert view["status"] == "stopped"
    assert "turn 1" in house.table.fault
    assert view["picture"] == before["picture"]
    assert view["turns"] == before["turns"]
    assert house.act(0, "b1b2") == "game_over"
    monkeypatch.undo()
    house.restart()
    assert house.view()["status"] == "stopped", "what was stopped stays stopped"


@pytest.mark.parametrize("turns", [0, 1])
def test_a_running_game_whose_moves_are_spelled_otherwise_now_is_stopped_too(
    house: House, monkeypatch: pytest.MonkeyPatch, turns: int
) -> None:
    house.game()
    for _ in range(turns):
        house.turn("a2a3", "a4a3")
    house.act(0, "c1c2")
    before = house.view()
    house.journal.close()

    def spelled_otherwise(*_: object) -> None:
        raise MoveError("move_spelling", "“{text}” is not a move.", text="")

    def write(move: Any) -> str:
        return "to " + VARIANTS["Checkered"].write(move)

    changed = other_rules(read=spelled_otherwise, write=staticmethod(write))
    monkeypatch.setitem(house.variants, "Apocalypse", changed)
    house.start()
    view = house.view()
    assert view["status"] == "stopped"
    assert "c1c2" not in house.table.fault
    assert "'c1c2'" not in str(house.view(0)), "in quotes: a digest may hold these letters by chance"
    assert (view["picture"], view["turns"]) == (before["picture"], before["turns"])


def test_a_finished_game_is_shown_as_it_was_kept_whatever_the_rules_say_now(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.game()
    house.turn("a2b3", "a5b3")
    house.send("resign", 0)
    before = house.view()
    house.journal.close()

    def broken(*_: object) -> None:
        raise AssertionError("a finished game is not played again")

    monkeypatch.setitem(house.variants, "Apocalypse", other_rules(play=broken, moves=broken, read=broken))
    house.start()
    assert house.view() == before


def test_a_table_may_begin_from_a_fen_but_not_where_the_game_is_over(house: House) -> None:
    house.game(fen="4n/2p2/5/1P3/5")
    assert house.table.position.fen().startswith("4n/2p2/5/1P3/5 ")
    with pytest.raises(Refusal, match="already over"):
        house.game(fen="4n/5/5/1P3/5")


def test_a_list_shows_every_seat_of_a_table_also_the_free_ones(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(house.variants, "Crown", Crown)
    house.lobby.open("Crown", {}, "ann", 1)
    (row,) = house.lobby.listing.summaries("open")
    assert row.people == ("", "ann", "")


def test_a_program_that_asks_for_its_open_table_may_be_met_there(house: House) -> None:
    table_id = house.lobby.open("Apocalypse", {}, "ann", 0, control=parse("1+0"))
    (row,) = house.lobby.listing.summaries("open")
    for _ in range(3):
        house.time += 29
        assert house.lobby.listing.keeps_open(row)
        with house.lobby.looking(table_id) as table:
            house.lobby.hear_from(table, 0)
    house.time += 30
    assert not house.lobby.listing.keeps_open(row)
    house.restart()
    assert house.lobby.listing.keeps_open(row), "after a restart he may be on his way back"


def test_unknown_tables_variants_and_seats_are_refused_by_name(house: House) -> None:
    with pytest.raises(Refusal, match="no game at this address"), house.lobby.looking("nothing"):
        pass
    with pytest.raises(Refusal, match="no variant “Chess960”"):
        house.lobby.open("Chess960", {}, "ann", 0)
    with pytest.raises(Refusal, match="no such seat"):
        house.lobby.open("Apocalypse", {}, "ann", 2)
    assert house.lobby.in_memory() == 0


def test_tables_that_nobody_watches_leave_memory_and_come_back(house: House) -> None:
    house.game()
    house.turn("c1c2", "c5c4")
    first = house.id
    house.lobby.hold(first)
    ids = [house.lobby.open("Apocalypse", {}, f"host {number}", 0) for number in range(IDLE + 10)]
    for name in ids:
        with house.lobby.looking(name):
            pass
    assert house.lobby.in_memory() == IDLE + 1, "one is watched"
    house.id = ids[0]
    assert house.view()["status"] == "open"
    house.id = first
    assert house.table.number == 1


@pytest.mark.parametrize(
    "name", ["", " x", "x ", "a" * 33, "a\nb", "\u202eevil", "a\x00b", "\ud800", "zero\u200bwidth"]
)
def test_a_name_that_cannot_be_shown_is_refused(house: House, name: str) -> None:
    with pytest.raises(Refusal):
        house.lobby.rename("ann", name)
    assert house.lobby.names == {}


@pytest.mark.parametrize("name", ["Zoé", "李", "<b>Bob</b>", "می\u200cخواهم", "a" * 32])
def test_a_name_of_any_script_is_kept_as_it_is(house: House, name: str) -> None:
    house.lobby.rename("ann", name)
    house.game()
    house.restart()
    assert house.view()["chairs"][0]["name"] == name


def test_one_address_waits_at_so_many_tables_whatever_its_people_are_called(house: House) -> None:
    house.lobby.network_of = lambda person: person.split()[0]

    def open_one(number: int) -> str:
        return house.lobby.open("Checkered", {}, f"mallory {number}", 0)

    tables = [open_one(number) for number in range(MOST_OPEN_AT_ADDRESS)]
    with pytest.raises(Refusal) as refused:
        open_one(-1)
    assert refused.value.code == "too_many_tables"
    assert house.lobby.open("Checkered", {}, "ann", 0), "nobody else is kept from it"
    assert house.lobby.open("Checkered", {}, "mallory -1", 0, others="mallory -1"), "nor from one that begins at once"
    house.id = tables[0]
    assert house.send("resign", 0, person="mallory 0") is True
    open_one(-1)


def test_a_flood_of_tables_from_one_address_pushes_nobody_off_the_lists(house: House) -> None:
    house.lobby.network_of = lambda person: person.split()[0]
    honest = {status: house.lobby.open("Checkered", {}, f"{status} 0", 0) for status in ("open", "running")}
    house.lobby.sit(honest["running"], "cleo 0")
    for number in range(80):
        house.time += 1
        opened = house.lobby.open("Checkered", {}, f"mallory{number % 3} {number}", 0)
        if number % 2:
            house.lobby.sit(opened, f"mallory {number}")
    for status, table in honest.items():
        rows = house.lobby.listing.summaries(status, 20)
        assert len(rows) == 20
        assert table in [row.table for row in rows]
        assert [row.changed_at for row in rows] == sorted((row.changed_at for row in rows), reverse=True)
