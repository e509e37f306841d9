"""What an action costs where one process serves and where several do: processor time, everything on the site's side.

Asked for by its name. The load is the same each time, through the proxy, which gives all players of a table the same
process. PostgreSQL, Redis, the proxy and all processes are counted, the load generator is not.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.figures import Figure, figure
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
        line = figure(
            f"an action of Apocalypse, {processes} processes, {RATE} a second",
            "ms of processor time",
            [sum(each.values()) for each in rounds],
        )
        alone = alone or line["value"]
        by_program = {name: figure("", "", [each[name] for each in rounds])["value"] for name in rounds[0]}
        yield line | {"times_one_process": round(line["value"] / alone, 2), "by_program": by_program}


def _measured(processes: int) -> dict[str, float]:
    """Milliseconds an action, by program; the processes of the site together."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o711)  # PostgreSQL runs as another account where root starts it.
        cluster = Cluster(Path(folder) / "cluster", 0, processes)
        cluster.start()
        try:
            return _loaded(cluster)
        finally:
            cluster.stop()


def _loaded(cluster: Cluster) -> dict[str, float]:
    play = [sys.executable, "-m", "bench.load", f"http://127.0.0.1:{cluster.port}/", "Apocalypse"]
    play += ["--games", str(GAMES), "--rate", str(RATE), "--seconds", str(SECONDS)]
    with subprocess.Popen(play, stdout=subprocess.PIPE, text=True) as generator:
        assert generator.stdout is not None
        if generator.stdout.readline() != "ready\n":
            raise RuntimeError("the load generator did not get ready")
        time.sleep(SECONDS / 4)  # It begins to count then.
        before = _used(cluster)
        seen = json.loads(generator.stdout.readline())
        after = _used(cluster)
    return {name: (after[name] - before[name]) * 1000 / seen["moves"] for name in after}


def _used(cluster: Cluster) -> dict[str, float]:
    """Seconds of processor time that each program has taken, with its children."""
    times, parents = _processes()
    used: dict[str, float] = {}
    for each in cluster.programs:
        assert each.process is not None
        family = {each.process.pid}
        while more := {child for child, parent in parents.items() if parent in family} - family:
            family |= more
        name = each.name.rstrip("0123456789")
        used[name] = used.get(name, 0.0) + sum(times.get(member, 0.0) for member in family)
    return used


def _processes() -> tuple[dict[int, float], dict[int, int]]:
    """The seconds of each process of this machine, those of children that have ended included; and its parent."""
    times, parents = {}, {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:  # It has just ended.
            continue
        process = int(entry.parent.name)
        times[process] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
        parents[process] = int(fields[1])
    return times, parents
