"""An engine process: reads tasks from its standard input, answers each on its standard output, ends with its input.

It knows the rules and the players made of mathematics, and nothing of the house.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from queue import SimpleQueue
from random import Random
from traceback import extract_tb
from typing import Any

from server.bots.budget import Budget
from server.bots.estimate import Known
from server.bots.judge import judge
from server.bots.strengths import STRENGTHS, play
from server.computer import tasks
from server.computer.tasks import Task
from variants import registry
from variants.game import Game
from variants.position import Position

NICENESS = 5
"""Serving requests has priority over searches."""

LINGER = 10.0
"""Seconds until a process that is in a search ends after its input has ended."""

LONGEST_FAULT = 1000
"""Letters of an error's message in an answer."""

CHUNK = 1 << 16
"""Bytes read at once."""


def command(folders: Iterable[Path], data: Path) -> list[str]:
    """The command line of an engine process: the folders of more variants, and the one of the journal."""
    places = [option for folder in folders for option in ("--variants", str(folder.resolve()))]
    return [sys.executable, "-m", "server.computer", *places, "--data", str(data.resolve())]


class Thinker:
    """Answers tasks, one after the other."""

    def __init__(self, folders: Sequence[Path], known_of: Callable[[str, type[Position]], Known | None]) -> None:
        self._folders = folders
        self._known_of = known_of
        self._variants: dict[str, tuple[type[Position], Known | None]] = {}

    def answer(self, line: bytes) -> bytes:
        """The line with the result, or with the error. Raises Malformed for what is no task."""
        return answered(line, self._found)

    def _found(self, task: Task) -> Mapping[str, Any]:
        variant, known = self._variant(task["variant"])
        position = variant.from_fen(task["fen"], task["settings"]).then(quiet=task["quiet"])
        past = Game(position, (variant.from_fen(fen, task["settings"]).key() for fen in task["past"])).past()
        random = Random(task["seed"])
        if task["do"] == "judge":
            budget = Budget(task["nodes"], task["seconds"])
            return judge(position, budget, random, past, known, with_lines=task["lines"])
        if task["do"] != "move":
            raise ValueError(f"there is nothing like {task['do']!r} to do")
        strength = STRENGTHS[task["strength"]]._replace(seconds=task["seconds"])
        choice = play(position, task["seat"], strength, random, past, known)
        return {
            "move": position.write(choice.draw(random)),
            "value": choice.value,
            "depth": choice.depth,
            "nodes": choice.nodes,
            "odds": {position.write(move): probability for move, probability in choice.probabilities.items()},
        }

    def _variant(self, name: str) -> tuple[type[Position], Known | None]:
        """A variant, and its endgame table where there is one."""
        if name not in self._variants:
            variant = registry.load(name, self._folders)
            self._variants[name] = variant, self._known_of(name, variant)
        return self._variants[name]


def answered(line: bytes, find: Callable[[Task], Mapping[str, Any]], longest: int = tasks.LONGEST_LINE) -> bytes:
    """The line that says what was found for a task, or by which error it failed. Raises Malformed for what is none."""
    task = tasks.read(line, longest)
    try:
        return tasks.written({"id": task["id"], "ok": find(task)}, longest)
    except Exception as error:  # Whatever the rules of a variant raise, the next task may be another's.
        _say_where(error)
        return tasks.written(
            {"id": task.get("id"), "fault": f"{type(error).__name__}: {error}"[:LONGEST_FAULT]}, longest
        )


def _say_where(error: Exception) -> None:
    """Log where an error was raised, without its text, which may tell of a position."""
    way = reversed(extract_tb(error.__traceback__))
    places = [f"{place.name} ({Path(place.filename).name}:{place.lineno})" for place in way]
    print(f"{type(error).__name__} in {' < '.join(places)}", file=sys.stderr, flush=True)


def serve(answer: Callable[[bytes], bytes]) -> None:
    """Answer each line of standard input with a line, until it ends."""
    os.nice(NICENESS)
    for number in (signal.SIGINT, signal.SIGTERM):
        # Signals reach the whole process group: the server decides when its engine processes end.
        signal.signal(number, signal.SIG_IGN)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # What a variant prints must not reach the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    lines: SimpleQueue[bytes | None] = SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.fileno(), lines), daemon=True).start()
    for line in iter(lines.get, None):
        answers.write(answer(line))
        answers.flush()


def _listen(descriptor: int, lines: SimpleQueue[bytes | None]) -> None:
    """Read input in the background, also during a search: once the server is gone, the process ends soon."""
    for line in _lines(descriptor):
        lines.put(line)
    lines.put(None)
    time.sleep(LINGER)
    os._exit(1)


def _lines(descriptor: int) -> Iterator[bytes]:
    # Not through sys.stdin: Python aborts when the process ends while a thread reads from it.
    rest = b""
    while chunk := os.read(descriptor, CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        yield from lines
