"""What a page weighs in a browser on a slow network, and how long it takes until it can be used."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from bench.figures import Figure, figure

ROOT = Path(__file__).parent.parent
CHROMIUM = "/usr/bin/chromium-headless-shell"
ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu"]

BITS_A_SECOND = 400_000
ROUND_TRIP = 400
"""Milliseconds."""

RUNS = 3
VARIANTS = ("Apocalypse", "Chess", "Checkered")

MOVABLE = "main.ready cavalier-board .board-squares button[data-kind=origin]"
"""What is there once a piece can be picked up."""

PATIENCE = 60_000


def figures() -> Iterator[Figure]:
    """For the first visit to a table where it is one's turn, and for another visit: bytes, requests, and seconds."""
    with _site() as url, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for variant in VARIANTS:
            visits = [_visits(browser, url, variant) for _ in range(RUNS)]
            for number, name in enumerate(("first", "another")):
                came = [pair[number] for pair in visits]
                about = f"{name} visit to a table of {variant}"
                yield figure(f"{about}, without fonts", "kB", [each.bytes() / 1000 for each in came])
                yield figure(f"{about}, fonts", "kB", [each.bytes(fonts=True) / 1000 for each in came])
                yield figure(f"{about}, requests", "requests", [float(len(each.requests)) for each in came])
                yield figure(f"{about}, until it can be played", "s", [each.seconds for each in came])
        browser.close()


class Came:
    """What came over a slow network for one page, and when."""

    def __init__(self, page: Page) -> None:
        self.requests: dict[str, dict[str, Any]] = {}
        self.seconds = 0.0
        self.linked = False
        """Whether the server has told by the socket how the table stands."""
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        throughput = BITS_A_SECOND / 8
        network.send(
            "Network.emulateNetworkConditions",
            {"offline": False, "latency": ROUND_TRIP, "downloadThroughput": throughput, "uploadThroughput": throughput},
        )
        network.on("Network.responseReceived", self._answered)
        network.on("Network.loadingFinished", self._finished)
        network.on("Network.webSocketFrameReceived", self._heard)

    def _answered(self, event: dict[str, Any]) -> None:
        answer = event["response"]
        if not answer.get("fromDiskCache") and not answer["url"].startswith("data:"):
            self.requests[event["requestId"]] = {"type": event["type"], "url": answer["url"], "bytes": 0}

    def _finished(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self.requests:
            self.requests[event["requestId"]]["bytes"] = event["encodedDataLength"]

    def _heard(self, event: dict[str, Any]) -> None:
        self.linked = self.linked or '"picture"' in event["response"]["payloadData"]

    def bytes(self, fonts: bool = False) -> int:
        """The bytes of all answers, with their heads, but for fonts; or of fonts alone."""
        return sum(each["bytes"] for each in self.requests.values() if (each["type"] == "Font") == fonts)


def _visits(browser: Browser, url: str, variant: str) -> tuple[Came, Came]:
    """A player comes to their running game with a browser that keeps nothing of the site; then they come again."""
    host, other = browser.new_context(), browser.new_context()
    table = host.new_page()
    table.goto(f"{url}en/variants/{variant}/play")
    table.locator("input[name=seat][value='0']").check(force=True)
    table.locator("form .btn.primary").click()
    joined = other.new_page()
    joined.goto(table.locator("#link").input_value())
    joined.locator("#join button[data-free]").first.click()
    table.wait_for_selector(MOVABLE)
    # What a service worker asks for would be neither counted nor slow.
    player = browser.new_context(storage_state=host.storage_state(), service_workers="block")
    found = []
    for _ in range(2):
        page = player.new_page()
        came = Came(page)
        began = time.perf_counter()
        page.goto(table.url, wait_until="commit")
        page.wait_for_selector(MOVABLE, timeout=PATIENCE)
        while not came.linked:
            page.wait_for_timeout(10)
        came.seconds = time.perf_counter() - began
        page.wait_for_load_state("networkidle")
        page.close()
        found.append(came)
    for context in (host, other, player):
        context.close()
    return found[0], found[1]


@contextmanager
def _site() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "server", "serve", "--port", "0", "--data", data, "--log-level", "error"]
        environment = {**os.environ, "CAVALIER_IDENTITY_RATE": "0", "CAVALIER_ADDRESS_RATE": "0"}
        site = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        assert site.stdout is not None
        try:
            yield site.stdout.readline().split()[-1]
        finally:
            site.terminate()
            site.wait()
            site.stdout.close()
