"""Tables: seals, turns, offers, endings, refusals by name; all of it the replay of the journal."""

import itertools

import gevent
import pytest

from server.game import QUOTAS, Refusal, parse_control, past_view
from server.store import JournalError
from server.tables import IDLE_LIMIT, MOST_OPEN_AT_ADDRESS
from tests.harness.faults import failing, replaced
from tests.harness.match import Match
from tests.toys import Crown, Veil
from variants import registry
from variants.errors import MoveError
from variants.position import Eyes

VARIANTS = dict(registry.load_all())


def test_a_turn_is_played_when_the_last_seat_has_sealed(match):
    match.game()
    assert match.act(0, "a2b3") == ""
    assert match.number == 0
    assert match.act(1, "a5b3") == ""
    assert match.number == 1
    assert match.table.position.fen().split(" ")[0] == "1pppn/p3p/1P3/4P/NPPPN"
    assert match.view()["turns"][0]["texts"] == {"0": "axb3", "1": "Nb3"}


def test_others_learn_only_that_a_seat_has_sealed(match):
    match.game()
    match.act(0, "a2b3")
    assert [chair["state"] for chair in match.view(1)["chairs"]] == ["sealed", "choosing"]
    assert match.view(0)["sealed"]["id"] == "a2b3"
    assert match.view(1)["sealed"] is None
    assert match.view(Eyes.SPECTATOR)["sealed"] is None
    assert match.view(Eyes.SPECTATOR)["moves"] == []


def test_a_seal_can_be_broken_and_set_anew_until_the_reveal(match):
    match.game()
    match.act(0, "a2b3")
    assert match.act(0, "a2a3") == "already_sealed"
    assert match.send("unseal", 0, 0) == ""
    assert match.send("unseal", 0, 0) == "not_sealed"
    assert match.act(0, "a2a3") == ""
    match.act(1, "a4a3")
    assert match.table.turns[0].actions[0] == "a2a3"


def test_an_unseal_that_loses_the_race_against_the_last_seal_is_already_revealed(match):
    match.game("Apocalypse", "c1c2 c5c4")
    assert match.send("unseal", 0, 0) == "already_revealed"


def test_two_seats_that_seal_in_the_same_instant_both_succeed(match):
    match.game()
    both = [gevent.spawn(match.act, 0, "c1c2", 0), gevent.spawn(match.act, 1, "c5c4", 0)]
    gevent.joinall(both)
    assert [greenlet.value for greenlet in both] == ["", ""]
    assert match.number == 1


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
    match, seat, person, number, move, code
):
    match.game("Apocalypse", "c1c2 c5c4")
    before = match.view(0), match.table.sequence
    assert match.send("act", seat, number, move, person=person) == code
    assert (match.view(0), match.table.sequence) == before


def test_before_both_sit_nobody_acts(match):
    match.id = match.opener.open("Apocalypse", {}, "ann", 0)
    assert match.act(0, "a2a3") == "not_started"
    assert match.send("offer", 0) == "not_started"


def test_the_same_message_of_the_same_person_gets_the_first_answer_also_after_a_restart(match):
    match.game()
    assert match.send("act", 0, 0, "c1c2", message="x") == ""
    assert match.send("act", 0, 0, "c1c2", message="x") == ""
    assert match.send("act", 1, 0, "c5c4", message="x") == "", "another person's message of the same id is another"
    assert match.number == 1
    match.turn("a2a3", "a4a3")
    match.restart()
    assert match.send("act", 0, 0, "c1c2", message="x") == ""
    assert match.number == 2


def test_what_was_refused_is_decided_anew_when_its_message_comes_again(match):
    match.game()
    assert match.send("act", 0, 0, "a1a1", message="x") == "not_offered"
    assert match.send("act", 0, 0, "c1c2", message="x") == ""


def test_an_answer_is_known_however_many_messages_came_since(match):
    match.game()
    assert match.send("act", 0, 0, "c1c2", message="x") == ""
    for number in range(15):
        assert match.send("unseal", 0, 0, message=f"u{number}") == ""
        assert match.send("act", 0, 0, "c1c2", message=f"a{number}") == ""
    for number in range(600):
        match.send("act", 1, 0, "a1a1", message=f"b{number}")
        match.send("act", 0, 0, "c1c2", person="eve", message=f"e{number}")
    assert match.send("act", 0, 0, "c1c2", message="x") == ""
    assert match.table.turn_counts["unseal", 0] == 15


