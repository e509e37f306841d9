"""A game that an older program began goes on with this one."""

import json
import runpy
import sqlite3
from pathlib import Path
from random import Random

import gevent

from server.computer.reviewer import Reviewer
from server.journal import reviews as review_store
from server.tables.envelope import commitment
from server.tables.limits import Asker
from tests.lobbying import House
from tests.thinking import Engines
from variants.position import Eyes

MIGRATIONS = Path(__file__).parent.parent.parent / "server" / "journal" / "migrations" / "versions"
STEPS = runpy.run_path(str(MIGRATIONS / "v0001_before_alembic.py"))["STEPS"]


def older(folder: Path, *entries: tuple[int, str, int, dict[str, object]]) -> None:
    """A journal of the first schema with one running game of Apocalypse: ann and bob, then these entries."""
    connection = sqlite3.connect(folder / "journal.sqlite")
    connection.executescript(STEPS[0])
    connection.execute("PRAGMA user_version = 1")
    fen = "npppn/p3p/5/P3P/NPPPN w 0"
    settings = json.dumps({"collision": "risk"})
    connection.execute("INSERT INTO tables VALUES ('old', 'Apocalypse', 1, ?, ?, 1, 'running', 1)", (settings, fen))
    all_entries = [(0, "sit", 0, {}), (0, "sit", 1, {}), *entries]
    for sequence, (number, kind, seat, body) in enumerate(all_entries):
        row = ("old", sequence, number, kind, seat, ("ann", "bob")[seat], f"m{sequence}", json.dumps(body), 2.0)
        connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    connection.commit()
    connection.close()


def test_a_seal_older_than_envelopes_shows_no_digest_that_could_be_tried_out(tmp_path: Path) -> None:
    older(tmp_path, (0, "seal", 0, {"move": "c1c2"}))
    house = House(tmp_path)
    house.id = "old"
    chair = house.view(1)["chairs"][0]
    assert (chair["state"], chair["seal"]) == ("sealed", None)
    assert commitment("old", 1, None, 0, "c1c2", "") not in str(
        [house.view(viewer) for viewer in (0, 1, Eyes.SPECTATOR)]
    )
    assert house.act(1, "c5c4") is True
    assert house.view()["turns"][0]["texts"] == {"0": "c2", "1": "c4"}
    assert "opened" not in house.view()["turns"][0]
    house.turn("a2a3", "e4e3")
    assert set(house.view()["turns"][1]["opened"]) == {"0", "1"}
    house.restart()
    assert set(house.view()["turns"][1]["opened"]) == {"0", "1"}
    house.journal.close()


def test_a_game_older_than_clocks_and_lists_has_none_and_is_listed(tmp_path: Path) -> None:
    older(tmp_path)
    house = House(tmp_path)
    house.id = "old"
    assert (house.view()["control"], house.view()["clocks"]) == ("none", None)
    assert [row.table for row in house.lobby.listing.summaries("running")] == ["old"]
    assert [row.table for row in house.lobby.listing.tables_of("bob")] == ["old"]
    house.journal.close()


def test_a_game_older_than_reviews_can_be_reviewed(tmp_path: Path) -> None:
    older(tmp_path)
    house = House(tmp_path)
    house.id = "old"
    house.turn("a2a3", "e4e3")
    house.send("resign", 0)
    reviewer = Reviewer(house.lobby, Engines(house.variants), Random(1))
    reviewer.ask("old", Asker("here"))
    while reviewer.progress("old").state != "done":
        gevent.sleep(0)
    assert list(reviewer.told("old", 2)) == [1, 0]
    house.journal.close()


def test_a_review_that_an_older_judge_left_is_made_anew(tmp_path: Path) -> None:
    older(tmp_path)
    connection = sqlite3.connect(tmp_path / "journal.sqlite")
    for step in STEPS[1:3]:
        connection.executescript(step)
    connection.execute("INSERT INTO reviews VALUES ('old', 0, '{\"versions\": [1, 2]}', 3.0)")
    connection.execute("PRAGMA user_version = 3")
    connection.commit()
    connection.close()
    house = House(tmp_path)
    assert review_store.numbers(house.journal, "old", [1, 3]) == set()
    review_store.keep(house.journal, "old", 0, [1, 3], {"fen": "anew"}, 4.0)
    assert review_store.load(house.journal, "old", [1, 3], 1, 9, 99) == {0: {"fen": "anew"}}
    house.journal.close()
