"""Games of Checkered with many turns, as rows of a journal."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import insert

from server.game import Entry
from server.store import Journal, statement
from server.store.journal import _row
from server.store.schema import decisions
from tests.harness.sources import scripted
from tests.harness.tables import LocalTables
from variants.game import Game
from variants.registry import load_all

CHECKERED = load_all()["Checkered"]


def long_game(turns: int) -> list[list[Any]]:
    """The entries of the turns of a game with few captures, but for the moment."""
    random, game, entries = Random(1), Game(CHECKERED.start()), list[list[Any]]()
    while game.number < turns:
        (seat,), board = game.position.to_act, game.position.board
        moves = list(game.position.moves(seat))
        move = random.choice([each for each in moves if not board[each.path[-1]]] or moves)
        after, text = game.play({seat: move}), CHECKERED.write(move)
        if after.position.result() is None:
            shown = game.position.turn_notation({seat: move}, after.position, seat)[seat]
            body: dict[str, Any] = {
                "actions": {str(seat): text},
                "fen": after.position.fen(),
                "texts": {str(seat): shown},
            }
            body["events"] = after.position.events
            entries.append(["turn", game.number, seat, f"p{seat}", f"{game.number:032x}", body])
            game = after
    return entries


def store_long_game(folder: Path, turns: int) -> tuple[str, list[str]]:
    """Store a running game in the journal of a new data folder; its table, and the notation of its turns."""
    folder.mkdir(parents=True, exist_ok=True)
    with closing(Journal(folder / "journal.sqlite")) as journal:
        return add_long_game(journal, turns)


def add_long_game(journal: Journal, turns: int) -> tuple[str, list[str]]:
    """Store a running game of one person; its table, and the notation of its turns."""
    sources = scripted(random=Random(1), table=lambda: "long")
    opener = LocalTables({"Checkered": CHECKERED}, journal, lambda: 1000.0, sources).opener
    opener.open("Checkered", {}, "p0", 0, others="p0")
    stored = journal.table("long")
    assert stored is not None
    entries = long_game(turns)
    rows = [
        _row("long", len(stored[2]) + number, (Entry("turn", number, entry[2], "p0", "", entry[-1], 1000.0),))._asdict()
        for number, entry in enumerate(entries)
    ]
    journal.write(statement(insert(decisions), rows))
    return "long", [" ".join(entry[-1]["texts"].values()) for entry in entries]
