"""The journal keeps what it acknowledged, and says so when it cannot."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import gevent
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import select

from server.journal.engine import Conflict, JournalError
from server.journal.entries import Entry, Opening
from server.journal.schema import HEAD, decisions, metadata
from server.journal.sqlite import connect
from server.journal.store import Journal

MIGRATIONS = Path(__file__).parent.parent.parent / "server" / "journal" / "migrations"
OPENING = Opening("t1", "Toy", 1, {"switch": True, "randomness": 0}, "3/3 w 0", 100.0)


def entry(kind="sit", number=0, message="m1", **body):
    return Entry(kind, number, 0, "ann", message, body, 101.5)


@pytest.fixture
def journal(each_place):
    made = Journal(each_place)
    yield made
    made.close()


def test_what_was_kept_is_read_back_as_it_was_also_after_a_restart(each_place):
    first = Journal(each_place)
    first.open_table(OPENING, (entry(),), "open")
    first.append("t1", 1, (turn := entry("turn", 0, "m2", actions={"0": "a2a3"}, fen="é"),), "finished")
    first.rename("ann", "Ann", 0.0)
    first.close()
    second = Journal(each_place)
    assert second.table("t1") == (OPENING, "finished", [(entry(),), (turn,)])
    assert second.table("t2") is None
    assert second.names() == {"ann": "Ann"}
    second.close()


def test_a_journal_that_cannot_be_opened_says_so_once(tmp_path, capfd):
    (tmp_path / "journal.sqlite").write_text("This is no database. " * 100)
    with pytest.raises(JournalError, match="not a database"):
        Journal(tmp_path / "journal.sqlite")
    assert capfd.readouterr() == ("", "")


def test_a_row_that_stands_already_is_refused_and_costs_no_other_row(journal):
    journal.open_table(OPENING, (entry(),), "open")
    append = gevent.spawn(journal.append, "t1", 1, (entry("seal", message="m2"),), None)
    again = gevent.spawn(journal.append, "t1", 0, (entry("seal", message="m3"),), None)
    rename = gevent.spawn(journal.rename, "bob", "Bob", 0.0)
    gevent.joinall([append, again, rename])
    assert append.successful()
    assert isinstance(again.exception, Conflict)
    assert rename.successful()
    kept = journal.table("t1")
    assert kept is not None
    assert [[one.kind for one in decided] for decided in kept[2]] == [["sit"], ["seal"]]


def test_of_several_entries_all_are_kept_or_none(journal):
    journal.open_table(OPENING, (entry(),), "open")
    with pytest.raises(Conflict):
        journal.append("t1", 0, (entry("turn", message="m2"), entry("end", message="")), "finished")
    kept = journal.table("t1")
    assert kept is not None
    assert kept[1:] == ("open", [(entry(),)])


def test_actions_that_wait_together_are_committed_together(journal, monkeypatch):
    commits = []
    plain = journal._write_apart
    monkeypatch.setattr(journal, "_write_apart", lambda batch: (commits.append(len(batch)), plain(batch))[1])
    gevent.joinall([gevent.spawn(journal.rename, str(number), "x", 0.0) for number in range(50)])
    assert sum(commits) == 50
    assert len(commits) < 5


def test_lists_tell_who_sits_where_newest_first(journal):
    for name, at in (("a", 5.0), ("b", 9.0)):
        journal.open_table(replace(OPENING, id=name, opened_at=at), (entry(),), "open")
    assert [(kept.id, kept.sitters, kept.number) for kept in journal.tables("open", 10)] == [
        ("b", [(0, "ann")], 0),
        ("a", [(0, "ann")], 0),
    ]
    assert [kept.id for kept in journal.tables("open", 1)] == ["b"]
    assert journal.tables("running", 10) == []


def test_a_message_that_was_answered_is_not_kept_again(journal):
    journal.open_table(OPENING, (entry(),), "open")
    with pytest.raises(Conflict):
        journal.append("t1", 1, (entry("seal"),), None)
    journal.append("t1", 1, (entry("seal", message=""),), None)
    journal.append("t1", 2, (entry("seal", message=""),), None)


def test_a_decision_is_one_row_whatever_entries_it_has(journal):
    journal.open_table(OPENING, (entry("dice", message=""), entry("sit", message="")), "running")
    journal.append("t1", 1, (entry("turn", message="m2"), entry("end", 1, "", points=[1, 0])), "finished")
    kept = journal.read(select(decisions.c.sequence, decisions.c.number, decisions.c.message))
    assert [tuple(row) for row in kept] == [(0, 0, ""), (1, 1, "m2")]
    assert journal.results(["t1"]) == {"t1": {"points": [1, 0]}}


@pytest.mark.parametrize(
    ("statement", "version"),
    [
        ("PRAGMA user_version = 7", "0000, which this program does not read"),
        ("CREATE TABLE alembic_version AS SELECT '0005' AS version_num", "0005, which this program does not read"),
        ("CREATE TABLE alembic_version AS SELECT '9999' AS version_num", "9999, this program knows"),
    ],
)
def test_a_journal_of_another_version_is_refused_by_its_version(tmp_path, statement, version):
    path = tmp_path / "journal.sqlite"
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.close()
    with pytest.raises(JournalError, match=f"version {version}"):
        Journal(path)


def test_a_file_that_is_no_journal_is_refused_by_name(tmp_path):
    path = tmp_path / "journal.sqlite"
    path.write_bytes(b"not a database, whatever its name says" * 100)
    with pytest.raises(JournalError, match=r"journal\.sqlite cannot be opened"):
        Journal(path)


def test_the_migrations_lead_to_the_schema_that_the_program_names(tmp_path):
    with closing(connect(tmp_path / "journal.sqlite")) as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


def test_a_migration_that_fails_leaves_the_journal_as_it_was(tmp_path):
    path = tmp_path / "journal.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("CREATE TABLE other (id TEXT); CREATE INDEX people_by_time ON other (id);")
    with pytest.raises(JournalError, match="people_by_time already exists"):
        Journal(path)
    with closing(sqlite3.connect(path)) as connection:
        names = connection.execute("SELECT name FROM sqlite_master ORDER BY name").fetchall()
    assert names == [("other",), ("people_by_time",)]


def test_the_file_is_for_its_owner_alone(tmp_path):
    Journal(tmp_path / "journal.sqlite").close()
    assert (tmp_path / "journal.sqlite").stat().st_mode & 0o777 == 0o600


def test_after_closing_nothing_more_is_taken(each_place):
    journal = Journal(each_place)
    journal.close()
    with pytest.raises(JournalError, match="closed"):
        journal.rename("ann", "Ann", 0.0)
