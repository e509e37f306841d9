"""Two sites told the same but for one secret, and all that leaves them for those who may not know it, side by side."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote

from tests.serving import Served, cookie, identity, open_table, serving
from tests.wire import Answer, Wire
from variants.position import Eyes, Move, Position, Seat, Viewer

BLANKED = {
    "Date": "the web server asks the clock on the wall for each answer",
    "time": "the log asks the clock on the wall for each line",
    "milliseconds": "how long an answer took; it says nothing that whoever asked has not measured",
    "address": "the system picks a free port for each of the two sites",
}
"""What is left out of the comparison, and why: headers of answers and fields of log lines. All else is compared."""

NAMES = ("ann", "bob", "cleo")
"""Who sits in which seat."""


class Leak(AssertionError):
    """What left the two sites differs though only a secret does; `channel` says where."""

    def __init__(self, channel: str, told: Sequence[object]) -> None:
        self.channel = channel
        one, other = map(str, told)
        at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
        near = slice(max(0, at - 120), at + 120)
        super().__init__(f"{channel}:\n{one[near]}\n{other[near]}")


class Line(NamedTuple):
    """Something that left a site: through which channel, and what."""

    channel: str
    told: object


class World:
    """One site and its visitors: the players, a second tab of each, an onlooker; `outside` is what they were told."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.logged = 0

    def open(self, variant: str, fen: str, seats: int, secret_of: Seat) -> None:
        """Begin a game; `secret_of` is the seat whose secrets the others may not learn."""
        players = [self.served.wire(name) for name in NAMES[:seats]]
        self._begin(open_table(variant, *players, fen=fen), variant, fen, players, secret_of)

    def come_back(self, old: "World") -> None:
        """Look at the game of another life of this site."""
        players = [self.served.wire(name) for name in NAMES[: len(old.players)]]
        self._begin(old.table, old.variant, old.fen, players, old.secret_of)

    def _begin(self, table: str, variant: str, fen: str, players: list[Wire], secret_of: Seat) -> None:
        self.table, self.variant, self.fen = table, variant, fen
        self.players = players
        self.secret_of = secret_of
        self.outside: list[Line] = []
        self.heard: dict[str, int] = {}
        self.sent = 0
        self.etags: dict[str, str] = {}
        self.watchers: dict[str, tuple[Wire, Seat | None, str]] = {}
        for seat, wire in enumerate(self.players):
            self._add(NAMES[seat], wire, seat, "en")
            if seat != secret_of:
                self._add(f"{NAMES[seat]}, French tab", self.served.wire(NAMES[seat]), seat, "fr")
        self._add("onlooker", self.served.wire(), None, "en")
        self._add("onlooker, French tab", self.served.wire("eve"), None, "fr")

    def _add(self, name: str, wire: Wire, seat: Seat | None, language: str) -> None:
        self.watchers[name] = (wire.connect(), seat, language)
        self.watch(name)

    def close(self) -> None:
        """Everybody hangs up."""
        for wire, _, _ in self.watchers.values():
            wire.close()

    def watch(self, name: str) -> dict[str, Any]:
        """Ask for the whole view."""
        wire, seat, language = self.watchers[name]
        view: dict[str, Any] = wire.call("watch", table=self.table, seat=seat, language=language)["view"]
        return view

    def reconnect(self, name: str) -> None:
        """Lose the link and come back."""
        self.listen()
        wire = self.watchers[name][0]
        wire.close()
        wire.connect()
        self.watch(name)

    def onlooker(self, page: str) -> None:
        """Ask for a page that is not compared."""
        assert self.watchers["onlooker"][0].get(page).status == 200

    def call(self, name: str, event: str, seat: Seat, **fields: object) -> Any:
        """Do something at the table; the answer."""
        self.sent += 1
        fields.setdefault("id", f"m{self.sent}")
        return self.watchers[name][0].call(event, table=self.table, seat=seat, **fields)

    def listen(self) -> None:
        """Take down every frame that came for those who may not know the secret."""
        for name, (wire, seat, _) in self.watchers.items():
            wire.settle()
            begin = self.heard.get(name, 0)
            self.heard[name] = len(wire.frames)
            if seat != self.secret_of:
                self.outside += [Line(f"{name}, {_kind(frame)}", frame) for frame in wire.frames[begin:]]

    def look(self, also_the_owner: bool = False) -> None:
        """Ask for every page that has to do with the game, and take the answers down."""
        table, variant, fen = self.table, self.variant, quote(self.fen)
        pages = [f"/{language}/{page}" for language in ("en", "fr") for page in ("", "games", f"game/{table}")]
        pages += [f"/en/game/{table}?seat={self.secret_of}", f"/game/{table}", f"/fr/game/{table}/positions"]
        pages += [f"/en/game/{table}/positions?from=1", f"/diagram/{variant}.svg?fen={fen}"]
        for name in ("onlooker", *(NAMES[seat] for seat in range(len(self.players)))):
            wire, seat, _ = self.watchers[name]
            if seat == self.secret_of and not also_the_owner:
                continue
            for page in pages:
                self._take(name, page, wire.get(page))
            self._take(name, f"HEAD /en/game/{table}", wire.get(f"/en/game/{table}", "HEAD"))

    def _take(self, name: str, page: str, answer: Answer) -> None:
        headers = [(key, value) for key, value in answer.headers if key not in BLANKED]
        told = (answer.status, headers, answer.body)
        self.outside.append(Line(f"{name}, {page}", told))
        etag = answer.header("ETag")
        if etag:
            again = self.watchers[name][0].get(page, **{"If-None-Match": self.etags.get(page, etag)})
            self.outside.append(Line(f"{name}, {page} if changed", (again.status, again.body)))
            self.etags[page] = etag

    def log(self) -> list[str]:
        """What it has logged, without what is blanked; sorted, because lines of two connections may change places."""
        return sorted(
            str({key: value for key, value in entry.items() if key not in BLANKED})
            for entry in self.served.log_entries()[self.logged :]
        )

    def forget(self) -> None:
        """Compare from here on only: a secret has come out."""
        self.listen()
        self.outside.clear()
        self.logged = len(self.served.log_entries())


