"""The journal on either engine keeps what it acknowledged, and raises an error when it cannot."""

import sqlite3
from contextlib import closing
from dataclasses import replace

import gevent
import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from server.game import Entry, Opening
from server.store import Conflict, Journal, JournalError, migrate
from server.store.schema import HEAD, metadata
from tests.harness.checkout import ROOT
from tests.harness.migrations import NEXT, add_migration, next_release

OPENING = Opening("t1", "Toy", 1, {"switch": True, "randomness": 0}, "3/3 w 0", 100.0)


def entry(kind="sit", number=0, message="m1", **body):
    return Entry(kind, number, 0, "ann", message, body, 101.5)


@pytest.fixture
def journal(each_place):
    with closing(Journal(each_place)) as made:
        made.open_table(OPENING, (entry(),), "open")
        yield made


def kinds(journal, table="t1"):
    """The kinds of all entries of a table, decision by decision."""
    stored = journal.table(table)
    return [] if stored is None else [[each.kind for each in decided] for decided in stored[2]]


def at_once(*calls):
    """The error of each of these calls, which one commit may hold."""
    greenlets = [gevent.spawn(*call) for call in calls]
    gevent.joinall(greenlets)
    return [each.exception for each in greenlets]


def test_stored_rows_are_read_back_unchanged_also_after_a_restart(each_place):
    turn = entry("turn", 0, "m2", actions={"0": "a2a3"}, fen="é")
    with closing(Journal(each_place)) as first:
        first.open_table(OPENING, (entry(),), "open")
        first.append("t1", 1, (turn,), "finished")
        first.rename("ann", "Ann", 0.0)
    with closing(Journal(each_place)) as second:
        assert second.table("t1") == (OPENING, "finished", [(entry(),), (turn,)])
        assert second.table("t2") is None
        assert second.names() == {"ann": "Ann"}
    with pytest.raises(JournalError, match="closed"):
        second.rename("ann", "Queen Ann", 0.0)


def test_of_two_decisions_that_take_a_number_the_first_has_it_and_no_other_call_fails(journal):
    journal.open_table(replace(OPENING, id="t2"), (entry(),), "open")
    errors = at_once(
        (journal.append, "t1", 1, (entry("seal", message="m2"),), None),
        (journal.append, "t1", 1, (entry("turn", message="m3"),), "finished"),
        (journal.append, "t1", 0, (entry("turn", message="m4"), entry("end", message="")), "finished"),
        (journal.append, "nowhere", 1, (entry("seal", message="m2"),), None),
        (journal.append, "t2", 1, (entry("seal", message="m2"),), None),
        (journal.rename, "bob", "Bob", 0.0),
    )
    assert [type(error) for error in errors] == [type(None), Conflict, Conflict, JournalError, type(None), type(None)]
    assert kinds(journal) == kinds(journal, "t2") == [["sit"], ["seal"]]
    assert journal.table("t1")[1] == "open"
    assert journal.names() == {"bob": "Bob"}


def test_a_table_that_a_decision_opens_is_kept_only_if_the_decision_is(journal):
    journal.append("t1", 1, (entry("seal", message="m2"),), None)
    again = replace(OPENING, id="t2")
    rematch = entry("rematch", message="m3", table="t2")
    with pytest.raises(Conflict):
        journal.open_table(again, (entry(),), "running", ("t1", 1, (rematch,)))
    assert journal.table("t2") is None
    journal.open_table(again, (entry(),), "running", ("t1", 2, (rematch,)))
    assert (kinds(journal), kinds(journal, "t2")) == ([["sit"], ["seal"], ["rematch"]], [["sit"]])
    assert {stored.id for stored in journal.tables_of("ann", 9)} == {"t1", "t2"}


def test_lists_of_tables_have_their_players_newest_first(journal):
    for name, at in (("a", 105.0), ("b", 109.0)):
        journal.open_table(replace(OPENING, id=name, opened_at=at), (entry(),), "open")
    assert [(stored.id, stored.sitters, stored.number) for stored in journal.tables("open", 2)] == [
        ("b", [(0, "ann")], 0),
        ("a", [(0, "ann")], 0),
    ]
    assert journal.tables("running", 10) == []


