"""No table grows without end, and one as long as it can be holds nobody up."""

import gc
import json
import shutil
import tracemalloc
from contextlib import closing, suppress
from dataclasses import replace
from random import Random

import gevent
import pytest
from sqlalchemy import insert

from server.game import MOST_ENTRIES, MOST_SHOWN, QUOTAS, Entry, Opening, TableState, apply, past_view
from server.records import writer
from server.store import Journal, statement
from server.store.journal import _row
from server.store.schema import decisions
from tests.harness.actions import action, decided, replayed
from tests.harness.client import Client
from tests.harness.event_loop import not_held, wait_until_ready
from tests.harness.local_site import local_site
from tests.harness.long_games import CHECKERED, long_game, store_long_game
from tests.harness.site import scripted_site, site
from tests.harness.sources import scripted
from tests.harness.tables import LocalTables
from variants.position import Eyes
from variants.registry import load_all

VARIANTS = load_all()
THERE_AND_BACK = ("g1f3", "g8f6", "f3g1", "f6g8")


def test_takebacks_are_limited_per_game(match, monkeypatch):
    monkeypatch.setattr("server.game.actions.MOST_TAKEBACKS", 5)
    match.id = match.opener.open("Chess", {}, "ann", 0, others="ann")
    for _ in range(5):
        assert match.send("act", 0, 0, "e2e4", person="ann") == ""
        assert match.send("act", 1, 1, "e7e5", person="ann") == ""
        assert "takeback" in match.view(0)["may"]
        assert match.send("takeback", 0, person="ann") == ""
    assert match.send("act", 0, 0, "e2e4", person="ann") == ""
    assert "takeback" not in match.view(0)["may"]
    assert match.send("takeback", 0, person="ann") == "takebacks_used"
    assert match.number == 1


def limit_entries(monkeypatch, most):
    monkeypatch.setattr("server.game.decisions.MOST_ENTRIES", most)


def test_a_game_that_becomes_too_long_is_drawn_and_its_record_holds(match, monkeypatch):
    limit_entries(monkeypatch, 8)
    match.open("Chess")
    for turn in range(7):
        assert match.act(turn % 2, THERE_AND_BACK[turn % 4]) == ""
    assert match.act(1, "f6g8") == "game_over"
    view = match.view()
    assert (view["status"], view["result"]["reason"]) == ("finished", "too_long")
    assert tuple(view["result"]["points"]) == (0.5, 0.5)
    assert match.verified().fault is None


def test_credit_for_a_pause_counts_for_the_length_of_a_game(match, monkeypatch):
    """Its entry rides in the row of the move; the record has it on a line of its own, and both end at the same turn."""
    match.open("Chess", control="5+3")
    match.first_moves("e2e4", "e7e5")
    match.time += 1
    limit_entries(monkeypatch, match.table.lines + 1)
    for credit, kinds in ((0.5, ["downtime", "turn", "end"]), (0.0, ["turn"])):
        facts = match.facts.of(match.table, credit=credit)
        decision = action("act", 0, match.number, "g1f3").decide(match.table, "ann", facts)
        assert [entry.kind for entry in decision.entries] == kinds


@pytest.fixture(scope="module")
def long_table(tmp_path_factory):
    """A journal with a table as long as one can be, and its id."""
    file = tmp_path_factory.mktemp("long") / "journal.sqlite"
    with closing(Journal(file)) as journal, pytest.MonkeyPatch.context() as patch:
        patch.setattr("server.game.actions.MOST_TAKEBACKS", MOST_ENTRIES)
        services = LocalTables(VARIANTS, journal, lambda: 1000.0, scripted(random=Random(1), table=lambda: "long"))
        services.opener.open("Apocalypse", {}, "ann", 0, others="ann")
        kept = journal.table("long")
        opening, _, first = kept
        table = replayed(VARIANTS["Apocalypse"], opening, first)
        more = []
        while table.lines < MOST_ENTRIES - 4:
            for requested in (action("act", 0, 0, "a2a3"), action("act", 1, 0, "e4e3"), action("takeback", 0)):
                decision = decided(table, "ann", requested, 1000.0)
                apply(table, decision.entries, decision.next_game)
                more.append(tuple(replace(entry, message="") for entry in decision.entries))
        rows = [_row("long", len(first) + step, entries)._asdict() for step, entries in enumerate(more)]
        journal.write(statement(insert(decisions), rows))
    return file, "long"


