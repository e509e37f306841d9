"""Two sites told the same but for one secret, and all that leaves them for those who may not know it, side by side."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest
from PIL import Image

from server.records import writer
from tests.harness.client import Answer, Client, cookie, identity, open_table
from tests.harness.envelopes import Envelopes
from tests.harness.site import ScriptedSite, scripted_site
from tests.harness.sources import SEED
from variants.position import Eyes, Move, Position, Seat, Viewer

BLANKED = {
    "Date": "the web server asks the clock on the wall for each answer",
    "time": "the log asks the clock on the wall for each line",
    "request": "drawn by lot for each request, so that its lines are found; nothing else follows from it",
    "milliseconds": "how long an answer took; it says nothing that whoever asked has not measured",
    "address": "the system picks a free port for each of the two sites",
}
"""What is left out of the comparison, and why: headers of answers and fields of log lines. All else is compared."""

NAMES = ("ann", "bob", "cleo")
"""The players, in the order of seats."""


LISTS = ("/games", "/en/", "/fr/")
"""The pages that list games that are over."""


class Leak(AssertionError):
    """What left the two sites differs though only a secret does; `channels` says where, the first one shows it."""

    def __init__(self, content: Sequence[object], channel: str, *channels: str) -> None:
        self.channels = [channel, *channels]
        one, other = map(str, content)
        at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
        near = slice(max(0, at - 120), at + 120)
        super().__init__(f"{channel}:\n{one[near]}\n{other[near]}")


@contextmanager
def leak_in(channel: str) -> Iterator[None]:
    """Expect that a block raises Leak, in this channel among others."""
    with pytest.raises(Leak) as seen:
        yield
    assert any(channel in seen_in for seen_in in seen.value.channels)


class Received(NamedTuple):
    """Something that left a site: through which channel, and what."""

    channel: str
    content: object


class World:
    """One site and its visitors: the players, a second tab of each, an onlooker; `outside` is what they were told.

    `inside` is what the one was told whose secrets they are.
    """

    def __init__(self, served: ScriptedSite) -> None:
        self.served = served
        self.logged = self.read = 0
        self.games = 0
        self.beside: Sequence[World] = ()

    def open(
        self,
        variant: str,
        fen: str,
        players: int,
        secret_of: Seat,
        hidden: bool = False,
        control: str = "none",
        seed: str = SEED,
    ) -> None:
        """Begin a game of so many people; `secret_of` is the seat whose secrets the others may not learn.

        It may be nature's, which plays by this seed.
        """
        # Other people in each game: lists of one's own games would show the moves that came out in the last one.
        self.games += 1
        self.served.set_seed(seed)
        clients = [self._wire(name) for name in NAMES[:players]]
        self.variant, self.fen, self.hidden, self.secret_of = variant, fen, hidden, secret_of
        self._begin(open_table(variant, *clients, fen=fen, control=control, listed="1"), clients)

    @property
    def next_table(self) -> str:
        """The id that its next game will have, if nobody else opens one there."""
        return f"table{self.games}"

    def come_back(self, old: "World", beside: Sequence["World"] = ()) -> None:
        """Look at the game of another life of this site, where those games are shown in its lists, too."""
        self.beside = beside
        self.games = old.games
        players = [self._wire(name) for name in NAMES[: len(old.players)]]
        self.variant, self.fen, self.hidden, self.secret_of = old.variant, old.fen, old.hidden, old.secret_of
        self._begin(old.table, players)

    @property
    def people(self) -> list[str]:
        """What the cookies of those who have one are made of."""
        return [self._person(name) for name in (*NAMES, "eve")]

    def _person(self, name: str) -> str:
        return f"{name} {self.games}"

    def _wire(self, name: str) -> Client:
        return self.served.client(self._person(name))

    def _begin(self, table: str, players: list[Client]) -> None:
        self.table = table
        self.players = players
        self.outside: list[Received] = []
        self.inside: list[Received] = []
        self.compared = 0
        self.frames_read: dict[str, int] = {}
        self.sent = 0
        self.etags: dict[str, str] = {}
        self.watchers: dict[str, tuple[Client, Seat | None, str]] = {}
        for seat, client in enumerate(self.players):
            self._add(NAMES[seat], client, seat, "en")
            if seat != self.secret_of:
                self._add(f"{NAMES[seat]}, French tab", self._wire(NAMES[seat]), seat, "fr")
        self._add("onlooker", self.served.client(), None, "en")
        self._add("onlooker, French tab", self._wire("eve"), None, "fr")

    def _add(self, name: str, client: Client, seat: Seat | None, language: str) -> None:
        self.watchers[name] = (client.connect(), seat, language)
        self.watch(name)

    def close(self) -> None:
        self._hang_up(self.watchers)

    def _hang_up(self, names: Iterable[str]) -> None:
        """These hang up; when this returns the site knows."""
        left = self.served.memory()["connections"] - len(list(names))
        for name in names:
            self.watchers[name][0].close()
        self.served.until(lambda: self.served.memory()["connections"] == left)

    def watch(self, name: str) -> dict[str, Any]:
        """Look at the lists of games, and ask for the whole view."""
        client, seat, language = self.watchers[name]
        assert client.call("lobby", language=language)["ok"]
        assert client.call("mine", language=language, rows={})["ok"]
        view: dict[str, Any] = client.call("watch", table=self.table, seat=seat, language=language)["view"]
        return view

    def watch_from(self, name: str, seat: Seat) -> dict[str, Any]:
        client, _, language = self.watchers[name]
        answer = client.call("watch", table=self.table, seat=seat, language=language)
        assert not answer["ok"]
        refusal: dict[str, Any] = answer["refusal"]
        return refusal

    def reconnect(self, name: str) -> None:
        self.listen()
        self._hang_up([name])
        self.watchers[name][0].connect()
        self.watch(name)

    def stay_away(self, seat: Seat, seconds: float) -> None:
        """Whoever sits there closes all his tabs and comes back so much later."""
        self.listen()
        tabs = [name for name, (_, place, _) in self.watchers.items() if place == seat]
        self._hang_up(tabs)
        self.served.turn_clock(seconds)
        for name in tabs:
            self.watchers[name][0].connect()
            self.watch(name)

    def try_everything(self, seat: Seat) -> None:
        """The player of a seat breaks a seal, offers a draw, speaks, goes and comes back; all ask for every page."""
        name = NAMES[seat]
        self.listen()
        self.watch(name)
        self.call(name, "unseal", seat, number=0)
        assert self.call(name, "offer", seat)["ok"]
        assert self.call(name, "say", seat, preset="hello", text=None)["ok"]
        self.stay_away(seat, 10)
        self.look()
        self.listen()

    def onlooker(self, page: str) -> None:
        """Ask for a page that is not compared."""
        assert self.watchers["onlooker"][0].get(page).status == 200

    def call(self, name: str, event: str, seat: Seat | None, **fields: object) -> Any:
        self.sent += 1
        fields.setdefault("id", f"m{self.sent}")
        return self.watchers[name][0].call(event, table=self.table, seat=seat, **fields)

    def listen(self) -> None:
        """Take down every frame that came."""
        for name, (client, seat, _) in self.watchers.items():
            client.settle()
            begin = self.frames_read.get(name, 0)
            self.frames_read[name] = len(client.frames)
            received = [Received(f"{name}, {_kind(frame)}", frame) for frame in client.frames[begin:]]
            (self.inside if seat == self.secret_of else self.outside).extend(received)

    def look(self, also_the_owner: bool = False) -> None:
        """Ask for every page that has to do with the game, and take the answers down."""
        for name in ("onlooker", *(NAMES[seat] for seat in range(len(self.players)))):
            if self.watchers[name][1] != self.secret_of or also_the_owner:
                self.outside.extend(self._look(name))

    def look_as_owner(self) -> None:
        """The same for him whose secrets they are: it is not compared, but searched for nonces."""
        self.inside.extend(self._look(NAMES[self.secret_of]))

    def _look(self, name: str) -> Iterator[Received]:
        client, seat, _ = self.watchers[name]
        for page in self._pages(seat):
            answer = client.get(page)
            if page.endswith(LISTS):
                body = self._without_other_results(answer.body)
                length = ("Content-Length", str(len(body)))
                answer = Answer(
                    answer.status, [length if key == length[0] else (key, value) for key, value in answer.headers], body
                )
            yield from self._ask(name, page, answer)
        yield from self._ask(name, f"HEAD /en/game/{self.table}", client.get(f"/en/game/{self.table}", "HEAD"))

    def _without_other_results(self, page: bytes) -> bytes:
        """The lists of games without results and boards of the games before this one, which all may know."""
        rows = re.split(rb"(?=<tr>)", page)
        own = self.table.encode()
        theirs = re.compile(rb'<td[^>]*data-part="(?:result|thumb)".*?</td>')
        return b"".join(row if own in row else theirs.sub(b"", row) for row in rows)

    def _pages(self, seat: Seat | None) -> Iterator[str]:
        own, game = f"?seat={self.secret_of}", f"game/{self.table}"
        for language in ("en", "fr"):
            yield from (f"/{language}/{page}" for page in ("", "games", "mine", game))
        yield from (f"/en/{game}{own}", f"/{game}", f"/fr/{game}/positions", f"/en/{game}/positions?from=1")
        yield from (f"/fr/{game}/turns", f"/en/{game}/turns{own}", f"/en/{game}/turns?seat=none")
        yield f"/en/{game}/review"
        if seat is not None:
            yield "/en/my-data/all.json"
        yield from (
            f"/{language}/variants/{self.variant}/analysis?game={self.table}&turn=1" for language in ("en", "fr")
        )
        yield f"/en/variants/{self.variant}/analysis?plan={self.table}"
        yield from (f"/en/{game}/ahead{own}", f"/en/{game}/ahead?seat={seat}")
        yield from (f"/card/{game}.png", f"/embed/{game}?lang=fr")
        yield from (f"/en/{game}/code.svg", "/en/fair-play", f"/diagram/{self.variant}.svg?fen={quote(self.fen)}")
        yield from (f"/api/v1/tables?status={status}" for status in ("running", "finished"))
        for home in ("/en/game", "/api/v1/tables"):
            yield from (f"{home}/{self.table}/record.{ending}" for ending in ("json", f"json{own}", "pgn"))
        for query in ("", own, f"?seat={seat}"):
            yield from (f"/api/v1/tables/{self.table}{query}", f"/api/v1/tables/{self.table}/turns{query}")

    def _ask(self, name: str, page: str, answer: Answer) -> Iterator[Received]:
        assert answer.status != 404, page
        headers = [(key, value) for key, value in answer.headers if key not in BLANKED]
        yield Received(f"{name}, {page}", (answer.status, headers, _compared(answer)))
        etag = answer.header("ETag")
        if etag:
            again = self.watchers[name][0].get(page, **{"If-None-Match": self.etags.get(page, etag)})
            yield Received(f"{name}, {page} if changed", (again.status, _compared(again)))
            self.etags[page] = etag

    def envelopes(self) -> Envelopes:
        """What is in the envelopes of this game and of those beside it."""
        found = [self.envelopes_of(each) for each in (self, *self.beside)]
        return Envelopes(*(frozenset().union(*kinds) for kinds in zip(*found, strict=True)))

    def envelopes_of(self, game: "World") -> Envelopes:
        """What is in those of one game."""
        return Envelopes.of(self.served.data, game.table, game.hidden)

    def search_for_nonces(self) -> None:
        """Raise Leak if anybody, the owner too, was told the nonce or the seed in an envelope that is closed."""
        closed = self.envelopes().closed
        lines = [*self.outside[self.compared :], *self.inside, Received("log", self.served.log())] if closed else []
        texts = [(line.channel, str(line.content)) for line in lines]
        found = [(channel, text, nonce) for channel, text in texts for nonce in closed if nonce in text]
        if found:
            _, text, nonce = found[0]
            raise Leak((text, f"{nonce} is in an envelope that is closed"), *(channel for channel, _, _ in found))
        self.inside.clear()

    def log(self) -> list[str]:
        """What it has logged since the last comparison, without what is blanked.

        Sorted, because lines of two connections may change places.
        """
        entries = self.served.log_entries(self.logged)
        self.read = self.logged + len(entries)
        return sorted(
            str({key: value for key, value in entry.items() if key not in BLANKED and not _of_results(entry, key)})
            for logged in entries
            if not str(logged.get("path")).startswith("/-/")  # The test asks until something has come to be.
            for entry in _writes(logged)
        )

    def forget(self) -> None:
        """Compare from here on only: a secret has come out."""
        self.listen()
        self.search_for_nonces()
        self.outside.clear()
        self.compared = 0
        self.logged = len(self.served.log_entries())


def _writes(entry: dict[str, Any]) -> list[dict[str, Any]]:
    """The line of a commit as one for each write in it: how many share a commit is decided by when they come."""
    return [{**entry, "submissions": 1}] * entry["submissions"] if "submissions" in entry else [entry]


def _of_results(entry: Mapping[str, Any], key: str) -> bool:
    """Whether this tells how long the list of games is, which tells results of games that are over."""
    return key == "bytes" and str(entry.get("path")).endswith(LISTS)


def _compared(answer: Answer) -> bytes:
    """What is compared of an answer: of a picture its size and a digest of all its pixels."""
    if not answer.body.startswith(b"\x89PNG"):
        return _undigested(answer.body)
    with Image.open(BytesIO(answer.body)) as picture:
        return f"{picture.size} {sha256(picture.convert('RGBA').tobytes()).hexdigest()}".encode()


def _undigested(body: bytes) -> bytes:
    """A record without its own digest, which is one of what else stands in it and is blanked where that differs."""
    if b'"cavalier-record"' not in body:
        return body
    record = json.loads(body)
    assert writer.digest(record) == record["digest"]
    return body.replace(record["digest"].encode(), b"*" * 64)


def _kind(frame: str | bytes) -> str:
    text = str(frame)
    event = re.match(r'42\["(\w+)"', text)
    if event:
        return {"view": "update", "said": "talk", "lobby": "lobby", "onlookers": "onlookers", "mine": "my games"}[
            event[1]
        ]
    answers = {'"gone"': "my games", '"refusal"': "refusal", '"picture"': "whole view", '"waiting"': "lobby"}
    return next((kind for sign, kind in answers.items() if sign in text), "answer")


def compare_lines(one: Sequence[Received], other: Sequence[Received], mine: Envelopes, theirs: Envelopes) -> None:
    """Raise Leak unless the same lines have left both worlds, but for the digests of their envelopes."""
    pairs = [
        (Received(left.channel, mine.blank(left.content)), Received(right.channel, theirs.blank(right.content)))
        for left, right in zip(one, other, strict=False)
    ]
    differ = [(left, right) for left, right in pairs if left != right]
    if differ:
        raise Leak([line.content for line in differ[0]], *(left.channel for left, _ in differ))
    if len(one) != len(other):
        raise Leak((len(one), len(other)), "how much was sent")


class Worlds:
    """The two sites."""

    def __init__(self, one: World, other: World) -> None:
        self.both = (one, other)

    def each(self, do: Callable[[Any], Any]) -> list[Any]:
        return [do(world) for world in self.both]

    def compare(self) -> int:
        """Raise Leak unless the same but for the digests of envelopes has left both, and no nonce; how much."""
        self.each(World.listen)
        self.each(World.search_for_nonces)
        one, other = (world.outside[world.compared :] for world in self.both)
        compare_lines(one, other, *self.each(World.envelopes))
        logs = [world.log() for world in self.both]
        if logs[0] != logs[1]:
            lines = [list((Counter(one) - Counter(other)).elements()) for one, other in (logs, logs[::-1])]
            raise Leak(lines, "log")
        for world in self.both:
            world.compared = len(world.outside)
            world.logged = world.read
        return world.compared


@contextmanager
def worlds(folder: Path, *options: str) -> Iterator[Worlds]:
    """Two sites started alike, on a data folder each."""
    with ExitStack() as stack:
        one, other = (
            World(stack.enter_context(scripted_site(folder / name, "--log-level", "debug", *options)))
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


Turns = tuple[Mapping[Seat, Move], Mapping[Seat, Move]]
"""What each seat does in a turn, in the one world and in the other."""


def consequences(position: Position, actions: Mapping[Seat, Move], viewer: Viewer) -> tuple[object, ...]:
    """All that the rules let this viewer know of a turn."""
    after = position.play(actions)
    offered = [after.write(move) for move in after.moves(viewer)] if isinstance(viewer, int) else []
    notation = dict(position.turn_notation(actions, after, viewer))
    return (after.picture(viewer), after.seen_events(viewer), after.tallies(viewer), notation, after.to_act, offered)


def turns_alike(secret: Secret, random: Random, cast: Mapping[Seat, Move] | None = None) -> Turns | None:
    """What is done in each world, so that the others see the same and no game ends; None where none was found.

    The same, but where a board is hidden different moves of the seat with secrets. `cast` is what nature does.
    """
    one, other = secret.positions
    for _ in range(60):
        first = {seat: random.choice(list(one.moves(seat))) for seat in one.to_act} | dict(cast or {})
        second = dict(first)
        if one.hidden and secret.seat in first:
            second[secret.seat] = random.choice(list(other.moves(secret.seat)))
            if second[secret.seat] == first[secret.seat]:
                continue
        alike = all(consequences(one, first, eye) == consequences(other, second, eye) for eye in secret.others())
        if alike and not one.play(first).result() and not other.play(second).result():
            return first, second
    return None


def secrets_in(log: str, moves: set[str], people: Iterable[str]) -> list[str]:
    """Which of these moves, and which cookies and secrets of these people, stand in a log."""
    words = set(re.findall(r"[\w.-]+", log))
    kept = [text for name in people for text in (cookie(name), *map(str, identity(name).values()))]
    return [*sorted(moves & words), *(text for text in kept if len(text) > 5 and text in log)]
