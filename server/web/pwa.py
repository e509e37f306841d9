"""The site as a progressive web app: its manifest, icons, service worker and offline page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from flask import Response, current_app, g, render_template, url_for
from werkzeug.wrappers import Response as BaseResponse

from server.book.validation import ROOT
from server.content import Library
from server.http.language import translate as _
from server.http.responses import cached_response, paint
from server.texts.languages import LANGUAGES
from server.web.routes import find_or_404, shared_route

IN_WORDS_OF = f"<any({', '.join(LANGUAGES)}):words_of>"

ICONS = {"icon-192": 192, "icon-512": 512, "whole-192": 192, "whole-512": 512, "whole-180": 180}
"""Pixels of each icon. A “whole” one is maskable: the system cuts it into its own shape."""

FILES = {"icon": "favicon.svg", "whole": "icon.svg"}


@dataclass(frozen=True, eq=False)
class PwaPages:
    """The files of an installed site."""

    library: Library

    @shared_route(f"/manifest/{IN_WORDS_OF}.webmanifest")
    def manifest(self, words_of: str) -> Response:
        """The web app manifest."""
        g.language = words_of
        icons = [
            {
                "src": url_for("pwa.icon", name=name),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": "maskable" if name.startswith("whole") else "any",
            }
            for name, size in ICONS.items()
        ]
        manifest: dict[str, Any] = {
            "id": "/",
            "name": "Cavalier",
            "short_name": "Cavalier",
            "description": _("Odd chess variants, playable in the browser without an account."),
            "lang": words_of,
            "start_url": url_for("home.home", language=words_of),
            "scope": "/",
            "display": "standalone",
            "background_color": "#f6f6f3",
            "theme_color": "#f6f6f3",
            "icons": icons,
        }
        return current_app.response_class(current_app.json.dumps(manifest), mimetype="application/manifest+json")

    @shared_route("/icons/<name>.png")
    def icon(self, name: str) -> BaseResponse:
        """An icon, rendered from its drawing."""
        size = find_or_404(ICONS, name)
        return cached_response(_painted(FILES[name.partition("-")[0]], size), "image/png")

    @shared_route("/worker.js")
    def worker(self) -> Response:
        """The service worker, at the address that gives it the whole site as scope; revalidated at each request."""
        return current_app.send_static_file("worker.js")

    @shared_route(f"/offline/{IN_WORDS_OF}")
    def offline(self, words_of: str) -> str:
        """The page without a connection, in place of pages that are not cached; the same for everybody."""
        g.language = words_of
        titles = [(name, self.library.words(name, words_of).title) for name in self.library.variants]
        return render_template("layout/offline.html", badge=str, astray=True, titles=titles)


@cache
def _painted(drawing: str, size: int) -> bytes:
    return paint((ROOT / "static" / drawing).read_text(encoding="utf-8"), size)
