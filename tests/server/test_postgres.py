"""A journal in PostgreSQL, which many processes write: the first to take a number has it. `test_store` has the rest."""

from contextlib import ExitStack, closing
from urllib.parse import urlsplit

import gevent
import psycopg
import pytest
from gevent.event import Event

from server.game import Entry, Opening
from server.store import Conflict, Journal, JournalError
from server.store import postgres as postgres_engine
from tests.harness.faults import changed
from tests.harness.services import postgres

OPENING = Opening("t1", "Toy", 1, {}, "3/3 w 0", 100.0)


def entry(kind="sit", message="m1"):
    return Entry(kind, 0, 0, "ann", message, {}, 101.5)


@pytest.fixture
def url(postgres_server):
    return postgres_server.database()


def kinds(journal):
    return [each.kind for decided in journal.table("t1")[2] for each in decided]


def database(url):
    return urlsplit(url).path[1:]


def test_of_two_processes_that_take_a_number_the_first_has_it(url):
    with closing(Journal(url)) as first, closing(Journal(url)) as second:
        first.open_table(OPENING, (entry(),), "open")
        second.append("t1", 1, (entry("seal", "m2"),), None)
        with pytest.raises(Conflict):
            first.append("t1", 1, (entry("turn", "m3"),), "finished")
        assert kinds(first) == ["sit", "seal"]
        assert first.table("t1")[1] == "open"


def test_processes_that_start_together_make_the_schema_once(url):
    started = [gevent.spawn(Journal, url) for _ in range(4)]
    gevent.joinall(started)
    for each in started:
        assert each.value.names() == {}
        each.value.close()


@pytest.mark.parametrize("setting", ["synchronous_commit = off", "synchronous_commit = local"])
def test_a_database_that_may_lose_what_it_acknowledged_is_refused(url, setting):
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"ALTER ROLE cavalier IN DATABASE {database(url)} SET {setting}")
    with pytest.raises(JournalError, match=f"its setting {setting.replace(' =', ' is')}, so it may lose"):
        Journal(url)


def test_a_database_that_does_not_answer_is_refused_by_its_place_and_without_a_password(url):
    nowhere = f"postgresql://cavalier:secret@/{database(url)}?host=/nowhere"
    with pytest.raises(JournalError, match=r"The journal \(/nowhere, database site\d+\) cannot be opened") as refused:
        Journal(nowhere)
    assert "secret" not in str(refused.value)


def test_where_no_connection_is_free_in_time_it_says_so(url):
    with changed(postgres_engine, PATIENCE=0.1):
        journal = Journal(url)
    done = Event()
    with closing(journal):
        holding = [gevent.spawn(journal.run, lambda _: done.wait()) for _ in range(postgres_engine.CONNECTIONS)]
        gevent.sleep(0)
        for call in (journal.names, lambda: journal.rename("ann", "Ann", 0.0)):
            with pytest.raises(JournalError, match="did not answer within"):
                call()
        done.set()
        gevent.joinall(holding, raise_error=True)
        assert journal.names() == {}


@pytest.mark.slow
def test_after_a_restart_of_the_database_the_journal_goes_on():
    with ExitStack() as stack:
        server = stack.enter_context(postgres())
        journal = stack.enter_context(closing(Journal(server.database())))
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
