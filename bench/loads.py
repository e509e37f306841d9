"""How long acts of others take while one address has long tables loaded from the journal. Asked for by its name."""

from __future__ import annotations

import http.client
import json
import secrets
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

import gevent

from bench.figures import Figure, delays, figure
from bench.site import SITE, serving
from server.game import Entry, Opening, Row
from server.store import JOURNAL, Journal
from variants.game import Game
from variants.position import Eyes
from variants.registry import load

VARIANT = "Checkered"
KNIGHTS = ("g1f3", "g8f6", "f3g1", "f6g8")
TURNS = 3_900
TABLES = 80
"""More than stay in memory."""
CONNECTIONS = 60
ACTS = 300
ATTACKER, PLAYER = "127.0.0.9", "127.0.0.1"


def figures() -> Iterator[Figure]:
    """Milliseconds of an act through the API, before and while one address asks for long tables in turn."""
    with TemporaryDirectory() as folder:
        _write_tables(Path(folder) / JOURNAL)
        with serving(SITE, Path(folder)) as server, ThreadPoolExecutor(CONNECTIONS) as pool:
            yield _acts("an act on a quiet site", server.port)
            stop = Event()
            asking = [pool.submit(_ask, server.port, number, stop) for number in range(CONNECTIONS)]
            try:
                yield _acts(f"an act while {CONNECTIONS} connections of one address load long tables", server.port)
            finally:
                stop.set()
            answers = sum((each.result() for each in asking), Counter())
            yield figure("loads answered meanwhile", "requests", [float(answers[200])], answers=answers)


def _acts(name: str, port: int) -> Figure:
    """Two people move knights to and fro at a table of their own."""
    connection = http.client.HTTPConnection("127.0.0.1", port, source_address=(PLAYER, 0))
    people = [_call(connection, "POST", "/identity", {})["secret"] for _ in range(2)]
    table = _call(connection, "POST", "/tables", {"variant": VARIANT, "seat": 0, "settings": {}}, people[0])["table"]
    _call(connection, "POST", f"/tables/{table}/join", {"seat": 1}, people[1])
    seconds = []
    for number, move in zip(range(ACTS), cycle(KNIGHTS)):
        act = {"seat": number % 2, "id": secrets.token_hex(8), "number": number, "move": move, "takebacks": 0}
        began = time.perf_counter()
        _call(connection, "POST", f"/tables/{table}/act", act, people[number % 2])
        seconds.append(time.perf_counter() - began)
        time.sleep(0.03)
    return figure(name, "ms", [1000 * each for each in seconds], p99_ms=delays(seconds)["p99_ms"])


def _ask(port: int, first: int, stop: Event) -> Counter[int]:
    """Ask for the tables in turn until it is enough; the number of answers by status."""
    connection = http.client.HTTPConnection("127.0.0.1", port, source_address=(ATTACKER, 0))
    counts: Counter[int] = Counter()
    for number in cycle(range(TABLES)):
        if stop.is_set():
            return counts
        connection.request("GET", f"/api/v1/tables/long{(first + number) % TABLES}?since={TURNS}")
        answer = connection.getresponse()
        answer.read()
        counts[answer.status] += 1
    return counts


def _call(
    connection: http.client.HTTPConnection, method: str, path: str, body: object, secret: str = ""
) -> dict[str, str]:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {secret}"} if secret else {})
    connection.request(method, f"/api/v1{path}", json.dumps(body), headers)
    answer = connection.getresponse()
    content: dict[str, str] = json.loads(answer.read())
    if answer.status >= 300:
        raise RuntimeError(f"{path} answered {answer.status}: {content}")
    return content


def _write_tables(path: Path) -> None:
    """Write long games, all alike, into a new journal."""
    rules = load(VARIANT)
    game = Game(rules.start())
    rows: list[Row] = [tuple(Entry("sit", 0, seat, f"p{seat}", "", {}, 1e9) for seat in (0, 1))]
    for text in islice(cycle(KNIGHTS), TURNS):
        (seat,) = game.position.to_act
        actions = {seat: rules.read(text)}
        before, game = game.position, game.play(actions)
        notes = before.turn_notation(actions, game.position, Eyes.ALL)
        body = {
            "actions": {str(seat): text},
            "fen": game.position.fen(),
            "texts": {str(mover): note for mover, note in notes.items()},
            "events": game.position.events,
        }
        rows.append((Entry("turn", game.number - 1, seat, f"p{seat}", "", body, 1e9),))
    start = rules.start()

    def write(number: int) -> None:
        opening = Opening(f"long{number}", VARIANT, rules.rules_version, start.settings, start.fen(), 1e9)
        journal.open_table(opening, rows[0], "running")
        for sequence, row in enumerate(rows[1:], 1):
            journal.append(opening.id, sequence, row, None)

    with closing(Journal(path)) as journal:
        gevent.joinall([gevent.spawn(write, number) for number in range(TABLES)], raise_error=True)
