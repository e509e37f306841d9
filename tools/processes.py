"""Runs tasks in several processes; the results come in the order of the tasks."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import starmap
from multiprocessing.connection import wait
from typing import Any, TypeVar

Answer = TypeVar("Answer")


def shared_out(work: Callable[..., Answer], tasks: Sequence[tuple[Any, ...]], processes: int) -> Iterator[Answer]:
    """The results of all tasks in their order, from so many processes; an idle process takes the next task.

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
