"""The event loop: long work yields in steps, pauses are measured and logged, and work is repeated."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import gevent
from gevent.event import Event
from greenlet import getcurrent

from server.runtime import metrics
from server.runtime.logs import report
from server.runtime.sources import Later

log = logging.getLogger(__name__)

BEAT = 0.05
"""Seconds between two beats of a loop that runs."""

LEAST_PAUSE = 0.05
"""Seconds by which a beat must be late to count as a pause; a busy machine is late by less all the time."""

MOST_PAUSES = 5_000
"""Pauses that are remembered; earlier ones are not credited."""


class Pauses:
    """Pauses measured by beats that come late.

    `clock` is the clock of the tables; `steady` never jumps; both in seconds. A beat is due every `beat` seconds, and
    one that is late by more than `least` ends a pause. Without beats there are no pauses.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        steady: Callable[[], float],
        beat: float = BEAT,
        least: float = LEAST_PAUSE,
    ) -> None:
        self._clock = clock
        self._steady = steady
        self._due, self._least = beat, least
        self._beaten_at: float | None = None
        self._pauses: deque[tuple[float, float]] = deque(maxlen=MOST_PAUSES)

    def beat(self) -> float:
        """Note a beat. The length of the pause that it ends, in seconds; 0 for none."""
        late = self._late()
        if late:
            now = self._clock()
            self._pauses.append((now - late, now))
        self._beaten_at = self._steady()
        return late

    def between(self, since: float, until: float) -> float:
        """Seconds of pauses between these two moments: never more than passed."""
        late, now = self._late(), self._clock()
        pauses = [*self._pauses, (now - late, now)] if late else self._pauses
        total = 0.0
        for began, ended in reversed(pauses):
            if ended <= since:
                break
            total += max(0.0, min(ended, until) - max(began, since))
        return total

    def _late(self) -> float:
        """Seconds by which the next beat is late already, where that is a pause; else 0."""
        if self._beaten_at is None:
            return 0.0
        late = self._steady() - self._beaten_at - self._due
        return late if late > self._least else 0.0


LONGEST_ROUND = 0.010
"""Seconds that one round of the loop may last before `yield_to_loop` waits for the next one."""

LONGEST_HOLD = 0.050
"""Seconds of processor time in one round of the loop beyond which it is logged."""

MOST_HELD = 100
"""Rounds that are kept for the log between two beats."""

UNNAMED = "unnamed work"
"""The name of work that has no other name."""

_round_began: float | None = None
"""When the current round of the loop began, by `time.perf_counter`; None if no loop is watched."""

_spent = 0.0
"""The processor time of the thread when the round began."""

_begun: list[tuple[str, float]] = []
"""The work begun or resumed in this round, and the processor time of the thread at that moment."""

_held: deque[tuple[str, float]] = deque(maxlen=MOST_HELD)
"""Of each round that was too long since the last beat: the work that took most of it, and its processor time."""


def yield_to_loop() -> None:
    """Wait for another round of the loop if this one has lasted too long; else return at once.

    Long work calls it in each of its steps: each round resumes one caller, round-robin by address. Shared state must
    be consistent at each call. Does nothing if no loop is watched: on the command line, in engine processes, in most
    tests. Only greenlets may call it, no native thread.
    """
    if _round_began is None or time.perf_counter() - _round_began < LONGEST_ROUND:
        return
    waiting = getcurrent()
    _rounds.wait(current_address())
    name_work(getattr(waiting, "work", UNNAMED))


class _Rounds:
    """Greenlets that wait for another round, by address.

    Woken by a timer, which the loop handles after the network. `gevent.sleep(0)` would not do: gevent resumes a
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


def set_address(address: str) -> None:
    """Set the address for which this greenlet works from now on."""
    getcurrent().address = address  # type: ignore[attr-defined]  # The fastest place, and it goes with the greenlet.


def current_address() -> str:
    """The address for which this greenlet works; "" for the site's own work."""
    return getattr(getcurrent(), "address", "")


@contextmanager
def working_for(address: str) -> Iterator[None]:
    """Work for this address for the duration of a block."""
    before = current_address()
    set_address(address)
    try:
        yield
    finally:
        set_address(before)


def name_work(what: str) -> None:
    """Name the work of this greenlet from now on, for the log: a route or an event, never client data."""
    getcurrent().work = what  # type: ignore[attr-defined]
    if _round_began is not None:
        _begun.append((what, time.thread_time()))


def watch_rounds() -> Any:
    """Measure each round of this thread's loop from now on; the watcher, which the caller closes."""
    global _spent
    watcher = gevent.get_hub().loop.check(ref=False)
    watcher.start(_begin_round)
    _spent = time.thread_time()
    _begin_round()
    return watcher


def _begin_round() -> None:
    """Called by the loop each time it has waited for the network, which takes no processor time."""
    global _round_began, _spent
    spent = time.thread_time()
    if spent - _spent > LONGEST_HOLD:
        ends = [*(at for _, at in _begun), spent]
        took = [(ends[0] - _spent, UNNAMED)]
        took += [(end - at, what) for (what, at), end in zip(_begun, ends[1:], strict=True)]
        _held.append((max(took)[1], spent - _spent))
    _begun.clear()
    _spent = spent
    _round_began = time.perf_counter()


class Watchdog:
    """Logs rounds of the loop that took too long, and stalls. The log names routes and events, no client data.

    `beat` answers by how many seconds it is late (`Pauses.beat`).
    """

    def __init__(self, beat: Callable[[], float]) -> None:
        self._beat = beat

    def run(self) -> None:
        """Watch until the greenlet is killed."""
        while True:
            gevent.sleep(BEAT)
            self.report(self._beat())

    def report(self, late: float) -> None:
        """Log a stall of this length, and what held the loop since the last beat."""
        metrics.STALLED.inc(late)
        while _held:
            what, seconds = _held.popleft()
            log.warning("the loop was held", extra={"by": what, "processor": _ms(seconds)})
        if late:
            log.info("the loop stalled", extra={"milliseconds": _ms(late)})


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)


@dataclass(eq=False)
class Ticker:
    """Calls `tick` while it is `needed`, `interval` seconds after it was started or the last call ended.

    A call that fails is logged; the next one comes.
    """

    later: Later
    interval: float
    tick: Callable[[], object]
    needed: Callable[[], bool]
    _waits: bool = field(default=False, init=False)

    def start(self) -> None:
        """Start unless it runs already; called whenever the work may have become needed."""
        if not self._waits and self.needed():
            self._waits = True
            self.later(self.interval, self._run)

    def _run(self) -> None:
        try:
            if self.needed():
                self.tick()
        except Exception as error:
            report(log, "what is repeated has failed", error, work=self.tick.__qualname__)
        finally:
            # Only now: a call that waits for the disk may last longer than the interval.
            self._waits = False
        self.start()
