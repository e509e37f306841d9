"""People of a crowd whose site fails: they notice as a browser does, come back, and note how long that took."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any

from bench.crowd import Person, Tally
from bench.link import AGAIN
from bench.sent import NOT_JUDGED, Sent, Trouble
from bench.wire import WireError

PING, PING_TIMEOUT = 2.0, 4.0
"""Seconds between two questions whether a browser is there, and after which it takes the site for gone."""

CONNECTING = 5.0
"""Seconds after which an attempt to connect has failed, as in the browser."""

ASKING = 8.0
"""Seconds after which a form that was sent has failed."""

RECONNECTING = (0.5, 1.5)
"""Between how many seconds a browser waits before it connects again."""

LOOK = 0.1
"""Seconds between two looks whether the site was heard."""

STICKING = "cavalier_process"
"""The cookie by which the proxy knows which process a browser was at."""

PASSING = NOT_JUDGED | {"gone"}
"""Refusals of a site that is disturbed."""


@dataclass
class Endured(Tally):
    """What a crowd counts together while its site fails."""

    lost: dict[str, tuple[str, float]] = field(default_factory=dict)
    """For each person whose process has failed, how it failed and since when."""
    back: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Seconds until somebody played on, by how the process had failed."""
    kept_from: dict[tuple[str, int, int], float] = field(default_factory=dict)
    """For a table, a seat and a turn: since when a move that had arrived could not be kept."""
    broken: list[str] = field(default_factory=list)
    """What must not happen and has happened."""


class Enduring(Person):
    """One of two who play on whatever fails."""

    tally: Endured

    @property
    def process(self) -> str:
        """The process of the site to which the connection leads, as the proxy says."""
        return self._cookies.get(STICKING, "") if self._connected else ""

    async def live(self) -> None:
        """Play until the crowd is told to stop, whatever happens to the site."""
        await asyncio.sleep(self.random.random() * 2 * self.pause)
        while self.tally.going:
            listening = asyncio.create_task(self._listen())
            try:
                await self._come_back()
                while self.tally.going:
                    await self._think(self.random.expovariate(1 / self.pause))
                    await self._step()
            except (WireError, OSError, TimeoutError):
                self._hang_up("something failed")
                await asyncio.sleep(self.random.uniform(*RECONNECTING))
            except Trouble as trouble:
                self.tally.broken.append(str(trouble))
                self._hang_up("something is broken")
                await asyncio.sleep(self.pause)
            finally:
                listening.cancel()

    async def _think(self, seconds: float) -> None:
        """Do nothing for so long; a browser notices meanwhile that the link is lost. Raises WireError."""
        while seconds > 0:
            await asyncio.sleep(min(LOOK, seconds))
            seconds -= LOOK
            if not self._connected or self.wire.closed:
                raise WireError("the link was lost")

    async def settle(self) -> None:
        """Make sure that everything sent was answered, once all have stopped."""
        while True:
            try:
                await self._come_back()
                return
            except (WireError, OSError, TimeoutError):
                self._hang_up("something failed")
                await asyncio.sleep(AGAIN)

    async def connect(self, table: str = "") -> None:
        """Open the connection that views come through."""
        async with asyncio.timeout(CONNECTING):
            await super().connect(table)
        for line in self.wire.head.decode().split("\r\n"):
            name, _, value = line.partition(": ")
            if name.lower() == "set-cookie":
                self._cookies |= {each: morsel.value for each, morsel in SimpleCookie(value).items()}

    async def post(self, path: str, form: dict[str, str]) -> str:
        """Send a form; the address it leads to. Raises WireError, TimeoutError."""
        try:
            async with asyncio.timeout(ASKING):
                return await super().post(path, form)
        except ValueError as error:  # The answer breaks off.
            raise WireError(str(error)) from error

    async def _listen(self) -> None:
        """Take the connection for lost once nothing has come for too long."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(LOOK)
            if self._connected and loop.time() - self.wire.heard_at > PING + PING_TIMEOUT:
                self.tally.counts["silences"] += 1
                self._hang_up("nothing was heard")

    def _hang_up(self, reason: str) -> None:
        if self._connected:
            self._connected = False
            self.wire.give_up(reason)

    async def _watch(self) -> None:
        await self._unless_disturbed(super()._watch())

    async def _wait(self) -> None:
        try:
            await self._unless_disturbed(super()._wait())
        except Trouble as trouble:
            if "'being_paired'" not in str(trouble):  # Which comes as soon as the news are read.
                raise

    async def _unless_disturbed(self, asked: Any) -> None:
        """Begin anew where this fails because the site is disturbed; else the player plays on. Raises WireError."""
        try:
            await asked
            how, since = self.tally.lost.pop(self.name, ("", 0.0))
            if how:
                self.tally.back[how].append(time.perf_counter() - since)
        except Trouble as trouble:
            if not any(repr(code) in str(trouble) for code in PASSING):
                raise
            raise WireError(str(trouble)) from trouble

    async def _send(self, sent: Sent) -> dict[str, Any]:
        answer = await super()._send(sent)
        if not answer["ok"] and answer["refusal"]["code"] in NOT_JUDGED:
            self.tally.counts["not kept"] += 1
            if sent.event == "act":
                place = (sent.table, sent.fields["seat"], sent.fields["number"])
                self.tally.kept_from.setdefault(place, time.time())
        return answer
