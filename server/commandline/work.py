"""Long work of commands: what it needs installed, how it is shared out among processes, and how far it is."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from itertools import starmap
from multiprocessing.connection import wait
from typing import Any, TypeVar

from server.commandline.ending import Refused

Answer = TypeVar("Answer")


def needing(who: str, command: str, *modules: str) -> None:
    """Refuse where modules are missing; `who` begins the sentence, the command that installs them ends it."""
    if not all(map(find_spec, modules)):
        raise Refused(f"{who} {' and '.join(modules)}: {command}.")


class Shown:
    """Tells how far the work is: on a terminal in one line, else at each tenth."""

    def __init__(self) -> None:
        self._last = ("", -1)

    def __call__(self, what: str, done: int, there: int, line: str) -> None:
        """So much of what there is of something is done, as the line says."""
        tenth = 10 * done // max(there, 1)
        if sys.stderr.isatty():
            print(f"\r{line}", end="\n" if done == there else "", file=sys.stderr, flush=True)
        elif (what, tenth) != self._last:
            print(line, file=sys.stderr, flush=True)
        self._last = what, tenth


def shared_out(work: Callable[..., Answer], tasks: Sequence[tuple[Any, ...]], processes: int) -> Iterator[Answer]:
    """The answers to all tasks, in their order, from so many processes; one that is done with does its next at once.

    An interruption is for this process alone, which waits for the tasks in hand. Where it is gone, the others end.
    """
    if processes == 1 or len(tasks) < 2:
        yield from starmap(work, tasks)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(processes, len(tasks)), context, initializer=_die_with_parent) as pool:
        try:
            # What it starts inherits that this signal is blocked.
            before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            # A thread of NumPy may take the signal all the same: it is noted until every process is started.
            noted: list[int] = []
            handler = signal.signal(signal.SIGINT, lambda number, frame: noted.append(number))
            futures = [pool.submit(work, *task) for task in tasks]
            signal.signal(signal.SIGINT, handler)
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            if noted:
                raise KeyboardInterrupt
            for future in futures:
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _die_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    sentinel = parent.sentinel

    def watch() -> None:
        wait([sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
