"""A journal in PostgreSQL, which many processes write. `test_store.py` has what holds on either engine."""

import subprocess
import sys
from contextlib import closing
from urllib.parse import urlsplit

import gevent
import psycopg
import pytest
from gevent.event import Event

from server.store import Journal, JournalError
from server.store import postgres as postgres_engine
from tests.harness.checkout import ROOT
from tests.harness.faults import changed

LATE_COMMIT = """
    CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.6); RETURN NULL; END';
    CREATE CONSTRAINT TRIGGER late AFTER INSERT ON spent DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
        EXECUTE FUNCTION wait()
"""
"""Lets the database take 0.6 seconds more to commit each row of what is spent."""

SPENDING = """
from gevent import monkey, spawn, joinall
monkey.patch_all()
import sys
from server.store import Journal, JournalError, accounts, postgres
postgres.ANSWER_TIMEOUT = 1.0
journal = Journal(sys.argv[1])
def spend(token):
    try:
        accounts.spend(journal, token, 0.0, 1.0)
    except JournalError as error:
        return f"{type(error).__name__}: {error}"
tokens = [spawn(spend, token) for token in "ab"]
joinall(tokens)
print(*(each.value for each in tokens), sep="\\n")
"""
"""Spends two tokens in one commit, and gives up a database after a second."""

WAITING = """
from gevent import monkey, sleep, spawn
monkey.patch_all()
import sys, psycopg
from server.store import Journal, postgres
postgres.ANSWER_TIMEOUT = 0.1
with psycopg.connect(sys.argv[1], autocommit=True) as other:
    other.execute("SELECT pg_advisory_lock(%s)", [postgres.MIGRATION_LOCK])
    started = spawn(Journal, sys.argv[1])
    sleep(5 * postgres.ANSWER_TIMEOUT)
print(started.get().names())
"""
"""Starts while another process migrates the database for longer than any other answer may take."""


def database(url):
    return urlsplit(url).path[1:]


def test_processes_that_start_together_make_the_schema_once(url):
    started = [gevent.spawn(Journal, url) for _ in range(4)]
    gevent.joinall(started)
    for each in started:
        assert each.value.names() == {}
        each.value.close()


def test_a_process_waits_for_a_migration_however_long_it_takes(url):
    done = subprocess.run([sys.executable, "-c", WAITING, url], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout == "{}\n", done.stderr


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


def test_writes_whose_commit_is_answered_late_are_not_written_again(url):
    Journal(url).close()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(LATE_COMMIT)
        done = subprocess.run([sys.executable, "-c", SPENDING, url], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert [line.partition(":")[0] for line in done.stdout.splitlines()] == ["JournalError"] * 2, done.stdout
        connection.execute("BEGIN; LOCK spent")
        assert connection.execute("SELECT token FROM spent ORDER BY token").fetchall() == [("a",), ("b",)]
