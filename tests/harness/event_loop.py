"""What is sent to hold the event loop of a site, and whether it was held: the site itself measures each round.

What counts is the processor time of the loop's thread in one round of the loop, and no other time.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from random import Random
from typing import Any
from urllib.parse import urlencode, urlsplit

from server.game import MOST_PLANNED
from server.records.tasks import MOST_EXAMINED_TURNS
from server.runtime import loop
from tests.harness.client import HOST, PATIENCE, Client, open_table
from tests.harness.site import Site, until
from variants import registry
from variants.position import Position

VARIANTS = registry.load_all()

LONGEST_HOLD = 200
"""Milliseconds of processor that one round may take: ten times what the costliest does here, a form of many fields.
Beside busy neighbours the same work takes the processor several times as long."""

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
JSON = {"Content-Type": "application/json"}
PGN = {"Content-Type": "application/x-chess-pgn"}
MULTIPART = {"Content-Type": "multipart/form-data; boundary=B"}


def wait_until_ready(site: Site) -> None:
    """Wait until a site without a machine of its own has read all that it reads once."""
    until(lambda: any(entry["message"] == "pages are ready" for entry in site.log_entries()), 0.05)


@contextmanager
def not_held(site: Site) -> Iterator[None]:
    """Raise AssertionError if anything in this block holds the loop for too long."""
    before = len(_holds(site))
    # Connected before: what happens in the block may use up all that this address may ask for.
    beat = Client(site.url).connect()
    yield
    # The watchdog has logged all of it when its next beat has come.
    beat.settle()
    beat.close()
    assert _holds(site)[before:] == []


def _holds(site: Site) -> list[dict[str, Any]]:
    held = [entry for entry in site.log_entries() if entry["message"] == "the loop was held"]
    return [entry for entry in held if entry["processor"] > LONGEST_HOLD]


@contextmanager
def measured_rounds() -> Iterator[None]:
    """Measure each round of the loop of this thread; every step of long work takes a whole one."""
    longest, loop.LONGEST_ROUND = loop.LONGEST_ROUND, 0.0
    watcher = loop.watch_rounds()
    try:
        yield
    finally:
        watcher.close()
        loop.LONGEST_ROUND, loop._round_began = longest, None


def ask(
    site: Site,
    method: str,
    path: str,
    body: str = "",
    headers: Mapping[str, str] | None = None,
) -> int:
    """Send a request; the status of its answer, 400 where the site hung up while more of it came."""
    connection = HTTPConnection(urlsplit(site.url).netloc, timeout=6 * PATIENCE)
    try:
        connection.request(method, path, body.encode() or None, dict(headers or {}))
        return connection.getresponse().status
    except ConnectionResetError:
        return 400
    finally:
        connection.close()


def longest_plan(rules: type[Position]) -> list[list[str]]:
    """Lines from the start, as many and as long as a plan may have, for the seat that is not to act first; or none."""
    found: list[list[str]] = []
    start = rules.start(random=Random(7))
    (first, *others) = start.to_act
    if others or rules.hidden or rules.chance:
        return found
    for move in sorted(start.moves(first)):
        position, line = start.play({first: move}), [rules.write(move)]
        while len(line) < 6 or position.to_act == (1 - first,):
            (acting,) = position.to_act
            reply = max(position.moves(acting))
            line.append(rules.write(reply))
            position = position.play({acting: reply})
        if sum(map(len, [*found, line])) > MOST_PLANNED:
            break
        found.append(line)
    return found


def planned(site: Site, variant: str) -> tuple[str, str, dict[str, str]]:
    """A table of this variant, the body of a request for the longest plan there, and the headers of its player."""
    clients = [Client(site.url), Client(site.url)]
    table = open_table(variant, *clients)
    seat = 1 - VARIANTS[variant].start(random=Random(7)).to_act[0]
    owner = clients[seat]
    lines = longest_plan(VARIANTS[variant])
    body = json.dumps({"seat": seat, "id": f"p{seat}", "number": 0, "lines": lines})
    cookies = "; ".join(f"{name}={value}" for name, value in owner.cookies.items())
    return table, body, {**JSON, "Cookie": cookies, "Host": HOST, "Origin": f"http://{HOST}"}


def _one_key_twice(keys: int) -> str:
    return "{" + ", ".join(f'"k{number}": 0' for number in range(keys)) + ', "k1": 0}'


def _impossible_game(turns: int) -> str:
    moves = " ".join(f"{number}. a2a3|a4a3" for number in range(1, turns + 1))
    return f'[Variant "Apocalypse"]\n[FEN "{VARIANTS["Apocalypse"].start({}, Random(1)).fen()}"]\n\n{moves} *'


def _longest_game() -> str:
    """As many turns as are examined, each of which the rules allow."""
    position = VARIANTS["Apocalypse"].start({}, Random(1))
    words = []
    for number in range(1, MOST_EXAMINED_TURNS + 1):
        white, black = (("b1a3", "b5a3"), ("a3b1", "a3b5"))[number % 2 == 0]
        words.append(f"{number}. {white}|{black}")
    return f'[Variant "Apocalypse"]\n[FEN "{position.fen()}"]\n\n{" ".join(words)} *'


_RECORD = '{"format": "cavalier-record", "version": 1'
_BARE = '[Variant "Apocalypse"]\n[FEN "npppn/p3p/5/P3P/NPPPN"]\n'

BODIES: Mapping[str, tuple[str, str, Mapping[str, str]]] = {
    "a key that stands twice": ("/api/v1/records", _one_key_twice(40_000), JSON),
    "a key that stands twice, in the form": ("/en/replay", urlencode({"text": _one_key_twice(4_000)}), FORM),
    "JSON without an end": ("/api/v1/records", "[" * 500_000, JSON),
    "nested objects": ("/api/v1/records", '{"a":' * 90_000, JSON),
    "a game of too many turns": ("/en/replay", urlencode({"text": _impossible_game(4_000)}), FORM),
    "a game that is none": ("/en/replay", urlencode({"text": _impossible_game(1_900)}), FORM),
    "a long game": ("/en/replay", urlencode({"text": _longest_game()}), FORM),
    "many tags": ("/en/replay", urlencode({"text": "".join(f'[A{n} "{n}"]\n' for n in range(3_000))}), FORM),
    "a text without an end": ("/api/v1/records", '"' * 500_000, JSON),
    "a log of nothing": ("/api/v1/records", f'{_RECORD}, "log": [{",".join(["{}"] * 150_000)}]}}', JSON),
    "a game of numbers": ("/api/v1/records", _BARE + "1. " * 150_000, PGN),
    "a turn without an end": ("/api/v1/records", _BARE + "1. " + "a|" * 240_000, PGN),
    "clocks without an end": ("/api/v1/records", _BARE + "{[%clk 1:" * 50_000, PGN),
    "a score without an end": ("/api/v1/records", _BARE + "1/2-" * 120_000, PGN),
    "options without an end": ("/api/v1/records", '[Options "' + "[" * 480_000 + f'"]\n{_BARE}*', PGN),
    "a tag without an end": ("/en/replay", urlencode({"text": '[A "' + '\\"' * 20_000}), FORM),
    "a form of many fields": ("/en/name", ("a=&" * 21_000)[:64_000], FORM),
    "a long form of many fields": ("/en/replay", "a&" * 250_000, FORM),
    "a form of many parts": (
        "/en/replay",
        '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n' * 8000,
        MULTIPART,
    ),
    "a part with a long head": ("/en/replay", "--B\r\n" + "A: b\r\n" * 80_000 + "\r\n\r\n--B--\r\n", MULTIPART),
    "a body of nothing but ends of lines": ("/en/replay", "--B\r\n\r\n" + "\r\n--" * 120_000, MULTIPART),
    "a name of nothing": ("/en/name", "name=" + "%E2%80%8D" * 7_000, FORM),
}
"""Requests by name: the path, the body and the headers of each."""
