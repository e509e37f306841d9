"""The browsers of the system, driven by Playwright, and pages that are used again: for all tests of a worker."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright, ViewportSize, sync_playwright

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


DEFAULTS: dict[str, Any] = {
    "viewport": ViewportSize(width=1280, height=900),
    "reduced_motion": "reduce",
    "service_workers": "block",
}
"""The options of a context of which a test says nothing else."""

MAX_PAGES = 4


class PagePool:
    """Pages, each with a context of its own, that are as new ones but for what the browser has cached.

    Such a page costs 0.21 instead of 0.35 seconds of a processor, several hundred times in a run of the tests. What
    Playwright cannot undo must not come here: init scripts, clocks, exposed functions, routes of web sockets.
    """

    def __init__(self) -> None:
        self._pages: list[Page] = []

    def put(self, page: Page, url: str) -> None:
        """Keep a page of the site of this address if there is room: no cookie, storage, route or second tab is left."""
        context = page.context
        if len(self._pages) >= MAX_PAGES:
            return
        try:
            page.unroute_all(behavior="ignoreErrors")
            context.unroute_all(behavior="ignoreErrors")
            context.set_offline(False)
            context.clear_permissions()
            page.emulate_media(media="null", color_scheme="light", reduced_motion="reduce", forced_colors="none")
            # A page of the site that runs nothing: the scripts of the last one end, and the process stays.
            page.goto(f"{url}healthz")
            page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        except Error:
            return
        for other in context.pages:
            if other != page:
                other.close()
        context.clear_cookies()
        page.set_viewport_size(DEFAULTS["viewport"])
        page.mouse.move(0, 0)
        self._pages.append(page)

    def take(self, browser: Browser) -> Page | None:
        """A page of this browser, if one was kept."""
        own = [page for page in self._pages if page.context.browser == browser]
        if own:
            self._pages.remove(own[-1])
        return own[-1] if own else None

    def contexts(self) -> list[BrowserContext]:
        """Those of the pages that are kept."""
        return [page.context for page in self._pages]


PAGE_POOL = PagePool()


@contextmanager
def launch(whole: bool = False) -> Iterator[Browser]:
    """The system's chromium, the whole of it or without what no screen shows; nothing of who had it is left."""
    browser = BROWSERS.get(CHROMIUM if whole else SHELL)
    yield browser
    for context in browser.contexts:
        if context not in PAGE_POOL.contexts():
            context.close()
