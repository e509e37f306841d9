"""A journal in PostgreSQL, which many processes write. `test_store.py` has what holds on either engine."""

from contextlib import closing
from urllib.parse import urlsplit

import gevent
import psycopg
import pytest
from gevent.event import Event

from server.store import Journal, JournalError
from server.store import postgres as postgres_engine
from tests.harness.faults import changed


def database(url):
    return urlsplit(url).path[1:]


def test_processes_that_start_together_make_the_schema_once(url):
    started = [gevent.spawn(Journal, url) for _ in range(4)]
    gevent.joinall(started)
    for each in started:
        assert each.value.names() == {}
        each.value.close()


@pytest.mark.parametrize("setting", ["synchronous_commit = off", "synchronous_commit = local"])
def test_a_database_without_durable_commits_is_refused(url, setting):
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"ALTER ROLE cavalier IN DATABASE {database(url)} SET {setting}")
    with pytest.raises(JournalError, match=f"its setting {setting.replace(' =', ' is')}, so it may lose"):
        Journal(url)


def test_a_database_that_does_not_answer_is_refused_by_its_place_and_without_a_password(url):
    nowhere = f"postgresql://cavalier:secret@/{database(url)}?host=/nowhere"
    with pytest.raises(JournalError, match=r"The journal \(/nowhere, database site\d+\) cannot be opened") as refused:
        Journal(nowhere)
    assert "secret" not in str(refused.value)


def test_an_exhausted_connection_pool_is_reported_to_readers_after_a_timeout_and_no_write_waits_for_it(url):
    with changed(postgres_engine, ANSWER_TIMEOUT=0.1):
        journal = Journal(url)
    done = Event()
    with closing(journal):
        holding = [gevent.spawn(journal.run, lambda _: done.wait()) for _ in range(postgres_engine.CONNECTIONS - 1)]
        gevent.sleep(0)
        with pytest.raises(JournalError, match="did not answer within"):
            journal.names()
        journal.rename("ann", "Ann", 0.0)
        done.set()
        gevent.joinall(holding, raise_error=True)
        assert journal.names() == {"ann": "Ann"}
