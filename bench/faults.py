"""Faults: a crowd plays over three processes while processes, services and links fail, one after the other.

Asked for by its name alone (`python -m bench faults --minutes 5`). It ends with an error where an action was lost or
done twice, where what somebody sees is not what the journal tells, or where a record does not hold.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from bench.audit import audit
from bench.enduring import PING, PING_TIMEOUT, Endured, Enduring
from bench.figures import Figure, figure, tidy
from bench.sent import Trouble
from server.commandline.ports import free_port
from server.journal.store import Journal
from tools.cluster.proxy import proxy
from tools.cluster.services import LOOPBACK, Program, listens, postgres, redis

links: Any = import_module("tests.links")

MINUTES = 3.0
GAMES = 60
THINKING_SECONDS = 1.0
"""Seconds between two thoughts of one person, on average."""
SHIFTS = (0, 5, -5)
"""Seconds by which the clocks of the processes are ahead."""
GAP = (2.0, 6.0)
"""Between how many seconds nothing fails."""
LASTING = (1.0, 6.0)
"""Between how many seconds a link fails, and a service is gone."""
STANDING = 20.0
"""Seconds that a process stands still."""
ENDING = 90.0
"""Seconds that everything may take once nothing fails any more."""


class Machines:
    """Three processes with their own links to PostgreSQL and to Redis, and the proxy before them."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        folder.chmod(0o711)
        self.database, self.journal = postgres(folder / "postgres")
        self.redis, address = redis(folder)
        at = urlsplit(address)
        self.sites: list[Program] = []
        self.links: list[dict[str, Any]] = []
        ports = [free_port() for _ in SHIFTS]
        for number, (port, shift) in enumerate(zip(ports, SHIFTS, strict=True)):
            own = {
                "postgres": stack.enter_context(links.link(folder / "postgres" / ".s.PGSQL.5432")),
                "redis": stack.enter_context(links.link(at.port)),
            }
            settings = {
                "CAVALIER_JOURNAL": f"postgresql://cavalier@{LOOPBACK}:{own['postgres'].port}/cavalier",
                "CAVALIER_REDIS": f"redis://:{at.password}@{LOOPBACK}:{own['redis'].port}/0",
                "CAVALIER_IDENTITY_RATE": "0",
                "CAVALIER_ADDRESS_RATE": "0",
                "CAVALIER_THINKERS": "0",
                "CAVALIER_LOG_LEVEL": "warning",
                "PING": f"{PING:g}",
                "PING_TIMEOUT": f"{PING_TIMEOUT:g}",
            }
            command = [sys.executable, "-m", "tests.elsewhere", str(shift), "serve", "--port", str(port)]
            command += ["--proxies", "1", "--data", str(folder / f"site{number}")]
            self.links.append(own)
            self.sites.append(Program(f"site{number}", folder, command, listens(port), settings))
        self.port = free_port()
        self.proxy = proxy(folder, LOOPBACK, self.port, ports)
        for program in (self.database, self.redis, *self.sites, self.proxy):
            stack.callback(program.stop)
            program.start()


class Faults:
    """What fails, drawn by lot: all kinds in turn, in an order that is drawn anew each time."""

    def __init__(self, machines: Machines, people: Sequence[Enduring], tally: Endured, random: Random) -> None:
        self.machines, self.people, self.tally, self.random = machines, people, tally, random
        self.done: Counter[str] = Counter()
        self._kinds: dict[str, Callable[[], Awaitable[None]]] = {
            "kill": self._kill,
            "stop": self._stop,
            "database": self._restart_database,
            "redis": self._restart_redis,
            "proxy": self._restart_proxy,
            **{f"{service} {how}": self._fail(service, how) for service in ("postgres", "redis") for how in HOW},
        }

    async def go_on(self, until: float) -> None:
        """Let one thing after the other fail and be mended."""
        while True:
            kinds = [*self._kinds, "kill", "kill"]
            self.random.shuffle(kinds)
            for kind in kinds:
                await asyncio.sleep(self.random.uniform(*GAP))
                if time.perf_counter() > until:
                    return
                print(f"bench: {kind}", file=sys.stderr, flush=True)
                self.done[kind] += 1
                await self._kinds[kind]()

    def _where_people_are(self) -> Program:
        """The process of somebody who is connected: one that has just begun may have nobody."""
        at = self.random.choice([each.process for each in self.people if each.process] or ["site0"])
        return next(site for site in self.machines.sites if site.name == at)

    def _disturb(self, site: Program, how: str) -> None:
        """From now on it is counted how long those at this process take to play on."""
        now = time.perf_counter()
        self.tally.lost |= {each.name: (how, now) for each in self.people if each.process == site.name}

    async def _kill(self) -> None:
        site = self._where_people_are()
        self._disturb(site, "kill")
        await self._off_and_on(site, signal.SIGKILL)

    async def _stop(self) -> None:
        site = self._where_people_are()
        assert site.process is not None
        self._disturb(site, "stop")
        links.stop(site.process)
        await asyncio.sleep(STANDING)
        site.process.send_signal(signal.SIGCONT)

    async def _restart_database(self) -> None:
        # SIGINT is its own fast end, SIGQUIT a crash.
        await self._off_and_on(self.machines.database, self.random.choice([signal.SIGINT, signal.SIGQUIT]))

    async def _restart_redis(self) -> None:
        await self._off_and_on(self.machines.redis, signal.SIGKILL)

    async def _restart_proxy(self) -> None:
        await self._off_and_on(self.machines.proxy, signal.SIGKILL)

    async def _off_and_on(self, program: Program, number: signal.Signals) -> None:
        assert program.process is not None
        program.process.send_signal(number)
        await asyncio.to_thread(program.process.wait)
        await asyncio.sleep(self.random.uniform(*LASTING) / 2)
        await asyncio.to_thread(program.start)

    def _fail(self, service: str, how: str) -> Callable[[], Awaitable[None]]:
        async def fail() -> None:
            link = self.random.choice(self.machines.links)[service]
            HOW[how](link)
            await asyncio.sleep(self.random.uniform(*LASTING))
            link.restore()

        return fail


