"""One's own data: everything is in one file, and after a deletion nothing names the person, whatever is restored."""

import json
import logging
import sqlite3
from contextlib import closing, suppress

import gevent
import pytest
from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect

from server.cli import main
from server.game import Refusal, is_deleted
from server.runtime.loop import working_for
from server.store import JOURNAL, Journal, personal
from tests.harness.actions import action
from tests.harness.authenticator import Authenticator, Browser
from tests.harness.composition import app_at
from tests.harness.game import Calls, Game
from tests.harness.sources import Clock, scripted

NAME, CHAT, COMPLAINT = "Zenobia_7", "my aunt grows purple tulips", "he spoke ill of tulips"
REASON = "other"
MATE = "f2f3 e7e5 g2g4 d8h4"


@pytest.fixture
def folder(tmp_path):
    return tmp_path


@pytest.fixture
def zenobia(member, play, services, bob):
    """She has a name, chat, a game against Bob that is over and one that runs."""
    reader = member(NAME)
    reader.tables = [play(reader.id, bob.id, moves, rated=True) for moves in (MATE, "")]
    with services.tables.reading(reader.tables[0]) as table:
        services.chat.say(table, reader.id, 0, "message", None, CHAT)
    services.blocks.block(reader.id, bob.id)
    services.reports.add(reader.id, bob.id, "chat", REASON, COMPLAINT)
    services.reports.add(bob.id, reader.id, "name", REASON, "What a name!")
    services.sanctions.impose(bob.id, reader.id, "warning", REASON)
    return reader


def lines_with(folder, text):
    """The statements that would write a journal anew in which a text occurs."""
    with sqlite3.connect(folder / JOURNAL) as connection:
        return [line for line in connection.iterdump() if text in line]


def test_everything_that_is_stored_of_a_person_is_in_their_file(zenobia, bob, folder):
    data = zenobia.get("/my-data/all.json").json
    text = json.dumps(data)
    for stored in (NAME, CHAT, COMPLAINT, zenobia.id, *zenobia.tables):
        assert stored in text, stored
    assert (len(data["passkeys"]), len(data["ratings"]), len(data["blocks"]), len(data["sanctions"])) == (1, 1, 1, 1)
    assert "What a name!" not in text, "who reported her, and how, is not told"
    assert all("moderator" not in row for row in [*data["sanctions"], *data["reports"]])
    assert {line.split('"')[1] for line in lines_with(folder, zenobia.id)} <= set(data), "no table is forgotten"
    assert data["passkeys"] != bob.get("/my-data/all.json").json["passkeys"]


def test_the_file_tells_no_move_of_a_game_before_its_end(ann, bob, play, services):
    """A turn has the board that a player does not see, a seal its nonce, an opening the seed of the dice."""
    tables = [play(ann.id, bob.id, "e2e4 c7c5 g1f3", variant="Dark"), play(bob.id, ann.id, variant="Dice")]
    tables.append(play(ann.id, bob.id, variant="Apocalypse"))
    services.tables.act(tables[2], ann.id, action("act", 0, 0, "e2e3", message="sealed"))

    def entries():
        rows = ann.get("/my-data/all.json").json["decisions"]
        assert "sequence" not in rows[0], "others' plans are counted by it"
        return [row["entries"] for row in rows if row["table_id"] in tables]

    assert entries() == [""] * 6, "that she acted, and when, is told"
    for table in tables:
        services.tables.act(table, bob.id, action("resign", bob_sits(services, bob, table), message="enough"))
    assert '["seal",0,0' in str(entries())
    assert "e2e3" not in str(entries()), "it was not opened"
    assert "pp1ppppp" in str(entries()), "then the whole board is known"


def bob_sits(services, bob, table):
    with services.tables.reading(table) as state:
        return state.seats_of(bob.id)[0]


def test_what_a_person_has_many_of_is_in_the_file_once_and_in_order(zenobia, services):
    def rows(most):
        parts = personal.rows_of(services.journal, zenobia.id, most)
        return [(name, row) for name, part in parts for row in part]

    assert len(rows(500)) > 10
    assert rows(1) == rows(2) == rows(500)


class Plans:
    """A journal that notes for each question how SQLite would answer it."""

    def __init__(self, journal, folder):
        self._journal, self._file = journal, sqlite3.connect(folder / JOURNAL)
        self.all = {}

    def read(self, query, parameters=None):
        text = str(query.compile(dialect=sqlite_dialect(), compile_kwargs={"literal_binds": True}))
        self.all[text] = [line[3] for line in self._file.execute(f"EXPLAIN QUERY PLAN {text}")]
        return self._journal.read(query, parameters)


def test_no_question_about_a_person_reads_all_rows_of_a_table(zenobia, folder, services):
    """On a large site everybody would wait for it, and it would break off."""
    plans = Plans(services.journal, folder)
    assert len(list(personal.rows_of(plans, zenobia.id, 1))) > 20
    assert len(plans.all) > 20
    assert [query for query, plan in plans.all.items() if any(line.startswith("SCAN") for line in plan)] == []


def test_all_games_are_one_file(app, zenobia):
    lines = zenobia.get("/my-data/games.jsonl").text.splitlines()
    assert [json.loads(line)["table"] for line in lines] == zenobia.tables[:1]
    assert "Qh4#" in zenobia.get("/my-data/games.pgn").text
    assert app.test_client().get("/en/my-data/games.pgn").status_code == 404


