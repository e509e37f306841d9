"""People who play many games at once and do everything wrong that a browser, a link and a hurried player can do.

Each seals, thinks again, talks, offers, asks back, loses the link in the middle of a message, says the same thing
twice, late and in another order. Everything that was sent, answered and shown is kept for `bench.audit`.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bench.load import LoadPlayer
from bench.wire import WireError, lay
from variants.registry import load_all

ANSWER = 20.0
"""Seconds after which an answer that has not come is missed."""
AGAIN = 0.2
"""Seconds between two attempts to reach the site."""
GONE = 2.0
"""Seconds that somebody whose link is lost stays away at most."""
RECENT = 20
"""How many of the messages sent last may come once more."""

HABITS = {"move": 60, "side": 10, "talk": 8, "repeat": 10, "mix": 8, "lose": 4}
"""What comes to mind, and how often of a hundred times."""
RASH = {"abort": 0.05, "resign": 0.2, "takeback": 0.5, "offer": 0.5, "decline": 1.0, "claim": 1.0, "absent": 1.0}
"""The probability that a person who thinks of an allowed action takes it."""
AFTERWARDS = ("rematch", "friend", "anybody")
"""How two people who have played find the next game: again, by a link, or by waiting for any opponent."""
LONELY = 20
"""Thoughts after which somebody whose opponent never came gives up."""
LOOKS_AROUND = 0.1
"""How many connections watch the lists of games too."""

NOT_JUDGED = frozenset({"too_fast", "not_kept", "not_known", "failed"})
"""Refusals that say nothing of the action: sent again, it may be answered otherwise."""

VARIANTS = tuple(load_all())
CONTROLS = ("none", "1+0", "5+3", "3d")


class Trouble(Exception):
    """Something that must not happen has happened."""


@dataclass
class Sent:
    """One message about a table, and what it was answered over which connection of its sender."""

    event: str
    table: str
    fields: dict[str, Any]
    answer: dict[str, Any] | None = None
    connection: int = 0
    times: int = 0
    """How often it was sent."""

    @property
    def message(self) -> str:
        """Its id."""
        return str(self.fields["id"])

    def hear(self, answer: dict[str, Any], connection: int) -> None:
        """It was answered, perhaps once more. Raises Trouble if what was accepted is answered in another way.

        A refused action is decided anew when it comes again; what was refused at the talk stays refused.
        """
        if not answer["ok"] and answer["refusal"]["code"] in NOT_JUDGED:
            return
        if self.answer is None or not (self.answer["ok"] or self.event == "say"):
            self.answer, self.connection = answer, connection
        elif self.answer != answer:
            raise Trouble(f"{self.event} {self.message} was answered {self.answer} and, sent again, {answer}")

    def may_come_again(self, connection: int, table: str) -> bool:
        """Is the first answer still known? What was refused is forgotten with the table, once nobody looks at it."""
        if self.answer is None:
            return False
        return bool(self.answer["ok"]) or (self.connection == connection and self.table == table)


@dataclass
class Tally:
    """What a crowd counts together."""

    going: bool = True
    delays: list[float] = field(default_factory=list)
    """Seconds from each act until the other was shown it."""
    counts: Counter[str] = field(default_factory=Counter)
    seated: dict[str, dict[int, Person]] = field(default_factory=dict)
    """For each table of a pairing, the person told to take each seat."""
    pending: dict[tuple[str, int], tuple[int, float]] = field(default_factory=dict)
    """For a table and a seat, the turn and the moment of an act that the other has not been shown yet."""


class Person(LoadPlayer):
    """One of two who play one game after the other."""

    def __init__(self, origin: tuple[str, int], name: str, seat: int, tally: Tally, pause: float, seed: str) -> None:
        super().__init__(origin)
        self.name, self.seat, self.tally, self.pause = name, seat, tally, pause
        self.random = Random(f"{seed} {name}")
        self.other = self
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
        self._alone = 0
        self._connection = 0
        self._stale = False
        self._connected = False
        self._watched: set[str] = set()
        """The tables whose whole view has come over this connection."""

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

    async def settle(self) -> None:
        """Make sure that everything sent was answered, once all have stopped."""
        while True:
            try:
                await self._come_back()
                return
            except (WireError, OSError):
                self._connected = False
                await asyncio.sleep(AGAIN)

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
                several = [*self._move(view), *self._side(view), self._say(), *self._old(2)]
                self.random.shuffle(several)
                await self._send_all(several)
            case "lose":
                await self._lose([*self._move(view), *self._side(view)])
            case "side":
                await self._send_all(self._side(view))
            case _:
                await self._send_all(self._move(view))

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

    def _new(self, event: str, **fields: Any) -> Sent:
        self.sent.append(
            Sent(
                event,
                self.table,
                {"table": self.table, "seat": self.seat, "id": f"{self.name}-{len(self.sent)}", **fields},
            )
        )
        return self.sent[-1]

    def _move(self, view: dict[str, Any]) -> list[Sent]:
        if view["sealed"] is not None:
            return [self._new("unseal", number=view["number"])] if self.random.random() < 0.3 else []
        moves = [move for move in view["moves"] if not move.get("risky")] or view["moves"]
        return [self._new("act", number=view["number"], move=self.random.choice(moves)["id"])] if moves else []

    def _side(self, view: dict[str, Any]) -> list[Sent]:
        """One of the other things that this player may do."""
        if not view["may"]:
            return []
        event = self.random.choice(view["may"])
        if self.random.random() >= RASH.get(event, 0.0):
            return []
        return [self._new(event, **({"win": True} if event == "absent" else {}))]

    def _say(self) -> Sent:
        if self.random.random() < 0.5:
            return self._new("say", preset="hello", text=None)
        return self._new("say", preset=None, text=f"{self.name} says {len(self.sent)}")

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


def neutral(view: dict[str, Any]) -> dict[str, Any]:
    """What of a view depends on what was done alone: not on the moment, on who is there, or on a language."""
    chairs = [{key: chair[key] for key in ("seat", "person", "state", "seal", "broken")} for chair in view["chairs"]]
    turns = [{key: turn[key] for key in ("number", "texts", "opened") if key in turn} for turn in view["turns"]]
    result = view["result"] and {key: view["result"][key] for key in ("points", "reason", "seat")}
    plain = {key: view[key] for key in ("table", "number", "status", "offers", "back", "rematch", "picture")}
    return {**plain, "chairs": chairs, "turns": turns, "result": result}
