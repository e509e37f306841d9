"""A journal in PostgreSQL: many processes write it, and the first to take a number has it."""

from contextlib import ExitStack
from dataclasses import replace
from urllib.parse import urlsplit

import gevent
import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from server.journal import postgres as postgres_engine
from server.journal.engine import Conflict, JournalError
from server.journal.entries import Entry, Opening
from server.journal.schema import metadata
from server.journal.store import Journal
from tests.harness.services import postgres

OPENING = Opening("t1", "Toy", 1, {}, "3/3 w 0", 100.0)


def entry(kind="sit", message="m1", **body):
    return Entry(kind, 0, 0, "ann", message, body, 101.5)


@pytest.fixture
def url(postgres_server):
    return postgres_server.database()


@pytest.fixture
def journals(url):
    """The same journal as two processes have it, with a table."""
    first, second = Journal(url), Journal(url)
    first.open_table(OPENING, (entry(),), "open")
    yield first, second
    first.close()
    second.close()


def kinds(journal, table="t1"):
    kept = journal.table(table)
    return [] if kept is None else [each.kind for decided in kept[2] for each in decided]


def database(url):
    return urlsplit(url).path[1:]


def run(url, statement):
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement)


def test_of_two_processes_that_take_a_number_the_first_has_it(journals):
    first, second = journals
    second.append("t1", 1, (entry("seal", "m2"),), None)
    with pytest.raises(Conflict):
        first.append("t1", 1, (entry("turn", "m3"),), "finished")
    assert kinds(first) == ["sit", "seal"]
    kept = first.table("t1")
    assert kept is not None
    assert kept[1] == "open"


def test_of_two_decisions_in_one_commit_that_take_a_number_the_first_has_it(journals):
    first, _ = journals
    asked = [gevent.spawn(first.append, "t1", 1, (entry("seal", name),), name) for name in ("one", "two")]
    gevent.joinall(asked)
    assert [each.successful() for each in asked] == [True, False]
    assert isinstance(asked[1].exception, Conflict)
    assert kinds(first) == ["sit", "seal"]


def test_a_conflict_costs_no_other_decision_of_the_commit(journals):
    first, _ = journals
    first.open_table(replace(OPENING, id="t2"), (entry(),), "open")
    asked = [gevent.spawn(first.append, table, number, (entry("seal", "x"),), None) for table, number in
             (("t1", 0), ("t2", 1), ("t1", 1))]  # fmt: skip
    rename = gevent.spawn(first.rename, "bob", "Bob", 0.0)
    gevent.joinall([*asked, rename])
    assert [each.successful() for each in (*asked, rename)] == [False, True, True, True]
    assert (kinds(first), kinds(first, "t2"), first.names()) == (["sit", "seal"], ["sit", "seal"], {"bob": "Bob"})


def test_a_table_that_a_decision_opens_is_there_only_if_the_decision_is(journals):
    first, second = journals
    second.append("t1", 1, (entry("seal", "m2"),), None)
    again = replace(OPENING, id="t2")
    with pytest.raises(Conflict):
        first.open_table(again, (entry(),), "running", ("t1", 1, (entry("rematch", "m3", table="t2"),)))
    assert first.table("t2") is None
    first.open_table(again, (entry(),), "running", ("t1", 2, (entry("rematch", "m3", table="t2"),)))
    assert (kinds(second), kinds(second, "t2")) == (["sit", "seal", "rematch"], ["sit"])
    assert [kept.id for kept in second.tables_of("ann", 9)] == ["t1", "t2"]


def test_a_row_that_the_database_cannot_hold_costs_only_its_own_caller(journals):
    first, _ = journals
    good = gevent.spawn(first.append, "t1", 1, (entry("seal", "m2"),), None)
    bad = gevent.spawn(first.append, "nowhere", 1, (entry("seal", "m2"),), None)
    gevent.joinall([good, bad])
    assert good.successful()
    assert isinstance(bad.exception, JournalError)
    assert kinds(first) == ["sit", "seal"]


def test_the_migrations_lead_to_the_schema_that_the_program_names(journals):
    differ = journals[0].run(lambda connection: compare_metadata(MigrationContext.configure(connection), metadata))
    assert differ == []


def test_processes_that_start_together_make_the_schema_once(url):
    began = [gevent.spawn(Journal, url) for _ in range(4)]
    gevent.joinall(began)
    for each in began:
        assert each.value.names() == {}
        each.value.close()


def test_a_journal_of_a_newer_program_is_refused_by_its_version(url):
    run(url, "CREATE TABLE alembic_version AS SELECT '9999' AS version_num")
    with pytest.raises(JournalError, match="version 9999, this program knows"):
        Journal(url)


@pytest.mark.parametrize("setting", ["synchronous_commit = off", "synchronous_commit = local"])
def test_a_database_that_may_lose_what_it_acknowledged_is_refused(url, setting):
    run(url, f"ALTER ROLE cavalier IN DATABASE {database(url)} SET {setting}")
    with pytest.raises(JournalError, match=f"its setting {setting.replace(' =', ' is')}, so it may lose"):
        Journal(url)


def test_a_database_that_does_not_answer_is_refused_by_its_place(url):
    nowhere = f"postgresql://cavalier:secret@/{database(url)}?host=/nowhere"
    with pytest.raises(JournalError, match=r"The journal \(/nowhere, database site\d+\) cannot be opened") as refused:
        Journal(nowhere)
    assert "secret" not in str(refused.value)


def test_where_no_connection_is_free_in_time_it_says_so(url, monkeypatch):
    monkeypatch.setattr(postgres_engine, "PATIENCE", 0.1)
    journal = Journal(url)
    with ExitStack() as stack:
        for _ in range(postgres_engine.CONNECTIONS):
            stack.enter_context(journal.engine._connected())
        with pytest.raises(JournalError, match="did not answer within"):
            journal.names()
        with pytest.raises(JournalError, match="did not answer within"):
            journal.rename("ann", "Ann", 0.0)
    assert journal.names() == {}
    journal.close()


def test_after_a_restart_of_the_database_the_journal_goes_on():
    with postgres() as server:
        journal = Journal(server.database())
        journal.open_table(OPENING, (entry(),), "open")
        server.stop("immediate")
        with pytest.raises(JournalError, match="did not take it"):
            journal.append("t1", 1, (entry("seal", "m2"),), None)
        with pytest.raises(JournalError, match="cannot be read"):
            journal.table("t1")
        server.start()
        assert kinds(journal) == ["sit"]
        journal.append("t1", 1, (entry("seal", "m2"),), None)
        assert kinds(journal) == ["sit", "seal"]
        assert not journal.fault
        journal.close()
