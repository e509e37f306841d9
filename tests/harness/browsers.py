"""The browsers of the system, driven by Playwright: one process of each for all tests of a worker."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.harness.page_pool import PAGE_POOL

CHROMIUM = "/usr/bin/chromium"
SHELL = "/usr/bin/chromium-headless-shell"
"""The same without windows: it draws the same pages in half the time, but shows no notice."""
ARGUMENTS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


class Browsers:
    """The browsers that all files of tests share; each is started when it is first needed."""

    def __init__(self) -> None:
        self._running: dict[str, Browser] = {}
        self._driver: Playwright | None = None

    def get(self, path: str) -> Browser:
        """The browser of this path, started anew if it has crashed."""
        if self._driver is None:
            self._driver = sync_playwright().start()
        if path not in self._running or not self._running[path].is_connected():
            self._running[path] = self._driver.chromium.launch(executable_path=path, args=ARGUMENTS)
        return self._running[path]

    def close(self) -> None:
        """Stop all of them."""
        for browser in self._running.values():
            browser.close()
        self._running.clear()
        if self._driver is not None:
            self._driver.stop()
            self._driver = None


BROWSERS = Browsers()


@contextmanager
def launch(whole: bool = False) -> Iterator[Browser]:
    """The system's chromium, the whole of it or without what no screen shows; nothing of who had it is left."""
    browser = BROWSERS.get(CHROMIUM if whole else SHELL)
    yield browser
    for context in browser.contexts:
        if context not in PAGE_POOL.contexts():
            context.close()
