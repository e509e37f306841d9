"""Rules of an installed variant that never end cost one table: the site ends, and the next one shows all the others."""

import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import gevent
import pytest

from server.tables import endless_rules
from tests.harness.checkout import ROOT
from tests.harness.client import Client, open_table
from tests.harness.program import Machine
from tests.harness.site import START_TIMEOUT, site
from tests.toys import Duel, write_variant

pytestmark = pytest.mark.slow

TURNS = (("a1c2", "c3a2"), ("c2a3", "a2c1"), ("a3c2", "c1a2"))
HANG = """
def forever(self):
    while True:
        pass

_{name} = Variant.{name}
def {name}(self, *rest):
    return forever(self) if self.plies == 4 else _{name}(self, *rest)
Variant.{name} = {name}
"""


IMPATIENT = Machine(cpu_limit=3.0)
"""A start takes the processor for some seconds."""


def scripted_site(data, hanging):
    """A site with a variant one of whose methods does not end after two turns."""
    folder = data.parent / "variants"
    if not folder.exists():
        with (write_variant(folder, Duel) / "__init__.py").open("a", encoding="utf-8") as file:
            file.write(HANG.format(name=hanging))
    return site(data, "--variants", str(folder), machine=IMPATIENT)


def people(running):
    return running.client("ann").connect(), running.client("bob").connect()


@pytest.mark.parametrize(("hanging", "last"), [("play", 2), ("picture", 1)])
def test_rules_that_never_end_cost_their_table_and_no_other(data, hanging, last):
    with scripted_site(data, hanging) as running:
        ann, bob = people(running)
        bad, good = open_table("Duel", ann, bob), open_table("Apocalypse", ann, bob)
        assert ann.call("act", table=good, seat=0, number=0, id="good", move="a2a3")["ok"]
        ann.call("watch", table=bad, seat=0, language="en")
        for number, (white, black) in enumerate(TURNS[: last + 1]):
            assert ann.call("act", table=bad, seat=0, number=number, id=f"a{number}", move=white)["ok"]
            act = {"table": bad, "seat": 1, "number": number, "id": f"b{number}", "move": black}
            if number < last:
                assert bob.call("act", **act)["ok"]
        bob.send("act", act)
        assert running.process.wait(START_TIMEOUT) != 0
    with scripted_site(data, hanging) as running:
        (line,) = [entry for entry in running.log_entries() if entry["message"] == "the rules of a variant did not end"]
        assert line["table"] == bad
        assert "in forever" in line["where"]
        ann, bob = people(running)
        for _ in range(2):
            answer = ann.get(f"/en/game/{bad}")
            assert answer.status == 409
            assert "have failed" in answer.text()
        assert bob.call("act", table=good, seat=1, number=0, id="h", move="a4a3")["ok"]
        assert "This game was stopped." in ann.get("/en/games").text()
    with scripted_site(data, hanging) as running:
        assert "did not end" not in running.log(), "it is told once"


def test_a_journal_that_cannot_store_the_end_of_such_a_game_is_reported_in_a_sentence(games_data):
    files = endless_rules.Files.of(games_data, 0)
    files.traceback.write_text("a traceback")
    with closing(sqlite3.connect(games_data / "journal.sqlite")) as journal:
        (table,) = journal.execute("SELECT id FROM tables").fetchone()
        files.note.write_text(table.ljust(endless_rules.ID_SIZE))
        journal.execute("CREATE TRIGGER full BEFORE INSERT ON decisions BEGIN SELECT RAISE(ABORT, 'no room'); END")
    options = ["--port", "0", "--data", str(games_data), "--log-level", "error"]
    command = [sys.executable, "-m", "server", "serve", *options]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=START_TIMEOUT)
    assert ended.returncode != 0
    assert "The journal did not take it: no room" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_process_that_was_stopped_for_long_is_not_endless(data):
    with site(data, machine=IMPATIENT) as running:
        running.process.send_signal(signal.SIGSTOP)
        time.sleep(4)
        running.process.send_signal(signal.SIGCONT)
        assert Client(running.url).get("/healthz").status == 200


def test_a_process_that_ended_normally_or_was_killed_reports_no_endless_rule(tmp_path):
    files = endless_rules.Files.of(tmp_path, 8000)
    with endless_rules.time_limit(files):
        with endless_rules.RulesCall("table"):
            assert files.note.read_text().strip() == "table"
        assert files.note.read_text().strip() == "", "who asks for no table must not be taken for this one"
        gevent.sleep(0)
    assert endless_rules.last_end(files) is None
    files.note.write_text("table")
    files.traceback.write_text("")
    assert endless_rules.last_end(files) is None
