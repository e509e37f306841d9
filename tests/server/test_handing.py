"""The pool that lets others think: who is asked, how much at once, and what happens where nobody answers."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import gevent
import pytest
from gevent.event import Event

from server.computer.child import EngineError
from server.computer.handing import HandingPool
from server.computer.pool import Busy, Failed
from server.computer.tasks import Task
from tests.server.test_pool import ANN, FAKE, task

pytestmark = pytest.mark.slow


class Elsewhere:
    """Processes that think elsewhere: they answer once they may, or fail as often as they should."""

    def __init__(self, workers: int, failures: int = 0) -> None:
        self.workers, self.waiting, self._failures = workers, 0, failures
        self.tasks: list[Task] = []
        self.urgent: list[bool] = []
        self.go = Event()
        self.go.set()
        self.closed = False

    def ask(self, task: Task, seconds: float, urgent: bool) -> dict[str, Any]:
        """What they answer."""
        self.tasks.append(task)
        self.urgent.append(urgent)
        self.go.wait()
        if len(self.tasks) <= self._failures:
            raise EngineError("Nobody answers.")
        return {"ok": {"said": f"{task['said']} elsewhere"}}

    def close(self) -> None:
        """Hang up."""
        self.closed = True


@contextmanager
def handing(elsewhere: Elsewhere, own: int) -> Iterator[HandingPool]:
    pool = HandingPool(elsewhere, [sys.executable, "-c", FAKE], own)  # type: ignore[arg-type]
    try:
        yield pool
    finally:
        elsewhere.go.set()
        pool.close()
    assert elsewhere.closed


def ask(pool: HandingPool, said: str, seconds: float = 5.0, urgent: bool = True) -> Any:
    return pool.ask(task("echo", said=said), seconds, ANN, urgent)["said"]


def test_others_think_where_there_are_some_and_one_s_own_process_where_not() -> None:
    elsewhere = Elsewhere(1)
    with handing(elsewhere, 1) as pool:
        assert ask(pool, "one") == "one elsewhere"
        elsewhere.workers = 0
        assert ask(pool, "two") == "two"
        assert [task["said"] for task in elsewhere.tasks] == ["one"]


@pytest.mark.parametrize(("workers", "own", "thinks"), [(1, 0, True), (0, 1, True), (0, 0, False)])
def test_the_computer_is_offered_where_somebody_thinks(workers: int, own: int, thinks: bool) -> None:
    with handing(Elsewhere(workers), own) as pool:
        assert pool.thinks is thinks


def test_what_nobody_answers_elsewhere_is_thought_here() -> None:
    elsewhere = Elsewhere(1, failures=1)
    with handing(elsewhere, 1) as pool:
        assert ask(pool, "one") == "one"
        assert len(elsewhere.tasks) == 1


def test_what_nobody_answers_is_asked_again_where_there_is_no_process_of_one_s_own() -> None:
    elsewhere = Elsewhere(1, failures=2)
    with handing(elsewhere, 0) as pool:
        assert ask(pool, "one", seconds=4.0) == "one elsewhere"
        assert [task.get("seconds") for task in elsewhere.tasks] == [None, 2.0, 2.0], "somebody has waited already"


def test_what_nobody_waits_for_gets_all_its_time_again() -> None:
    elsewhere = Elsewhere(1, failures=1)
    with handing(elsewhere, 0) as pool:
        assert ask(pool, "one", urgent=False) == "one elsewhere"
        assert "seconds" not in elsewhere.tasks[1]


def test_a_task_waits_for_somebody_to_come_and_not_for_ever() -> None:
    elsewhere = Elsewhere(0)
    with handing(elsewhere, 0) as pool:
        asked = gevent.spawn(ask, pool, "one")
        gevent.sleep(0.2)
        elsewhere.workers = 1
        assert asked.get() == "one elsewhere"
        elsewhere.workers = 0
        with pytest.raises(Failed, match="No process thinks elsewhere"):
            ask(pool, "two", seconds=-1.2)
        assert len(elsewhere.tasks) == 1


def test_no_more_is_handed_on_than_is_done_at_once_and_one_place_is_left_to_games() -> None:
    elsewhere = Elsewhere(3)
    elsewhere.go.clear()
    with handing(elsewhere, 1) as pool:
        patient = [gevent.spawn(ask, pool, f"{number}", urgent=False) for number in range(4)]
        gevent.sleep(0)
        gevent.sleep(0)
        assert elsewhere.urgent == [False, False]
        urgent = [gevent.spawn(ask, pool, f"{number}") for number in range(4, 6)]
        gevent.sleep(0)
        gevent.sleep(0)
        assert elsewhere.urgent == [False, False, True]
        assert pool.load.waiting == 3
        elsewhere.go.set()
        assert [each.get() for each in patient + urgent] == [f"{number} elsewhere" for number in range(6)]


def test_where_all_others_end_no_more_think_here_than_may() -> None:
    elsewhere = Elsewhere(8, failures=8)
    elsewhere.go.clear()
    with handing(elsewhere, 2) as pool:
        asked = [gevent.spawn(pool.ask, task("process"), 5.0, ANN) for _ in range(8)]
        gevent.sleep(0.1)
        elsewhere.workers = 0
        elsewhere.go.set()
        assert len({each.get()["number"] for each in asked}) <= 2


def test_a_pool_that_is_closed_answers_nobody() -> None:
    elsewhere = Elsewhere(1)
    elsewhere.go.clear()
    with handing(elsewhere, 0) as pool:
        asked = gevent.spawn(ask, pool, "one")
        gevent.sleep(0)
        gevent.sleep(0)
        pool.close()
        with pytest.raises(Busy):
            asked.get()
