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
            pairs = [_visit_table(browser, url, variant) for _ in range(RUNS)]
            for name, visits in zip(("first", "another"), zip(*pairs, strict=True), strict=True):
                about = f"{name} visit to a table of {variant}"
                yield figure(f"{about}, without fonts", "kB", [each.kilobytes() for each in visits])
                yield figure(f"{about}, fonts", "kB", [each.kilobytes(fonts=True) for each in visits])
                yield figure(f"{about}, requests", "requests", [float(len(each.requests)) for each in visits])
                yield figure(f"{about}, until it can be played", "s", [each.seconds for each in visits])
            for language in ("en", "fr"):
                read = [_visit_rules(browser, f"{url}{language}/variants/{variant}") for _ in range(RUNS)]
                about = f"first visit to the rules of {variant} in {language}"
                yield figure(f"{about}, without fonts", "kB", [each.kilobytes() for each in read])
                yield figure(f"{about}, until the first figure", "s", [each.seconds for each in read])
                yield figure(f"{about}, shift of its layout", "of the window", [each.shift for each in read])
        browser.close()


class Visit:
    """What came over a slow network for one page, and when."""

    def __init__(self, page: Page, network: Network) -> None:
        self.requests: dict[str, tuple[str, int]] = {}
        """The type and the bytes of each answer, its head included, that did not come from the cache."""
        self.seconds = 0.0
        self.shift = 0.0
        """By how much the layout has shifted, as the browser counts it: parts of the window, moved by parts of it."""
        self.linked = False
        """Whether a view of the table has come over the socket."""
        rate, latency = network[0] / 8, network[1]
        slow = {"offline": False, "latency": latency, "downloadThroughput": rate, "uploadThroughput": rate}
        browser = page.context.new_cdp_session(page)
        browser.send("Network.enable")
        browser.send("Network.emulateNetworkConditions", slow)
        browser.on("Network.responseReceived", self._begin)
        browser.on("Network.loadingFinished", self._finish)
        browser.on("Network.webSocketFrameReceived", self._receive)

    def _begin(self, event: dict[str, Any]) -> None:
        answer = event["response"]
        if not answer.get("fromDiskCache") and not answer["url"].startswith("data:"):
            self.requests[event["requestId"]] = event["type"], 0

    def _finish(self, event: dict[str, Any]) -> None:
        if request := self.requests.get(event["requestId"]):
            self.requests[event["requestId"]] = request[0], event["encodedDataLength"]

    def _receive(self, event: dict[str, Any]) -> None:
        self.linked = self.linked or '"picture"' in event["response"]["payloadData"]

    def kilobytes(self, fonts: bool = False) -> float:
        """The size of all answers but fonts, or of the fonts."""
        return sum(size for kind, size in self.requests.values() if (kind == "Font") == fonts) / 1000


def _visit_rules(browser: Browser, address: str) -> Visit:
    """A reader comes to a page of rules with a phone that keeps nothing of the site."""
    reader = browser.new_context(viewport=PHONE, service_workers="block")
    page = reader.new_page()
    page.add_init_script(f"({SEEN})()")
    visit = Visit(page, MIDDLING)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    seen = page.evaluate("window.seen")
    visit.seconds, visit.shift = seen["figure"] / 1000, seen["shift"]
    reader.close()
    return visit


def _visit_table(browser: Browser, url: str, variant: str) -> list[Visit]:
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
    visits = []
    for _ in range(2):
        page = player.new_page()
        visit = Visit(page, SLOW)
        began = time.perf_counter()
        page.goto(table.url, wait_until="commit")
        page.wait_for_selector(MOVABLE, timeout=PATIENCE)
        while not visit.linked:
            page.wait_for_timeout(10)
        visit.seconds = time.perf_counter() - began
        page.wait_for_load_state("networkidle")
        page.close()
        visits.append(visit)
    for context in (host, other, player):
        context.close()
    return visits
