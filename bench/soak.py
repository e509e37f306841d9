"""A soak: many games at once between people who do everything wrong, two minutes long, with a kill -9 in the middle.

Asked for by its name alone (`python -m bench soak`). It ends with an error where an action was lost or done twice,
where what somebody sees is not what the journal tells, or where a record does not hold.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.audit import audit
from bench.crowd import Person, Tally
from bench.figures import Figure, figure, tidy
from bench.sent import Trouble
from server.runtime.ports import free_port

ROOT = Path(__file__).resolve().parent.parent

GAMES = 200
SOAK_SECONDS = 120.0
THINKING_SECONDS = 1.0
"""Seconds between two thoughts of one person, on average."""
SOAK_TIMEOUT = 60.0
"""Seconds that everything around the playing may take, before all is given up."""

SERVE = ("-m", "server", "serve", "--log-level", "error", "--identity-rate", "0", "--address-rate", "0")


class Place:
    """The site as a process that is killed and started again, on one port and one data folder."""

    def __init__(self, data: Path, program: Sequence[str] = SERVE) -> None:
        self.data = data
        self.program = program
        self.port = free_port()
        self.start()

    def start(self) -> None:
        """Start it; returns when it listens. Raises RuntimeError if it does not."""
        command = [sys.executable, *self.program, "--port", str(self.port), "--data", str(self.data)]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        if not self.process.stdout.readline():
            raise RuntimeError("the site did not start; what it said stands above")

    def stop(self, number: signal.Signals = signal.SIGTERM) -> None:
        """End it by this signal."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        self.process.wait(SOAK_TIMEOUT)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def megabytes(self) -> float:
        """The memory it has now."""
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self.process.pid}/status").read_text())
        return round(int(found[1]) / 1024, 1) if found else 0.0


class Soaked(NamedTuple):
    """The result of a soak."""

    seconds: float
    tally: Tally
    kept: Counter[str]
    """What was compared with the journal."""
    megabytes: list[float]
    """Before anybody came, before the kill, after it, at the end."""
    down: float
    """Seconds that nobody listened."""


def soak(place: Place, games: int, seconds: float, pause: float, seed: int, kill: bool = True) -> Soaked:
    """Play so long, and look whether all of it holds. Raises Trouble."""
    return asyncio.run(asyncio.wait_for(_soak(place, games, seconds, pause, seed, kill), seconds + 2 * SOAK_TIMEOUT))


async def _soak(place: Place, games: int, seconds: float, pause: float, seed: int, kill: bool) -> Soaked:
    tally = Tally()
    people = [
        Person(("127.0.0.1", place.port), f"p{number}", number % 2, tally, pause, str(seed))
        for number in range(2 * games)
    ]
    for first, second in zip(people[::2], people[1::2], strict=True):
        first.other, second.other = second, first
    megabytes, down = [place.megabytes()], 0.0
    playing = [asyncio.create_task(person.live()) for person in people]
    try:
        await _play(playing, seconds / 2)
        megabytes.append(place.megabytes())
        if kill:
            began = time.perf_counter()
            place.stop(signal.SIGKILL)
            await asyncio.to_thread(place.start)
            down = time.perf_counter() - began
            megabytes.append(place.megabytes())
        await _play(playing, seconds / 2)
        tally.going = False
        await asyncio.wait_for(asyncio.gather(*playing), SOAK_TIMEOUT)
        await asyncio.wait_for(asyncio.gather(*(person.settle() for person in people)), SOAK_TIMEOUT)
        for person in people:
            await person.agrees()
        megabytes.append(place.megabytes())
    finally:
        tally.going = False
        for task in playing:
            task.cancel()
        for person in people:
            person.close()
    place.stop()
    return Soaked(seconds, tally, audit(place.data / "journal.sqlite", people), megabytes, down)


async def _play(playing: Sequence[asyncio.Task[None]], seconds: float) -> None:
    """Wait so long, or raise what somebody ran into."""
    done, _ = await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()
        raise Trouble("somebody has stopped playing")


@contextlib.contextmanager
def placed(data: Path, program: Sequence[str] = SERVE) -> Iterator[Place]:
    """A site that is gone afterwards, whatever happens."""
    place = Place(data, program)
    try:
        yield place
    finally:
        place.stop(signal.SIGKILL)


def figures() -> Iterator[Figure]:
    """One line with all figures of the soak. Raises Trouble."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with TemporaryDirectory() as folder, placed(Path(folder)) as place:
        soaked = soak(place, GAMES, SOAK_SECONDS, THINKING_SECONDS, seed=os.getpid())
    yield summary(soaked, GAMES)


def summary(soaked: Soaked, games: int) -> Figure:
    """The figures of a soak as one line."""
    tally, kept = soaked.tally, soaked.kept
    delays = sorted(delay * 1000 for delay in tally.delays)
    return figure(
        f"soak, {games} games at once",
        "moves/s",
        [(kept["seal"] + kept["turn"]) / soaked.seconds],
        p50_ms=tidy(delays[len(delays) // 2]),
        p99_ms=tidy(delays[len(delays) * 99 // 100]),
        most_ms=tidy(delays[-1]),
        seconds=soaked.seconds,
        down_s=round(soaked.down, 1),
        megabytes=soaked.megabytes,
        reconnects=tally.counts["connections"] - 2 * games,
        did=dict(sorted(tally.counts.items())),
        compared=dict(sorted(kept.items())),
    )
