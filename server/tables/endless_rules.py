"""A time limit for the rules of a variant: the process ends, and the next one stops the table whose rules were called.

The limit counts processor time, so a process that was stopped or a machine that slept does not exceed it.
"""

from __future__ import annotations

import faulthandler
import mmap
import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

import gevent

from server.runtime.loop import yield_to_loop

CPU_LIMIT = 20.0
"""Seconds of processor time without a turn of the event loop after which the process ends."""

REARM_INTERVAL = 1.0
"""Seconds between two restarts of the timer by the event loop."""

ID_SIZE = 64
"""Bytes of a table's id, padded with spaces; only spaces while no rules are called."""

_FRAME = re.compile(r'File "(.*)", line (\d+) in (\S+)')
_note: mmap.mmap | None = None


class Files(NamedTuple):
    """The files of one process: the table whose rules it calls, and the traceback if it exceeds the limit."""

    note: Path
    traceback: Path

    @classmethod
    def of(cls, data: Path, port: int) -> Files:
        """The files in a data folder, which processes with other ports may share."""
        return cls(data / f"rules-call-{port}", data / f"endless-{port}.txt")


class Ended(NamedTuple):
    """The end of a process that exceeded the limit: the table's id, "" for no table, and the traceback."""

    table_id: str
    traceback: str

    @property
    def place(self) -> str:
        """The place in the code, as `rules.py, line 12, in play`."""
        match = _FRAME.search(self.traceback)
        return f"{Path(match[1]).name}, line {match[2]}, in {match[3]}" if match else "an unknown place"


class RulesCall:
    """Notes on disk that the rules of this table are called in this block.

    The block yields to the loop only by `yield_during_rules_call`.
    """

    __slots__ = ("_table_id",)

    def __init__(self, table_id: str) -> None:
        self._table_id = table_id

    def __enter__(self) -> None:
        _write_note(self._table_id)

    def __exit__(self, *_raised: object) -> None:
        _write_note("")


def yield_during_rules_call(table_id: str) -> None:
    """Yield to the loop within `RulesCall`: meanwhile the note belongs to other tables."""
    _write_note("")
    yield_to_loop()
    _write_note(table_id)


def _write_note(table_id: str) -> None:
    if _note is not None:
        _note[:] = table_id.encode().ljust(ID_SIZE)


def last_end(files: Files) -> Ended | None:
    """The end of the last process with these files if it exceeded the limit; answered once."""
    try:
        trace = files.traceback.read_text(encoding="utf-8", errors="replace")
        table_id = files.note.read_text(encoding="utf-8", errors="replace").strip(" \0")
    except FileNotFoundError:
        return None
    files.traceback.unlink()
    return Ended(table_id, trace.strip()) if trace else None


@contextmanager
def time_limit(files: Files) -> Iterator[None]:
    """End this process, with a traceback in its file, if the event loop does not turn within the limit."""
    global _note
    # The id of an unlisted table is a secret.
    with open(files.note, "wb+", opener=_private) as noted, open(files.traceback, "wb", opener=_private) as traceback:
        noted.truncate(ID_SIZE)
        _note = mmap.mmap(noted.fileno(), ID_SIZE)
        try:
            with _timer_into(traceback):
                rearming = gevent.spawn(_rearm)
                try:
                    yield
                finally:
                    rearming.kill()
        finally:
            _note.close()
            _note = None
    for path in files:
        path.unlink()


@contextmanager
def start_time_limit() -> Iterator[None]:
    """End this process, with a traceback on standard error, if loading all variants takes three times the limit."""
    with _timer_into(sys.stderr):
        signal.setitimer(signal.ITIMER_VIRTUAL, 3 * CPU_LIMIT)
        yield


@contextmanager
def _timer_into(file: IO[Any]) -> Iterator[None]:
    """Write a traceback into a file when the timer runs out; afterwards no timer runs."""
    # The signal handler itself writes it, whatever Python does; then the signal ends the process.
    faulthandler.register(signal.SIGVTALRM, file, all_threads=False, chain=True)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        faulthandler.unregister(signal.SIGVTALRM)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _rearm() -> None:
    while True:
        signal.setitimer(signal.ITIMER_VIRTUAL, CPU_LIMIT)
        gevent.sleep(REARM_INTERVAL)
