"""A process that plays many games at once over real websockets: `load` of its JSON argument, and what it saw as JSON.

Each game is played by two people in lock step: each player to act sends a random move, and play goes on when the act
is acknowledged and the other has been shown it. A game that is over is followed by a new table of the same two people.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import Counter
from random import Random
from typing import Any

from bench.client import Answer, Client, Disconnected
from bench.figures import delays
from bench.messages import View, random_move

LOAD_TIMEOUT = 120
"""Seconds after which all is given up."""
OPENED_AT_ONCE = 8
"""Tables opened at a time while everything is made ready."""


class Player:
    """One person at a table, and the last whole view."""

    def __init__(self, port: int, seat: int) -> None:
        self.client = Client(port, self._receive)
        self.seat = seat
        self.view: View = {}
        self._next: asyncio.Future[float] | None = None

    async def watch(self, table: str) -> None:
        """Look at a table from one's seat."""
        answer = await self.client.ask("watch", {"table": table, "seat": self.seat, "language": "en"})
        self.view = _accepted(answer)["view"]

    def next_view(self) -> asyncio.Future[float]:
        """The time at which the next view comes, to be awaited."""
        self._next = asyncio.get_running_loop().create_future()
        return self._next

    def _receive(self, event: str, update: View) -> None:
        if event != "view":  # How many look on is told as well, perhaps while a view is awaited.
            return
        if "picture" in update:
            self.view = update
        if self._next is not None and not self._next.done():
            self._next.set_result(time.perf_counter())


class Pair:
    """Two people who play one table after the other, until a time that is set while they play."""

    def __init__(self, port: int, variant: str, random: Random) -> None:
        self.players = (Player(port, 0), Player(port, 1))
        self.acts: list[tuple[float, float]] = []
        """When each was sent, and when the other was shown it."""
        self.opened: list[float] = []
        """When each table was opened."""
        self.until = float("inf")
        self._variant, self._random = variant, random

    async def make_ready(self, gate: asyncio.Semaphore) -> None:
        """Open the first table and both connections."""
        async with gate:
            await self._open()
            await asyncio.gather(*(player.client.connect(self._table) for player in self.players))
            await self._watch()

    async def _open(self) -> None:
        host, guest = (player.client for player in self.players)
        path = await host.post(f"/en/variants/{self._variant}/play", {"seat": "0"})
        self._table = path.rpartition("/")[2]
        await guest.post(f"{path}/join", {"seat": "1"})
        self.opened.append(time.perf_counter())

    async def _watch(self) -> None:
        await asyncio.gather(*(player.watch(self._table) for player in self.players))

    async def play(self, period: float) -> None:
        """Play; with a period, one act in so many seconds at most."""
        due = time.perf_counter() + self._random.random() * period
        while time.perf_counter() < self.until:
            movers = [player for player in self.players if player.view["moves"]]
            if not movers:
                table = {"table": self._table}
                await asyncio.gather(*(player.client.ask("leave", table) for player in self.players))
                await self._open()
                await self._watch()
            for player in movers:
                now = time.perf_counter()
                if now < due:
                    await asyncio.sleep(due - now)
                due = max(now, due) + period
                await self._act(player)

    async def _act(self, player: Player) -> None:
        message = {
            "table": self._table,
            "seat": player.seat,
            "number": player.view["number"],
            "id": str(len(self.acts)),
        }
        shown = self.players[1 - player.seat].next_view()
        began = time.perf_counter()
        answer = player.client.ask("act", {**message, "move": random_move(player.view, self._random)})
        self.acts.append((began, await shown))
        _accepted(await answer)


def _accepted(answer: Answer) -> Answer:
    if not answer["ok"]:
        raise Disconnected(f"A message was refused: {answer['refusal']}")
    return answer


async def load(port: int, variant: str, games: int, rate: float, seconds: int) -> dict[str, Any]:
    """Play at so many acts a second in all, or as fast as it goes, and count for so long, after a quarter of it.

    Moves of each second, delays, tables opened on the way, this process's share of a core.
    """
    pairs = [Pair(port, variant, Random(f"1 {number}")) for number in range(games)]
    gate = asyncio.Semaphore(OPENED_AT_ONCE)
    await asyncio.gather(*(pair.make_ready(gate) for pair in pairs))
    print("ready", flush=True)
    playing = asyncio.gather(*(pair.play(games / rate if rate else 0.0) for pair in pairs))
    await asyncio.sleep(seconds / 4)
    used, since = time.process_time(), time.perf_counter()
    until = since + seconds
    for pair in pairs:
        pair.until = until
    await playing
    for player in (player for pair in pairs for player in pair.players):
        player.client.close()
    acts = [(began, seen) for pair in pairs for began, seen in pair.acts if since <= began and seen <= until]
    moves = Counter(int(seen - since) for _, seen in acts)
    return {
        "moves_each_second": [moves[second] for second in range(seconds)],
        "tables": sum(opened >= since for pair in pairs for opened in pair.opened),
        "cpu": (time.process_time() - used) / seconds,
        **delays(seen - began for began, seen in acts),
    }


if __name__ == "__main__":
    print(json.dumps(asyncio.run(asyncio.wait_for(load(**json.loads(sys.argv[1])), LOAD_TIMEOUT))), flush=True)
