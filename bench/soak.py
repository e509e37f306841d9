"""A soak: many games at once between people who do everything wrong, two minutes long, with a kill -9 in the middle.

Asked for by its name alone (`python -m bench soak`). It ends with an error where an action was lost or done twice,
where what somebody sees is not what the journal tells, or where a record does not hold.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator, Sequence

from bench.audit import audit
from bench.figures import Figure, delays, figure
from bench.messages import Trouble
from bench.person import Person, Tally
from bench.site import Server, serving

GAMES = 200
SOAK_SECONDS = 120.0
THINKING_SECONDS = 1.0
"""Seconds between two thoughts of one person, on average."""
SOAK_TIMEOUT = 60.0
"""Seconds that everything around the playing may take, before all is given up."""


def figures() -> Iterator[Figure]:
    """One line with all figures of the soak. Raises Trouble."""
    with serving() as server:
        yield soak(server, GAMES, SOAK_SECONDS, THINKING_SECONDS, seed=os.getpid())


def soak(server: Server, games: int, seconds: float, pause: float, seed: int, kill: bool = True) -> Figure:
    """Play so long, and look whether all of it holds. Raises Trouble."""
    return asyncio.run(asyncio.wait_for(_soak(server, games, seconds, pause, seed, kill), seconds + 2 * SOAK_TIMEOUT))


async def _soak(server: Server, games: int, seconds: float, pause: float, seed: int, kill: bool) -> Figure:
    tally = Tally()
    people = [Person(server.port, f"p{number}", number % 2, tally, pause, seed) for number in range(2 * games)]
    for first, second in zip(people[::2], people[1::2], strict=True):
        first.other, second.other = second, first
    megabytes, down = [server.megabytes()], 0.0
    playing = [asyncio.create_task(person.live()) for person in people]
    try:
        await _play(playing, seconds / 2)
        megabytes.append(server.megabytes())
        if kill:
            began = time.perf_counter()
            server.stop(signal.SIGKILL)
            await asyncio.to_thread(server.start)
            down = time.perf_counter() - began
            megabytes.append(server.megabytes())
        await _play(playing, seconds / 2)
        tally.going = False
        await asyncio.wait_for(asyncio.gather(*playing), SOAK_TIMEOUT)
        await asyncio.wait_for(asyncio.gather(*(person.settle() for person in people)), SOAK_TIMEOUT)
        for person in people:
            await person.agrees()
        megabytes.append(server.megabytes())
    finally:
        for task in playing:
            task.cancel()
        for person in people:
            person.close()
    server.stop()
    compared = audit(server.data / "journal.sqlite", people)
    return figure(
        f"soak, {games} games at once",
        "moves/s",
        [(compared["seal"] + compared["turn"]) / seconds],
        **delays(tally.delays),
        seconds=seconds,
        down_s=round(down, 1),
        megabytes=megabytes,
        reconnects=tally.counts["connections"] - 2 * games,
        did=dict(sorted(tally.counts.items())),
        compared=dict(sorted(compared.items())),
    )


async def _play(playing: Sequence[asyncio.Task[None]], seconds: float) -> None:
    """Wait so long, or raise what somebody ran into."""
    done, _ = await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()
        raise Trouble("somebody has stopped playing")
