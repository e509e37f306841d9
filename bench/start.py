"""How long it takes to find all variants in a process that has just begun."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

from bench.figures import Figure, figure
from bench.site import ROOT

RUNS = 20
SCRIPT = """
import time
wall, used = time.perf_counter(), time.process_time()
from variants.registry import discover
found = discover()
print((time.perf_counter() - wall) * 1000, (time.process_time() - used) * 1000, len(found.variants))
"""
FROM_SOURCE = "PYTHONDONTWRITEBYTECODE"
"""A process with this in its environment would compile every module anew: that is not what is measured."""


def figures() -> Iterator[Figure]:
    """Each time in a new process: by the clock on the wall, and what the processor did."""
    environment = {name: value for name, value in os.environ.items() if name != FROM_SOURCE}
    runs = [_run(environment) for _ in range(RUNS + 1)][1:]
    for name, column in (("all variants found", 0), ("all variants found, of the processor", 1)):
        yield figure(name, "ms", [run[column] for run in runs], variants=round(runs[0][2]))


def _run(environment: dict[str, str]) -> list[float]:
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return [float(word) for word in done.stdout.split()]
