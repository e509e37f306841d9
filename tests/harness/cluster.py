"""A site of several processes on real services, the people at its processes, and what must hold whatever fails."""

import json
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from bench.audit import compare_acts, replayed, verify_record
from bench.messages import Sent, lay, neutral
from server.game import Entry, Facts, table_view, viewer_of
from server.store import Journal
from tests.harness.client import PATIENCE, Client, cookie, open_table
from tests.harness.links import Link, link
from tests.harness.program import Machine
from tests.harness.services import Postgres, RedisServer
from tests.harness.site import COLD, Site, known_key, site, without_digests
from variants.registry import load_all

VARIANTS = load_all()

PLAYERS = ("ann", "bob")
"""The players, in the order of seats."""

AGAIN = 0.2
"""Seconds after which what was not done is asked for again."""

BROWSERS = map("browser{}".format, count())
"""Two browsers of one person make up different ids for what they send."""


class Cluster:
    """The address of each process, which a test may kill, and the services that they share."""

    machines: tuple[Machine, ...] = ()
    """Where the first processes run, if it is not this machine as it is."""

    def __init__(self, folder: Path, journal: str, server: RedisServer, stack: ExitStack) -> None:
        self.folder, self.journal, self.redis, self._stack = folder, journal, server, stack
        self.sites = [self.start(0), self.start(1)]

    def start(self, number: int, *options: str) -> Site:
        """A process with a folder of its own; the key in the first one's is known."""
        folder = self.folder / str(number)
        folder.mkdir(exist_ok=True)
        if number == 0:
            known_key(folder)
        services = ("--journal", self.journal_of(number), "--redis", self.redis_of(number), "--engines", "0")
        machine = self.machines[number] if number < len(self.machines) else COLD
        return self._stack.enter_context(site(folder, *services, *options, machine=machine))

    def journal_of(self, number: int) -> str:
        return self.journal

    def redis_of(self, number: int) -> str:
        return self.redis.address

    def client(self, number: int, name: str = "") -> Client:
        return self.sites[number].client(name)


class Apart(Cluster):
    """A cluster of two processes whose own clocks are ten seconds apart."""

    machines = (Machine(clock_offset=5), Machine(clock_offset=-5))


class Linked(Cluster):
    """A cluster whose first two processes reach each service by a link of their own; those that come later directly."""

    def __init__(self, folder: Path, journal: str, server: RedisServer, stack: ExitStack) -> None:
        targets: dict[str, Path | int] = {
            "postgres": Path(journal.partition("?host=")[2]) / ".s.PGSQL.5432",
            "redis": server.port,
        }
        self.links: list[dict[str, Link]] = [
            {name: stack.enter_context(link(target)) for name, target in targets.items()} for _ in range(2)
        ]
        super().__init__(folder, journal, server, stack)

    def journal_of(self, number: int) -> str:
        if number >= len(self.links):
            return self.journal
        return re.sub(r"@/(\w+)\?.*", rf"@127.0.0.1:{self.links[number]['postgres'].port}/\1", self.journal)

    def redis_of(self, number: int) -> str:
        if number >= len(self.links):
            return self.redis.address
        return self.redis.address.replace(f":{self.redis.port}/", f":{self.links[number]['redis'].port}/")


@contextmanager
def cluster(
    folder: Path, postgres: Postgres, server: RedisServer, kind: type[Cluster] = Cluster, journal: str = ""
) -> Iterator[Cluster]:
    """A cluster of two processes, on this journal or a new one."""
    with ExitStack() as stack:
        yield kind(folder, journal or postgres.database(), server, stack)


def watch(client: Client, table: str, seat: int) -> dict[str, Any]:
    """The view of a browser that connects now."""
    answer = client.connect().call("watch", table=table, seat=seat, language="en")
    assert answer["ok"], answer
    view: dict[str, Any] = answer["view"]
    return view


def act(client: Client, table: str, seat: int, number: int, move: str) -> None:
    answer = client.call("act", table=table, seat=seat, id=f"{seat}-{number}-{move}", number=number, move=move)
    assert answer["ok"], answer


def shows(client: Client, number: int) -> Callable[[], bool]:
    """Whether the newest view that this browser was sent has so many turns."""
    return lambda: bool(client.views) and client.views[-1]["number"] == number


def play(white: Client, black: Client, table: str, number: int, *moves: str) -> None:
    """A turn of Apocalypse: both seal, and both are shown it."""
    for seat, (client, move) in enumerate(zip((white, black), moves, strict=True)):
        act(client, table, seat, number, move)
    for client in (white, black):
        client.until(shows(client, number + 1))


