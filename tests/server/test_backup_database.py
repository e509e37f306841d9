"""A backup of either kind of journal comes back as either kind; what would mix, destroy or half-do is refused."""

import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import create_engine, make_url, select

from server.cli import main
from server.journal import keys, moving
from server.journal.backup import BackupError, backup, restore, restore_database
from server.journal.engine import JournalError
from server.journal.entries import Entry, Opening
from server.journal.moving import move
from server.journal.schema import metadata
from server.journal.store import Journal
from tests.services import Postgres
from tests.serving import KEY, KEY_FILE
from tests.site import ROOT, STARTING, UNHURRIED

pytestmark = pytest.mark.slow

FROZEN = ROOT / "tests" / "frozen" / "data" / "0.1.0" / "journal.sqlite"
WAITS = (
    "SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database"
    " WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted"
)
LATER = Opening("later", "Toy", 1, {}, "3/3 w 0", 100.0)


def quiet(*_: object) -> None:
    """Tell nobody."""


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with games in it; rows are copied in small batches, and nobody waits for a site to leave."""
    monkeypatch.setattr(moving, "BATCH", 7)
    monkeypatch.setattr(moving, "LEAVING", 0.1)
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copy(FROZEN, folder)
    (folder / KEY_FILE).write_bytes(KEY)
    with closing(Journal(folder / "journal.sqlite")) as journal:
        journal.alive(0.1 + 0.2)
        journal.rename("zoé", "Zoé ♞", 1e9 + 1 / 3)
    return folder


@pytest.fixture
def url(postgres_server: Postgres) -> str:
    """An empty database."""
    return postgres_server.database()


@pytest.fixture
def full(data: Path, postgres_server: Postgres) -> str:
    """A database with the games of `data`."""
    address = postgres_server.database()
    move(data, address, False, quiet)
    return address


@pytest.fixture
def kept(data: Path, full: str, tmp_path: Path) -> Path:
    """A backup of that database."""
    backup(tmp_path / "nowhere", tmp_path / "kept", full)
    return tmp_path / "kept"


def rows(place: Path | str) -> dict[str, list[str]]:
    """Every row of a journal on either engine, with the floats as they are; without the key."""
    if isinstance(place, Path):
        engine = create_engine(f"sqlite:///{place}")
    else:
        engine = create_engine(make_url(place).set(drivername="postgresql+psycopg"))
    with engine.connect() as connection:
        found = {name: sorted(map(repr, connection.execute(select(table)))) for name, table in metadata.tables.items()}
    engine.dispose()
    return {**found, "site": [row for row in found["site"] if keys.SIGNING_KEY not in row]}


def key_of(url: str) -> bytes:
    with closing(Journal(url)) as journal:
        return keys.shared(journal, b"unused")


def run(url: str, statement: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement)


def stopped_after(steps: int) -> Callable[..., None]:
    """What stops the work as it tells of this step."""
    left = iter(range(steps))

    def tell(*_: object) -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt

    return tell


@pytest.mark.parametrize("source", ["file", "database"])
@pytest.mark.parametrize("target", ["file", "database"])
def test_every_row_comes_back_from_each_engine_into_each(
    data: Path, full: str, url: str, tmp_path: Path, source: str, target: str
) -> None:
    before = rows(data / "journal.sqlite")
    assert sum(map(len, before.values())) > 30
    held = backup(data, tmp_path / "kept", full if source == "database" else "")
    assert sorted(file.name for file in (tmp_path / "kept").iterdir()) == ["backup.json", KEY_FILE, "journal.sqlite"]
    assert all(file.stat().st_mode & 0o077 == 0 for file in (tmp_path / "kept").iterdir())
    assert rows(tmp_path / "kept" / "journal.sqlite") == before
    if target == "database":
        assert restore_database(tmp_path / "kept", url, quiet) == held
        assert rows(url) == before
        assert key_of(url) == KEY
    else:
        assert restore(tmp_path / "kept", tmp_path / "other") == held
        assert rows(tmp_path / "other" / "journal.sqlite") == before
        assert (tmp_path / "other" / KEY_FILE).read_bytes() == KEY
        with closing(sqlite3.connect(tmp_path / "other" / "journal.sqlite")) as journal:
            assert journal.execute("SELECT * FROM site").fetchall() == [], "the key stands in its own file alone"


def test_a_backup_is_one_state_of_a_database_whatever_is_written_meanwhile(full: str, tmp_path: Path) -> None:
    before = rows(full)
    with closing(Journal(full)) as journal:

        def act(*_: object) -> None:
            # A table that is copied late in the order refers to one that was copied before.
            number = journal.lengths(["later"]).get("later", 0)
            act = Entry("sit", 0, number, f"p{number}", f"m{number}", {}, 101.5)
            if number:
                journal.append("later", number, (act,), None)
            else:
                journal.open_table(LATER, (act,), "open")
            journal.rename("zoé", f"Zoé {number}", 2e9)

        backup(tmp_path, tmp_path / "kept", full, act)
        assert journal.lengths(["later"])["later"] > 5
    assert rows(tmp_path / "kept" / "journal.sqlite") == before


@pytest.mark.parametrize("steps", [0, 1, 3, 6, 10])
def test_a_restore_that_was_interrupted_cannot_be_served_and_goes_on(kept: Path, url: str, steps: int) -> None:
    with pytest.raises(KeyboardInterrupt):
        restore_database(kept, url, stopped_after(steps))
    with pytest.raises(JournalError, match="unfinished move"):
        Journal(url)
    with pytest.raises(BackupError, match="holds no whole site"):
        backup(kept, kept.parent / "of a part", url)
    restore_database(kept, url, quiet)
    assert rows(url) == rows(kept / "journal.sqlite")
    assert key_of(url) == KEY


def test_a_backup_of_a_database_that_was_interrupted_is_none(full: str, url: str, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        backup(tmp_path, tmp_path / "kept", full, stopped_after(3))
    with pytest.raises(BackupError, match="holds no backup"):
        restore_database(tmp_path / "kept", url, quiet)


@pytest.mark.parametrize("fault", ["DELETE FROM people WHERE id = 'zoé'", "UPDATE people SET at = at + 1.2e-7"])
def test_a_row_that_differs_is_found_on_the_way_out_and_on_the_way_in(
    kept: Path, full: str, url: str, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = moving._copy

    def faulty(source: object, target: object, tell: object) -> None:
        copy(source, target, tell)  # type: ignore[arg-type]
        target.exec_driver_sql(fault)  # type: ignore[attr-defined]
        target.commit()  # type: ignore[attr-defined]

    monkeypatch.setattr(moving, "_copy", faulty)
    with pytest.raises(BackupError, match="is not the same in both"):
        backup(kept, kept.parent / "second", full)
    assert not (kept.parent / "second" / "backup.json").exists()
    with pytest.raises(BackupError, match="is not the same in both"):
        restore_database(kept, url, quiet)
    with pytest.raises(JournalError, match="unfinished move"):
        Journal(url)


def test_a_database_that_holds_a_site_is_refused_and_left_as_it_is(kept: Path, full: str, url: str) -> None:
    before = rows(full)
    with pytest.raises(BackupError, match="already holds the rows of a site: choose an empty one"):
        restore_database(kept, full, quiet)
    assert rows(full) == before
    key_of(url)
    with pytest.raises(BackupError, match="already holds the rows of a site"):
        restore_database(kept, url, quiet)


def test_a_database_that_a_process_has_open_is_refused(kept: Path, url: str) -> None:
    with closing(Journal(url)), pytest.raises(BackupError, match="in use by a process of Cavalier: stop the site"):
        restore_database(kept, url, quiet)
    assert sum(map(len, rows(url).values())) == 0


def test_while_a_database_is_filled_no_site_opens_it_and_nobody_else_fills_it(kept: Path, url: str) -> None:
    refused = []

    def meanwhile(*_: object) -> None:
        if not refused:
            with pytest.raises(JournalError, match="unfinished move"):
                Journal(url)
            with pytest.raises(BackupError, match="in use by a process of Cavalier"):
                restore_database(kept, url, quiet)
            refused.append(True)

    restore_database(kept, url, meanwhile)
    assert refused
    assert rows(url) == rows(kept / "journal.sqlite")


def test_a_site_that_starts_as_a_restore_begins_finds_it_begun(
    kept: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = (
        "import sys; from server.journal.store import Journal; print('starting', flush=True); Journal(sys.argv[1])"
    )
    sites = []
    found = moving._version

    def version(target: object) -> str | None:
        # After the look at who is there, and before the mark.
        if not sites:
            options = {"cwd": ROOT, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
            sites.append(subprocess.Popen([sys.executable, "-c", program, url], **options))  # type: ignore[call-overload]
            until(url, WAITS)
        return found(target)  # type: ignore[arg-type]

    monkeypatch.setattr(moving, "_version", version)
    restore_database(kept, url, quiet)
    _, said = sites[0].communicate(timeout=STARTING)
    assert "its schema has version unfinished move" in said


def until(url: str, question: str) -> None:
    """Ask again until there is an answer."""
    ends = time.monotonic() + STARTING
    with psycopg.connect(url, autocommit=True) as connection:
        while not connection.execute(question).fetchone():
            assert time.monotonic() < ends
            time.sleep(0.02)


def test_a_part_of_another_backup_is_refused(kept: Path, data: Path, url: str) -> None:
    with pytest.raises(KeyboardInterrupt):
        restore_database(kept, url, stopped_after(2))
    with closing(Journal(data / "journal.sqlite")) as journal:
        journal.rename("zoé", "another", 2e9)
    backup(data, data / "other")
    with pytest.raises(BackupError, match="part of another site, or of another backup"):
        restore_database(data / "other", url, quiet)


@pytest.mark.parametrize("version", ["9999", "0002"])
def test_a_database_of_another_version_is_refused_by_its_version(
    kept: Path, full: str, url: str, version: str, tmp_path: Path
) -> None:
    run(full, f"UPDATE alembic_version SET version_num = '{version}'")
    with pytest.raises(BackupError, match=f"has version {version} of the schema"):
        backup(tmp_path, tmp_path / "second", full)
    run(url, f"CREATE TABLE alembic_version AS SELECT '{version}' AS version_num")
    with pytest.raises(BackupError, match=f"has version {version} of the schema"):
        restore_database(kept, url, quiet)


def test_a_backup_that_was_changed_is_refused_before_a_database_is_touched(kept: Path, url: str) -> None:
    content = bytearray((kept / "journal.sqlite").read_bytes())
    content[9000] ^= 1
    (kept / "journal.sqlite").write_bytes(content)
    with pytest.raises(BackupError, match=r"journal\.sqlite is not what was backed up"):
        restore_database(kept, url, quiet)
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT to_regclass('alembic_version')").fetchone() == (None,)


@pytest.mark.parametrize("empty", ["no tables", "no site"])
def test_a_database_without_a_site_is_not_backed_up(url: str, tmp_path: Path, empty: str) -> None:
    if empty == "no site":
        Journal(url).close()
    with pytest.raises(BackupError, match=r"The database holds no (site|key)"):
        backup(tmp_path, tmp_path / "kept", url)
    assert not (tmp_path / "kept" / "backup.json").exists()


def test_the_commands_tell_how_far_they_are_and_refuse_in_one_sentence(
    full: str, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = str(tmp_path / "kept")
    assert main(["backup", kept, "--journal", full]) == 0
    told = capsys.readouterr()
    assert told.out.startswith(f"{kept}: ")
    assert "rows copied" in told.err
    assert "rows compared" in told.err
    assert main(["restore", kept, "--journal", url, "--replace"]) == 2
    assert capsys.readouterr().err.startswith("cavalier: --replace: nothing in a database is deleted")
    assert main(["restore", kept, "--journal", url]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("the database: ")
    assert "rows compared" in told.err
    for command in ("backup", "restore"):
        assert main([command, kept, "--journal", url]) == 2
        assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("place", ["?host=/nowhere", "?host=127.0.0.1&port=1", "?sslmode=nonsense", "?unknown=1"])
def test_no_password_is_printed_where_a_database_is_not_reached(
    data: Path, full: str, tmp_path: Path, place: str
) -> None:
    backup(data, tmp_path / "kept", full)
    for name, folder in (("backup", tmp_path / "second"), ("restore", tmp_path / "kept")):
        environment = UNHURRIED | {"CAVALIER_JOURNAL": f"postgresql://cavalier:hunter2@/site{place}"}
        done = subprocess.run(
            [sys.executable, "-m", "server", name, str(folder)],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
        assert "hunter2" not in done.stdout + done.stderr
