"""How long the clients of a process that is told to stop are without a view, in a cluster behind its proxy.

Asked for by its name.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bench.figures import Figure, figure, tidy
from bench.load import OPENED_AT_ONCE, LoadPlayer
from bench.wire import WireError
from tools.cluster.running import Cluster

CLIENTS = 300
PROCESSES = 3
ROUNDS = 3
PATIENCE = 20.0
"""Seconds after which a client is missed."""
UNLIMITED = {"CAVALIER_IDENTITY_RATE": "0", "CAVALIER_ADDRESS_RATE": "0", "CAVALIER_THINKERS": "0"}
TOLD = b'42["reconnect",'


class Client(LoadPlayer):
    """A browser whose cookie leads to one process as long as that takes it in; it names no table, which would lead."""

    def __init__(self, origin: tuple[str, int], process: int) -> None:
        super().__init__(origin)
        self.table = ""
        self._cookies["cavalier_process"] = f"site{process}"
        self.told: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    async def come(self) -> None:
        """Connect and look at the table; as a browser does, again after a second or so where that fails."""
        while True:
            try:
                await self.connect()
                return await self.watch(self.table)
            except (WireError, OSError):
                await asyncio.sleep(Random().uniform(0.5, 1.5))

    async def move_on(self) -> tuple[float, float]:
        """Do as told; when it left, and when it had a view again."""
        await asyncio.sleep(await self.told)
        self.wire.close()
        left = time.perf_counter()
        await self.come()
        return left, time.perf_counter()

    def _view(self, body: bytes) -> None:
        if body.startswith(TOLD):
            self.told.set_result(json.loads(body[2:])[1]["after"])
        else:
            super()._view(body)


def figures() -> Iterator[Figure]:
    """From SIGTERM to a fresh view at another process, and how long each client was without a connection."""
    rounds = [asyncio.run(_round()) for _ in range(ROUNDS)]
    for what, column in (("from SIGTERM to a fresh view", 0), ("without a view", 1)):
        found = [sorted(times[column] for times in each) for each in rounds]
        line = figure(f"drain, {CLIENTS} clients, {what}: median", "s", [each[len(each) // 2] for each in found])
        ends = [(tidy(each[len(each) * 95 // 100]), tidy(each[-1])) for each in found]
        yield line | {"p95": [p95 for p95, _ in ends], "last": [last for _, last in ends]}


async def _round() -> list[tuple[float, float]]:
    os.environ.update(UNLIMITED)
    with TemporaryDirectory(prefix="cavalier-") as folder:
        cluster = Cluster(Path(folder), 0, PROCESSES)
        cluster.start()
        try:
            origin = ("127.0.0.1", cluster.port)
            clients = [Client(origin, 0) for _ in range(CLIENTS)]
            gate = asyncio.Semaphore(OPENED_AT_ONCE)
            await asyncio.gather(*(_sit(gate, *pair) for pair in zip(clients[::2], clients[1::2], strict=True)))
            process = cluster.sites[0].process
            assert process is not None
            process.terminate()
            told = time.perf_counter()
            async with asyncio.timeout(PATIENCE):
                moved = await asyncio.gather(*(client.move_on() for client in clients))
            for client in clients:
                client.wire.close()
        finally:
            cluster.stop()
    return [(back - told, back - left) for left, back in moved]


async def _sit(gate: asyncio.Semaphore, first: Client, second: Client) -> None:
    """Open a table of two, at which both look."""
    async with gate:
        path = await first.post("/en/variants/Apocalypse/play", {"seat": "0"})
        await second.post(f"{path}/join", {"seat": "1"})
        second.seat = 1
        for client in (first, second):
            client.table = path.rpartition("/")[2]
            await client.come()
