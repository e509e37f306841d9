"""An engine process: reads tasks from its standard input, answers each on its standard output, ends with its input."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from traceback import extract_tb
from typing import Any

from server.engine.protocol import Task, decode, encode

Find = Callable[[Task], Mapping[str, Any]]
"""Computes the result of a task. An exception is answered as the error of the task."""

NICENESS = 5
"""Serving requests has priority over searches."""

EXIT_TIMEOUT = 10.0
"""Seconds until a process that is in a search ends after its input has ended."""

LONGEST_FAULT = 1000
"""Letters of an error's message in an answer."""

CHUNK = 1 << 16
"""Bytes read at once."""


def answer(line: bytes, find: Find) -> bytes:
    """The line with the result of a task, or with its error. Raises ProtocolError for an invalid task."""
    task = decode(line)
    try:
        return encode({"id": task["id"], "ok": find(task)})
    except Exception as error:  # Whatever the rules of a variant raise, the next task may be another's.
        _log_place(error)
        return encode({"id": task.get("id"), "fault": f"{type(error).__name__}: {error}"[:LONGEST_FAULT]})


def _log_place(error: Exception) -> None:
    """Log where an error was raised, without its text, which may contain a position."""
    way = reversed(extract_tb(error.__traceback__))
    places = [f"{place.name} ({Path(place.filename).name}:{place.lineno})" for place in way]
    print(f"{type(error).__name__} in {' < '.join(places)}", file=sys.stderr, flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Answer tasks until standard input ends.

    The module of tasks has `build(folders, data, engine)`, which answers the function that computes a result.
    """
    parser = argparse.ArgumentParser(prog="server.engine", description=__doc__)
    parser.add_argument("tasks", help="a module of tasks")
    parser.add_argument("--variants", action="append", default=[], type=Path, help="a folder that holds more variants")
    parser.add_argument("--data", required=True, type=Path, help="the folder of the journal")
    parser.add_argument("--engine", default="", help="the path of a UCI engine")
    chosen = parser.parse_args(arguments)
    serve(import_module(chosen.tasks).build(chosen.variants, chosen.data, chosen.engine))


def serve(find: Find) -> None:
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
        answers.write(answer(line, find))
        answers.flush()


def _listen(descriptor: int, lines: SimpleQueue[bytes | None]) -> None:
    """Read input in a thread, also during a search: once the server has ended, the process ends soon."""
    for line in _lines(descriptor):
        lines.put(line)
    lines.put(None)
    time.sleep(EXIT_TIMEOUT)
    os._exit(1)


def _lines(descriptor: int) -> Iterator[bytes]:
    # Not through sys.stdin: Python aborts when the process ends while a thread reads from it.
    rest = b""
    while chunk := os.read(descriptor, CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        yield from lines