def test_a_message_that_was_answered_is_not_kept_again(journal):
    with pytest.raises(Conflict):
        journal.append("t1", 1, (entry("seal"),), None)
    journal.append("t1", 1, (entry("seal", message=""),), None)
    journal.append("t1", 2, (entry("seal", message=""),), None)


# Schemas


def execute(place, statement):
    if isinstance(place, str):
        with psycopg.connect(place, autocommit=True) as connection:
            connection.execute(statement)
    else:
        with closing(sqlite3.connect(place)) as connection:
            connection.execute(statement)


def test_the_migrations_lead_to_the_schema_that_the_program_names(journal):
    assert journal.run(lambda connection: compare_metadata(MigrationContext.configure(connection), metadata)) == []
    config = Config()
    config.set_main_option("script_location", str(ROOT / "server" / "store" / "migrations"))
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


@pytest.mark.parametrize(
    ("version", "sentence"),
    [
        (
            "0008",
            "0008, from before the first release: move this journal away, or use another data folder or database",
        ),
        ("9999", "9999, this program knows"),
    ],
)
def test_a_journal_of_another_version_is_refused_by_its_version(each_place, version, sentence):
    execute(each_place, f"CREATE TABLE alembic_version AS SELECT '{version}' AS version_num")
    with pytest.raises(JournalError, match=f"its schema has version {sentence}"):
        Journal(each_place)


def test_tables_without_a_version_are_refused(each_place):
    execute(each_place, "CREATE TABLE tables (id TEXT)")
    with pytest.raises(JournalError, match=r"\btables\b.* already exists"):
        Journal(each_place)


def test_a_file_that_is_no_journal_is_refused_by_name_and_once(tmp_path, capfd):
    (tmp_path / "journal.sqlite").write_text("This is no database. " * 100)
    with pytest.raises(JournalError, match=r"journal\.sqlite cannot be opened.*not a database"):
        Journal(tmp_path / "journal.sqlite")
    assert capfd.readouterr() == ("", "")


def test_a_migration_runs_on_a_journal_with_rows(each_place, journal, migrations):
    add_migration(migrations, "ALTER TABLE people ADD COLUMN colour TEXT", "UPDATE people SET colour = 'red'")
    journal.rename("ann", "Ann", 0.0)
    journal.close()
    with next_release(), closing(Journal(each_place)) as newer:
        assert newer.table("t1") == (OPENING, "open", [(entry(),)])
        assert newer.read(text("SELECT name, colour FROM people")) == [("Ann", "red")]
        assert newer.run(migrate.version) == NEXT


def test_a_migration_that_fails_leaves_the_journal_as_it_was(each_place, journal, migrations):
    add_migration(migrations, "ALTER TABLE people ADD COLUMN colour TEXT", "DROP TABLE chat", "DROP TABLE nothing")
    journal.close()
    with next_release(), pytest.raises(JournalError, match=r"cannot be opened: .*nothing"):
        Journal(each_place)
    with closing(Journal(each_place)) as older:
        assert older.run(migrate.version) == HEAD
        assert older.run(lambda connection: compare_metadata(MigrationContext.configure(connection), metadata)) == []
        assert older.table("t1") == (OPENING, "open", [(entry(),)])


def test_a_journal_that_cannot_be_made_is_not_made_in_part(tmp_path):
    path = tmp_path / "journal.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("CREATE TABLE other (id TEXT); CREATE INDEX people_by_time ON other (id);")
    with pytest.raises(JournalError, match="people_by_time already exists"):
        Journal(path)
    with closing(sqlite3.connect(path)) as connection:
        names = connection.execute("SELECT name FROM sqlite_master ORDER BY name").fetchall()
    assert names == [("other",), ("people_by_time",)]
