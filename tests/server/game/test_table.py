"""Tables: seals, turns, offers, endings, refusals by name; all of it the replay of the journal."""

import pytest

from server.game import QUOTAS, parse_control, past_turns, past_view
from server.store import JournalError
from server.tables import IDLE_LIMIT
from tests.harness.faults import failing, replaced
from variants import registry
from variants.errors import MoveError
from variants.position import Eyes

VARIANTS = dict(registry.load_all())


def test_a_refused_message_is_decided_again_when_it_is_repeated(match):
    match.open()
    assert match.send("act", 0, 0, "a1a1", message="x") == "not_offered"
    assert match.send("act", 0, 0, "c1c2", message="x") == ""


def test_the_message_that_ended_a_game_gets_its_answer_again_also_after_a_restart(match):
    match.open("Duel", fen="2n/3/N2 w 6")
    assert match.act(0, "a1b3") == ""
    for _ in range(2):
        assert match.send("act", 1, 0, "c3b1", message="last") == ""
        assert match.table.status == "finished"
        match.restart()


def test_an_answer_is_known_however_many_messages_came_since(match):
    match.open()
    assert match.send("act", 0, 0, "c1c2", message="x") == ""
    for number in range(15):
        assert match.send("unseal", 0, 0, message=f"u{number}") == ""
        assert match.send("act", 0, 0, "c1c2", message=f"a{number}") == ""
    for number in range(600):
        match.send("act", 1, 0, "a1a1", message=f"b{number}")
        match.send("act", 0, 0, "c1c2", person="eve", message=f"e{number}")
    assert match.send("act", 0, 0, "c1c2", message="x") == ""
    assert match.table.turn_counts["unseal", 0] == 15


def test_unseals_offers_and_takebacks_have_a_quota_per_turn(match):
    match.open("Apocalypse", "a2a3 a4a3")
    for _ in range(QUOTAS["unseal"].per_turn):
        assert match.act(0, "c1c2") == ""
        assert match.send("unseal", 0, 1) == ""
    match.act(0, "c1c2")
    assert match.send("unseal", 0, 1) == "unsealed_often"
    for deed, code in (("offer", "offered_often"), ("takeback", "asked_often")):
        for _ in range(3):
            assert match.send(deed, 0) == ""
            assert match.send("decline", 1) == ""
        assert match.send(deed, 0) == code
        assert deed not in match.view(0)["may"]
        assert deed in match.view(1)["may"]
    match.restart()
    assert match.send("unseal", 0, 1) == "unsealed_often"
    match.act(1, "c5c4")
    assert match.send("offer", 0) == "", "a new turn, a new count"


def test_views_of_a_hidden_game_are_equal_after_a_restart(match):
    match.open("Veil")
    for moves in (("a1b1", "c3b3"), ("b1a1", "b3c3")) * 2:
        match.turn(*moves)
    eyes = (0, 1, Eyes.SPECTATOR)

    def seen():
        table = match.table
        return [
            (past_view(table, Eyes.SPECTATOR, 2, wanted), *past_turns(table, Eyes.SPECTATOR, [2], wanted))
            for wanted in eyes
        ]

    before = seen()
    assert [event["code"] for event in before[0][1]["events"]] == ["moved", "unseen"]
    match.restart()
    assert seen() == before


def test_an_action_that_cannot_be_stored_is_refused_and_the_table_is_reloaded(match):
    match.open()
    old = match.table
    with failing(match.journal, "append", JournalError("disk full")):
        assert match.act(0, "c1c2") == "not_kept"
    assert match.notified[-1] == (0, 0, False)
    assert match.table is not old
    assert match.view(0)["sealed"] is None
    assert match.act(0, "c1c2") == ""


def test_an_action_kept_though_the_answer_was_lost_is_answered_as_done(match):
    match.open()
    with failing(match.journal, "append", JournalError("the answer was lost"), done=True):
        assert match.send("act", 0, 0, "c1c2", message="x") == ""
    assert match.view(0)["sealed"]["id"] == "c1c2"
    assert match.send("act", 0, 0, "c1c2", message="x") == ""


def test_nothing_is_broadcast_before_it_is_on_disk(match):
    match.open()
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


def test_a_running_game_whose_replay_disagrees_is_stopped_and_shown_as_stored(match, monkeypatch):
    match.open("Apocalypse", "c1c2 c5c4 a2a3 e4e3")
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
def test_a_running_game_whose_stored_moves_no_longer_parse_is_stopped(match, monkeypatch, turns):
    match.open()
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


def test_a_finished_game_is_shown_as_stored_under_changed_rules(match, monkeypatch):
    match.open("Apocalypse", "a2b3 a5b3")
    match.send("resign", 0)
    before = match.view()
    match.journal.close()

    def broken(*_):
        raise AssertionError("a finished game is not played again")

    monkeypatch.setitem(match.variants, "Apocalypse", other_rules(play=broken, moves=broken, read=broken))
    match.start()
    assert match.view() == before


def test_a_program_that_asks_for_its_open_table_may_be_met_there(match):
    table_id = match.opener.open("Apocalypse", {}, "ann", 0, control=parse_control("1+0"))
    (row,) = match.listing.summaries("open")
    for _ in range(3):
        match.time += 29
        assert match.listing.is_waiting(row)
        with match.tables.reading(table_id) as table:
            match.attendance.see(table, 0)
    match.time += 30
    assert not match.listing.is_waiting(row)
    match.restart()
    assert match.listing.is_waiting(row), "after a restart he may be on his way back"


def test_unwatched_tables_are_evicted_from_the_cache_and_reloaded(match):
    match.open("Apocalypse", "c1c2 c5c4")
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
