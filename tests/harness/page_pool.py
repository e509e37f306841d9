"""Pages of people who have left, for those who come later: one that has drawn the site before costs half a new one.

That is 0.21 instead of 0.35 seconds of a processor, several hundred times in a run of the tests.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page, ViewportSize

DEFAULTS: dict[str, Any] = {
    "viewport": ViewportSize(width=1280, height=900),
    "reduced_motion": "reduce",
    "service_workers": "block",
}
"""The options of a context of which a test says nothing else."""

MAX_PAGES = 4


class PagePool:
    """Pages, each with a context of its own, that are as new ones but for what the browser has cached.

    What Playwright cannot undo must not come here: init scripts, clocks, exposed functions, routes of web sockets.
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
