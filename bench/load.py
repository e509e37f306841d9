"""A process that plays many games at once over real websockets, and prints as one JSON line what it saw.

Each game is played by two people in lock step: each player to act sends a random move, and play goes on when the act
is acknowledged and the other has been shown it. A game that is over is followed by a new table of the same two people.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from http.cookies import SimpleCookie
from random import Random
from typing import Any
from urllib.parse import urlencode, urlsplit

from bench.wire import Wire, WireError

LOAD_TIMEOUT = 120
"""Seconds after which all is given up."""
VIEW = b'42["view",'
"""How the message of a view begins."""
OPENED_AT_ONCE = 8
"""Connections and tables opened at a time while everything is made ready."""


class Counted:
    """What is counted while `until` has not come and `since` has."""

    def __init__(self) -> None:
        self.since = self.until = float("inf")
        self.moves: list[float] = []
        self.delays: list[float] = []
        self.tables = 0

    def note(self, began: float, seen: float) -> None:
        """One act: sent, and seen by the other."""
        if self.since <= began and seen <= self.until:
            self.moves.append(seen)
            self.delays.append(seen - began)


class LoadPlayer:
    """One person at a table: a cookie, a connection and the last whole view."""

    def __init__(self, origin: tuple[str, int]) -> None:
        self.origin = origin
        self._cookies: dict[str, str] = {}
        self.seat = 0
        self._shown: bytes | dict[str, Any] = b""
        self._next: asyncio.Future[float] | None = None

    @property
    def cookie(self) -> str:
        """All its cookies, as a request sends them; a proxy may set one too."""
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    async def post(self, path: str, form: dict[str, str]) -> str:
        """Send a form; the address it leads to. Raises WireError."""
        host, port = self.origin
        reader, writer = await asyncio.open_connection(host, port)
        body = urlencode(form)
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        writer.write(
            f"POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n{cookie}"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        head = (await reader.read()).partition(b"\r\n\r\n")[0].decode()
        writer.close()
        status, *lines = head.split("\r\n")
        headers = [(name.lower(), value) for name, value in (line.split(": ", 1) for line in lines)]
        if " 303 " not in status:
            raise WireError(f"{path} answered {status}")
        for name, value in headers:
            if name == "set-cookie":
                self._cookies |= {each: morsel.value for each, morsel in SimpleCookie(value).items()}
        return urlsplit(dict(headers)["location"]).path

    async def connect(self, table: str = "") -> None:
        """Open the connection that views come through."""
        self.wire = await Wire.connect(*self.origin, self.cookie, self._view, table)

    async def watch(self, table: str) -> None:
        """Look at a table from one's seat."""
        answer = await self.wire.ask("watch", {"table": table, "seat": self.seat, "language": "en"})
        self._shown = _accepted(answer)["view"]

    def view(self) -> dict[str, Any]:
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

    def _view(self, body: bytes) -> None:
        if not body.startswith(VIEW):  # How many look on is told as well, by chance while a view is awaited.
            return
        if b'"picture":' in body:
            self._shown = body
        if self._next is not None and not self._next.done():
            self._next.set_result(time.perf_counter())


