"""The event loop: long work yields in steps; whatever holds the loop for too long is measured and logged."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import gevent
from gevent.event import Event
from greenlet import getcurrent, greenlet, settrace

from server import metrics
from server.tables.stalls import BEAT

log = logging.getLogger(__name__)

LONGEST_ROUND = 0.010
"""Seconds that one round of the loop may last before `breathe` waits for another one."""

LONGEST_HOLD = 0.050
"""Seconds of processor time between two switches beyond which a stall is logged."""

SAMPLE = 0.001
"""Seconds between two times that the processor's time is asked for, and the shortest hold that is counted."""

MOST_NAMED = 3
"""Greenlets that the log names for one stall: those that held the loop longest."""

_round_began: float | None = None
"""When the loop last came back from the network, by `time.perf_counter`; None where no loop is watched."""

_serving: WeakKeyDictionary[greenlet, str] = WeakKeyDictionary()
"""For which address each greenlet works, as told by `serve`."""


def breathe() -> None:
    """Wait for another round of the loop if this one has lasted too long; else return at once.

    Long work calls it in each of its steps: each round resumes one caller, round-robin by address. The
    caller must hold nothing that others would see half done. Does nothing where no loop is watched: on the command
    line, in engine processes, in most tests. Only greenlets may call it, no native thread.
    """
    if _round_began is None or time.perf_counter() - _round_began < LONGEST_ROUND:
        return
    _rounds.wait(_serving.get(getcurrent(), ""))


class _Rounds:
    """Greenlets that wait for another round, by address.

    Woken by a timer, which the loop looks at after the network. `gevent.sleep(0)` would not do: gevent resumes a
    greenlet up to fifty times before it reads the network again.
    """

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[Event]] = OrderedDict()
        self._timer: Any = None

    def wait(self, address: str) -> None:
        """Return in a later round, when it is this greenlet's turn."""
        woken = Event()
        idle = not self._waiting
        self._waiting.setdefault(address, deque()).append(woken)
        if idle:
            self._set()
        woken.wait()

    def _set(self) -> None:
        self._timer = gevent.get_hub().loop.timer(0.0)
        self._timer.start(self._wake)

    def _wake(self) -> None:
        self._timer.close()
        address, waiting = self._waiting.popitem(last=False)
        waiting.popleft().set()
        if waiting:
            self._waiting[address] = waiting
        if self._waiting:
            self._set()


_rounds = _Rounds()


def serve(address: str) -> None:
    """This greenlet works for this address from now on."""
    _serving[getcurrent()] = address


def doing(what: str) -> None:
    """Name what this greenlet does from now on, for the log: a route or an event, never client data."""
    getcurrent().doing = what  # type: ignore[attr-defined]  # Kept where it is found and forgotten fastest.


def watch_rounds() -> Any:
    """Note when each round of this thread's loop begins, as `breathe` needs it; the watcher, to be closed or kept."""
    watcher = gevent.get_hub().loop.check(ref=False)
    watcher.start(_begin_round)
    _begin_round()
    return watcher


def _begin_round() -> None:
    global _round_began
    _round_began = time.perf_counter()


class Watchdog:
    """Measures for how long each greenlet of this thread holds the loop, and logs the ones that held it too long.

    `beat` answers by how much it comes too late (`Stalls.beat`). What it logs names routes and events alone.
    """

    def __init__(self, beat: Callable[[], float]) -> None:
        self._beat = beat
        self._hub = gevent.get_hub()
        self._since = time.perf_counter()
        self._spent = time.thread_time()
        self._sampled = self._since
        self._held: defaultdict[str, float] = defaultdict(float)
        """Seconds since the last beat, by what was done."""
        self._long: deque[tuple[str, float, float]] = deque(maxlen=100)
        """What held the loop too long since the last beat, for how long, and the processor's part of that."""

    def run(self) -> None:
        """Watch until the greenlet is killed."""
        settrace(self._switched)
        try:
            while True:
                gevent.sleep(BEAT)
                self.tell(self._beat())
        finally:
            settrace(None)

    def tell(self, late: float) -> None:
        """Log a stall of this length, and what held the loop since the last beat."""
        held, self._held = self._held, defaultdict(float)
        metrics.STALLED.inc(late)
        while self._long:
            what, seconds, processor = self._long.popleft()
            log.warning(
                "the loop was held", extra={"by": what, "milliseconds": _ms(seconds), "processor": _ms(processor)}
            )
        if late:
            most = sorted(held, key=held.__getitem__, reverse=True)[:MOST_NAMED]
            log.info(
                "the loop stalled", extra={"milliseconds": _ms(late), "by": {what: _ms(held[what]) for what in most}}
            )

    def _switched(self, _event: str, greenlets: tuple[greenlet, greenlet]) -> None:
        """Called by every switch: it must neither wait nor log."""
        now = time.perf_counter()
        seconds, self._since = now - self._since, now
        if now - self._sampled < SAMPLE:  # The processor's time is asked of the system, which is dear.
            return
        spent = time.thread_time()
        # What was spent since it was asked last may be more by what greenlets before this one spent in between.
        processor = min(seconds, spent - self._spent)
        self._sampled, self._spent = now, spent
        origin = greenlets[0]
        if origin is self._hub:
            seconds = processor  # The rest is idle time of the loop.
        if seconds < SAMPLE:
            return
        what = "the loop itself" if origin is self._hub else getattr(origin, "doing", "unnamed work")
        self._held[what] += seconds
        if processor > LONGEST_HOLD:
            self._long.append((what, seconds, processor))


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)
