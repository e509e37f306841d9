"""The site with a computer that has time: what it thinks does not depend on what else the machine does."""

import sys
from typing import Any

from server import run  # First, because it patches the standard library.

# isort: split
from server.cli import main
from server.computer import analyst, player, tasks
from server.computer.pool import Pool
from server.tables import acting
from tests.wire import PATIENCE

NODES = 2000
"""What is thought about a position in a review or on the analysis board."""


def be_patient() -> None:
    """Nodes end each thought, and whoever waits for one has it; but where a process is gone it is missed at once."""
    player.MOVE_TIME_MARGIN = player.MOVE_QUEUE_TIMEOUT = 2 * PATIENCE
    analyst.EVALUATION_TIMEOUT = analyst.EVALUATION_QUEUE_TIMEOUT = 2 * PATIENCE
    acting.EARLY_ACTION_TIMEOUT = 2 * PATIENCE
    judged, ready = tasks.judgement_task, Pool.__init__

    def judgement_task(*about: Any, seconds: float, nodes: int | None = None, lines: bool = False) -> tasks.Task:
        return judged(*about, seconds=2 * PATIENCE, nodes=nodes or NODES, lines=lines)

    def graceful(pool: Pool, *arguments: Any, **options: Any) -> None:
        ready(pool, *arguments, **options)
        pool._grace = 2 * PATIENCE

    tasks.judgement_task = judgement_task
    Pool.__init__ = graceful  # type: ignore[method-assign]


if __name__ == "__main__":
    be_patient()
    # What a page needs is loaded when it is asked for: many sites are started, and few pages of each are read.
    run._get_ready = lambda _: None
    run.LEAVING = PATIENCE
    sys.exit(main())
