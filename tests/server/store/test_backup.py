"""A backup holds all that was acknowledged before it began, and comes back; what would destroy data is refused."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from server.cli import main
from server.store import KEY as KEY_FILE
from server.store import DataError, locked
from server.store.backup import backup, restore
from tests.harness.checkout import ROOT
from tests.harness.client import KEY
from tests.harness.crowd import Crowd
from tests.harness.faults import replaced
from tests.harness.site import NO_LIMITS, site

BACKUPS = 4


@pytest.fixture
def data(games_data):
    """A data folder with games in it."""
    return games_data


@pytest.fixture
def backup_file(data, tmp_path):
    backup(data, tmp_path / "kept")
    return tmp_path / "kept"


def held(path):
    """The table and the message of every action that a journal holds."""
    with closing(sqlite3.connect(path)) as journal:
        return set(journal.execute("SELECT table_id, message FROM decisions WHERE message != ''"))


def command(*arguments):
    program = [sys.executable, "-m", "server", *arguments]
    return subprocess.run(program, cwd=ROOT, env=NO_LIMITS, capture_output=True, text=True, check=False)


def test_a_backup_of_a_site_that_works_holds_every_action_acknowledged_before_it_began(data, tmp_path):
    with site(data) as running:
        crowd = Crowd(running)
        try:
            before = []
            for number in range(BACKUPS):
                before = crowd.until(len(before) + 10)
                folder = tmp_path / f"backup-{number}"
                done = command("backup", str(folder), "--data", str(data))
                assert done.returncode == 0, done.stderr
                assert set(before) <= held(folder / "journal.sqlite")
        finally:
            crowd.stop()
    done = command("restore", str(folder), "--data", str(tmp_path / "restored"))
    assert done.returncode == 0, done.stderr
    with site(tmp_path / "restored") as running:
        ann = running.client("ann")
        table, _ = before[-1]
        assert ann.get(f"/en/game/{table}").status == 200
        assert table in ann.get("/en/mine").text(), "the cookie is signed by the key that was backed up"


def test_a_restored_backup_gives_the_same_answers(data, tmp_path):
    assert backup(data, tmp_path / "kept") == restore(tmp_path / "kept", tmp_path / "other")
    assert held(tmp_path / "other" / "journal.sqlite") == held(data / "journal.sqlite")
    assert (tmp_path / "other" / KEY_FILE).read_bytes() == KEY
    for folder in (tmp_path / "kept", tmp_path / "other"):
        assert all(file.stat().st_mode & 0o077 == 0 for file in folder.iterdir())
    assert (tmp_path / "kept").stat().st_mode & 0o077 == 0


def test_the_names_of_the_files_are_synced_last(data, tmp_path):
    synced = []

    def fsync(_, handle):
        path = Path(os.readlink(f"/proc/self/fd/{handle}"))
        synced.append((path.name, {each.name for each in path.iterdir()} if path.is_dir() else set()))

    with replaced(os, "fsync", fsync):
        backup(data, tmp_path / "kept")
        assert synced[-1] == ("kept", {"backup.json", "journal.sqlite", KEY_FILE})
        restore(tmp_path / "kept", tmp_path / "other")
        assert synced[-1] == ("other", {"journal.sqlite", KEY_FILE})


def test_a_restore_into_a_folder_in_use_is_refused(data, backup_file):
    with locked(data), pytest.raises(DataError, match="is in use by another process of Cavalier"):
        restore(backup_file, data, replace=True)


def test_a_restore_over_a_journal_is_refused_by_its_name_unless_it_is_to_be_replaced(data, backup_file, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "journal.sqlite").write_bytes(b"precious")
    (other / "journal.sqlite-wal").write_bytes(b"and more")
    (other / "endgames").mkdir()
    with pytest.raises(DataError, match=r"already holds journal\.sqlite, journal\.sqlite-wal: --replace"):
        restore(backup_file, other)
    assert (other / "journal.sqlite").read_bytes() == b"precious"
    restore(backup_file, other, replace=True)
    assert held(other / "journal.sqlite") == held(data / "journal.sqlite")
    assert sorted(file.name for file in other.iterdir()) == ["cookies.key", "endgames", "journal.sqlite"]


def test_a_backup_into_a_folder_that_holds_something_is_refused(data, backup_file):
    with pytest.raises(DataError, match="is not empty: choose a new one for each backup"):
        backup(data, backup_file)


@pytest.mark.parametrize("missing", ["journal.sqlite", KEY_FILE])
def test_a_folder_without_a_site_is_not_backed_up(data, tmp_path, missing):
    (data / missing).unlink()
    with pytest.raises(DataError, match=f"holds no {missing}"):
        backup(data, tmp_path / "kept")


@pytest.mark.parametrize(
    ("name", "at", "sentence"),
    [
        ("journal.sqlite", 9000, "journal.sqlite is not what was backed up: its SHA-256 differs"),
        (KEY_FILE, 3, "cookies.key is not what was backed up"),
        ("backup.json", 3, "holds no backup that this program can read"),
        ("backup.json", None, "holds no backup"),
    ],
)
def test_a_backup_that_was_changed_or_broke_off_is_not_put_back(backup_file, tmp_path, name, at, sentence):
    content = bytearray((backup_file / name).read_bytes())
    if at is None:
        (backup_file / name).unlink()
    else:
        content[at] ^= 1
        (backup_file / name).write_bytes(content)
    with pytest.raises(DataError, match=sentence):
        restore(backup_file, tmp_path / "other")
    assert not (tmp_path / "other" / "journal.sqlite").exists()


def test_a_damaged_journal_makes_no_backup(data, tmp_path):
    with closing(sqlite3.connect(data / "journal.sqlite")) as journal:
        journal.execute("PRAGMA foreign_keys = OFF")
        journal.execute("DELETE FROM tables WHERE variant = 'Dark'")
        journal.commit()
    with pytest.raises(DataError, match="is damaged: a decision belongs to no table"):
        backup(data, tmp_path / "kept")
    assert [*(tmp_path / "kept").iterdir()] == [], "the folder can be used again"


def test_a_file_that_is_no_journal_makes_no_backup(data, tmp_path):
    (data / "journal.sqlite").write_bytes(b"no database" * 1000)
    with pytest.raises(DataError, match=f"^The backup in {tmp_path}/kept is not whole: file is not a database"):
        backup(data, tmp_path / "kept")
    assert [*(tmp_path / "kept").iterdir()] == []


def test_backup_and_restore_report_and_refuse_in_one_sentence(data, tmp_path, capsys):
    backup_file = str(tmp_path / "kept")
    assert main(["backup", backup_file, "--data", str(data)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"{backup_file}: ")
    assert printed.endswith(" decisions, and the key that signs cookies\n")
    assert main(["restore", backup_file, "--data", str(data)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert json.loads((tmp_path / "kept" / "backup.json").read_text())["format"] == "cavalier-backup"