def test_the_opener_cannot_take_the_second_chair_by_accident(match):
    match.id = match.opener.open("Apocalypse", {}, "ann", None)
    with pytest.raises(Refusal, match="already sit"):
        match.opener.sit(match.id, "ann")
    match.opener.sit(match.id, "ann", several=True)
    assert match.table.seats_of("ann") == [0, 1]
    with pytest.raises(Refusal, match="All seats"):
        match.opener.sit(match.id, "bob")


def test_resigning_gives_the_game_to_the_other(match):
    match.game()
    match.act(1, "c5c4")
    assert match.send("resign", 0) == ""
    assert match.view()["result"] == {"points": (0.0, 1.0), "reason": "resigned", "seat": 0}
    assert match.act(0, "c1c2") == "game_over"


def test_a_seal_that_was_not_opened_when_the_game_ended_is_shown_to_nobody(match):
    match.game()
    match.act(1, "c5c4")
    match.send("resign", 0)
    for restarted in (False, True):
        if restarted:
            match.restart()
        for viewer in (0, 1, *Eyes):
            assert "'c5c4'" not in str(match.view(viewer))


def test_an_open_table_is_withdrawn_by_its_opener(match):
    match.id = match.opener.open("Apocalypse", {}, "ann", 0)
    assert match.send("resign", 0) == ""
    assert match.view()["result"]["reason"] == "withdrawn"
    assert match.listing.summaries("open") == []


def test_a_draw_is_offered_and_accepted(match):
    match.game()
    assert match.send("offer", 0) == ""
    assert match.send("offer", 0) == "already_offered"
    assert match.view()["offers"] == [0]
    assert match.send("offer", 1) == ""
    assert match.view()["result"] == {"points": (0.5, 0.5), "reason": "agreement", "seat": 1}


def test_a_draw_offer_is_declined_by_word_or_by_a_move(match):
    match.game()
    assert match.send("decline", 1) == "no_offer"
    match.send("offer", 0)
    assert match.send("decline", 1) == ""
    assert match.view()["offers"] == []
    match.send("offer", 0)
    match.act(0, "c1c2")
    assert match.view()["offers"] == [0], "one's own move leaves the offer standing"
    match.act(1, "c5c4")
    assert match.view()["offers"] == []


def test_the_third_occurrence_draws_by_itself_where_the_variant_says_so(match):
    match.game()
    for _ in range(2):
        match.turn("e1d3", "e5c4")
        assert match.view()["result"] is None
        match.turn("d3e1", "c4e5")
    assert match.view()["result"] == {"points": (0.5, 0.5), "reason": "repetition", "seat": None}


def test_fifty_quiet_turns_draw_r28(match):
    match.game(fen="p3n/4n/5/5/N3P")
    seen = set()
    for number in range(1, 51):
        position = match.table.position
        seen.add(position.key())
        quiet = (
            (white, black)
            for white, black in itertools.product(position.moves(0), position.moves(1))
            if position.play({0: white, 1: black}).quiet == number
            and position.play({0: white, 1: black}).key() not in seen
        )
        assert match.view()["result"] is None
        match.turn(*map(position.write, next(quiet)))
    assert match.view()["result"] == {"points": (0.5, 0.5), "reason": "quiet_turns", "seat": None}


def test_nobody_can_lengthen_the_journal_of_a_turn_without_end(match):
    match.game()
    for _ in range(QUOTAS["unseal"].per_turn):
        assert match.act(0, "c1c2") == ""
        assert match.send("unseal", 0, 0) == ""
    match.act(0, "c1c2")
    assert match.send("unseal", 0, 0) == "unsealed_often"
    for _ in range(QUOTAS["offer"].per_turn):
        assert match.send("offer", 0) == ""
        assert match.send("decline", 1) == ""
    assert match.send("offer", 0) == "offered_often"
    match.restart()
    assert match.send("unseal", 0, 0) == "unsealed_often"
    match.act(1, "c5c4")
    assert match.send("offer", 0) == "", "a new turn, a new count"


def test_a_table_is_the_same_after_a_restart(match):
    match.game("Apocalypse", "c1c2 c5c4", collision="classic")
    match.send("offer", 1)
    match.act(0, "a2b3")
    match.send("decline", 0)
    match.send("takeback", 1)
    match.send("unseal", 0, 1)
    match.act(0, "a2b3")
    before = [match.view(viewer) for viewer in (0, 1, *Eyes)]
    match.restart()
    after = [match.view(viewer) for viewer in (0, 1, *Eyes)]
    assert before == after
    match.act(1, "a5b3")
    assert match.number == 2


