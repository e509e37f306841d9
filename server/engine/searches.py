"""The tasks of the processes that search: they wire rules, searches and endgame tables together."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from server.bots.budget import Budget
from server.bots.estimate import EndgameTable, SearchFacts
from server.bots.evaluation import evaluate
from server.bots.strengths import STRENGTHS, play
from server.engine.protocol import Task
from server.engine.uci import EngineFailed
from server.engine.uci_search import UciSearch
from server.engine.worker import Find
from server.tablebase.lookup import FOLDER, NumberingError, endgame_table
from server.tablebase.table import TableError
from variants import registry
from variants.position import Position


def build(folders: Sequence[Path], data: Path, engine: str = "") -> Find:
    """What searches with these folders of more variants, the endgame tables in the data folder and a UCI engine."""
    return Searcher(folders, data, UciSearch(engine) if engine else None).find


STRONGEST = max(STRENGTHS)
AFTER_ENGINE = 1.0
"""Seconds of our own search at least where the engine has failed, and has used the time of the task."""


class Searcher:
    """Answers tasks: a move for a seat, or the evaluation of a position."""

    def __init__(self, folders: Sequence[Path], data: Path, engine: UciSearch | None = None) -> None:
        self._folders = folders
        self._engine = engine
        self._endgames = data / FOLDER
        self._variants: dict[str, tuple[type[Position], EndgameTable | None]] = {}

    def find(self, task: Task) -> Mapping[str, Any]:
        """The result of a task. Raises ValueError for one that it does not know, and what the rules raise."""
        variant, known = self._variant(task["variant"])
        position = variant.from_fen(task["fen"], task["settings"]).then(quiet=task["quiet"])
        earlier = (variant.from_fen(fen, task["settings"]) for fen in task["past"])
        past = frozenset(each.key() for each in (position, *earlier))
        lost = {variant.from_fen(fen, task["settings"]).key(): seat for fen, seat in task.get("lost", {}).items()}
        random, seconds, began = Random(task["seed"]), task["seconds"], time.monotonic()
        if self._engine is not None and (task["do"] == "evaluate" or task.get("strength") == STRONGEST):
            try:
                if self._engine.plays(position):
                    if task["do"] == "evaluate":
                        return self._engine.evaluate(position, seconds, task["lines"])
                    return self._engine.move(position, seconds, past, lost)
            except EngineFailed as error:
                print(error, file=sys.stderr, flush=True)
                seconds = max(min(seconds, AFTER_ENGINE), seconds - (time.monotonic() - began))
        if task["do"] == "evaluate":
            budget = Budget(task["nodes"], seconds)
            return evaluate(position, budget, random, past, known, with_lines=task["lines"])
        if task["do"] != "move":
            raise ValueError(f"there is nothing like {task['do']!r} to do")
        strength = STRENGTHS[task["strength"]]._replace(seconds=seconds)
        choice = play(position, task["seat"], strength, random, SearchFacts(past, known, lost))
        return {
            "move": position.write(choice.draw(random)),
            "value": choice.value,
            "depth": choice.depth,
            "nodes": choice.nodes,
            "odds": {position.write(move): probability for move, probability in choice.probabilities.items()},
        }

    def _variant(self, name: str) -> tuple[type[Position], EndgameTable | None]:
        """A variant, and its endgame table where there is one that can be used."""
        if name not in self._variants:
            variant = registry.load(name, self._folders)
            try:
                known = endgame_table(self._endgames, name, variant)
            except (NumberingError, TableError) as error:
                print(error, file=sys.stderr, flush=True)
                known = None
            self._variants[name] = variant, known
        return self._variants[name]