def test_the_longest_table_and_its_record_do_not_hold_the_loop(long_table, tmp_path):
    file, table = long_table
    shutil.copy(file, tmp_path)
    with site(tmp_path, machine=None) as running:
        wait_until_ready(running)
        with not_held(running):
            answer = Client(running.url).get(f"/en/game/{table}/record.json")
            assert answer.status == 200
            assert len(json.loads(answer.body)["log"]) > MOST_ENTRIES - 10


def test_a_long_record_counts_for_more_than_one_request(long_table, tmp_path):
    file, table = long_table
    shutil.copy(file, tmp_path)
    with scripted_site(tmp_path, "--address-rate", "10") as running:  # Whose clock stands still.
        statuses = [running.client().get(f"/en/game/{table}/record.{form}").status for form in ("json", "pgn")]
        assert statuses == [200, 429]


def test_a_download_of_a_record_delays_no_move(match):
    """The next player's clock runs from the moment at which the move arrived."""
    match.open("Dark", "e2e4", control="5+3")
    acted = []

    def meanwhile(person):
        if not acted:
            with suppress(gevent.Timeout), gevent.Timeout(30):
                acted.append(match.act(1, "e7e5"))
        return person

    written = writer.fetch(match.tables, match.journal, match.id, lambda _: Eyes.SPECTATOR, meanwhile)
    assert acted == [""]
    assert [line["kind"] for line in written["log"]] == ["sit", "sit", "turn"]
    assert written["digest"] == writer.digest(written)
    assert match.number == 2


def test_unseals_cannot_exceed_the_longest_game(match):
    """Else a losing player would have a draw by it after some ninety turns."""
    match.open("Apocalypse")
    for _ in range(40):
        assert match.act(1, "e4e3") == ""
        while match.send("unseal", 1, 0) == "":
            assert match.act(1, "e4e3") == ""
        assert match.act(0, "a2a3") == ""
        assert match.send("takeback", 0) == match.send("takeback", 1) == ""
    # Of each round five entries are moves and the takeback; a broken seal is two more.
    unseals = QUOTAS["unseal"]
    assert unseals.per_game is not None
    assert match.table.lines < 40 * (5 + 2 * unseals.then) + 2 * unseals.per_game + 2 * unseals.per_turn
    assert match.act(1, "e4e3") == ""
    assert [match.send("unseal", 1, 0), match.act(1, "e4e3")] == ["", ""]
    match.restart()
    assert [match.send("unseal", 1, 0), match.act(1, "e4e3")] == ["", ""]
    assert match.send("unseal", 1, 0) == "unsealed_often"


MOST_TURNS = 3_900


@pytest.fixture(scope="module")
def wandering():
    """The opening and the rows, as JSON, of a game with few captures."""
    start = CHECKERED.start()
    opening = Opening("long", "Checkered", CHECKERED.rules_version, start.settings, start.fen(), 1e9)
    return opening, json.dumps(long_game(MOST_TURNS))


def loaded(wandering, kept=False):
    """The table of these rows, as it is read from the journal."""
    opening, rows = wandering
    table = TableState(CHECKERED, opening)
    for row in json.loads(rows):
        apply(table, (Entry(*row, 1e9),), kept=kept)
    return table


@pytest.mark.parametrize("kept", [False, True], ids=["running", "finished"])
def test_the_longest_table_takes_less_than_two_megabytes(wandering, kept):
    loaded(wandering, kept)  # What is made once for all tables.
    gc.collect()
    tracemalloc.start()
    try:
        table = loaded(wandering, kept)
        for number in range(0, MOST_TURNS, 7):
            past_view(table, Eyes.SPECTATOR, number)
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] < 2e6
    finally:
        tracemalloc.stop()


