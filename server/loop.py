"""The event loop: long work gives way, so that nothing holds the loop for long."""

from __future__ import annotations

import time
from typing import Any

import gevent
from gevent.lock import BoundedSemaphore

SLICE = 0.010
"""Seconds that one round of the loop may last before `breathe` waits for the next one."""

PAUSE = 0.0001
"""Seconds that a greenlet sleeps for the loop to begin its next round. `sleep(0)` would not do: gevent resumes the
greenlet up to fifty times before it reads the network again."""

_round_began: float | None = None
"""When the loop last came back from the network, by `time.perf_counter`; None where no loop is watched."""

_queue = BoundedSemaphore(1)
"""Held by the greenlet that waits for the next round: each round continues one long piece of work."""


def breathe() -> None:
    """Wait for the next round of the loop if this one has lasted too long; else return at once.

    Long work calls it in each of its steps. The caller must hold nothing that others would see half done. Does nothing
    where no loop is watched: on the command line, in processes that think, in most tests. Only greenlets may call it,
    no native thread.
    """
    if _round_began is None or time.perf_counter() - _round_began < SLICE:
        return
    with _queue:
        gevent.sleep(PAUSE)


def watch_rounds() -> Any:
    """Note when each round of this thread's loop begins, as `breathe` needs it; the watcher, to be closed or kept."""
    watcher = gevent.get_hub().loop.check(ref=False)
    watcher.start(_begin_round)
    _begin_round()
    return watcher


def _begin_round() -> None:
    global _round_began
    _round_began = time.perf_counter()