def _delay(link: Any) -> None:
    link.delay = 0.2


HOW: dict[str, Callable[[Any], None]] = {
    "cut": lambda link: link.cut(),
    "delayed": _delay,
    "nothing up": lambda link: link.hold(links.UP),
    "nothing down": lambda link: link.hold(links.DOWN),
}
"""How a link fails."""


async def endure(machines: Machines, games: int, seconds: float, pause: float, seed: int) -> tuple[Endured, Figure]:
    """Play so long while things fail, and look whether all of it holds. Raises Trouble."""
    tally, random = Endured(), Random(seed)
    people = [
        Enduring((LOOPBACK, machines.port), f"p{number}", number % 2, tally, pause, str(seed))
        for number in range(2 * games)
    ]
    for first, second in zip(people[::2], people[1::2], strict=True):
        first.other, second.other = second, first
    faults = Faults(machines, people, tally, random)
    failing = asyncio.create_task(faults.go_on(time.perf_counter() + seconds))
    tasks = [failing, *(asyncio.create_task(person.live()) for person in people)]
    try:
        while not failing.done():
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        tally.going = False
        async with asyncio.timeout(ENDING):
            await asyncio.gather(*tasks)
            await asyncio.gather(*(person.settle() for person in people))
            for person in people:
                try:
                    await person.agrees()
                except Trouble as trouble:
                    tally.broken.append(str(trouble))
    finally:
        tally.going = False
        for task in tasks:
            task.cancel()
        for person in people:
            person.close()
    compared = audit(machines.journal, people, tally.broken)
    return tally, {
        "faults": dict(faults.done),
        "compared": dict(sorted(compared.items())),
        "did": dict(sorted(tally.counts.items())),
    }


def unfair(journal: Journal, tally: Endured) -> int:
    """Flags that fell though a move had arrived in time, which could not be kept."""
    found = 0
    for (table, seat, number), since in tally.kept_from.items():
        kept = journal.table(table)
        last = kept[2][-1][-1] if kept else None
        if last is not None and last.kind == "end" and str(last.body["reason"]).startswith("time"):
            found += last.number == number and last.body["seat"] == seat and last.at > since
    return found


@contextmanager
def _machines() -> Iterator[Machines]:
    with TemporaryDirectory(prefix="cavalier-") as folder, ExitStack() as stack:
        yield Machines(Path(folder), stack)


def figures(minutes: float = MINUTES, seed: int = 0) -> Iterator[Figure]:
    """A line for each way in which a process fails, and one with all other figures. Raises Trouble."""
    seed = seed or os.getpid()
    with _machines() as machines:
        tally, more = asyncio.run(endure(machines, GAMES, 60 * minutes, THINKING_SECONDS, seed))
        with closing(Journal(machines.journal)) as journal:
            flags = unfair(journal, tally)
    for how, took in sorted(tally.back.items()):
        took.sort()
        at = {"p50": took[len(took) // 2], "p95": took[len(took) * 95 // 100], "most": took[-1]}
        spread = {name: tidy(seconds) for name, seconds in at.items()}
        yield figure(f"until a player plays on after a {how}", "s", [at["p50"]], **spread, players=len(took))
    lost = [each for each in tally.broken if each.endswith(" 0 times")]
    yield figure("faults", "actions lost", [len(lost)], broken=len(tally.broken), unfair_flags=flags, seed=seed, **more)
    if tally.broken:
        raise Trouble("\n".join(tally.broken))