class TableOfTwo:
    """Two people who play one table after the other."""

    def __init__(self, origin: tuple[str, int], variant: str, random: Random, watch: Counted) -> None:
        self.players = (LoadPlayer(origin), LoadPlayer(origin))
        self.variant = variant
        self.random = random
        self.watch = watch
        self._messages = 0

    async def make_ready(self) -> None:
        """Open the first table and both connections."""
        first, second = self.players
        second.seat = 1
        await self._open()
        await asyncio.gather(first.connect(self.table), second.connect(self.table))
        await self._look()

    async def _open(self) -> None:
        first, second = self.players
        path = await first.post(f"/en/variants/{self.variant}/play", {"seat": "0"})
        self.table = path.rpartition("/")[2]
        await second.post(f"{path}/join", {"seat": "1"})

    async def _look(self) -> None:
        await asyncio.gather(*(player.watch(self.table) for player in self.players))

    async def play(self, period: float) -> None:
        """Play until the watch stops; with a period, one act in so many seconds at most."""
        due = time.perf_counter() + self.random.random() * period
        while time.perf_counter() < self.watch.until:
            movers = [player for player in self.players if player.may_move()]
            if not movers:
                await asyncio.gather(*(player.wire.ask("leave", {"table": self.table}) for player in self.players))
                await self._open()
                await self._look()
                self.watch.tables += 1
            for player in movers:
                now = time.perf_counter()
                if now < due:
                    await asyncio.sleep(due - now)
                due = max(now, due) + period
                await self._act(player)

    async def _act(self, player: LoadPlayer) -> None:
        other = self.players[1 - player.seat]
        view = player.view()
        # Moves that stand, where there are some: of moves drawn by lot alone an Apocalypse lasts five turns.
        moves = [move for move in view["moves"] if not move.get("risky")] or view["moves"]
        self._messages += 1
        message = {
            "table": self.table,
            "seat": player.seat,
            "number": view["number"],
            "move": self.random.choice(moves)["id"],
            "id": str(self._messages),
        }
        shown = other.next_view()
        began = time.perf_counter()
        answer = player.wire.ask("act", message)
        seen = await shown
        _accepted(await answer)
        self.watch.note(began, seen)


def _accepted(answer: dict[str, Any]) -> dict[str, Any]:
    if not answer["ok"]:
        raise WireError(f"A message was refused: {answer['refusal']}")
    return answer


async def load(url: str, variant: str, games: int, seconds: float, rate: float, seed: int) -> dict[str, Any]:
    """Play; moves of each second, delays in milliseconds, tables opened on the way, this process's share of a core."""
    address = urlsplit(url)
    origin = (address.hostname or "", address.port or 0)
    watch = Counted()
    played = [TableOfTwo(origin, variant, Random(f"{seed} {number}"), watch) for number in range(games)]
    gate = asyncio.Semaphore(OPENED_AT_ONCE)

    async def make_ready(game: TableOfTwo) -> None:
        async with gate:
            await game.make_ready()

    await asyncio.gather(*map(make_ready, played))
    print("ready", flush=True)
    watch.since = time.perf_counter() + seconds / 4
    watch.until = watch.since + seconds
    marks: list[float] = []
    for moment in (watch.since, watch.until):
        wait = moment - time.perf_counter()
        asyncio.get_running_loop().call_later(wait, lambda: marks.append(time.process_time()))
    await asyncio.gather(*(game.play(games / rate if rate else 0.0) for game in played))
    await asyncio.sleep(0.05)
    bins = [0] * int(seconds)
    for moment in watch.moves:
        bins[min(int(moment - watch.since), len(bins) - 1)] += 1
    delays = sorted(delay * 1000 for delay in watch.delays)
    for game in played:
        for player in game.players:
            player.wire.close()
    return {
        "moves_each_second": bins,
        "moves": len(delays),
        "p50": delays[len(delays) // 2],
        "p99": delays[len(delays) * 99 // 100],
        "most": delays[-1],
        "tables": watch.tables,
        "cpu": (marks[1] - marks[0]) / seconds,
    }


def main() -> None:
    """Play as the command line says."""
    parser = argparse.ArgumentParser(description="Play many games at once against a running site.")
    parser.add_argument("url")
    parser.add_argument("variant")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=8.0, help="how long is measured, after a quarter of it")
    parser.add_argument("--rate", type=float, default=0.0, help="acts a second in all; 0 is as fast as it goes")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    if urlsplit(chosen.url).hostname not in ("127.0.0.1", "::1", "localhost"):
        parser.error("a load is for a site on this machine alone")

    async def bounded() -> dict[str, Any]:
        async with asyncio.timeout(LOAD_TIMEOUT):
            return await load(**vars(chosen))

    print(json.dumps(asyncio.run(bounded())), flush=True)


if __name__ == "__main__":
    main()
