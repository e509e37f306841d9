"""A journal that is moved to PostgreSQL and back has every row as it was; a move that breaks off leaves nothing."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from operator import methodcaller
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import create_engine, make_url, select

from server.cli import main
from server.store import KEY as KEY_FILE
from server.store import DataError, Journal, locked, secrets, transfer
from server.store.schema import metadata, site
from server.store.transfer import transfer_journal
from tests.harness.checkout import ROOT
from tests.harness.client import KEY
from tests.harness.faults import changed, failing, replaced
from tests.harness.site import NO_LIMITS, START_TIMEOUT, until

WAITS = (
    "SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database"
    " WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted"
)


@pytest.fixture
def data(games_data):
    """A data folder with games and a row in each table; rows are moved in small batches, and nobody waits for long."""
    with closing(Journal(games_data / "journal.sqlite")) as journal:
        journal.alive(0.1 + 0.2)
        journal.rename("zoé", "Zoé ♞", 1e9 + 1 / 3)
        journal.rename("Ann", "Ann", 0.0)
        for table in metadata.sorted_tables:
            if table is not site:
                row = {column.name: "x" if column.type.python_type is str else 1 for column in table.columns}
                journal.write(methodcaller("execute", table.insert(), row))
    with changed(transfer, BATCH=7, CLOSING_TIMEOUT=0.1):
        yield games_data


def rows(place):
    """Every row of a journal on either engine, with the floats as they are; without the key."""
    if isinstance(place, Path):
        engine = create_engine(f"sqlite:///{place}")
    else:
        engine = create_engine(make_url(place).set(drivername="postgresql+psycopg"))
    with engine.connect() as connection:
        found = {name: sorted(map(repr, connection.execute(select(table)))) for name, table in metadata.tables.items()}
    engine.dispose()
    return {**found, "site": [row for row in found["site"] if secrets.SIGNING_KEY not in row]}


def run(url, statement):
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement)


def test_every_row_comes_back_as_it_was(data, url):
    before = rows(data / "journal.sqlite")
    assert transfer_journal(data, url, False) == sum(map(len, before.values())) > 30
    assert rows(data / "journal.sqlite") == rows(url) == before, "the source is left as it was"
    with closing(Journal(url)) as journal:
        assert journal.names()["zoé"] == "Zoé ♞"
        assert secrets.shared_signing_key(journal, b"the key of another folder, unused") == KEY
    (data / "journal.sqlite").rename(data / "old.sqlite")
    transfer_journal(data, url, True)
    assert rows(data / "journal.sqlite") == before
    with closing(sqlite3.connect(data / "journal.sqlite")) as journal:
        assert journal.execute("SELECT * FROM site").fetchall() == [], "the key stands in its own file alone"
    Journal(data / "journal.sqlite").close()


@pytest.mark.parametrize("back", [False, True])
def test_a_move_that_breaks_off_leaves_nothing_and_is_done_again(data, url, back):
    if back:
        transfer_journal(data, url, False)
        (data / "journal.sqlite").rename(data / "old.sqlite")
    before = rows(url if back else data / "journal.sqlite")
    with (
        failing(transfer, "insert", KeyboardInterrupt(), when=lambda table: str(table) == "sitters"),
        pytest.raises(KeyboardInterrupt),
    ):
        transfer_journal(data, url, back)
    if back:
        assert not (data / "journal.sqlite").exists()
    else:
        assert sum(map(len, rows(url).values())) == 0
    transfer_journal(data, url, back)
    assert rows(data / "journal.sqlite" if back else url) == before


def test_a_move_that_lost_a_row_is_refused_and_leaves_nothing(data, url):
    Journal(url).close()
    run(url, "CREATE RULE lossy AS ON INSERT TO decisions WHERE NEW.sequence > 0 DO INSTEAD NOTHING")
    with pytest.raises(DataError, match=r"Of \d+ rows of the table decisions, \d+ were copied"):
        transfer_journal(data, url, False)
    assert sum(map(len, rows(url).values())) == 0


def test_a_site_that_starts_during_a_move_waits_for_its_end(data, url):
    program = (
        "import sys; from server.store.journal import Journal; journal = Journal(sys.argv[1]);"
        "print(journal.names()['Ann'])"
    )
    sites = []

    def meanwhile(plain, table):
        if not sites:
            options = {"cwd": ROOT, "stdout": subprocess.PIPE, "text": True}
            sites.append(subprocess.Popen([sys.executable, "-c", program, url], **options))
            with psycopg.connect(url, autocommit=True) as connection:
                until(lambda: connection.execute(WAITS).fetchone(), 0.02)
        return plain(table)

    with replaced(transfer, "insert", meanwhile):
        transfer_journal(data, url, False)
    output, _ = sites[0].communicate(timeout=START_TIMEOUT)
    assert output == "Ann\n"


def test_moving_a_running_site_or_into_another_one_is_refused_by_name(data, url):
    with locked(data), pytest.raises(DataError, match="in use by another process"):
        transfer_journal(data, url, False)
    with closing(Journal(url)), pytest.raises(DataError, match="in use by a process of Cavalier"):
        transfer_journal(data, url, False)
    transfer_journal(data, url, False)
    with pytest.raises(DataError, match="already holds the rows of a site"):
        transfer_journal(data, url, False)
    with pytest.raises(DataError, match=r"already holds journal\.sqlite"):
        transfer_journal(data, url, True)


def test_nothing_is_moved_beside_the_write_ahead_log_of_another_journal(data, url):
    before = rows(data / "journal.sqlite")
    transfer_journal(data, url, False)
    killed = "import os, sys, pathlib; from server.store import Journal; journal = Journal(pathlib.Path(sys.argv[1]));"
    killed += "journal.rename('eve', 'Eve', 0.0); os._exit(9)"
    subprocess.run([sys.executable, "-c", killed, str(data / "journal.sqlite")], cwd=ROOT)
    (data / "journal.sqlite").rename(data / "old.sqlite")
    with pytest.raises(DataError, match=r"already holds journal\.sqlite-wal"):
        transfer_journal(data, url, True)
    for ending in ("-wal", "-shm"):
        (data / f"journal.sqlite{ending}").rename(data / f"old.sqlite{ending}")
    transfer_journal(data, url, True)
    assert rows(data / "journal.sqlite") == before


@pytest.mark.parametrize("version", ["9999", "0002"])
def test_a_schema_of_another_version_is_refused_by_its_version(data, url, version):
    run(url, f"CREATE TABLE alembic_version AS SELECT '{version}' AS version_num")
    with pytest.raises(DataError, match=f"has version {version} of the schema"):
        transfer_journal(data, url, False)
    with closing(sqlite3.connect(data / "journal.sqlite")) as journal, journal:
        journal.execute(f"UPDATE alembic_version SET version_num = '{version}'")
    with pytest.raises(DataError, match=f"has version {version} of the schema"):
        transfer_journal(data, url, False)


@pytest.mark.parametrize("missing", ["journal.sqlite", KEY_FILE])
def test_a_folder_or_a_database_without_a_site_is_not_moved(data, url, missing, tmp_path):
    (data / missing).unlink()
    with pytest.raises(DataError, match=f"holds no {missing}: there is nothing to move"):
        transfer_journal(data, url, False)
    with pytest.raises(DataError, match="The database holds no site"):
        transfer_journal(tmp_path / "new", url, True)


def test_back_in_a_folder_the_key_is_the_one_that_the_processes_shared(data, url, tmp_path):
    transfer_journal(data, url, False)
    new, other = tmp_path / "new", tmp_path / "other"
    for folder in (new, other):
        folder.mkdir()
    (other / KEY_FILE).write_bytes(b"x" * 32)
    with pytest.raises(DataError, match=r"holds another cookies\.key"):
        transfer_journal(other, url, True)
    assert list(other.glob("journal*")) == []
    transfer_journal(new, url, True)
    assert (new / KEY_FILE).read_bytes() == KEY


@pytest.mark.parametrize("place", ["?host=/nowhere", "?host=127.0.0.1&port=1", "?sslmode=nonsense", "?unknown=1"])
def test_no_password_is_printed_where_a_database_is_not_reached(data, place):
    done = subprocess.run(
        [sys.executable, "-m", "server", "migrate", "--data", str(data)],
        cwd=ROOT,
        env=NO_LIMITS | {"CAVALIER_JOURNAL": f"postgresql://cavalier:hunter2@/site{place}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "hunter2" not in done.stdout + done.stderr


def test_migrate_reports_its_work_and_backup_of_postgresql_names_pg_dump(data, url, capsys):
    assert main(["migrate", "--data", str(data), "--journal", url]) == 0
    assert capsys.readouterr().out.startswith("the database: ")
    for command, instead in (("backup", "pg_dump"), ("restore", "pg_restore")):
        assert main([command, "kept", "--journal", url]) == 2
        assert instead in capsys.readouterr().err
