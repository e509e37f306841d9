"""A journal moved to PostgreSQL and back has every row as it was; a move that was interrupted goes on."""

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from server.cli import main
from server.journal import keys, moving
from server.journal.datafolder import alone
from server.journal.engine import JournalError
from server.journal.moving import MoveError, move
from server.journal.schema import metadata
from server.journal.store import Journal
from tests.services import Postgres
from tests.serving import KEY, KEY_FILE
from tests.site import ROOT

pytestmark = pytest.mark.slow

FROZEN = ROOT / "tests" / "frozen" / "data" / "0.1.0" / "journal.sqlite"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with games in it; rows are moved in small batches."""
    monkeypatch.setattr(moving, "BATCH", 7)
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copy(FROZEN, folder)
    (folder / KEY_FILE).write_bytes(KEY)
    with closing(Journal(folder / "journal.sqlite")) as journal:
        journal.alive(0.1 + 0.2)
        journal.rename("zoé", "Zoé ♞", 1e9 + 1 / 3)
        journal.rename("Ann", "Ann", 0.0)
    return folder


@pytest.fixture
def url(postgres_server: Postgres) -> str:
    return postgres_server.database()


def quiet(*_: object) -> None:
    """Tell nobody."""


def rows(path: Path) -> dict[str, list[str]]:
    """Every row of a journal, with the floats as they are; without the key, which a file has beside it."""
    kept = [name for name in metadata.tables if name != "site"]
    with closing(sqlite3.connect(path)) as journal:
        return {name: sorted(map(repr, journal.execute(f"SELECT * FROM {name}"))) for name in kept}


def run(url: str, statement: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement)


def stopped_after(steps: int) -> Callable[..., None]:
    """What stops the move as it tells of this step."""
    left = iter(range(steps))

    def tell(*_: object) -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt

    return tell


def test_every_row_comes_back_as_it_was(data: Path, url: str) -> None:
    before = rows(data / "journal.sqlite")
    assert move(data, url, False, quiet) == sum(map(len, before.values())) > 30
    assert rows(data / "journal.sqlite") == before, "the source is left as it was"
    with closing(Journal(url)) as journal:
        assert journal.names()["zoé"] == "Zoé ♞"
    (data / "journal.sqlite").rename(data / "old.sqlite")
    move(data, url, True, quiet)
    assert rows(data / "journal.sqlite") == before
    Journal(data / "journal.sqlite").close()


@pytest.mark.parametrize("steps", [0, 1, 3, 6, 10])
def test_a_move_that_was_interrupted_cannot_be_served_and_goes_on(data: Path, url: str, steps: int) -> None:
    before = rows(data / "journal.sqlite")
    with pytest.raises(KeyboardInterrupt):
        move(data, url, False, stopped_after(steps))
    with pytest.raises(JournalError, match="unfinished move"):
        Journal(url)
    move(data, url, False, quiet)
    (data / "journal.sqlite").rename(data / "old.sqlite")
    with pytest.raises(KeyboardInterrupt):
        move(data, url, True, stopped_after(steps))
    assert not (data / "journal.sqlite").exists()
    move(data, url, True, quiet)
    assert rows(data / "journal.sqlite") == before


@pytest.mark.parametrize(
    "fault",
    [
        "DELETE FROM people WHERE id = 'Ann'",
        "UPDATE people SET at = at + 1.2e-7 WHERE id = 'zoé'",
        "INSERT INTO processes VALUES ('other', 0.1)",
        "UPDATE decisions SET previous = 'x' WHERE sequence = 1",
    ],
)
def test_a_row_that_differs_is_found_and_the_target_stays_closed(
    data: Path, url: str, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = moving._copy

    def faulty(*arguments: object) -> None:
        copy(*arguments)  # type: ignore[arg-type]
        run(url, fault)

    monkeypatch.setattr(moving, "_copy", faulty)
    with pytest.raises(MoveError, match="is not the same in both"):
        move(data, url, False, quiet)
    with pytest.raises(JournalError, match="unfinished move"):
        Journal(url)


def test_a_move_that_was_killed_goes_on(data: Path, url: str) -> None:
    program = (
        "import os, sys; from pathlib import Path; from server.journal import moving; moving.BATCH = 7;"
        "left = iter(range(4)); die = lambda *_: next(left, None) is None and os.kill(os.getpid(), 9);"
        "moving.move(Path(sys.argv[1]), sys.argv[2], False, die)"
    )
    assert subprocess.run([sys.executable, "-c", program, data, url], cwd=ROOT, check=False).returncode == -9
    with pytest.raises(JournalError, match="unfinished move"):
        Journal(url)
    assert main(["migrate", "--data", str(data), "--journal", url]) == 0
    Journal(url).close()


def test_what_would_mix_two_sites_or_move_a_running_one_is_refused_by_name(
    data: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "LEAVING", 0.1)
    with alone(data), pytest.raises(MoveError, match="in use by another process"):
        move(data, url, False, quiet)
    with closing(Journal(url)), pytest.raises(MoveError, match="in use by a process of Cavalier"):
        move(data, url, False, quiet)
    move(data, url, False, quiet)
    with pytest.raises(MoveError, match="already holds the rows of a site"):
        move(data, url, False, quiet)
    with pytest.raises(MoveError, match=r"already holds journal\.sqlite"):
        move(data, url, True, quiet)


def test_a_part_of_another_site_is_refused(data: Path, url: str) -> None:
    with pytest.raises(KeyboardInterrupt):
        move(data, url, False, stopped_after(2))
    (data / KEY_FILE).write_bytes(bytes(32))
    with pytest.raises(MoveError, match="part of another site"):
        move(data, url, False, quiet)
    (data / "journal.sqlite").rename(data / "old.sqlite")
    with pytest.raises(MoveError, match="no whole site"):
        move(data, url, True, quiet)


def test_a_schema_that_is_not_the_newest_is_refused(data: Path, url: str) -> None:
    with closing(sqlite3.connect(data / "journal.sqlite")) as journal, journal:
        journal.execute("UPDATE alembic_version SET version_num = '0005'")
    with pytest.raises(MoveError, match="start and stop the site once"):
        move(data, url, False, quiet)


def test_all_processes_of_the_database_sign_with_the_key_of_the_file(data: Path, url: str, tmp_path: Path) -> None:
    move(data, url, False, quiet)
    with closing(Journal(url)) as journal:
        assert keys.shared(journal, b"the key of another folder, unused") == KEY


def test_a_key_that_was_deleted_does_not_come_back_with_the_next_move(
    data: Path, url: str, tmp_path: Path, postgres_server: Postgres
) -> None:
    move(data, url, False, quiet)
    other = tmp_path / "other"
    move(other, url, True, quiet)
    with closing(sqlite3.connect(other / "journal.sqlite")) as journal:
        assert journal.execute("SELECT count(*) FROM site").fetchone() == (0,)
        # An earlier version of the program moved it with the rows.
        journal.execute("INSERT INTO site VALUES (?, ?)", (keys.SIGNING_KEY, keys.written(KEY)))
        journal.commit()
    (other / KEY_FILE).write_bytes(b"n" * 32)
    again = postgres_server.database()
    move(other, again, False, quiet)
    with closing(Journal(again)) as journal:
        assert keys.shared(journal, b"unused") == b"n" * 32


def test_back_in_a_folder_the_key_is_the_one_that_the_processes_shared(data: Path, url: str, tmp_path: Path) -> None:
    move(data, url, False, quiet)
    new, other = tmp_path / "new", tmp_path / "other"
    for folder in (new, other):
        folder.mkdir()
    (other / KEY_FILE).write_bytes(b"x" * 32)
    with pytest.raises(MoveError, match=r"holds another cookies\.key"):
        move(other, url, True, quiet)
    assert list(other.glob("journal*")) == []
    move(new, url, True, quiet)
    assert (new / KEY_FILE).read_bytes() == KEY
