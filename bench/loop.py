"""How long the loop of a site is held at most, by every page and by texts that are sent to hold it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from importlib import import_module
from json import loads
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

from bench.figures import Figure, figure
from server.puzzles.store import PuzzleStore
from server.texts.languages import LANGUAGES
from variants import registry

hostile: Any = import_module("tests.harness.event_loop")
"""What is sent to hold the loop, and how."""
sites: Any = import_module("tests.harness.site")

MACHINE = import_module("tests.harness.program").Machine(hold_limit=0.001)
WATCHDOG_DELAY = 0.15
"""Seconds after which the watchdog of the site has told what held its loop."""
PAGES = ("", "/games", "/puzzles", "/mine", "/programs", "/make", "/fair-play", "/replay", "/restore")
OF_A_VARIANT = ("", "/play", "/analysis")


def figures() -> Iterator[Figure]:
    """Milliseconds of the processor between two switches, the longest of each request; each is asked twice."""
    with TemporaryDirectory() as folder, sites.site(Path(folder) / "data", machine=MACHINE) as running:
        hostile.wait_until_ready(running)
        for name, method, path, body, headers in (*_requests(), *_plans(running)):
            longest = []
            for _ in range(2):
                told = len(running.log_entries())
                hostile.ask(running, method, path, body, headers)
                time.sleep(WATCHDOG_DELAY)
                held = [entry for entry in running.log_entries()[told:] if entry["message"] == "the loop was held"]
                longest.append(max((float(entry["processor"]) for entry in held), default=0.0))
            yield figure(f"the loop is held by {name}", "ms", longest)


def _plans(running: Any) -> Iterator[tuple[str, str, str, str, dict[str, str]]]:
    for variant, rules in registry.load_all().items():
        if hostile.longest_plan(rules):
            table, body, headers = hostile.planned(running, variant)
            seat = loads(body)["seat"]
            yield f"POST a plan of {variant}", "POST", f"/api/v1/tables/{table}/plan", body, headers
            yield f"GET what can be planned in {variant}", "GET", f"/en/game/{table}/ahead?seat={seat}", "", headers


def _requests() -> Iterator[tuple[str, str, str, str, dict[str, str]]]:
    for page in PAGES:
        yield f"GET /en{page}", "GET", f"/en{page or '/'}", "", {}
    for variant in registry.load_all():
        for language in LANGUAGES:
            for page in OF_A_VARIANT:
                address = f"/{language}/variants/{variant}{page}"
                yield f"GET {address}", "GET", address, "", {}
        for kind in ("svg", "png?width=2000"):
            yield f"GET a diagram of {variant}, {kind}", "GET", f"/diagram/{variant}.{kind}", "", {}
        start = f'{{"variant": "{variant}", "settings": {{}}, "fen": null}}'
        yield f"POST positions of {variant}", "POST", "/api/v1/positions", start, hostile.JSON
        moves = "option-x=y&" * 5_000
        yield f"POST an analysis of {variant}", "POST", f"/en/variants/{variant}/analysis", moves, hostile.FORM
    puzzle_store = PuzzleStore.read(registry.load_all())
    for variant in registry.load_all():
        for puzzle in puzzle_store.of(variant)[:1]:
            answer = " ".join(f"{move}={share}" for move, share in zip(puzzle.moves, (40, 60), strict=False))
            for method, body in (("GET", ""), ("POST", f"answer={quote(answer or next(iter(puzzle.solution)))}")):
                address = f"/fr/puzzles/{puzzle.id}"
                yield f"{method} a puzzle of {variant}", method, address, body, hostile.FORM if body else {}
    for what, (path, body, headers) in hostile.BODIES.items():
        yield what, "POST", path, body, headers
