"""The pool of engine processes: fair queues of tasks, timeouts, and replacement of broken processes."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import gevent
from gevent.event import AsyncResult, Event
from greenlet import greenlet

from server.engine.fair_queue import FairQueue
from server.engine.process import LONGEST_LINE, EngineProcess
from server.engine.protocol import ProtocolError, Task
from server.runtime import logs
from server.runtime.limits import Asker

log = logging.getLogger(__name__)

MOST_QUEUED = 64
"""Tasks that may wait for a process: this many urgent ones, and as many others."""

REPLY_MARGIN = 3.0
"""Seconds that a process may take beyond the time of its task: it starts, reads, writes."""


class PoolError(Exception):
    """The process failed, or answered with an error. The message says which."""


class Busy(PoolError):
    """The task was not accepted: too many wait, or no process is available."""


class Load(NamedTuple):
    """The load of a pool: busy processes, idle ones, the limit of processes, and waiting tasks."""

    busy: int
    idle: int
    most: int
    waiting: int


@dataclass(eq=False)
class Job:
    """A task that waits or is in progress, and its answer."""

    task: Task
    seconds: float
    asker: Asker
    urgent: bool
    request: str = field(default_factory=logs.request_id)
    """The request that it belongs to."""
    begun: Event = field(default_factory=Event)
    """Set when a process takes the task."""
    answer: AsyncResult[dict[str, Any]] = field(default_factory=AsyncResult)


class EnginePool:
    """At most `processes` engine processes, started by the command when first needed. Closed by `close`."""

    def __init__(
        self,
        command: Sequence[str],
        processes: int,
        queue: int = MOST_QUEUED,
        grace: float = REPLY_MARGIN,
        clock: Callable[[], float] = time.monotonic,
        longest: int = LONGEST_LINE,
    ) -> None:
        self._command = command
        self._processes = processes
        self._grace = grace
        self._clock = clock
        self._longest = longest
        self._urgent: FairQueue[Job] = FairQueue(queue)
        self._patient: FairQueue[Job] = FairQueue(queue)
        self._busy: dict[greenlet, Job] = {}
        self._idle: list[EngineProcess] = []
        self._started: set[EngineProcess] = set()
        self.closed = False
        """Whether the pool accepts no more tasks."""

    @property
    def runs(self) -> bool:
        """Whether there may be processes at all."""
        return self._processes > 0

    @property
    def load(self) -> Load:
        """The current load."""
        waiting = len(self._urgent) + len(self._patient)
        return Load(len(self._busy), len(self._idle), self._processes, waiting)

    def ask(
        self, task: Task, seconds: float, asker: Asker, urgent: bool = True, patience: float | None = None
    ) -> dict[str, Any]:
        """The answer of a process to a task that should take `seconds`; urgent tasks go first.

        Equal-priority tasks are served round-robin per client; on overflow the client with most queued loses its
        newest. A task that no process has taken after `patience` seconds is withdrawn: its answer would be too late,
        and delay the next tasks. Raises PoolError.
        """
        if self.closed or not self._processes:
            raise Busy("No process is available.")
        job = Job(task, seconds, asker, urgent)
        waiting = self._urgent if urgent else self._patient
        waiting.add(job, asker)
        self._start_waiting()
        left_out = waiting.drop_overflow()
        if left_out is not None:
            left_out.answer.set_exception(Busy("Too many tasks wait already."))
        try:
            if not gevent.wait([job.begun, job.answer], patience, count=1):
                raise Busy("No process was free in time.")
            answer = job.answer.get()
        finally:
            # The caller may have been killed; a task in progress runs to its end.
            waiting.discard(job)
        assert answer is not None
        return answer

    def close(self) -> None:
        """Accept no more tasks, fail the waiting ones, and end all processes."""
        self.closed = True
        unanswered = [*self._busy.values(), *self._urgent, *self._patient]
        gevent.killall(list(self._busy))
        for job in unanswered:
            if not job.answer.ready():
                job.answer.set_exception(Busy("The processes were stopped."))
        for process in self._started:
            process.kill()
        for process in self._started:
            process.join()
        self._started.clear()

    def _start_waiting(self) -> None:
        """Give waiting tasks to free processes."""
        while len(self._busy) < self._processes and not self.closed:
            waiting = self._urgent or (self._patient if self._has_time() else None)
            if not waiting:
                break
            job, _ = waiting.take(each.asker for each in self._busy.values())
            job.begun.set()
            work = gevent.spawn(self._run, job)
            work.link_exception(job.answer)
            self._busy[work] = job

    def _has_time(self) -> bool:
        """Whether a task that is not urgent may start: of several processes, one is reserved for games."""
        return sum(not each.urgent for each in self._busy.values()) < max(1, self._processes - 1)

    def _run(self, job: Job) -> None:
        logs.set_request_id(job.request)
        began = self._clock()
        what = {"do": job.task["do"], "variant": job.task["variant"]}
        try:
            answer = self._answer(job)
        except (ProtocolError, OSError) as error:
            log.warning("engine failed", extra={**what, "reason": str(error)})
            job.answer.set_exception(PoolError(str(error)))
        else:
            milliseconds = round((self._clock() - began) * 1000, 1)
            if "ok" in answer:
                log.info("engine task done", extra={**what, "milliseconds": milliseconds})
                job.answer.set(answer["ok"])
            else:
                fault = str(answer["fault"])
                # Only the kind of the error: its message may contain the position.
                log.warning(
                    "engine task failed", extra={**what, "milliseconds": milliseconds, "error": fault.partition(":")[0]}
                )
                job.answer.set_exception(PoolError(fault))
        finally:
            del self._busy[gevent.getcurrent()]
            self._start_waiting()

    def _answer(self, job: Job) -> dict[str, Any]:
        process = self._free()
        try:
            answer = process.ask(job.task, job.seconds + self._grace)
        except BaseException:  # ProtocolError, or this pool is closed in the middle of it.
            process.kill()
            self._started.discard(process)
            raise
        self._idle.append(process)
        return answer

    def _free(self) -> EngineProcess:
        """An idle process, or a new one."""
        while self._idle:
            process = self._idle.pop()
            if process.alive:
                return process
            # It ended between two tasks.
            process.kill()
            self._started.discard(process)
        process = EngineProcess(self._command, self._longest)
        self._started.add(process)
        return process