def test_the_longest_table_tells_each_turn_position_and_answer_also_after_takebacks(wandering):
    running, finished = loaded(wandering), loaded(wandering, kept=True)
    rows = json.loads(wandering[1])
    for left in (MOST_TURNS, MOST_TURNS - 1, MOST_TURNS - 100, 70, 64, 33, 1):
        apply(running, (Entry("takeback", running.number, 0, "p0", "", {"to": left}, 1e9),))
        texts = [[*row[-1]["texts"].values()] for row in rows[:left]]
        assert [[*turn.texts.values()] for turn in running.turns] == texts
        for number in {*range(0, left, 97), *range(max(0, left - 70), left)}:
            turn = running.turns[number]
            assert turn == finished.turns[number] == running.turns[number : number + 1][0]
            assert running.position_at(number + 1).fen() == turn.fen == rows[number][-1]["fen"]
            assert finished.position_at(number + 1).key() == running.position_at(number + 1).key()
        assert (running.number, running.game.number, len(running.score_sheet)) == (left,) * 3
        assert running.position.fen() == rows[left - 1][-1]["fen"]
    assert running.answer_to("p1", rows[1][4]) == 2
    assert running.answer_to("p0", rows[1][4]) is None
    for row in rows[1:100]:
        apply(running, (Entry(*row, 1e9),))
    assert running.position.fen() == rows[99][-1]["fen"]


def test_a_view_of_a_long_game_has_its_last_turns_and_the_others_come_in_parts(tmp_path):
    table, texts = store_long_game(tmp_path, 2 * MOST_SHOWN + 50)
    with site(tmp_path) as running:
        client = running.client()

        def shown(path):
            answer = json.loads(client.get(path).body)
            return answer, [(turn["number"], *turn["texts"].values()) for turn in answer["turns"]]

        everything = list(enumerate(texts, 1))
        for address, since in ((f"/api/v1/tables/{table}", "since"), (f"/en/game/{table}", "from")):
            for first in (0, 1, MOST_SHOWN, 2 * MOST_SHOWN, len(texts), 5 * MOST_SHOWN):
                answer, turns = shown(f"{address}/turns?{since}={first}")
                assert turns == everything[first : first + MOST_SHOWN]
                assert (answer["takebacks"], answer["status"]) == (0, "running")
        for since in (0, 10, 2 * MOST_SHOWN):
            view, turns = shown(f"/api/v1/tables/{table}?since={since}")
            assert turns == everything[max(since, len(texts) - MOST_SHOWN) :]
            assert view["number"] == len(texts)
            assert ("army" in view) == (since == 0)
        assert "Only the last 200 turns are listed here" in client.get(f"/en/game/{table}").text()
        positions, turns = shown(f"/en/game/{table}/positions?from={MOST_SHOWN}")
        assert turns[-MOST_SHOWN + 1 :] == everything[MOST_SHOWN : 2 * MOST_SHOWN - 1]
        assert turns[0][0] == positions["turns"][0]["latest"] <= MOST_SHOWN


def test_a_socket_is_sent_the_last_turns_of_a_long_game(tmp_path):
    table, texts = store_long_game(tmp_path, MOST_SHOWN + 50)
    with local_site(tmp_path) as local:
        local.connect("eve")
        view = local.watch("eve", table)["view"]
        assert [turn["number"] for turn in view["turns"]] == list(range(51, len(texts) + 1))
        assert (view["since"], view["number"]) == (0, len(texts))


def test_a_part_of_a_long_game_counts_for_its_turns(tmp_path):
    table, texts = store_long_game(tmp_path, MOST_SHOWN + 50)
    answered = []
    for first in (0, len(texts)):
        with scripted_site(tmp_path, "--address-rate", "10") as running:  # Whose clock stands still.
            statuses = [running.client().get(f"/en/game/{table}/turns?from={first}").status for _ in range(60)]
            answered.append(statuses.count(200))
    assert 3 < answered[0] < answered[1] / 2
