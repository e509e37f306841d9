"""Engines in place of engine processes: they answer at once, with as many nodes as a test allows."""

import json
from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

import gevent
from gevent.event import Event

from server.bots.budget import Budget
from server.bots.evaluation import evaluate
from server.engine import EnginePool
from server.runtime.limits import Asker
from variants.position import Position


class Engines:
    """Evaluate what they are asked, or raise the first of the `faults`; `hold` keeps them waiting."""

    closed = False

    def __init__(self, variants: Mapping[str, type[Position]], nodes: int = 0) -> None:
        self.variants = variants
        self.nodes = nodes
        self.tasks: list[Mapping[str, Any]] = []
        self.askers: list[Asker] = []
        self.urgent: list[bool] = []
        self.faults: list[Exception | None] = []
        self._free = 0
        self._go = Event()
        self._go.set()
        self.at_once = self.most_at_once = 0

    def ask(
        self, task: Mapping[str, Any], seconds: float, asker: Asker, urgent: bool = True, patience: float | None = None
    ) -> Any:
        self.tasks.append(task)
        self.askers.append(asker)
        self.urgent.append(urgent)
        self.at_once += 1
        self.most_at_once = max(self.at_once, self.most_at_once)
        try:
            gevent.sleep(0)
            if len(self.tasks) > self._free:
                self._go.wait()
            fault = self.faults.pop(0) if self.faults else None
            if fault is not None:
                raise fault
            return self.answer(task)
        finally:
            self.at_once -= 1

    def hold(self, after: int = 0) -> None:
        """Answer so many tasks, counted from the first, and then none until `let_go`."""
        self._free = after
        self._go.clear()

    def let_go(self) -> None:
        self._go.set()

    def answer(self, task: Mapping[str, Any]) -> Any:
        """The judgement that is asked for, as it comes over a pipe."""
        rules = self.variants[task["variant"]]
        sent = json.loads(json.dumps(task))
        position = rules.from_fen(sent["fen"], sent["settings"]).then(quiet=sent["quiet"])
        past = frozenset(rules.from_fen(fen, sent["settings"]).key() for fen in sent["past"])
        found = evaluate(position, Budget(self.nodes), Random(sent["seed"]), past, with_lines=sent["lines"])
        return json.loads(json.dumps(found))


class MoveEngines:
    """Choose moves for the computer player: the `answers` in turn, then the first move that a table offers.

    An answer is a move, a whole answer of a process, an exception to raise, or an event to wait for first.
    """

    closed = False

    def __init__(self, moves: Callable[[Mapping[str, Any]], Iterable[str]]) -> None:
        self._moves = moves
        self.tasks: list[Mapping[str, Any]] = []
        self.askers: list[Asker] = []
        self.answers: list[Any] = []
        self.patience: list[float | None] = []
        self.value = 0.0
        """What every search finds the position to be worth."""

    def ask(
        self, task: Mapping[str, Any], seconds: float, asker: Asker, urgent: bool = True, patience: float | None = None
    ) -> Any:
        self.tasks.append(task)
        self.askers.append(asker)
        self.patience.append(patience)
        answer = self.answers.pop(0) if self.answers else None
        if isinstance(answer, Event):
            answer.wait()
            answer = None
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, dict):
            return answer
        return {"move": answer or next(iter(self._moves(task))), "value": self.value}


def wait_long(pool: EnginePool) -> None:
    """Let the answers of engine processes be late: it takes a busy machine seconds to start one."""
    pool._grace = 60.0
