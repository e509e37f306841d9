"""What an action costs where one process serves and where several do: processor time, everything on the site's side.

Asked for by its name. The load is the same each time, through the proxy, which gives all players of a table the same
process. PostgreSQL, Redis, the proxy and all processes are counted, the load generator is not.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench.figures import Figure, figure, tidy
from bench.site import cpu_seconds, under_load
from tools.cluster.running import Cluster

PROCESSES = (1, 2, 4, 8)
ROUNDS = 3
RATE = 300
"""Moves a second: what every number of processes bears."""
GAMES = 100
SECONDS = 8
ENVIRONMENT = {
    "CAVALIER_IDENTITY_RATE": "0",
    "CAVALIER_ADDRESS_RATE": "0",
    "CAVALIER_ENGINES": "0",
    "CAVALIER_LOG_LEVEL": "error",
}


def figures() -> Iterator[Figure]:
    """For each number of processes: milliseconds of processor time an action, by program, and beside one process."""
    os.environ.update(ENVIRONMENT)
    alone = 0.0
    for processes in PROCESSES:
        rounds = [_measured(processes) for _ in range(ROUNDS)]
        totals = [sum(each.values()) for each in rounds]
        alone = alone or median(totals)
        yield figure(
            f"an action of Apocalypse, {processes} processes, {RATE} a second",
            "ms of processor time",
            totals,
            times_one_process=round(median(totals) / alone, 2),
            by_program={name: tidy(median([each[name] for each in rounds])) for name in rounds[0]},
        )


def _measured(processes: int) -> dict[str, float]:
    """Milliseconds an action, by program; the processes of the site together."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o711)  # PostgreSQL runs as another account where root starts it.
        cluster = Cluster(Path(folder) / "cluster", 0, processes)

        def used() -> dict[str, float]:
            seconds: dict[str, float] = defaultdict(float)
            for each in cluster.programs:
                assert each.process is not None
                seconds[each.name.rstrip("0123456789")] += cpu_seconds(each.process.pid)
            return seconds

        cluster.start()
        try:
            seen, before, after = under_load(cluster.port, "Apocalypse", GAMES, RATE, SECONDS, used)
        finally:
            cluster.stop()
    return {name: (after[name] - before[name]) * 1000 / sum(seen["moves_each_second"]) for name in after}
