"""The browser of one person of a crowd: it loses its link, comes back, sends again, and keeps every view and answer."""

from __future__ import annotations

import asyncio
import json
import time
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bench.load import LoadPlayer
from bench.sent import Sent, Trouble, neutral
from bench.wire import WireError, lay

ANSWER = 20.0
"""Seconds after which an answer that has not come is missed."""
AGAIN = 0.2
"""Seconds between two attempts to reach the site."""
GONE = 2.0
"""Seconds that somebody whose link is lost stays away at most."""
RECENT = 20
"""How many of the messages sent last may come once more."""
LOOKS_AROUND = 0.1
"""How many connections watch the lists of games too."""


@dataclass
class Counts:
    """What the browsers of a crowd count together."""

    going: bool = True
    delays: list[float] = field(default_factory=list)
    """Seconds from each act until the other was shown it."""
    counts: Counter[str] = field(default_factory=Counter)
    pending: dict[tuple[str, int], tuple[int, float]] = field(default_factory=dict)
    """For a table and a seat, the turn and the moment of an act that the other has not been shown yet."""


class Link(LoadPlayer):
    """A browser and the link by which it reaches the site."""

    def __init__(self, origin: tuple[str, int], name: str, seat: int, tally: Counts, seed: str) -> None:
        super().__init__(origin)
        self.name, self.seat, self.tally = name, seat, tally
        self.random = Random(f"{seed} {name}")
        self.table = ""
        self.views: dict[str, dict[str, Any]] = {}
        """The view of each table as this browser has put it together."""
        self.heard: dict[str, list[dict[str, Any]]] = {}
        """What was said at each table, in the order in which it came."""
        self.seats: dict[str, int] = {}
        """Where this person sat at each table."""
        self.sent: list[Sent] = []
        self._wish = ""
        """The message that waits for an opponent; "" while nobody is waited for."""
        self._connection = 0
        self._stale = False
        self._connected = False
        self._watched: set[str] = set()
        """The tables whose whole view has come over this connection."""

    @abstractmethod
    async def _wait(self) -> None:
        """Wait for an opponent."""

    @abstractmethod
    def _be_paired(self, table: str, seat: int) -> None:
        """An opponent was found."""

    async def agrees(self) -> None:
        """Raise Trouble unless the view put together here is the one that the site has now. Nobody acts meanwhile."""
        if self.table not in self.views:
            return
        for _ in range(3):  # A flag may fall just now.
            await self._ask("leave", {"table": "nothing"})
            known = not self._stale
            mine = neutral(self.views[self.table])
            await self._watch()
            theirs = neutral(self.views[self.table])
            if known and mine == theirs:
                return
        raise Trouble(f"{self.name} sees {mine} at {self.table}, and who comes now {theirs}")

    def close(self) -> None:
        """Hang up."""
        if self._connected:
            self._connected = False
            self.wire.close()

    async def _come_back(self) -> None:
        if not self.cookie:  # A client needs an identity before it connects.
            await self.post("/en/name", {"name": self.name})
        if not self._connected:
            await self.connect()
            self._connected = True
            self._watched.clear()
            self._connection += 1
            self.tally.counts["connections"] += 1
        if self.random.random() < LOOKS_AROUND:
            await self._ask("lobby", {"language": "en"})
        if self._wish:
            await self._wait()
        elif self.table:
            await self._watch()
        lost = [sent for sent in self.sent[-RECENT:] if sent.answer is None]
        self.random.shuffle(lost)
        await self._send_all(lost)

    async def settle(self) -> None:
        """Make sure that everything sent was answered, once all have stopped."""
        while True:
            try:
                await self._come_back()
                return
            except (WireError, OSError):
                self._connected = False
                await asyncio.sleep(AGAIN)

    async def _ask(
        self, event: str, fields: dict[str, Any], then: Callable[[dict[str, Any]], None] = lambda _: None
    ) -> dict[str, Any]:
        try:
            return await asyncio.wait_for(self.wire.ask(event, fields, then), ANSWER)
        except TimeoutError as error:
            raise Trouble(f"{event} {fields} of {self.name} was not answered") from error

    async def _watch(self) -> None:
        table = self.table
        self.seats[table] = self.seat
        for other in self._watched - {table}:
            self._watched.discard(other)
            await self._ask("leave", {"table": other})
        asked = {"table": table, "seat": self.seat, "language": "en"}
        answer = await self._ask("watch", asked, lambda answer: self._begin(table, answer))
        if not answer["ok"]:
            raise Trouble(f"{self.name} may not watch {table}: {answer}")

    def _begin(self, table: str, answer: dict[str, Any]) -> None:
        """Keep the whole view, before the updates that come right after it are laid over it."""
        if answer["ok"]:
            self.views[table], self.heard[table] = answer["view"], answer["chat"]
            self._stale = False
            self._watched.add(table)
            # What came with the answer was seen, but nobody knows when.
            self.tally.pending = {key: act for key, act in self.tally.pending.items() if key[0] != table}

    def _new(self, event: str, **fields: Any) -> Sent:
        self.sent.append(
            Sent(
                event,
                self.table,
                {"table": self.table, "seat": self.seat, "id": f"{self.name}-{len(self.sent)}", **fields},
            )
        )
        return self.sent[-1]

    def _old(self, most: int) -> list[Sent]:
        """Some messages that were answered already."""
        known = [sent for sent in self.sent[-RECENT:] if sent.may_come_again(self._connection, self.table)]
        return self.random.sample(known, min(most, len(known)))

    async def _send_all(self, several: Iterable[Sent]) -> None:
        """Send these without waiting in between, then hear all the answers. Raises Trouble, WireError."""
        asked = [(sent, asyncio.ensure_future(self._send(sent))) for sent in several]
        answers = await asyncio.gather(*(answer for _, answer in asked), return_exceptions=True)
        for (sent, _), answer in zip(asked, answers, strict=True):
            if isinstance(answer, BaseException):
                raise answer
            sent.hear(answer, self._connection)
            if sent.event == "act" and not answer["ok"]:
                self.tally.pending.pop((sent.table, sent.fields["seat"]), None)

    async def _send(self, sent: Sent) -> dict[str, Any]:
        self.tally.counts["messages"] += 1
        sent.times += 1
        if sent.event == "act" and sent.times == 1:  # Sent again, it may have been shown long ago.
            self.tally.pending[sent.table, sent.fields["seat"]] = sent.fields["number"], time.perf_counter()
        return await self._ask(sent.event, sent.fields)

    async def _lose(self, several: Iterable[Sent]) -> None:
        """Hang up in the middle: what was sent last may have arrived or not."""
        self.tally.counts["losses"] += 1
        for sent in several:
            self.tally.counts["messages"] += 1
            sent.times += 1
            self.wire.ask(sent.event, sent.fields)
        if self.random.random() < 0.5:
            await asyncio.sleep(0)
        self.close()
        await asyncio.sleep(self.random.random() * GONE)
        raise WireError("the link was lost")

    def _view(self, body: bytes) -> None:
        name, told = json.loads(body[2:])
        if name == "said":
            self.heard.setdefault(told["table"], []).append(told["message"])
        elif name == "view":
            self._show(told)
        elif name == "paired" and self._wish:
            self._be_paired(told["table"], told["seat"])

    def _show(self, told: dict[str, Any]) -> None:
        table = told["table"]
        if table not in self._watched:
            return  # The whole view is on its way.
        laid = lay(self.views[table], told)
        if laid is None:
            self._stale = True
        else:
            self.views[table] = laid
        for seat, chair in enumerate(told["chairs"]):
            number, began = self.tally.pending.get((table, seat), (told["number"], 0.0))
            shown = told["number"] > number or (told["number"] == number and chair["state"] == "sealed")
            if began and shown and seat != self.seats[table]:
                del self.tally.pending[table, seat]
                self.tally.delays.append(time.perf_counter() - began)
