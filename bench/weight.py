"""What a page weighs in a browser on a slow network, and how long it takes until it can be used."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from bench.figures import Figure, figure
from bench.site import serving

CHROMIUM = "/usr/bin/chromium-headless-shell"
ARGUMENTS = ["--headless", "--no-sandbox", "--disable-gpu"]

Network = tuple[int, int]
"""Bits a second, and milliseconds there and back."""
SLOW: Network = (400_000, 400)
MIDDLING: Network = (1_600_000, 150)

RUNS = 3
VARIANTS = ("Apocalypse", "Chess", "Checkered")
PHONE = ViewportSize(width=360, height=640)

MOVABLE = "main.ready cavalier-board .board-squares button[data-kind=origin]"
"""What is there once a piece can be picked up."""

PATIENCE = 60_000

SEEN = """() => {
  const seen = window.seen = { figure: null, shift: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  const look = () => {
    if (document.querySelector("main figure svg")) requestAnimationFrame(() => { seen.figure = performance.now(); });
    else requestAnimationFrame(look);
  };
  look();
}"""
"""Notes when the first figure of a page is drawn, in milliseconds, and by how much its layout shifts in all."""


def figures() -> Iterator[Figure]:
    """Two visits to a table where it is one's turn, then one to rule pages on a phone: bytes, requests, seconds."""
    with serving() as server, sync_playwright() as play:
        url = f"http://127.0.0.1:{server.port}/"
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
            for language in ("en", "fr"):
                read = [_read(browser, f"{url}{language}/variants/{variant}") for _ in range(RUNS)]
                about = f"first visit to the rules of {variant} in {language}"
                yield figure(f"{about}, without fonts", "kB", [each.bytes() / 1000 for each in read])
                yield figure(f"{about}, until the first figure", "s", [each.seconds for each in read])
                yield figure(f"{about}, shift of its layout", "of the window", [each.shift for each in read])
        browser.close()


class Came:
    """What came over a slow network for one page, and when."""

    def __init__(self, page: Page, network: Network) -> None:
        self.requests: dict[str, dict[str, Any]] = {}
        self.seconds = 0.0
        self.shift = 0.0
        """By how much the layout has shifted, as the browser counts it: parts of the window, moved by parts of it."""
        self.linked = False
        """Whether the server has told by the socket how the table stands."""
        browser = page.context.new_cdp_session(page)
        browser.send("Network.enable")
        bits, latency = network
        conditions = {
            "offline": False,
            "latency": latency,
            "downloadThroughput": bits / 8,
            "uploadThroughput": bits / 8,
        }
        browser.send("Network.emulateNetworkConditions", conditions)
        browser.on("Network.responseReceived", self._answered)
        browser.on("Network.loadingFinished", self._finished)
        browser.on("Network.webSocketFrameReceived", self._heard)

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


def _read(browser: Browser, address: str) -> Came:
    """A reader comes to a page of rules with a phone that keeps nothing of the site."""
    reader = browser.new_context(viewport=PHONE, service_workers="block")
    page = reader.new_page()
    page.add_init_script(f"({SEEN})()")
    came = Came(page, MIDDLING)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    seen = page.evaluate("window.seen")
    came.seconds, came.shift = seen["figure"] / 1000, seen["shift"]
    reader.close()
    return came


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
        came = Came(page, SLOW)
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
