"""A player who does everything wrong that a browser, a link and a hurried person can do.

Each seals, thinks again, talks, offers, asks back, loses the link in the middle of a message, says the same thing
twice, late and in another order. Everything that was sent, answered and shown is kept for `bench.audit`.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bench.client import Answer, Client, Disconnected
from bench.messages import Act, Sent, Trouble, View, lay, neutral, next_act, other_act
from variants.registry import load_all

HABITS = {"move": 60, "side": 10, "talk": 8, "repeat": 10, "mix": 8, "lose": 4}
"""What comes to mind, and how often of a hundred times."""
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

VARIANTS = tuple(load_all())
CONTROLS = ("none", "1+0", "5+3", "3d")


@dataclass
class Tally:
    """What all players count together."""

    going: bool = True
    delays: list[float] = field(default_factory=list)
    """Seconds from each act until the other was shown it."""
    counts: Counter[str] = field(default_factory=Counter)
    pending: dict[tuple[str, int], tuple[int, float]] = field(default_factory=dict)
    """For a table and a seat, the turn and the moment of an act that the other has not been shown yet."""


@dataclass
class Seen:
    """What a person was shown at one table."""

    seat: int
    view: View
    """The view as it was put together of updates."""
    chat: list[dict[str, Any]]


class Person:
    """One of two who play one game after the other."""

    def __init__(self, port: int, name: str, seat: int, tally: Tally, pause: float, seed: int) -> None:
        self.name, self.seat = name, seat
        self.other = self
        self.table = ""
        self.seen: dict[str, Seen] = {}
        self.sent: list[Sent] = []
        self._tally, self._pause = tally, pause
        self._random = Random(f"{seed} {name}")
        self._client = Client(port, self._receive)
        self._connection = 0
        self._watched = ""
        """The table whose whole view has come over this connection."""
        self._stale = False

    async def live(self) -> None:
        """Play until the tally is stopped, whatever happens to the link. Raises Trouble."""
        await asyncio.sleep(self._random.random() * 2 * self._pause)
        while self._tally.going:
            try:
                await self._come_back()
                while self._tally.going:
                    await asyncio.sleep(self._random.expovariate(1 / self._pause))
                    await self._step()
            except (Disconnected, OSError):
                self._client.close()
                await asyncio.sleep(self._random.random() * AGAIN)

    async def settle(self) -> None:
        """Make sure that everything sent was answered, once all have stopped. Raises Trouble."""
        while True:
            try:
                return await self._come_back()
            except (Disconnected, OSError):
                self._client.close()
                await asyncio.sleep(AGAIN)

    async def agrees(self) -> None:
        """Raise Trouble unless the view put together here is the one that the site has now. Nobody acts meanwhile."""
        if self.table not in self.seen:
            return
        for _ in range(3):  # A flag may fall just now.
            await self._ask("leave", {"table": "nothing"})
            known = not self._stale
            mine = neutral(self.seen[self.table].view)
            await self._watch()
            theirs = neutral(self.seen[self.table].view)
            if known and mine == theirs:
                return
        raise Trouble(f"{self.name} sees {mine} at {self.table}, and who comes now {theirs}")

    def close(self) -> None:
        """Hang up."""
        self._client.close()

    async def _come_back(self) -> None:
        if not self._client.cookies:  # A client needs an identity before it connects.
            await self._client.post("/en/name", {"name": self.name})
        if not self._client.connected:
            await self._client.connect()
            self._watched = ""
            self._connection += 1
            self._tally.counts["connections"] += 1
        if self._random.random() < LOOKS_AROUND:
            await self._ask("lobby", {"language": "en"})
        if self.table:
            await self._watch()
        lost = [sent for sent in self.sent[-RECENT:] if sent.answer is None]
        self._random.shuffle(lost)
        await self._send_all(lost)

    async def _step(self) -> None:
        seen = self.seen.get(self.table)
        if not self.table:
            if self._hosts() and self.other._client.cookies:
                await self._open()
        elif seen is None or self._stale:
            await self._watch()
        elif seen.view["status"] == "finished":
            await self._play_again(seen.view["rematch"], seen.view["result"]["reason"])
        else:
            await self._play(seen.view)

    async def _play(self, view: View) -> None:
        (habit,) = self._random.choices(list(HABITS), list(HABITS.values()))
        self._tally.counts[habit] += 1
        match habit:
            case "talk":
                await self._send_all([self._say()])
            case "repeat":
                await self._send_all(self._old())
            case "mix":
                several = [*self._chosen(next_act, view), *self._chosen(other_act, view), self._say(), *self._old()]
                self._random.shuffle(several)
                await self._send_all(several)
            case "lose":
                await self._lose([*self._chosen(next_act, view), *self._chosen(other_act, view)])
            case "side":
                await self._send_all(self._chosen(other_act, view))
            case _:
                await self._send_all(self._chosen(next_act, view))

    async def _play_again(self, rematch: Answer, reason: str) -> None:
        """Take the rematch, ask for one, or open another table: as a lot decides that both know."""
        lot = Random(self.table)
        if rematch["table"] is not None:
            self._tally.counts["rematches"] += 1
            self._go_to(rematch["table"], 1 - self.seat)
        elif lot.random() < 0.5 and reason != "aborted":
            if self.seat not in rematch["seats"]:
                await self._send_all([self._new("rematch", surprise=lot.random() < 0.5)])
        elif self._hosts():
            await self._open()

    async def _open(self) -> None:
        variant, control = self._random.choice(VARIANTS), self._random.choice(CONTROLS)
        path = await self._client.post(f"/en/variants/{variant}/play", {"seat": "0", "control": control})
        await self.other._client.post(f"{path}/join", {"seat": "1"})
        self._go_to(path.rpartition("/")[2], 0)

    def _hosts(self) -> bool:
        """Whether it falls to this one of the two to open a table."""
        return self.name < self.other.name

    def _go_to(self, table: str, seat: int) -> None:
        """Both take their places at another table."""
        self._tally.counts["games"] += 1
        for person, place in ((self, seat), (self.other, 1 - seat)):
            person.table, person.seat = table, place

    # Messages

    def _new(self, event: str, **fields: Any) -> Sent:
        every = {"table": self.table, "seat": self.seat, "id": f"{self.name}-{len(self.sent)}"}
        self.sent.append(Sent(event, self.table, every | fields))
        return self.sent[-1]

    def _chosen(self, choose: Callable[[View, Random], Act | None], view: View) -> list[Sent]:
        """The message that this person chooses to send, if any."""
        act = choose(view, self._random)
        return [] if act is None else [self._new(act[0], **act[1])]

    def _say(self) -> Sent:
        if self._random.random() < 0.5:
            return self._new("say", preset="hello", text=None)
        return self._new("say", preset=None, text=f"{self.name} says {len(self.sent)}")

    def _old(self) -> list[Sent]:
        """Two messages at most that were answered already."""
        known = [sent for sent in self.sent[-RECENT:] if sent.may_come_again(self._connection, self.table)]
        return self._random.sample(known, min(2, len(known)))

    async def _send_all(self, several: Iterable[Sent]) -> None:
        """Send these without waiting in between, then hear all the answers. Raises Trouble, Disconnected."""
        asked = [(sent, asyncio.ensure_future(self._send(sent))) for sent in several]
        answers = await asyncio.gather(*(answer for _, answer in asked), return_exceptions=True)
        for (sent, _), answer in zip(asked, answers, strict=True):
            if isinstance(answer, BaseException):
                raise answer
            sent.hear(answer, self._connection)
            if sent.event == "act" and not answer["ok"]:
                self._tally.pending.pop((sent.table, sent.fields["seat"]), None)

    async def _send(self, sent: Sent) -> Answer:
        self._tally.counts["messages"] += 1
        sent.times += 1
        if sent.event == "act" and sent.times == 1:  # Sent again, it may have been shown long ago.
            self._tally.pending[sent.table, sent.fields["seat"]] = sent.fields["number"], time.perf_counter()
        return await self._ask(sent.event, sent.fields)

    async def _lose(self, several: Iterable[Sent]) -> None:
        """Hang up in the middle: what was sent last may have arrived or not."""
        self._tally.counts["losses"] += 1
        for sent in several:
            self._tally.counts["messages"] += 1
            sent.times += 1
            self._client.ask(sent.event, sent.fields)
        if self._random.random() < 0.5:
            await asyncio.sleep(0)
        self._client.close()
        await asyncio.sleep(self._random.random() * GONE)
        raise Disconnected("the link was lost")

    async def _ask(self, event: str, fields: dict[str, Any], then: Callable[[Answer], None] = lambda _: None) -> Answer:
        try:
            return await asyncio.wait_for(self._client.ask(event, fields, then), ANSWER)
        except TimeoutError as error:
            raise Trouble(f"{event} {fields} of {self.name} was not answered") from error

    # What is shown

    async def _watch(self) -> None:
        table, seat = self.table, self.seat
        if self._watched not in ("", table):
            left, self._watched = self._watched, ""
            await self._ask("leave", {"table": left})

        def begin(answer: Answer) -> None:
            """Keep the whole view, before the updates that come right after it are laid over it."""
            if answer["ok"]:
                self.seen[table] = Seen(seat, answer["view"], answer["chat"])
                self._watched, self._stale = table, False
                # What came with the answer was seen, but nobody knows when.
                self._tally.pending = {key: act for key, act in self._tally.pending.items() if key[0] != table}

        answer = await self._ask("watch", {"table": table, "seat": seat, "language": "en"}, begin)
        if not answer["ok"]:
            raise Trouble(f"{self.name} may not watch {table}: {answer}")

    def _receive(self, event: str, shown: dict[str, Any]) -> None:
        if event == "said" and shown["table"] in self.seen:
            self.seen[shown["table"]].chat.append(shown["message"])
        elif event == "view" and shown["table"] == self._watched:  # Else the whole view is on its way.
            self._show(self.seen[self._watched], shown)

    def _show(self, seen: Seen, update: View) -> None:
        view = lay(seen.view, update)
        if view is None:
            self._stale = True
        else:
            seen.view = view
        for seat, chair in enumerate(update["chairs"]):
            act = self._tally.pending.get((self._watched, seat))
            if act is None or seat == seen.seat:
                continue
            number, began = act
            if update["number"] > number or (update["number"] == number and chair["state"] == "sealed"):
                del self._tally.pending[self._watched, seat]
                self._tally.delays.append(time.perf_counter() - began)