def _kind(frame: str | bytes) -> str:
    text = str(frame)
    if text.startswith("42"):
        return "update"
    return "refusal" if '"refusal"' in text else "whole view" if '"picture"' in text else "answer"


class Worlds:
    """The two sites."""

    def __init__(self, one: World, other: World) -> None:
        self.both = (one, other)

    def each(self, do: Callable[[World], Any]) -> list[Any]:
        """Do the same in both; the two answers."""
        return [do(world) for world in self.both]

    def compare(self) -> int:
        """Raise Leak unless the same has left both; how much that was."""
        self.each(World.listen)
        one, other = (world.outside for world in self.both)
        for left, right in zip(one, other, strict=False):
            if left != right:
                raise Leak(left.channel, (left.told, right.told))
        if len(one) != len(other):
            raise Leak("how much was sent", (len(one), len(other)))
        logs = [world.log() for world in self.both]
        if logs[0] != logs[1]:
            raise Leak("log", ([line for line in logs[0] if line not in logs[1]], [*set(logs[1]) - set(logs[0])]))
        return len(one)


@contextmanager
def worlds(folder: Path, *options: str) -> Iterator[Worlds]:
    """Two sites started alike, on a data folder each."""
    with ExitStack() as stack:
        one, other = (
            World(stack.enter_context(serving(folder / name, "--log-level", "debug", *options)))
            for name in ("one", "other")
        )
        yield Worlds(one, other)


class Secret(NamedTuple):
    """What the two worlds do differently: the position each stands at, and the moves of the seat that has secrets."""

    positions: tuple[Position, Position]
    seat: Seat

    def offered(self, world: int) -> list[str]:
        """What the seat may seal in a world."""
        position = self.positions[world]
        return [position.write(move) for move in position.moves(self.seat)]

    def two(self, random: Random) -> tuple[str, str]:
        """Two different moves, the first for the one world, the second for the other."""
        one = random.choice(self.offered(0))
        return one, random.choice([text for text in self.offered(1) if text != one])

    def others(self) -> list[Viewer]:
        """Those who may not know: every other seat, and onlookers."""
        seats = range(len(self.positions[0].seats))
        return [*(seat for seat in seats if seat != self.seat), Eyes.SPECTATOR]


def consequences(position: Position, actions: Mapping[Seat, Move], viewer: Viewer) -> tuple[object, ...]:
    """All that the rules let this viewer know of a turn."""
    after = position.play(actions)
    offered = [after.write(move) for move in after.moves(viewer)] if isinstance(viewer, int) else []
    notation = dict(position.notation(actions, viewer))
    return (after.picture(viewer), after.story(viewer), after.tallies(viewer), notation, after.to_act, offered)


def secrets_in(log: str, moves: set[str]) -> list[str]:
    """Which of these moves, and which cookies and secrets of the players, stand in a log."""
    words = set(re.findall(r"[\w.-]+", log))
    people = [*NAMES, "eve"]
    kept = [text for name in people for text in (cookie(name), *map(str, identity(name).values()))]
    return [*sorted(moves & words), *(text for text in kept if len(text) > 5 and text in log)]
