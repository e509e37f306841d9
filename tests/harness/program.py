"""`cavalier` as a child process on a machine that a test makes up: `python -m tests.harness.program JSON serve …`.

The JSON object names what differs from this machine (`Machine`); nothing else of the program is changed, but that it
loads nothing ahead.
"""

import gc
import json
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.harness.patches import replace


class Machine(NamedTuple):
    """What a test changes: times are in seconds."""

    patient: bool = False
    """Searches end by nodes and nobody gives up waiting for one: a busy machine changes no result."""
    clock_offset: float = 0.0
    """How far its wall clock is ahead; its steady clock starts elsewhere, too."""
    cpu_limit: float = 0.0
    """Processor time after which a rule counts as endless."""
    hold_limit: float = 0.0
    """Processor time of a round of the event loop from which on each is logged, however often."""


NODES = 2000
"""Nodes of a search on a patient machine, for a position in a review or on the analysis board."""

FOREVER = 60.0


def shift_clocks(seconds: float) -> None:
    """Let the wall clock be ahead. Called before anything of the site is imported, which may keep the functions."""
    wall, steady = time.time, time.monotonic
    time.time = lambda: wall() + seconds
    time.monotonic = lambda: steady() + 1000 * seconds


def be_patient() -> None:
    """End searches by nodes, and wait for each; an engine process that has gone is noticed at once as ever."""
    from server.engine import EnginePool, computer_player, evaluation, protocol
    from server.tables import service

    computer_player.MOVE_TIME_MARGIN = computer_player.MOVE_QUEUE_TIMEOUT = FOREVER
    evaluation.EVALUATION_QUEUE_TIMEOUT = FOREVER
    service.EARLY_ACTION_TIMEOUT = FOREVER
    evaluated: Callable[..., protocol.Task] = protocol.evaluation_task
    ready: Callable[..., None] = EnginePool.__init__

    def evaluation_task(*about: Any, seconds: float, nodes: int | None = None, lines: bool = False) -> protocol.Task:
        return evaluated(*about, seconds=FOREVER, nodes=nodes or NODES, lines=lines)

    def start_pool(pool: EnginePool, *arguments: Any, **options: Any) -> None:
        ready(pool, *arguments, **options)
        pool._grace = FOREVER

    replace(evaluation, "evaluation_task", evaluation_task)
    replace(EnginePool, "__init__", start_pool)


def main() -> int:
    """Make up the machine and run `cavalier` with the arguments that follow."""
    machine = Machine(**json.loads(sys.argv.pop(1)))
    if machine.clock_offset:
        shift_clocks(machine.clock_offset)
    gc.disable()  # As `cavalier serve` does before it loads its modules.
    from server import cli
    from server.app import serve  # This patches the standard library.

    # What a page or a picture needs is loaded when it is asked for: it takes seconds, and few of each site are.
    replace(serve, "painter", lambda: None)
    replace(serve, "_warm_up", lambda _app, readiness: readiness.has_started())
    if machine.patient:
        be_patient()
        serve.DRAIN_GRACE = FOREVER / 2
    if machine.cpu_limit:
        from server.tables import endless_rules

        endless_rules.CPU_LIMIT = machine.cpu_limit
        endless_rules.REARM_INTERVAL = 0.1
    if machine.hold_limit:
        from server.runtime import loop

        loop.LONGEST_HOLD = machine.hold_limit
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
