"""How many moves a second the site checks, keeps and shows, beside a stock Flask-SocketIO server that only relays them.

Asked for by its name. All have one core and the same load, and take turns, so that each has the same machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import mean, median

from bench.figures import Figure, figure
from bench.live import VARIANTS, loaded
from bench.site import UNLIMITED

GAMES = 100
ROUNDS = 3
SERVERS = {"relay": ("-m", "bench.relay_server"), "site": UNLIMITED}
LEAST_RELAYED = 3000
"""Moves a second of the relay below which the machine is too slow or too busy to compare anything."""


def figures() -> Iterator[Figure]:
    """For each variant the moves a second of each server, one value a round, and the share of the relay's."""
    for variant in VARIANTS:
        rates: dict[str, list[float]] = {name: [] for name in SERVERS}
        for _ in range(ROUNDS):
            for name, program in SERVERS.items():
                rates[name].append(mean(loaded(program, variant, GAMES, 0)[0]["moves_each_second"]))
        relayed = median(rates["relay"])
        for name, found in rates.items():
            shares = {"of_the_relay": round(median(found) / relayed, 2), "void": relayed < LEAST_RELAYED}
            yield figure(f"{name}, {variant}, {GAMES} games as fast as it goes", "moves/s", found, **shares)
