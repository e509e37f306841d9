"""Journals and records of the sites of earlier versions: the present one opens, shows, verifies and plays on."""

import json
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from server.archive import records, verify
from server.archive.scoresheet import GameRecord
from server.journal import chat as chat_store
from server.journal import reviews as review_store
from server.journal.schema import reviews
from server.tables import envelope
from tests.lobbying import House
from variants.position import Eyes
from variants.registry import load_all

pytestmark = pytest.mark.slow

JOURNALS = Path(__file__).parent.parent / "data" / "journals"
VERSIONS = sorted(folder for folder in JOURNALS.iterdir() if (folder / "journal.sqlite").exists())
TABLES: Mapping[Path, Mapping[str, Any]] = {
    folder: json.loads((folder / "tables.json").read_text(encoding="utf-8")) for folder in VERSIONS
}
VARIANTS = load_all()
AN_HOUR = 3600
DEPARTED = "castled"
"""How the names of the games begin in which later rules lead elsewhere than those of the first folder."""
FIRST = "7dc5770"
BEAT = 5.0
"""Seconds that may lie between the last sign of life of the older site and what its tables showed at its end."""


def cases(*statuses: str) -> list[Any]:
    """Each table of one of these statuses, with the folder that it is in."""
    return [
        pytest.param(folder, name, id=f"{folder.name}-{name}")
        for folder, tables in TABLES.items()
        for name, table in tables.items()
        if table["status"] in statuses
    ]


def recorded() -> list[Any]:
    """Every record of every folder."""
    return [
        pytest.param(file, id=f"{folder.name}-{file.name}")
        for folder in VERSIONS
        for file in sorted((folder / "records").iterdir())
    ]


class Opened(House):
    """A copy of a journal, opened an hour after its last entry."""

    def __init__(self, folder: Path, version: Path) -> None:
        self.version = version
        self.shown = TABLES[version]
        shutil.copy(version / "journal.sqlite", folder)
        with sqlite3.connect(folder / "journal.sqlite") as connection:
            ((self.last_at,),) = connection.execute("SELECT max(at) FROM entries")
        connection.close()
        super().__init__(folder)

    def start(self) -> None:
        self.time = self.last_at + AN_HOUR
        super().start()
        self.lobby.wake()

    def choose(self, seat: int) -> None:
        """Let whoever sits there choose a move; the last one of a turn reveals it."""
        safe = [move.row["id"] for move in self.table.moves(seat).values() if not move.row.get("risky")]
        person = self.table.chairs[seat]
        assert person is not None
        move = (safe or sorted(self.table.moves(seat)))[0]
        assert self.send("act", seat, self.table.number, move, person=person) is True


@pytest.fixture(params=VERSIONS, ids=lambda folder: folder.name)
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Opened]:
    """Each journal in turn."""
    house = Opened(tmp_path, request.param)
    yield house
    house.journal.close()


def test_there_is_a_journal_and_a_record_of_every_variant_that_there_was() -> None:
    for folder, tables in TABLES.items():
        assert {table["variant"] for table in tables.values() if table["status"] == "running"} == set(VARIANTS), folder
        variants = {json.loads(file.read_text())["variant"] for file in (folder / "records").glob("*.json")}
        assert variants == set(VARIANTS), folder


@pytest.mark.parametrize(("folder", "name"), cases("open", "running", "finished"))
def test_a_table_shows_what_it_showed(tmp_path: Path, folder: Path, name: str) -> None:
    told = TABLES[folder][name]
    house = Opened(tmp_path, folder)
    house.id = told["table"]
    for _ in ("read", "read again"):
        view = house.view()
        for key in ("variant", "status", "number", "takebacks", "offers", "back"):
            assert view[key] == told[key], key
        assert [chair["seal"] for chair in view["chairs"]] == told["seals"]
        assert json.loads(json.dumps(view["picture"])) == told["picture"]
        assert json.loads(json.dumps(view["rematch"])) == told["rematch"]
        if told["result"]:
            assert {key: told["result"][key] for key in ("reason", "seat")} == {
                key: view["result"][key] for key in ("reason", "seat")
            }
            assert list(view["result"]["points"]) == told["result"]["points"]
        must_agree(view["clocks"], told["clocks"])
        house.restart()
    house.journal.close()


def must_agree(clocks: dict[str, Any] | None, told: dict[str, Any] | None) -> None:
    """A clock that stood is where it was; one that ran got back the time in which there was no server.

    The first moves, which took at most ten milliseconds there, are not paid by the clocks any more.
    """
    assert (clocks is None) == (told is None)
    if clocks is None or told is None:
        return
    assert clocks["running"] == told["running"]
    for seat, (left, before) in enumerate(zip(clocks["left"], told["left"], strict=True)):
        if seat in told["running"]:
            assert abs(left - before) < BEAT
        else:
            assert left == before or 0 < left - before <= 0.01