class Watcher(Client):
    """A browser at a table, from a seat or from none: it keeps its view up to date and knows what it sent."""

    def __init__(self, url: str, table: str, seat: int | None) -> None:
        # Of a while ago, wherever the clock of the process stands.
        known = {} if seat is None else {"cavalier": cookie(PLAYERS[seat], int(time.time()) - 60)}
        super().__init__(url, known)
        self.table, self.seat = table, seat
        self.view: dict[str, Any] | None = None
        self.sent: list[Sent] = []
        self._requests: dict[int, Sent] = {}
        self._browser = next(BROWSERS)

    def watch(self) -> "Watcher":
        ends = time.monotonic() + PATIENCE
        while not self.call("watch", table=self.table, seat=self.seat, language="en")["ok"]:
            assert time.monotonic() < ends, self.frames[-1]
            time.sleep(AGAIN)
        return self

    def receive(self, patience: float = PATIENCE) -> str | bytes:
        """Wait for the next frame, and lay what it shows over the view."""
        seen, answered = len(self.views), set(self.answers)
        frame = super().receive(patience)
        for number in self.answers.keys() - answered:
            answer = self.answers[number]
            if "view" in answer:
                self.view = answer["view"]
            elif number in self._requests:
                self._requests[number].hear(answer, 0)
        if len(self.views) > seen and self.view is not None:
            self.view = lay(self.view, self.views[-1])
            if self.view is None:
                self.send("watch", {"table": self.table, "seat": self.seat, "language": "en"})
        return frame

    def until(self, come: Callable[[], object]) -> None:
        ends = time.monotonic() + PATIENCE
        while not come():
            assert time.monotonic() < ends, f"it never came to hold; the last frames were {self.frames[-3:]}"
            self.receive(PATIENCE)

    def do(self, event: str, **fields: object) -> Sent:
        """Send an action, without waiting for its answer."""
        message = f"{self._browser}-{len(self.sent)}"
        self.sent.append(Sent(event, self.table, {"table": self.table, "seat": self.seat, "id": message, **fields}))
        return self.again(self.sent[-1])

    def again(self, sent: Sent) -> Sent:
        self._requests[self.send(sent.event, sent.fields)] = sent
        return sent

    def answered(self, sent: Sent) -> Sent:
        """Wait until it is answered; an earlier answer counts, and so does one that says that nobody knows."""
        newest = max(number for number, request in self._requests.items() if request is sent)
        self.until(lambda: sent.answer is not None or newest in self.answers)
        return sent

    def accepted(self, sent: Sent) -> None:
        """Wait until it is accepted; it is sent again while nobody knows whether it was kept."""
        while sent.answer is None:
            if self.answered(sent).answer is None:
                time.sleep(AGAIN)
                self.again(sent)
        assert sent.answer["ok"], sent.answer

    def shows(self, number: int) -> "Callable[[], bool]":
        """Whether its view tells of so many turns."""
        return lambda: self.view is not None and self.view["number"] == number


class Played:
    """A game of Apocalypse: Ann at the first process, Bob at the second, an onlooker at each."""

    def __init__(self, site: Cluster) -> None:
        self.site = site
        self.table = open_table("Apocalypse", site.client(0, PLAYERS[0]), site.client(1, PLAYERS[1]), control="1+0")
        self.number = 0
        self.gone: list[Watcher] = []
        """Browsers that were closed."""
        self.players = [self.come(0, 0), self.come(1, 1)]
        self.onlookers = [self.come(0, None), self.come(1, None)]

    def come(self, process: int, seat: int | None) -> Watcher:
        """The browser of somebody who comes to the table at a process."""
        watcher = Watcher(self.site.sites[process].url, self.table, seat)
        watcher.connect()
        return watcher.watch()

    def act(self, seat: int, move: str) -> Sent:
        return self.players[seat].do("act", number=self.number, move=move)

    def revealed(self) -> None:
        """Wait until everybody is shown the turn."""
        self.number += 1
        for watcher in self.watchers:
            watcher.until(watcher.shows(self.number))

    def turn(self, *moves: str) -> None:
        for seat, move in enumerate(moves):
            self.players[seat].accepted(self.act(seat, move))
        self.revealed()

    @property
    def watchers(self) -> list[Watcher]:
        return [*self.players, *self.onlookers]

    def check(self) -> Sequence[Entry]:
        """Raise Trouble or AssertionError unless all that was promised holds; the entries of the table."""
        sites = self.site.sites
        sites.append(self.site.start(len(sites)))
        try:
            newcomers = [self.come(process, seat) for process in range(len(sites)) for seat in (None, 0, 1)]
            everybody = [*self.watchers, *self.gone, *newcomers]
            with closing(Journal(self.site.journal)) as journal:
                table, entries = replayed(journal, VARIANTS, self.table)
            compare_acts([sent for each in everybody for sent in each.sent], entries)
            verify_record(table, entries, VARIANTS)
            for each in [*self.watchers, *newcomers]:
                stored = neutral(json.loads(json.dumps(table_view(table, viewer_of(each.seat), Facts(table.last_at)))))
                each.until(partial(_shows, each, stored))
            for each in everybody:
                check_nothing_early(each, entries)
                each.close()
        finally:
            sites.pop().close()
        return entries


def _shows(watcher: Watcher, view: object) -> bool:
    """Whether a browser shows this view, apart from what changes by itself."""
    return watcher.view is not None and neutral(watcher.view) == view


def check_nothing_early(watcher: Watcher, entries: Sequence[Entry]) -> None:
    """Raise AssertionError if somebody was told a sealed move, or its nonce, of another before the reveal."""
    sealed = [entry for entry in entries if entry.kind == "seal" and entry.seat != watcher.seat]
    now = 0
    for frame in map(str, watcher.frames):
        now = max([now, *map(int, re.findall(r'"number":(\d+)', frame))])
        for entry in sealed:
            if entry.number >= now:
                assert entry.body["nonce"] not in frame, frame
                assert entry.body["move"] not in without_digests(frame), frame
