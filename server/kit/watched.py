"""Checks a variant in a process of its own, so that rules that never answer, or take all memory, are a finding too."""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import re
import resource
import signal
import time
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import NamedTemporaryFile
from types import FrameType

from server.kit.check import LEFT_OUT, Finding, check
from server.kit.failing import GAMES
from server.kit.stuck import MOMENT, call_of, told
from variants.registry import HOME

CALL_TIMEOUT = 10.0
"""Seconds that one call of the rules may take."""
TICK = 0.25
"""Seconds between two looks."""
MEMORY = 1 << 30
"""Bytes that the process may take."""

Said = Finding | str | None
"""What the process says: what it begins with, what it has found; None at the end."""


def watched(
    name: str, folders: Sequence[Path] = (), games: int = GAMES, patience: float = CALL_TIMEOUT
) -> Iterator[Finding]:
    """All that a variant has to keep, as `check` finds it, and at last what it was that did not come to an end."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    with NamedTemporaryFile("r", encoding="utf-8") as trace:
        process = context.Process(target=_run, args=(theirs, trace.name, name, folders, games, patience), daemon=True)
        process.start()
        theirs.close()
        what = "folder"
        try:
            while (said := _heard(ours)) is not None:
                if isinstance(said, Finding):
                    yield said
                else:
                    what = said
        except EOFError:
            process.join()
            yield Finding(what, False, [*_ended(trace.read(), process.exitcode, name, patience), LEFT_OUT])
        finally:
            process.kill()
            process.join()


def _heard(connection: Connection) -> Said:
    said: Said = connection.recv()
    return said


def _ended(trace: str, status: int | None, name: str, patience: float) -> Iterator[str]:
    """Why the process is gone, in lines; `trace` is where it was when nothing came any more, innermost first."""
    places = re.findall(rf'File "[^"]*/{re.escape(name)}/([^"]+)", line (\d+) in (\S+)', trace)
    if places:
        (file, line, _), (_, _, method) = places[0], places[-1]
        yield f"{method} does not come to an end: after {2 * patience:g} seconds it was at {file}, line {line}."
    elif trace:
        yield f"The rules do not come to an end: nothing came for {2 * patience:g} seconds."
    else:
        by = signal.Signals(-status).name if status is not None and status < 0 else f"status {status}"
        yield f"The rules have ended the process that checked them ({by})."


def _run(connection: Connection, trace: str, name: str, folders: Sequence[Path], games: int, patience: float) -> None:
    """In the process: check, and see at each alarm whether it is at the same call of the rules for too long."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # The watching process ends it.
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, resource.getrlimit(resource.RLIMIT_DATA)[1]))
    homes = [str(place.resolve() / name) + os.sep for place in (HOME, *folders)]
    begun, last, since = "folder", None, time.monotonic()

    def begin(what: str) -> None:
        nonlocal begun
        begun = what
        connection.send(what)

    def put_off(longer: float = 0.0) -> None:
        """It comes to that where no alarm is heard, since one step of Python does not end."""
        faulthandler.dump_traceback_later(2 * patience + longer, exit=True, file=file)

    def look(_: int, frame: FrameType | None) -> None:
        nonlocal last, since
        put_off()
        stuck = call_of(frame, homes) if frame is not None else None
        if stuck is None or stuck.call is not last:
            last, since = stuck and stuck.call, time.monotonic()
        elif time.monotonic() - since > patience:
            signal.setitimer(signal.ITIMER_REAL, 0)
            put_off(2 * MOMENT)  # The position is drawn and written first.
            connection.send(Finding(begun, False, [*told(stuck, patience), LEFT_OUT]))
            connection.send(None)
            os._exit(1)

    with open(trace, "w", encoding="utf-8") as file:
        put_off()
        signal.signal(signal.SIGALRM, look)
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
        for finding in check(name, folders, games, begin):
            connection.send(finding)
        signal.setitimer(signal.ITIMER_REAL, 0)
    connection.send(None)
