"""Plays games on the real site and keeps its journal, as the journals beside this file were made.

Run from the root of a checkout: `python -m tests.data.journals.make FOLDER`. Takes about two minutes, because one game
is lost on time.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from server.journal.datafolder import KEY as KEY_FILE
from tests.serving import KEY, cookie
from tests.site import site
from tests.wire import Wire
from variants.registry import load_all

BUGGY = 'k6r/8/8/8/8/8/8/5NKR w 0 {"flags":"8788"}'
"""In Synchrone of version 1 a king that retakes onto its own rook castles here."""

REPEATED = ("e2e4", "b8c6", "b1c3", "c6b8", "c3b1")
"""In Chess of version 1 the en-passant square makes the last position another than the one after the first move."""

TURNS = 14
"""Turns after which a game that is to end is resigned."""


class Games:
    """Two people, an onlooker, and the tables at which they play."""

    def __init__(self, url: str) -> None:
        self.wires = [Wire(url, {"cavalier": cookie(name, None)}).connect() for name in ("ann", "bob", "eve")]
        for wire, name in zip(self.wires, ("Ann", "Bob", "Ève"), strict=True):
            assert wire.post("/en/name", name=name, next="/en/mine").status == 303
        self.random = Random(1)
        self.messages = 0
        self.tables: dict[str, str] = {}

    def open(self, name: str, variant: str, **options: str) -> str:
        """A table that ann opens from the first seat, and that bob joins unless nobody is to."""
        joined = options.pop("joined", "yes") == "yes"
        answer = self.wires[0].post(f"/en/variants/{variant}/play", seat="0", listed="1", **options)
        assert answer.status == 303, answer.text()
        table = answer.header("Location").split("?")[0].rsplit("/", 1)[-1]
        if joined and "opponent" not in options:
            assert self.wires[1].post(f"/en/game/{table}/join", seat="1").status == 303
        self.tables[name] = table
        return table

    def send(self, who: int, event: str, table: str, seat: int | None = None, **fields: Any) -> None:
        """Do something, from the seat that this person holds; it must be accepted."""
        self.messages += 1
        seat = who if seat is None else seat
        answer = self.wires[who].call(event, table=table, seat=seat, id=f"m{self.messages}", **fields)
        assert answer["ok"], (event, fields, answer)

    def view(self, who: int, table: str, seat: int | None) -> dict[str, Any]:
        """The table as this person sees it from this seat."""
        answer = self.wires[who].call("watch", table=table, seat=seat, language="en")
        self.wires[who].call("leave", table=table)
        assert answer["ok"], answer
        view: dict[str, Any] = answer["view"] | {"chat": answer.get("chat", [])}
        return view

    def choose(self, who: int, table: str, seat: int, move: str | None = None) -> bool:
        """Choose a move, this one or one by lot; whether the seat is to act."""
        view = self.view(who, table, seat)
        if view["status"] != "running" or not view["moves"] or view["sealed"]:
            return False
        moves = [each["id"] for each in view["moves"] if not each.get("risky")] or [view["moves"][0]["id"]]
        self.send(who, "act", table, seat, number=view["number"], move=move or self.random.choice(sorted(moves)))
        return True

    def play(self, table: str, turns: int, people: tuple[int, ...] = (0, 1)) -> None:
        """Play about so many turns by lot, or until the game is over."""
        for _ in range(turns):
            done = [self.choose(who, table, seat) for seat, who in enumerate(people)]
            if not any(done) and self.view(2, table, None)["status"] != "running":
                return

    def finish(self, who: int, table: str) -> None:
        """Let this person resign if the game is not over."""
        if self.view(2, table, None)["status"] == "running":
            self.send(who, "resign", table)

    def until(self, holds: Callable[[], bool]) -> None:
        """Ask again until this holds."""
        for _ in range(600):
            if holds():
                return
            time.sleep(0.2)
        raise AssertionError("it never came to hold")


def play_all(games: Games) -> None:
    """Everything that a journal can hold."""
    slow = games.open("flag", "Chess", control="1+0")
    games.choose(0, slow, 0, "e2e4")
    games.choose(1, slow, 1, "e7e5")
    for variant in load_all():
        over = games.open(f"{variant} finished", variant, control="5+3")
        games.play(over, TURNS)
        games.finish(1, over)
        games.play(games.open(f"{variant} running", variant), 3)
    sealed = games.open("Apocalypse sealed", "Apocalypse", control="10+5")
    games.play(sealed, 2)
    games.choose(0, sealed, 0)
    other = games.open("Synchrone sealed", "Synchrone", control="3d")
    games.play(other, 2)
    games.choose(1, other, 1)
    for name, control in (("clock increment", "15+10"), ("clock days", "3d")):
        timed = games.open(name, "Checkered", control=control)
        games.play(timed, 3)
    talk = games.open("chat", "Chess")
    games.play(talk, 2)
    games.send(0, "say", talk, preset="hello", text=None)
    games.send(1, "say", talk, preset=None, text="Bonne chance — à vous !")
    games.messages += 1
    said = games.wires[2].call("say", table=talk, seat=None, id="onlooker", preset=None, text="Nice to watch.")
    assert said["ok"], said
    offered = games.open("draw offered", "Chess")
    games.choose(0, offered, 0, "d2d4")
    games.send(1, "offer", offered)
    agreed = games.open("draw agreed", "Atomic")
    games.play(agreed, 2)
    games.send(0, "offer", agreed)
    games.send(1, "offer", agreed)
    asked = games.open("takeback asked", "Apocalypse")
    games.play(asked, 2)
    games.send(0, "takeback", asked)
    back = games.open("takeback agreed", "Apocalypse")
    games.play(back, 3)
    games.send(0, "takeback", back)
    games.send(1, "takeback", back)
    games.play(back, 1)
    games.choose(1, back, 1)
    unsealed = games.open("seal broken", "Apocalypse")
    games.choose(0, unsealed, 0, "a2a3")
    games.send(0, "unseal", unsealed, number=0)
    games.choose(0, unsealed, 0, "e2e3")
    repeated = games.open("repeated", "Chess")
    for turn, move in enumerate(REPEATED):
        games.choose(turn % 2, repeated, turn % 2, move)
    for name, second in (("castled onto the knight", "a8b8"), ("castled past the rook", "h8h1")):
        for end in ("running", "finished"):
            buggy = games.open(f"{name} {end}", "Synchrone", fen=BUGGY, **{"option-randomness": "1"})
            games.choose(0, buggy, 0, "g1h1")
            games.choose(1, buggy, 1, second)
            games.play(buggy, 1)
            if end == "finished":
                games.finish(0, buggy)
    alone = games.open("one device", "Checkered", opponent="alone")
    games.play(alone, 4, (0, 0))
    for name, variant in (("computer Apocalypse", "Apocalypse"), ("computer Chess", "Chess")):
        machine = games.open(name, variant, opponent="computer", strength="1")
        for _ in range(4):
            games.until(lambda table=machine: games.choose(0, table, 0))
    beaten = games.open("computer beaten", "Dobutsu", opponent="computer", strength="1")
    games.until(lambda: games.choose(0, beaten, 0))
    games.send(0, "resign", beaten)
    games.open("waiting", "Dark", joined="no", control="7d")
    withdrawn = games.open("withdrawn", "Chess", joined="no")
    games.send(0, "resign", withdrawn)
    aborted = games.open("aborted", "Chess")
    games.send(1, "abort", aborted)
    first = games.open("rematch", "Dobutsu")
    games.play(first, 2)
    games.finish(1, first)
    games.send(0, "rematch", first, surprise=False)
    games.send(1, "rematch", first, surprise=False)
    games.tables["rematch next"] = games.view(2, first, None)["rematch"]["table"]
    wished = games.open("rematch wished", "Progressive")
    games.play(wished, 2)
    games.finish(0, wished)
    games.send(0, "rematch", wished, surprise=True)
    review = games.open("reviewed", "Apocalypse")
    games.play(review, 3)
    games.finish(0, review)
    address = f"/en/game/{review}/review"
    origin = {"Origin": "http://cavalier.test"}
    assert games.wires[0].get(address, "POST", "", **origin).status == 200
    games.until(lambda: json.loads(games.wires[0].get(address).body)["state"] == "done")
    games.until(lambda: games.view(2, slow, None)["status"] == "finished")


def keep(games: Games, folder: Path) -> None:
    """What every table shows at the end, and the record of each game that is over."""
    shown = {}
    (folder / "records").mkdir(parents=True)
    for name, table in games.tables.items():
        view = games.view(2, table, None)
        seals = [chair["seal"] for chair in view["chairs"]]
        told = ("variant", "status", "number", "takebacks", "offers", "back", "clocks", "result", "rematch", "picture")
        shown[name] = {"table": table, "seals": seals, **{key: view[key] for key in told}, "chat": view["chat"]}
        if view["status"] == "finished":
            for form in ("json", "pgn"):
                # The site hangs up on who asks for nothing for some time.
                games.wires[2].hang_up_http()
                record = games.wires[2].get(f"/en/game/{table}/record.{form}")
                assert record.status == 200
                (folder / "records" / f"{name.replace(' ', '-')}.{form}").write_bytes(record.body)
    lines = [f" {json.dumps(name)}: {json.dumps(each, ensure_ascii=False)}" for name, each in shown.items()]
    (folder / "tables.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def main() -> None:
    """Make the journal in the folder that the command line names."""
    folder = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as data:
        (Path(data) / KEY_FILE).write_bytes(KEY)
        with site(Path(data), "--thinkers", "1") as running:
            games = Games(running.url)
            play_all(games)
            keep(games, folder)
            for wire in games.wires:
                wire.close()
        with sqlite3.connect(Path(data) / "journal.sqlite") as connection:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        shutil.copy(Path(data) / "journal.sqlite", folder)


if __name__ == "__main__":
    main()
