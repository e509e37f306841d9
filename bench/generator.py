"""A process that plays many games at once over real websockets, and prints as one JSON line what it saw.

Each game is played by two people in lock step: each player to act sends a random move, and play goes on when the act
is acknowledged and the other has been shown it. A game that is over is followed by a new table of the same two people.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from random import Random
from typing import Any

from bench.client import Answer, Client, Disconnected
from bench.figures import delays
from bench.messages import random_move

LOAD_TIMEOUT = 120
"""Seconds after which all is given up."""
OPENED_AT_ONCE = 8
"""Tables opened at a time while everything is made ready."""


class Count:
    """What is counted while `until` has not come and `since` has."""

    def __init__(self) -> None:
        self.since = self.until = float("inf")
        self.acts: list[tuple[float, float]] = []
        """When each was sent, and when the other was shown it."""
        self.tables = 0


class Player:
    """One person at a table, and the last whole view."""

    def __init__(self, port: int, seat: int) -> None:
        self.client = Client(port, self._receive)
        self.seat = seat
        self._shown: bytes | Answer = b""
        self._next: asyncio.Future[float] | None = None

    async def watch(self, table: str) -> None:
        """Look at a table from one's seat."""
        answer = await self.client.ask("watch", {"table": table, "seat": self.seat, "language": "en"})
        self._shown = _accepted(answer)["view"]

    def view(self) -> Answer:
        """The last whole view; read only when somebody asks, for most are never needed."""
        if isinstance(self._shown, bytes):
            self._shown = json.loads(self._shown[2:])[1]
        assert isinstance(self._shown, dict)
        return self._shown

    def may_move(self) -> bool:
        """Whether the last whole view offered moves."""
        return b'"moves":[]' not in self._shown if isinstance(self._shown, bytes) else bool(self._shown["moves"])

    def next_view(self) -> asyncio.Future[float]:
        """The time at which the next view comes, to be awaited."""
        self._next = asyncio.get_running_loop().create_future()
        return self._next

    def _receive(self, body: bytes) -> None:
        if not body.startswith(b'42["view",'):  # How many look on is told as well, perhaps while a view is awaited.
            return
        if b'"picture":' in body:
            self._shown = body
        if self._next is not None and not self._next.done():
            self._next.set_result(time.perf_counter())


class Pair:
    """Two people who play one table after the other."""

    def __init__(self, port: int, variant: str, random: Random, count: Count) -> None:
        self.players = (Player(port, 0), Player(port, 1))
        self._variant, self._random, self._count = variant, random, count
        self._messages = 0

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

    async def _watch(self) -> None:
        await asyncio.gather(*(player.watch(self._table) for player in self.players))

    async def play(self, period: float) -> None:
        """Play until the count stops; with a period, one act in so many seconds at most."""
        due = time.perf_counter() + self._random.random() * period
        while time.perf_counter() < self._count.until:
            movers = [player for player in self.players if player.may_move()]
            if not movers:
                table = {"table": self._table}
                await asyncio.gather(*(player.client.ask("leave", table) for player in self.players))
                await self._open()
                await self._watch()
                self._count.tables += 1
            for player in movers:
                now = time.perf_counter()
                if now < due:
                    await asyncio.sleep(due - now)
                due = max(now, due) + period
                await self._act(player)

    async def _act(self, player: Player) -> None:
        view = player.view()
        self._messages += 1
        message = {"table": self._table, "seat": player.seat, "number": view["number"], "id": str(self._messages)}
        shown = self.players[1 - player.seat].next_view()
        began = time.perf_counter()
        answer = player.client.ask("act", {**message, "move": random_move(view, self._random)})
        seen = await shown
        _accepted(await answer)
        if self._count.since <= began and seen <= self._count.until:
            self._count.acts.append((began, seen))


def _accepted(answer: Answer) -> Answer:
    if not answer["ok"]:
        raise Disconnected(f"A message was refused: {answer['refusal']}")
    return answer


async def load(port: int, variant: str, games: int, seconds: int, rate: float, seed: int) -> dict[str, Any]:
    """Play; moves of each second, delays, tables opened on the way, this process's share of a core."""
    count = Count()
    pairs = [Pair(port, variant, Random(f"{seed} {number}"), count) for number in range(games)]
    gate = asyncio.Semaphore(OPENED_AT_ONCE)
    await asyncio.gather(*(pair.make_ready(gate) for pair in pairs))
    print("ready", flush=True)
    playing = asyncio.gather(*(pair.play(games / rate if rate else 0.0) for pair in pairs))
    await asyncio.sleep(seconds / 4)
    used, count.since = time.process_time(), time.perf_counter()
    count.until = count.since + seconds
    await playing
    moves = [0] * seconds
    for _, seen in count.acts:
        moves[min(int(seen - count.since), seconds - 1)] += 1
    for player in (player for pair in pairs for player in pair.players):
        player.client.close()
    return {
        "moves_each_second": moves,
        "tables": count.tables,
        "cpu": (time.process_time() - used) / seconds,
        **delays(seen - began for began, seen in count.acts),
    }


def main() -> None:
    """Play as the command line says."""
    parser = argparse.ArgumentParser(description="Play many games at once against a running site on this machine.")
    parser.add_argument("port", type=int)
    parser.add_argument("variant")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seconds", type=int, default=8, help="how long is measured, after a quarter of it")
    parser.add_argument("--rate", type=float, default=0.0, help="acts a second in all; 0 is as fast as it goes")
    parser.add_argument("--seed", type=int, default=1)
    options = vars(parser.parse_args())

    async def bounded() -> dict[str, Any]:
        async with asyncio.timeout(LOAD_TIMEOUT):
            return await load(**options)

    print(json.dumps(asyncio.run(bounded())), flush=True)


if __name__ == "__main__":
    main()
