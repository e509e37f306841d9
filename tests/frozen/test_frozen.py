"""Journals and records that earlier versions froze: this version answers what they answered, on both engines."""

import json
import shutil
import sqlite3
import time
from contextlib import closing
from itertools import islice
from pathlib import Path

import psycopg
import pytest

from server.records import verification
from server.store import mailboxes
from tests.frozen.answers import VARIANTS, Opened, answers, differences, plain, table_answers
from tests.harness.actions import action

SETS = sorted(each for each in (Path(__file__).parent / "data").iterdir() if each.is_dir())
SHOWN = 20
"""Differences that a failure shows."""
AN_HOUR = 3600.0
RECORDS = [
    pytest.param(file, id=f"{each.name}-{file.name}") for each in SETS for file in sorted(each.glob("records/*"))
]


class Frozen:
    """A set: its folder and what it answered."""

    def __init__(self, folder):
        self.folder = folder
        self.expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
        self.at = self.expected.pop("at")
        self.tables = self.expected["tables"]
        for table in self.tables.values():
            if isinstance(table["record"], str):
                table["record"] = json.loads((folder / "records" / table["record"]).read_text(encoding="utf-8"))

    def put(self, place):
        """Put the journal into a file or a database."""
        if isinstance(place, Path):
            shutil.copyfile(self.folder / "journal.sqlite", place)
            return
        with psycopg.connect(place, autocommit=True) as database:
            database.execute((self.folder / "journal.sql").read_bytes())

    def running(self):
        """The tables at which the game goes on."""
        return [name for name, each in self.tables.items() if each["views"]["onlooker"]["status"] == "running"]


@pytest.fixture(params=SETS, ids=lambda folder: folder.name)
def frozen(request):
    """Each set in turn."""
    return Frozen(request.param)


def must_agree(expected, found):
    """Fail with the places in which these JSON values differ, and both values there."""
    if unlike := list(differences(expected, found)):
        pytest.fail("\n".join([f"{len(unlike)} differences:", *islice(unlike, SHOWN)]), pytrace=False)


def test_a_frozen_journal_gives_the_recorded_answers(frozen, place):
    frozen.put(place)
    site, expected = Opened(place, frozen.at), frozen.expected
    if not site.journal.shared:
        del expected["shared"]
    if frozen.folder.name == "0.1.0":
        # Since schema 0007 the time of the last mail says what is news, and mail is stopped for all games at once.
        del expected["mails"]
        for each in expected["people"].values():
            del each["mails_sent"]
            (each["mailbox"] or {}).pop("silent", None)
    key = (frozen.folder / "cookies.key").read_bytes()
    found = answers(site, frozen.tables, expected["people"], expected["secrets"], key)
    site.journal.close()
    must_agree(expected, found)


def test_only_events_after_the_migration_are_mailed(frozen, place):
    frozen.put(place)
    before = time.time()
    site = Opened(place, frozen.at)
    boxes = mailboxes.load(site.journal)
    site.journal.close()
    assert any(box.confirmed_at for box in boxes)
    assert all(before <= box.sent_at <= time.time() for box in boxes)


def test_each_running_game_of_a_frozen_journal_continues_and_stores_moves(frozen, place):
    frozen.put(place)
    site = Opened(place, frozen.at + AN_HOUR)
    for name in frozen.running():
        with site.site.tables.reading(name) as table:
            clocks = site.site.tables.view(table, 0)["clocks"]
            # The computer seals before people do.
            seat = table.waited_for()[-1]
            moves, number, person = table.moves(seat), table.number, table.chairs[seat]
        before = frozen.tables[name]["views"]["onlooker"]["clocks"]
        if clocks is not None:  # They stood while there was no server.
            assert clocks["left"] == pytest.approx(before["left"], abs=0.002), name
        move = next((each for each in sorted(moves) if not moves[each].row.get("risky")), min(moves))
        answer = site.site.tables.act(name, person or "", action("act", seat, number, move, message="afterwards"))
        assert answer["ok"], (name, answer)
    told = {name: plain(table_answers(site, name)) for name in frozen.tables}
    assert [name for name in told if told[name] != frozen.tables[name]] == frozen.running()
    site.journal.alive(site.time)
    site.journal.close()
    site.open_journal()
    again = {name: plain(table_answers(site, name)) for name in frozen.tables}
    site.journal.close()
    must_agree(told, again)


@pytest.mark.parametrize("file", RECORDS)
def test_a_frozen_record_is_verified_and_both_forms_tell_the_same_game(file):
    replayed = verification.replay(verification.read(file.read_text(encoding="utf-8"), VARIANTS), VARIANTS)
    assert all(check.holds for check in replayed.checks)
    own = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    assert verification.agrees(verification.read(file.read_text(encoding="utf-8"), VARIANTS), own, VARIANTS) is True
    fens = [line["fen"] for line in own["log"] if "fen" in line]
    assert replayed.positions[-1].fen() == own["final_fen"] == fens[-1]


def test_the_record_of_each_table_is_verified(frozen):
    complete = {name: each["record"] for name, each in frozen.tables.items() if each["record"]["complete"]}
    assert len(complete) > len(frozen.tables) - 5
    for name, record in complete.items():
        replayed = verification.examine(verification.read(json.dumps(record), VARIANTS), VARIANTS)
        # The record of a game whose journal disagreed with the rules disagrees with them too.
        if (replayed.fault is None) == (record["status"] == "stopped"):
            pytest.fail(f"the record of {name} ({record['status']}): {replayed.fault}", pytrace=False)


def test_one_changed_byte_in_a_move_of_any_table_is_detected(frozen, tmp_path):
    place = tmp_path / "journal.sqlite"
    frozen.put(place)
    with closing(sqlite3.connect(place, isolation_level=None)) as journal:
        changed = set(change_last_turns(journal))
    assert len(changed) > len(frozen.tables) / 2
    site = Opened(place, frozen.at)
    for name, expected in frozen.tables.items():
        seen = list(differences(expected, plain(table_answers(site, name)), name))
        assert bool(seen) == (name in changed), name
        assert all(line.startswith(f"{name}/") and ": expected " in line for line in seen)
    site.journal.close()


def change_last_turns(journal):
    """Change the last letter of a move of the last turn of every table that has one; the tables."""
    rows = journal.execute("SELECT table_id, sequence, entries FROM decisions ORDER BY table_id, sequence").fetchall()
    last = {table: (sequence, text) for table, sequence, text in rows if '["turn",' in text}
    for table, (sequence, text) in last.items():
        entries = json.loads(text)
        (body,) = (entry[4] for entry in entries if entry[0] == "turn")
        seat, move = next(iter(body["actions"].items()))
        body["actions"][seat] = move[:-1] + chr(ord(move[-1]) ^ 1)
        changed = json.dumps(entries, separators=(",", ":"), ensure_ascii=False)
        assert sum(one != other for one, other in zip(changed, text, strict=True)) == 1
        journal.execute(
            "UPDATE decisions SET entries = ? WHERE table_id = ? AND sequence = ?", (changed, table, sequence)
        )
        yield table