def test_what_each_seat_was_told_of_a_hidden_game_is_the_same_after_a_restart(tmp_path):
    match = Match(tmp_path, Veil)
    match.game("Veil")
    for moves in (("a1b1", "c3b3"), ("b1a1", "b3c3")) * 2:
        match.turn(*moves)
    eyes = (0, 1, Eyes.SPECTATOR)
    before = [past_view(match.table, Eyes.SPECTATOR, 2, wanted) for wanted in eyes]
    assert [event["code"] for event in before[0]["turns"][0]["events"]] == ["moved", "unseen"]
    match.restart()
    assert [past_view(match.table, Eyes.SPECTATOR, 2, wanted) for wanted in eyes] == before
    match.journal.close()


def test_listeners_hear_of_seals_briefly_and_of_turns_whole(match):
    match.game()
    match.notified.clear()
    match.turn("c1c2", "c5c4")
    match.send("offer", 0)
    match.send("resign", 1)
    assert match.notified == [(0, 0, True), (1, 0, False), (1, 1, True), (1, 1, False)]


def test_an_action_that_cannot_be_kept_is_refused_and_the_table_comes_from_the_journal(match):
    match.game()
    old = match.table
    with failing(match.journal, "append", JournalError("disk full")):
        assert match.act(0, "c1c2") == "not_kept"
    assert match.notified[-1] == (0, 0, False)
    assert match.table is not old
    assert match.view(0)["sealed"] is None
    assert match.act(0, "c1c2") == ""


def test_an_action_kept_though_the_answer_was_lost_is_answered_as_done(match):
    match.game()
    with failing(match.journal, "append", JournalError("the answer was lost"), kept=True):
        assert match.send("act", 0, 0, "c1c2", message="x") == ""
    assert match.view(0)["sealed"]["id"] == "c1c2"
    assert match.send("act", 0, 0, "c1c2", message="x") == ""


def test_where_the_journal_cannot_even_be_asked_nobody_is_told_that_nothing_was_done(match):
    match.game()
    gone = JournalError("disk gone")
    with failing(match.journal, "append", gone), failing(match.journal, "table", gone):
        assert match.act(0, "c1c2", 0) == "not_known"
    assert match.view(0)["sealed"] is None


def test_nothing_is_told_before_it_is_on_disk(match):
    match.game()
    match.act(0, "c1c2")
    seen = []

    def look_and_append(append, *arguments):
        seen.append((match.number, len(match.notified), match.view(1)["turns"]))
        append(*arguments)

    before = len(match.notified)
    with replaced(match.journal, "append", look_and_append):
        match.act(1, "c5c4")
    assert seen == [(0, before, [])]
    assert len(match.notified) == before + 1


def other_rules(**changes):
    return type("Other", (VARIANTS["Apocalypse"],), changes)


def test_a_running_game_whose_replay_disagrees_is_stopped_and_shown_as_it_stood(match, monkeypatch):
    match.game("Apocalypse", "c1c2 c5c4 a2a3 e4e3")
    before = match.view()
    match.journal.close()
    plain = VARIANTS["Apocalypse"].play
    wrong = other_rules(play=lambda self, actions: plain(self, actions).then(penalties=(1, 0)))
    monkeypatch.setitem(match.variants, "Apocalypse", wrong)
    match.start()
    view = match.view()
    assert view["status"] == "stopped"
    assert "turn 1" in match.table.fault
    assert view["picture"] == before["picture"]
    assert view["turns"] == before["turns"]
    assert match.act(0, "b1b2") == "game_over"
    monkeypatch.undo()
    match.restart()
    assert match.view()["status"] == "stopped", "what was stopped stays stopped"


@pytest.mark.parametrize("turns", [0, 1])
def test_a_running_game_whose_moves_are_spelled_otherwise_now_is_stopped_too(match, monkeypatch, turns):
    match.game()
    for _ in range(turns):
        match.turn("a2a3", "a4a3")
    match.act(0, "c1c2")
    before = match.view()
    match.journal.close()

    def spelled_otherwise(*_):
        raise MoveError("move_spelling", "“{text}” is not a move.", text="")

    def write(move):
        return "to " + VARIANTS["Checkered"].write(move)

    changed = other_rules(read=spelled_otherwise, write=staticmethod(write))
    monkeypatch.setitem(match.variants, "Apocalypse", changed)
    match.start()
    view = match.view()
    assert view["status"] == "stopped"
    assert "c1c2" not in match.table.fault
    assert "'c1c2'" not in str(match.view(0)), "in quotes: a digest may hold these letters by chance"
    assert (view["picture"], view["turns"]) == (before["picture"], before["turns"])


def test_a_finished_game_is_shown_as_it_was_kept_whatever_the_rules_say_now(match, monkeypatch):
    match.game("Apocalypse", "a2b3 a5b3")
    match.send("resign", 0)
    before = match.view()
    match.journal.close()

    def broken(*_):
        raise AssertionError("a finished game is not played again")

    monkeypatch.setitem(match.variants, "Apocalypse", other_rules(play=broken, moves=broken, read=broken))
    match.start()
    assert match.view() == before


