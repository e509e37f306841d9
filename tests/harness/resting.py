"""Pages of people who have left, for those who come later: one that has drawn the site before costs half a new one.

Nothing of who had it is left: no cookie, no storage, no second tab. A page to which a test did what lasts is not kept.
"""

from __future__ import annotations

from functools import wraps
from typing import Any
from weakref import WeakSet

from playwright.sync_api import Browser, BrowserContext, Error, Page, ViewportSize

USUAL: dict[str, Any] = {
    "viewport": ViewportSize(width=1280, height=900),
    "reduced_motion": "reduce",
    "service_workers": "block",
}
"""The options of a person of whom a test says nothing else."""

MOST = 4
"""Pages that are kept."""

LASTING: dict[type, tuple[str, ...]] = {
    Page: ("add_init_script", "clock", "emulate_media", "expose_function", "on", "route", "route_web_socket"),
    BrowserContext: ("add_cookies", "add_init_script", "grant_permissions", "new_cdp_session", "route", "set_offline"),
}
"""What a test may do to a page or its context that the next test would find there."""

changed: WeakSet[Any] = WeakSet()
"""To whom something of this was done."""


def _note(kind: type, name: str) -> None:
    """Let this method or property note for whom it is used."""
    used = getattr(kind, name)
    method = used.fget if isinstance(used, property) else used

    @wraps(method)
    def noted(of: object, *arguments: Any, **options: Any) -> Any:
        changed.add(of)
        return method(of, *arguments, **options)

    setattr(kind, name, property(noted) if isinstance(used, property) else noted)


for _kind, _names in LASTING.items():
    for _name in _names:
        _note(_kind, _name)


class Resting:
    """The pages that are kept."""

    def __init__(self) -> None:
        self._pages: list[Page] = []

    def keep(self, page: Page, url: str) -> None:
        """Keep the page of somebody who leaves the site of this address, unless it cannot be anybody else's."""
        context = page.context
        if len(self._pages) >= MOST or page in changed or context in changed:
            return
        try:
            # A page of the site that runs nothing: where it stood goes on no longer, and the process stays.
            page.goto(f"{url}healthz")
            page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        except Error:
            return
        for other in context.pages:
            if other != page:
                other.close()
        context.clear_cookies()
        page.set_viewport_size(USUAL["viewport"])
        page.mouse.move(0, 0)
        self._pages.append(page)

    def take(self, browser: Browser) -> Page | None:
        """A page of this browser that was kept, if there is one."""
        own = [page for page in self._pages if page.context.browser == browser]
        if own:
            self._pages.remove(own[-1])
        return own[-1] if own else None

    def contexts(self) -> list[BrowserContext]:
        """Those of the pages that are kept."""
        return [page.context for page in self._pages]


RESTING = Resting()