def test_after_a_deletion_nothing_names_the_person_and_the_opponent_keeps_the_games(
    services, zenobia, bob, folder, caplog
):
    caplog.set_level(logging.DEBUG)
    me, secret = zenobia.id, zenobia.secret
    assert zenobia.form("/my-data/delete").status_code == 303, "only who is sure"
    assert lines_with(folder, NAME)
    assert zenobia.form("/my-data/delete", sure="yes").status_code == 303
    passkey = zenobia.key.id.hex()
    for trace in (NAME, NAME.lower(), CHAT, COMPLAINT, passkey):
        assert lines_with(folder, trace) == [], trace
        assert trace not in caplog.text, trace
    left = {line.split('"')[1] for line in lines_with(folder, me)}
    assert left == {"people", "accounts", "keys", "key_changes"}, "what says that the id is not valid"
    assert services.secrets.person(secret) is None
    assert zenobia.get("/people/" + NAME).status_code == 404
    assert [row.status for row in services.journal.tables_of(bob.id, 10)] == ["finished"], "the other was aborted"
    assert "Deleted player" in bob.get("/my-data/games.pgn").text
    assert len(bob.get("/my-data/all.json").json["ratings"]) == 1


def test_what_a_deleted_person_wrote_is_read_by_nobody_at_a_table_in_use(ann, bob, member, play, services):
    table, cleo = play(ann.id, bob.id), member("Cleo")
    with services.tables.reading(table) as state:

        def read():
            with services.tables.reading(table) as now:
                said = services.chat.read(now, bob.id)()
            return [(each.text, each.preset, is_deleted(each.person)) for each in said]

        services.chat.say(state, bob.id, 1, "stays", None, "it stays")
        services.chat.say(state, ann.id, 0, "phrase", "hello", None)
        services.chat.say(state, cleo.id, None, "looks on", None, CHAT)
        services.chat.say(state, ann.id, 0, "plays", None, CHAT)
        for reader in (ann, cleo):
            assert reader.form("/my-data/delete", sure="yes").status_code == 303
        gevent.sleep(0)
        left = [("it stays", None, False), (None, "hello", True)]
        assert read() == left
        with services.tables.reading(table) as now:
            services.chat.say(now, bob.id, 1, "later", None, "and goes on")
        assert read() == [*left, ("and goes on", None, False)]


def test_an_aborted_game_is_in_the_file_with_its_moves(ann, bob, play, services):
    table = play(ann.id, bob.id, "e2e4")
    services.tables.act(table, bob.id, action("abort", 1, message="enough"))
    assert [row.status for row in services.journal.tables("aborted", 1)] == ["aborted"]
    assert "e2e4" in str(ann.get("/my-data/all.json").json["decisions"])


def test_nobody_begins_another_game_with_a_deleted_player(ann, bob, play, services):
    table = play(ann.id, bob.id, MATE)
    services.tables.act(table, ann.id, action("rematch", 0, False, message="again"))
    ann.form("/my-data/delete", sure="yes")
    with pytest.raises(Refusal, match="has left the site"):
        services.tables.act(table, bob.id, action("rematch", 1, False, message="yes"))


def test_nobody_blocks_a_deleted_person(ann, bob, services):
    deleted = ann.id
    services.blocks.block(bob.id, deleted)
    services.blocks.block(deleted, bob.id)
    ann.form("/my-data/delete", sure="yes")
    assert (services.blocks.of(bob.id), services.blocks.between(bob.id, deleted)) == ([], False)


def test_all_games_are_given_up_however_little_their_player_may_load(start):
    services = start(Clock(), address_rate=1).extensions["cavalier"]
    me, other, address = "a" * 20, "b" * 20, "203.0.113.1"
    tables = [Game(Calls(services), (me, other)).open("Chess", "e2e4 e7e5") for _ in range(3)]
    for table in tables:
        services.tables.rewritten(table)
    with working_for(address):
        with suppress(Refusal):
            while True:
                services.limits.check(address)
        services.personal_data.delete(me)
    assert [row.status for row in services.journal.tables_of(other, 10)] == ["finished"] * 3


def test_a_site_starts_however_many_people_were_deleted(url):
    persons = [f"{number:020x}" for number in range(70_000)]
    with closing(Journal(url)) as journal:
        personal.erase(journal, persons[0], "deleted:x", 1.0)
        assert personal.known(journal, persons) == set(persons[1:])


def test_a_deletion_is_done_again_when_an_older_backup_is_restored(folder, tmp_path):
    backup = tmp_path / "backup"
    with app_at(folder, scripted(Clock())) as app:
        reader, other = people = [Browser(app, Authenticator(key)) for key in (b"hers", b"his")]
        for each in people:
            each.make()
        reader.form("/account/name", name=NAME)
        game = Game(Calls(app.extensions["cavalier"]), (reader.id, other.id))
        game.open("Chess", MATE, control="5+3", rated=True)
        me = reader.id
        assert main(["backup", str(backup), "--data", str(folder)]) == 0
        reader.form("/my-data/delete", sure="yes")
    assert main(["restore", str(backup), "--data", str(folder), "--replace"]) == 0
    assert lines_with(folder, NAME)
    with app_at(folder, scripted(Clock())) as app:
        assert lines_with(folder, NAME) == []
        assert app.test_client().get(f"/en/people/{NAME}").status_code == 404
        left = {line.split('"')[1] for line in lines_with(folder, me)}
        assert left <= {"people", "accounts", "keys", "key_changes"}
