"""How many moves a second the site checks, keeps and shows, beside a stock Flask-SocketIO server that only relays them.

Asked for by its name. All have one core and the same load, and take turns, so that each has the same machine.
"""

from __future__ import annotations

from collections.abc import Iterator

from bench.figures import Figure, figure
from bench.live import SITE, VARIANTS, under_load

GAMES = 100
ROUNDS = 3
RELAY = ("-m", "bench.relayed")
LEAST_RELAYED = 3000
"""Moves a second of the relay below which the machine is too slow or too busy to compare anything."""


def figures() -> Iterator[Figure]:
    """For each variant the moves a second of each server, one value a round, and the share of the relay's."""
    servers = {"relay": RELAY, "site": SITE}
    for variant in VARIANTS:
        rates: dict[str, list[float]] = {name: [] for name in servers}
        for _ in range(ROUNDS):
            for name, serve in servers.items():
                seen = under_load(serve, variant, GAMES, 0)
                rates[name].append(seen["moves"] / len(seen["moves_each_second"]))
        relayed = figure("", "", rates["relay"])["value"]
        for name, found in rates.items():
            line = figure(f"{name}, {variant}, {GAMES} games as fast as it goes", "moves/s", found)
            yield line | {"of_the_relay": round(line["value"] / relayed, 2), "void": relayed < LEAST_RELAYED}