def test_a_table_may_begin_from_a_fen_but_not_where_the_game_is_over(match):
    match.game(fen="4n/2p2/5/1P3/5")
    assert match.table.position.fen().startswith("4n/2p2/5/1P3/5 ")
    with pytest.raises(Refusal, match="already over"):
        match.game(fen="4n/5/5/1P3/5")


def test_a_list_shows_every_seat_of_a_table_also_the_free_ones(match, monkeypatch):
    monkeypatch.setitem(match.variants, "Crown", Crown)
    match.opener.open("Crown", {}, "ann", 1)
    (row,) = match.listing.summaries("open")
    assert row.people == ("", "ann", "")


def test_a_program_that_asks_for_its_open_table_may_be_met_there(match):
    table_id = match.opener.open("Apocalypse", {}, "ann", 0, control=parse_control("1+0"))
    (row,) = match.listing.summaries("open")
    for _ in range(3):
        match.time += 29
        assert match.listing.keeps_open(row)
        with match.tables.reading(table_id) as table:
            match.attendance.see(table, 0)
    match.time += 30
    assert not match.listing.keeps_open(row)
    match.restart()
    assert match.listing.keeps_open(row), "after a restart he may be on his way back"


def test_unknown_tables_variants_and_seats_are_refused_by_name(match):
    with pytest.raises(Refusal, match="no game at this address"), match.tables.reading("nothing"):
        pass
    with pytest.raises(Refusal, match="no variant “Chess960”"):
        match.opener.open("Chess960", {}, "ann", 0)
    with pytest.raises(Refusal, match="no such seat"):
        match.opener.open("Apocalypse", {}, "ann", 2)
    assert len(match.cache) == 0


def test_tables_that_nobody_watches_leave_memory_and_come_back(match):
    match.game("Apocalypse", "c1c2 c5c4")
    first = match.id
    match.cache.pin(first)
    ids = [match.opener.open("Apocalypse", {}, f"host{number}", 0) for number in range(IDLE_LIMIT + 10)]
    for name in ids:
        with match.tables.reading(name):
            pass
    assert len(match.cache) == IDLE_LIMIT + 1, "one is watched"
    match.id = ids[0]
    assert match.view()["status"] == "open"
    match.id = first
    assert match.number == 1


@pytest.mark.parametrize(
    "name", ["", " x", "x ", "a" * 33, "a\nb", "\u202eevil", "a\x00b", "\ud800", "zero\u200bwidth"]
)
def test_a_name_that_cannot_be_shown_is_refused(match, name):
    with pytest.raises(Refusal):
        match.names.rename("ann", name)
    assert match.names.chosen == {}


@pytest.mark.parametrize("name", ["Zoé", "李", "<b>Bob</b>", "می\u200cخواهم", "a" * 32])
def test_a_name_of_any_script_is_kept_as_it_is(match, name):
    match.names.rename("ann", name)
    match.game()
    match.restart()
    assert match.view()["chairs"][0]["name"] == name


def test_one_address_waits_at_so_many_tables_whatever_its_people_are_called(match):

    def open_one(number):
        return match.opener.open("Checkered", {}, f"mallory {number}", 0)

    tables = [open_one(number) for number in range(MOST_OPEN_AT_ADDRESS)]
    with pytest.raises(Refusal) as refused:
        open_one(-1)
    assert refused.value.code == "too_many_tables"
    assert match.opener.open("Checkered", {}, "ann", 0), "nobody else is kept from it"
    assert match.opener.open("Checkered", {}, "mallory -1", 0, others="mallory -1"), "nor from one that begins at once"
    match.id = tables[0]
    assert match.send("resign", 0, person="mallory 0") == ""
    open_one(-1)


def test_a_flood_of_tables_from_one_address_pushes_nobody_off_the_lists(match):
    honest = {status: match.opener.open("Checkered", {}, f"{status} 0", 0) for status in ("open", "running")}
    match.opener.sit(honest["running"], "cleo 0")
    for number in range(80):
        match.time += 1
        opened = match.opener.open("Checkered", {}, f"mallory{number % 3} {number}", 0)
        if number % 2:
            match.opener.sit(opened, f"mallory {number}")
    for status, table in honest.items():
        rows = match.listing.summaries(status, 20)
        assert len(rows) == 20
        assert table in [row.table for row in rows]
        assert [row.changed_at for row in rows] == sorted((row.changed_at for row in rows), reverse=True)
