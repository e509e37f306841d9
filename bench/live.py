"""Live games under load: acts a second, and how long until the other sees one, with 10, 100 and 1,000 games.

The site and the load generator are processes of their own; where there are two cores each gets one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from bench.figures import Figure, figure
from bench.site import UNLIMITED, cpu_seconds, serving, under_load

VARIANTS = ("Apocalypse", "Checkered")
GAMES = (10, 100, 1000)
STEADY = 1000
"""Acts a second of the steady load, at which delays say how a player feels the site."""
LOAD_SECONDS = 8


def figures() -> Iterator[Figure]:
    """For each variant and number of games: as fast as it goes, and at a steady rate."""
    for variant in VARIANTS:
        for games in GAMES:
            for rate in (0, STEADY):
                yield _measure(variant, games, rate)


def _measure(variant: str, games: int, rate: int) -> Figure:
    seen, cpu = loaded(UNLIMITED, variant, games, rate)
    pace = f"{rate} acts/s" if rate else "as fast as it goes"
    return figure(
        f"live {variant}, {games} games, {pace}",
        "moves/s",
        [float(count) for count in seen["moves_each_second"]],
        **{name: seen[name] for name in ("p50_ms", "p99_ms", "most_ms")},
        moves=sum(seen["moves_each_second"]),
        tables_opened_meanwhile=seen["tables"],
        site_cpu=round(cpu / LOAD_SECONDS, 2),
        generator_cpu=round(seen["cpu"], 2),
    )


def loaded(program: Sequence[str], variant: str, games: int, rate: int) -> tuple[dict[str, Any], float]:
    """What the load generator saw of a server, and the processor time the server took meanwhile."""
    cores = sorted(os.sched_getaffinity(0))
    with serving(program) as server:
        os.sched_setaffinity(server.process.pid, cores[:1])
        used = partial(cpu_seconds, server.process.pid)
        seen, before, after = under_load(server.port, variant, games, rate, LOAD_SECONDS, used, cores[1:] or cores)
    return seen, after - before
