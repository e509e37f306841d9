"""People who play many games at once and do everything wrong that a browser, a link and a hurried player can do.

Each seals, thinks again, talks, offers, asks back, loses the link in the middle of a message, says the same thing
twice, late and in another order. Everything that was sent, answered and shown is kept for `bench.audit`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bench.link import AGAIN, Counts, Link
from bench.sent import Act, Sent, Trouble, next_act, other_act
from bench.wire import WireError
from variants.registry import load_all

HABITS = {"move": 60, "side": 10, "talk": 8, "repeat": 10, "mix": 8, "lose": 4}
"""What comes to mind, and how often of a hundred times."""
AFTERWARDS = ("rematch", "friend", "anybody")
"""How two people who have played find the next game: again, by a link, or by waiting for any opponent."""
LONELY = 20
"""Thoughts after which somebody whose opponent never came gives up."""

VARIANTS = tuple(load_all())
CONTROLS = ("none", "1+0", "5+3", "3d")


@dataclass
class Tally(Counts):
    """What a crowd counts together, and whom it pairs."""

    seated: dict[str, dict[int, Person]] = field(default_factory=dict)
    """For each table of a pairing, the person told to take each seat."""


class Person(Link):
    """One of two who play one game after the other."""

    tally: Tally

    def __init__(self, origin: tuple[str, int], name: str, seat: int, tally: Tally, pause: float, seed: str) -> None:
        super().__init__(origin, name, seat, tally, seed)
        self.pause = pause
        self.other = self
        self._alone = 0

    async def live(self) -> None:
        """Play until the crowd is told to stop, whatever happens to the link."""
        await asyncio.sleep(self.random.random() * 2 * self.pause)
        while self.tally.going:
            try:
                await self._come_back()
                while self.tally.going:
                    await asyncio.sleep(self.random.expovariate(1 / self.pause))
                    await self._step()
            except (WireError, OSError):
                self._connected = False
                await asyncio.sleep(self.random.random() * AGAIN)

    async def _step(self) -> None:
        view = self.views.get(self.table)
        if self._wish:
            return  # Somebody will come.
        if not self.table:
            if self._hosts() and self.other.cookie:
                await self._open()
        elif view is None or self._stale:
            await self._watch()
        elif view["status"] == "finished":
            await self._after(view)
        elif not self._together() and self._alone > LONELY:
            await self._send_all([self._new("resign")])
        else:
            self._alone = 0 if self._together() else self._alone + 1
            await self._play(view)

    async def _play(self, view: dict[str, Any]) -> None:
        (habit,) = self.random.choices(list(HABITS), list(HABITS.values()))
        self.tally.counts[habit] += 1
        match habit:
            case "talk":
                await self._send_all([self._say()])
            case "repeat":
                await self._send_all(self._old(2))
            case "mix":
                several = [*self._made(next_act, view), *self._made(other_act, view), self._say(), *self._old(2)]
                self.random.shuffle(several)
                await self._send_all(several)
            case "lose":
                await self._lose([*self._made(next_act, view), *self._made(other_act, view)])
            case "side":
                await self._send_all(self._made(other_act, view))
            case _:
                await self._send_all(self._made(next_act, view))

    async def _open(self) -> None:
        variant, control = self.random.choice(VARIANTS), self.random.choice(CONTROLS)
        path = await self.post(f"/en/variants/{variant}/play", {"seat": "0", "control": control})
        await self.other.post(f"{path}/join", {"seat": "1"})
        self._go_to(path.rpartition("/")[2], 0)

    async def _wait(self) -> None:
        """Wait for an opponent, until a message names one."""
        if not self._wish:
            self._wish = f"{self.name}-w{len(self.sent)}-{self.tally.counts['pairings']}"
        answer = await self._ask("wait", {"variants": [], "control": "5+3", "id": self._wish})
        if not answer["ok"]:
            raise Trouble(f"{self.name} may not wait: {answer}")

    def _be_paired(self, table: str, seat: int) -> None:
        """An opponent was found."""
        self.table, self.seat, self._wish, self._alone = table, seat, "", 0
        seated = self.tally.seated.setdefault(table, {})
        seated[seat] = self
        if len(seated) == 2:
            self.other = seated[1 - seat]
            self.other.other = self
            self.tally.counts["pairings"] += 1

    def _together(self) -> bool:
        """Whether the other one knows of this game."""
        return self.other.other is self and self.other.table == self.table

    def _hosts(self) -> bool:
        """Whether it falls to this one of the two to open a table."""
        return self.other.other is self and self.name < self.other.name

    def _go_to(self, table: str, seat: int) -> None:
        """Both take their places at another table."""
        self.tally.counts["games"] += 1
        for person, place in ((self, seat), (self.other, 1 - seat)):
            person.table, person.seat = table, place

    async def _after(self, view: dict[str, Any]) -> None:
        rematch = view["rematch"]
        how = Random(self.table).choice(AFTERWARDS)
        if rematch["table"] is not None and self._together():
            self._go_to(rematch["table"], 1 - self.seat)
            self.tally.counts["rematches"] += 1
        elif how == "anybody" or not self._together():
            await self._wait()
        elif how == "rematch" and rematch["table"] is None and view["result"]["reason"] != "aborted":
            if self.seat not in rematch["seats"]:
                await self._send_all([self._new("rematch", surprise=Random(self.table).random() < 0.5)])
        elif self._hosts():
            await self._open()

    def _made(self, choose: Callable[[dict[str, Any], Random], Act | None], view: dict[str, Any]) -> list[Sent]:
        """The message that this person chooses to send, if any."""
        chosen = choose(view, self.random)
        return [] if chosen is None else [self._new(chosen[0], **chosen[1])]

    def _say(self) -> Sent:
        if self.random.random() < 0.5:
            return self._new("say", preset="hello", text=None)
        return self._new("say", preset=None, text=f"{self.name} says {len(self.sent)}")
