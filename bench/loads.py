"""How long acts of others take while one address has long tables loaded from the journal. Asked for by its name."""

from __future__ import annotations

import http.client
import json
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from urllib.parse import urlsplit

import gevent

from bench.figures import Figure, figure, tidy
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
SITE = ("-m", "server", "serve", "--port", "0", "--log-level", "error", "--data")


def figures() -> Iterator[Figure]:
    """Milliseconds of an act through the API, before and while one address asks for long tables in turn."""
    with TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        _prepare(data / JOURNAL)
        with subprocess.Popen([sys.executable, *SITE, str(data)], stdout=subprocess.PIPE, text=True) as site:
            assert site.stdout is not None
            port = urlsplit(next(word for word in site.stdout.readline().split() if word.startswith("http"))).port
            assert port is not None
            try:
                yield _acts("an act on a quiet site", port)
                stop = Event()
                with ThreadPoolExecutor(CONNECTIONS) as pool:
                    asking = [pool.submit(_ask, port, number, stop) for number in range(CONNECTIONS)]
                    try:
                        yield _acts(f"an act while {CONNECTIONS} connections of one address load long tables", port)
                    finally:
                        stop.set()
                    counts = [each.result() for each in asking]
                answers = {status: sum(count.get(status, 0) for count in counts) for status in set().union(*counts)}
                yield figure("loads answered meanwhile", "requests", [float(answers.get(200, 0))], answers=answers)
            finally:
                site.terminate()


def _acts(name: str, port: int) -> Figure:
    """Two people move knights to and fro at a table of their own."""
    connection = http.client.HTTPConnection("127.0.0.1", port, source_address=(PLAYER, 0))
    people = [_call(connection, "POST", "/identity", {})["secret"] for _ in range(2)]
    table = _call(connection, "POST", "/tables", {"variant": VARIANT, "seat": 0, "settings": {}}, people[0])["table"]
    _call(connection, "POST", f"/tables/{table}/join", {"seat": 1}, people[1])
    delays = []
    for number, move in zip(range(ACTS), cycle(KNIGHTS)):
        act = {"seat": number % 2, "id": secrets.token_hex(8), "number": number, "move": move, "takebacks": 0}
        began = time.perf_counter()
        _call(connection, "POST", f"/tables/{table}/act", act, people[number % 2])
        delays.append((time.perf_counter() - began) * 1000)
        time.sleep(0.03)
    ordered = sorted(delays)
    return figure(name, "ms", delays, p99_ms=tidy(ordered[len(ordered) * 99 // 100]))


def _ask(port: int, first: int, stop: Event) -> dict[int, int]:
    """Ask for the tables in turn until it is enough; the number of answers by status."""
    connection = http.client.HTTPConnection("127.0.0.1", port, source_address=(ATTACKER, 0))
    counts: dict[int, int] = {}
    for number in cycle(range(TABLES)):
        if stop.is_set():
            return counts
        connection.request("GET", f"/api/v1/tables/long{(first + number) % TABLES}?since={TURNS}")
        answer = connection.getresponse()
        answer.read()
        counts[answer.status] = counts.get(answer.status, 0) + 1
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


def _prepare(path: Path) -> None:
    journal = Journal(path)
    rules, rows = load(VARIANT), _rows()
    start = rules.start()

    def write(number: int) -> None:
        opening = Opening(f"long{number}", VARIANT, rules.rules_version, start.settings, start.fen(), 1e9)
        journal.open_table(opening, rows[0], "running")
        for sequence, row in enumerate(rows[1:], 1):
            journal.append(opening.id, sequence, row, None)

    gevent.joinall([gevent.spawn(write, number) for number in range(TABLES)], raise_error=True)
    journal.close()


def _rows() -> list[Row]:
    rules = load(VARIANT)
    game = Game(rules.start())
    rows: list[Row] = [tuple(Entry("sit", 0, seat, f"p{seat}", "", {}, 1e9) for seat in (0, 1))]
    for text in islice(cycle(KNIGHTS), TURNS):
        (seat,) = game.position.to_act
        actions = {seat: rules.read(text)}
        after = game.play(actions)
        notes = game.position.turn_notation(actions, after.position, Eyes.ALL).items()
        body = {
            "actions": {str(seat): text},
            "fen": after.position.fen(),
            "texts": {str(mover): note for mover, note in notes},
            "events": after.position.events,
        }
        rows.append((Entry("turn", game.number, seat, f"p{seat}", "", body, 1e9),))
        game = after
    return rows
