"""Live games under load: acts a second, and how long until the other sees one, with 10, 100 and 1,000 games.

The site and the load generator are processes of their own; where there are two cores each gets one.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.figures import Figure, figure, tidy

VARIANTS = ("Apocalypse", "Checkered")
GAMES = (10, 100, 1000)
STEADY = 1000
"""Acts a second of the steady load, at which delays say how a player feels the site."""
LOAD_SECONDS = 8
SITE: Sequence[str] = (
    *("-m", "server", "serve", "--port", "0", "--data", "{data}", "--log-level", "error"),
    *("--identity-rate", "0", "--address-rate", "0"),
)
"""The site, as Python is to start it."""
STOP_SECONDS = 10
"""Seconds that a process gets to end."""


def figures() -> Iterator[Figure]:
    """For each variant and number of games: as fast as it goes, and at a steady rate."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for variant in VARIANTS:
        for games in GAMES:
            for rate in (0, STEADY):
                yield _measure(variant, games, rate)


def _measure(variant: str, games: int, rate: int) -> Figure:
    seen = under_load(SITE, variant, games, rate)
    pace = f"{rate} acts/s" if rate else "as fast as it goes"
    return figure(
        f"live {variant}, {games} games, {pace}",
        "moves/s",
        [float(count) for count in seen["moves_each_second"]],
        p50_ms=tidy(seen["p50"]),
        p99_ms=tidy(seen["p99"]),
        most_ms=tidy(seen["most"]),
        moves=seen["moves"],
        tables_opened_meanwhile=seen["tables"],
        site_cpu=round(seen["site_cpu"], 2),
        generator_cpu=round(seen["cpu"], 2),
    )


def under_load(serve: Sequence[str], variant: str, games: int, rate: int) -> dict[str, Any]:
    """What the load generator saw of a server that is started by these arguments of Python, and its share of a core.

    `{data}` in them stands for a folder of its own.
    """
    cores = sorted(os.sched_getaffinity(0))
    with TemporaryDirectory() as folder:
        command = [sys.executable, *(part.format(data=folder) for part in serve)]
        site = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        os.sched_setaffinity(site.pid, cores[:1])
        try:
            assert site.stdout is not None
            url = site.stdout.readline().rpartition(" ")[2].strip()
            seen, share = _load(url, variant, games, rate, site.pid, cores[1:] or cores)
        finally:
            site.terminate()
            site.wait(STOP_SECONDS)
    return {**seen, "site_cpu": share}


def _load(url: str, variant: str, games: int, rate: int, site: int, cores: list[int]) -> tuple[dict[str, Any], float]:
    """What the generator saw, and the share of a core the site took meanwhile."""
    play = [sys.executable, "-m", "bench.load", url, variant, "--games", str(games), "--rate", str(rate)]
    generator = subprocess.Popen([*play, "--seconds", str(LOAD_SECONDS)], stdout=subprocess.PIPE, text=True)
    os.sched_setaffinity(generator.pid, cores)
    try:
        assert generator.stdout is not None
        if generator.stdout.readline() != "ready\n":
            raise RuntimeError("the load generator did not get ready")
        began, used = time.perf_counter(), _cpu_seconds(site)
        line = generator.stdout.readline()
        if not line:
            raise RuntimeError("the load generator broke off; what it said stands above")
        seen = json.loads(line)
        share = (_cpu_seconds(site) - used) / (time.perf_counter() - began)
        generator.wait(STOP_SECONDS)
    finally:
        if generator.poll() is None:
            generator.kill()
            generator.wait()
    return seen, share


def _cpu_seconds(process: int) -> float:
    """Seconds of processor time a process has taken, its threads and the system's work for it included."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
