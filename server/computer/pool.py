"""The pool of engine processes: a caller waits for its answer alone; broken processes are replaced."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import gevent
from gevent.event import AsyncResult, Event
from greenlet import greenlet

from server.computer.child import Child, EngineError
from server.computer.fairness import Queue
from server.computer.tasks import LONGEST_LINE, Task
from server.runtime import logs
from server.runtime.limits import Asker

log = logging.getLogger(__name__)

MOST_QUEUED = 64
"""Tasks that may wait until a process is free: so many urgent ones, and so many others."""

REPLY_MARGIN = 3.0
"""Seconds that a process may take beyond the time of its task: it starts, reads, writes."""


class PoolError(Exception):
    """There is no answer; the message says why."""


class Busy(PoolError):
    """The task was not taken: too many wait, or no process is available."""


class Failed(PoolError):
    """The task was taken, and the process failed or answered with an error."""


class Load(NamedTuple):
    """How busy a pool is: processes at work, those that wait for work, how many there may be, and tasks that wait."""

    thinking: int
    idle: int
    most: int
    waiting: int


class Engines(Protocol):
    """What the callers of a pool need of it."""

    @property
    def closed(self) -> bool:
        """Whether it takes no more tasks."""

    def ask(
        self, task: Task, seconds: float, asker: Asker, urgent: bool, patience: float | None = None
    ) -> Mapping[str, Any]:
        """The answer to a task. Raises PoolError."""


@dataclass(eq=False)
class Asked:
    """A task that waits or is in progress, and its answer."""

    task: Task
    seconds: float
    asker: Asker
    urgent: bool
    request: str = field(default_factory=logs.request)
    """The request that it belongs to."""
    begun: Event = field(default_factory=Event)
    """Set when a process takes the task."""
    answer: AsyncResult[dict[str, Any]] = field(default_factory=AsyncResult)


class Pool:
    """At most so many processes, started by the command when first needed. Closed by `close`."""

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
        self._urgent: Queue[Asked] = Queue(queue)
        self._patient: Queue[Asked] = Queue(queue)
        self._thinking: dict[greenlet, Asked] = {}
        self._idle: list[Child] = []
        self._children: set[Child] = set()
        self._closed = False

    @property
    def closed(self) -> bool:
        """Whether the pool takes no more tasks."""
        return self._closed

    @property
    def thinks(self) -> bool:
        """Whether a task may find a process."""
        return self._processes > 0

    @property
    def load(self) -> Load:
        """How busy it is."""
        waiting = len(self._urgent) + len(self._patient)
        return Load(len(self._thinking), len(self._idle), self._processes, waiting)

    def start(self) -> None:
        """Start all processes now, so that no task waits for it. Raises OSError."""
        self._idle += [self._new() for _ in range(self._processes)]

    def ask(
        self, task: Task, seconds: float, asker: Asker, urgent: bool = True, patience: float | None = None
    ) -> dict[str, Any]:
        """What a process answers to a task that should take so many seconds; urgent tasks go before the others.

        Equal-priority tasks are served round-robin per client; on overflow the client with most queued loses its
        newest. A task that no process has taken after `patience` seconds is withdrawn: its answer would come too late,
        and delay the tasks behind it. Raises Busy and Failed.
        """
        if self._closed or not self._processes:
            raise Busy("No process is available.")
        asked = Asked(task, seconds, asker, urgent)
        waiting = self._urgent if urgent else self._patient
        waiting.add(asked, asker)
        self._go_on()
        left_out = waiting.one_too_many()
        if left_out is not None:
            left_out.answer.set_exception(Busy("Too many tasks wait already."))
        try:
            if not gevent.wait([asked.begun, asked.answer], patience, count=1):
                raise Busy("No process was free in time.")
            answer = asked.answer.get()
        finally:
            # A caller that was killed needs no answer; a task in progress runs to its end.
            waiting.discard(asked)
        assert answer is not None
        return answer

    def close(self) -> None:
        """Take no more tasks, fail those that wait, and end all processes."""
        self._closed = True
        unanswered = [*self._thinking.values(), *self._urgent, *self._patient]
        gevent.killall(list(self._thinking))
        for asked in unanswered:
            if not asked.answer.ready():
                asked.answer.set_exception(Busy("The processes were stopped."))
        for child in self._children:
            child.kill()
        for child in self._children:
            child.join()
        self._children.clear()

    def _go_on(self) -> None:
        """Give waiting tasks to free processes."""
        while len(self._thinking) < self._processes and not self._closed:
            waiting = self._urgent or (self._patient if self._has_time() else None)
            if not waiting:
                break
            asked, _ = waiting.take(each.asker for each in self._thinking.values())
            asked.begun.set()
            thinking = gevent.spawn(self._think, asked)
            thinking.link_exception(asked.answer)
            self._thinking[thinking] = asked

    def _has_time(self) -> bool:
        """Whether a task that is not urgent may start: of several processes, one is always left to games."""
        return sum(not each.urgent for each in self._thinking.values()) < max(1, self._processes - 1)

    def _think(self, asked: Asked) -> None:
        logs.begin(asked.request)
        began = self._clock()
        what = {"do": asked.task["do"], "variant": asked.task["variant"]}
        try:
            answer = self._answer(asked)
        except (EngineError, OSError) as error:
            log.warning("a process that thinks broke", extra={**what, "reason": str(error)})
            asked.answer.set_exception(Failed(str(error)))
        else:
            milliseconds = round((self._clock() - began) * 1000, 1)
            if "ok" in answer:
                log.info("thought", extra={**what, "milliseconds": milliseconds})
                asked.answer.set(answer["ok"])
            else:
                fault = str(answer["fault"])
                # The kind of the error alone: its message may tell of the position.
                log.warning(
                    "a thought failed", extra={**what, "milliseconds": milliseconds, "error": fault.partition(":")[0]}
                )
                asked.answer.set_exception(Failed(fault))
        finally:
            del self._thinking[gevent.getcurrent()]
            self._go_on()

    def _answer(self, asked: Asked) -> dict[str, Any]:
        child = self._free()
        try:
            answer = child.ask(asked.task, asked.seconds + self._grace)
        except BaseException:  # EngineError, or this pool is closed in the middle of it.
            child.kill()
            self._children.discard(child)
            raise
        self._idle.append(child)
        return answer

    def _free(self) -> Child:
        """A process that waits for work, or a new one."""
        while self._idle:
            child = self._idle.pop()
            if child.alive:
                return child
            # It ended between two tasks: no caller is affected.
            child.kill()
            self._children.discard(child)
        return self._new()

    def _new(self) -> Child:
        child = Child(self._command, self._longest)
        self._children.add(child)
        return child
