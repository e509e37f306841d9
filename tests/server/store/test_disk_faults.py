"""A disk that fails while the site runs: what is answered is true, nothing acknowledged is lost, the rest goes on."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
from contextlib import closing, contextmanager

import pytest
from simple_websocket import ConnectionClosed

from tests.harness.client import open_table
from tests.harness.site import site

PATIENCE = 60
MOVE = {"seat": 0, "number": 0, "move": "a2a3", "id": "x"}

WRITE, READ, SYNC = "pwrite64,write", "pread64,read", "fdatasync,fsync"
"""System calls."""


@contextmanager
def failing_disk(running, calls, error):
    """Until the end of the block these calls on the files of the journal do nothing and fail, by strace."""
    if shutil.which("strace") is None:
        absent("strace is missing")
    files = [option for name in ("journal.sqlite", "journal.sqlite-wal") for option in ("-P", str(running.data / name))]
    command = ["strace", "-f", "-p", str(running.process.pid), *files]
    command += ["-e", f"trace={calls}", "-e", f"inject={calls}:error={error}", "-o", "/dev/null"]
    tracer = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        said = tracer.stderr.readline()
        if "attached" not in said:
            absent(f"strace cannot trace here: {said.strip()}")
        yield
    finally:
        if tracer.poll() is None:
            tracer.send_signal(signal.SIGINT)
        tracer.communicate(timeout=PATIENCE)


def absent(reason):
    """Skip the test; in continuous integration, where all that the tests need is set up, fail."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def people(running):
    return running.client("ann").connect(), running.client("bob").connect()


def seals(data, table):
    with closing(sqlite3.connect(data / "journal.sqlite")) as journal:
        rows = journal.execute("SELECT entries FROM decisions WHERE table_id = ?", (table,)).fetchall()
    return [kind for (row,) in rows for kind, *_ in json.loads(row)].count("seal")


@pytest.mark.slow
def test_a_sync_that_fails_is_answered_as_not_known_and_stops_the_site_with_a_sentence(data):
    with site(data) as running:
        ann, bob = people(running)
        table = open_table("Apocalypse", ann, bob)
        with failing_disk(running, SYNC, "EIO"):
            answer = ann.call("act", table=table, **MOVE)
            assert answer["refusal"]["code"] == "not_known"
            assert running.process.wait(PATIENCE) == 2
        last = running.log().splitlines()[-1]
        assert last.startswith(f"cavalier: The journal {data / 'journal.sqlite'} could not be synced to disk (disk I/O")
    with site(data) as running:
        ann, bob = people(running)
        assert ann.call("act", table=table, **MOVE) == {"ok": True, "number": 0}, "kept or not, it is done once"
        ann.close()
        bob.close()
    assert seals(data, table) == 1


def test_a_failed_sync_of_what_a_page_asks_for_is_not_known_either(data):
    with site(data) as running:
        ann, _ = people(running)
        with failing_disk(running, SYNC, "EIO"):
            answer = ann.post("/en/variants/Apocalypse/play", seat="0")
            assert answer.status == 503
            assert "It is not known whether the action was saved." in answer.text()
            assert running.process.wait(PATIENCE) == 2


@pytest.mark.slow
@pytest.mark.parametrize("error", ["EIO", "ENOSPC"])
def test_a_write_that_fails_is_answered_as_not_kept_and_the_site_goes_on(data, error):
    with site(data) as running:
        ann, bob = people(running)
        table = open_table("Apocalypse", ann, bob)
        with failing_disk(running, WRITE, error):
            for message in ("x", "y"):
                answer = ann.call("act", table=table, **{**MOVE, "id": message})
                assert answer["refusal"]["code"] == "not_kept"
            view = bob.call("watch", table=table, seat=1, language="en")["view"]
            assert view["chairs"][0]["state"] == "choosing"
        assert ann.call("act", table=table, **MOVE) == {"ok": True, "number": 0}
        running.process.kill()
        running.process.wait()
    assert seals(data, table) == 1


@pytest.mark.slow
def test_a_read_that_fails_is_refused_and_works_again_when_the_disk_does(games_data):
    with closing(sqlite3.connect(games_data / "journal.sqlite")) as journal:
        # More than SQLite keeps in memory, and read last at the start.
        rows = ((f"somebody {number}", f"Name {number}") for number in range(60_000))
        journal.executemany("INSERT INTO people (id, name, at) VALUES (?, ?, 0)", rows)
        ((table,),) = journal.execute("SELECT id FROM tables WHERE status = 'running' AND variant = 'Dark'")
        journal.commit()
    with site(games_data) as running:
        eve = running.client().connect()
        watch = {"table": table, "seat": None, "language": "en"}
        with failing_disk(running, READ, "EIO"):
            assert eve.call("watch", **watch)["refusal"]["code"] == "not_kept"
            with pytest.raises(ConnectionClosed):  # So that a page asks again.
                eve.call("watch", **watch)
            assert eve.get(f"/en/game/{table}").status == 503
        assert eve.connect().call("watch", **watch)["ok"] is True
        eve.close()


def damage(file, *places):
    content = bytearray(file.read_bytes())
    for place in places:
        content[place] ^= 0x55
    file.write_bytes(content)


@pytest.mark.slow
def test_a_write_cut_off_by_a_crash_does_not_damage_the_journal(data):
    with site(data) as running:
        ann, bob = people(running)
        table = open_table("Apocalypse", ann, bob)
        assert ann.call("act", table=table, **MOVE)["ok"]
        running.process.kill()
        running.process.wait()
    log = data / "journal.sqlite-wal"
    log.write_bytes(log.read_bytes()[:-1000])
    with site(data) as running:
        assert running.client().get(f"/en/game/{table}").status == 200


def test_a_damaged_journal_is_refused_at_the_start_by_name(games_data):
    damage(games_data / "journal.sqlite", *range(40_960, 41_100))
    refused = pytest.raises(AssertionError, match=r"The journal \S+sqlite cannot be opened: it is damaged")
    with refused, site(games_data):
        pass