@pytest.mark.parametrize(("folder", "name"), cases("running"))
def test_a_running_game_goes_on_and_opens_what_was_sealed(tmp_path: Path, folder: Path, name: str) -> None:
    house = Opened(tmp_path, folder)
    house.id = TABLES[folder][name]["table"]
    seals = {seat: seal.commitment for seat, seal in house.table.seals.items()}
    moves = {seat: seal.move for seat, seal in house.table.seals.items()}
    number = house.table.number
    for seat in house.table.waited_for():
        house.choose(seat)
    assert house.table.number > number
    for _ in ("played", "read again"):
        assert house.table.status in ("running", "finished")
        assert house.table.position.fen() == house.table.turns[-1].fen
        turn = house.view()["turns"][number]
        for seat, seal in seals.items():
            assert turn["opened"][str(seat)]["seal"] == seal
            assert house.table.turns[number].actions[seat] == moves[seat]
        if not house.table.rules.hidden:
            record = records.fetch(house.lobby, house.id, lambda _: Eyes.SPECTATOR, lambda _: "")
            assert verify.replay(verify.read(json.dumps(record), VARIANTS), VARIANTS).fault is None
        house.restart()
    house.journal.close()


def test_envelopes_of_a_turn_in_which_an_older_site_sealed_have_the_older_text_and_the_next_have_the_newer(
    opened: Opened,
) -> None:
    opened.id = opened.shown["Apocalypse sealed"]["table"]
    for _ in range(2):
        for seat in opened.table.waited_for():
            opened.choose(seat)
    old, new = opened.view()["turns"][2:]
    older = None if opened.version.name == FIRST else 0
    for turn, takebacks in ((old, older), (new, 0)):
        for seat, told in turn["opened"].items():
            assert told["takebacks"] == takebacks
            fields = (opened.id, turn["number"], takebacks, int(seat), told["move"], told["nonce"])
            assert envelope.commitment(*fields) == told["seal"]


def test_a_free_chair_can_be_taken(opened: Opened) -> None:
    (opened.id,) = [row.table for row in opened.lobby.listing.summaries("open")]
    opened.lobby.sit(opened.id, "cleo")
    assert opened.table.status == "running"
    opened.choose(0)
    assert opened.table.number == 1


def test_what_was_said_and_what_was_thought_is_there(opened: Opened) -> None:
    remarks, _ = chat_store.load(opened.journal, opened.shown["chat"]["table"])
    assert [(remark.room, remark.preset, remark.text) for remark in remarks] == [
        ("players", "hello", None),
        ("players", None, "Bonne chance — à vous !"),
        ("onlookers", None, "Nice to watch."),
    ]
    reviewed = opened.shown["reviewed"]
    query = select(reviews.c.versions).distinct().where(reviews.c.table_id == reviewed["table"])
    ((versions,),) = opened.journal.read(query)
    found = review_store.load(opened.journal, reviewed["table"], json.loads(versions), 99, 99, 10**6)
    assert list(found) == list(reversed(range(reviewed["number"] + 1)))


@pytest.mark.parametrize("file", recorded())
def test_a_record_verifies(file: Path) -> None:
    document = verify.read(file.read_text(encoding="utf-8"), VARIANTS)
    replayed = verify.examine(document, VARIANTS)
    departs = file.stem.startswith(DEPARTED) and file.parent.parent.name == FIRST
    if departs and file.suffix == ".pgn":
        # A text of moves names no position from which today's rules could go on.
        assert replayed.fault is not None
        assert replayed.fault.code == "record_rules"
        return
    assert replayed.fault is None
    checks = {check.name: check for check in replayed.checks}
    assert all(check.holds for check in checks.values())
    assert checks["turns"].parameters.get("taken", 0) == (1 if departs else 0)
    if isinstance(document, GameRecord):
        ours = VARIANTS[document.variant].rules_version
        assert replayed.versions == ((document.rules_version, ours) if ours > document.rules_version else None)


@pytest.mark.parametrize(("folder", "name"), cases("finished"))
def test_the_journal_still_gives_the_record_that_was_downloaded(tmp_path: Path, folder: Path, name: str) -> None:
    house = Opened(tmp_path, folder)
    file = folder / "records" / f"{name.replace(' ', '-')}.json"
    own = records.fetch(house.lobby, TABLES[folder][name]["table"], lambda _: Eyes.SPECTATOR, lambda _: "")
    assert verify.agrees(verify.read(file.read_text(encoding="utf-8"), VARIANTS), own, VARIANTS) is True
    house.journal.close()
