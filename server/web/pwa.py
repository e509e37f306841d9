"""The site as an installed program: its manifest, icons and worker, and what is shown without a connection."""

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
"""Pixels of each icon. A “whole” one reaches to its edges: the system cuts it into its own shape."""

FILES = {"icon": "favicon.svg", "whole": "icon.svg"}


@dataclass(frozen=True, eq=False)
class PwaPages:
    """What a browser asks for that installs the site."""

    library: Library

    @shared_route(f"/manifest/{IN_WORDS_OF}.webmanifest")
    def manifest(self, words_of: str) -> Response:
        """What a browser needs to install the site as a program."""
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
        """An icon, painted from its drawing."""
        size = find_or_404(ICONS, name)
        return cached_response(_painted(FILES[name.partition("-")[0]], size), "image/png")

    @shared_route("/worker.js")
    def worker(self) -> Response:
        """The worker, at the address that lets it serve the whole site; the browser asks for it anew each time."""
        return current_app.send_static_file("worker.js")

    @shared_route(f"/offline/{IN_WORDS_OF}")
    def offline(self, words_of: str) -> str:
        """What is shown without a connection instead of a page that was not kept: the same for everybody."""
        g.language = words_of
        titles = [(name, self.library.words(name, words_of).title) for name in self.library.variants]
        return render_template("layout/offline.html", badge=str, astray=True, titles=titles)


@cache
def _painted(drawing: str, size: int) -> bytes:
    return paint((ROOT / "static" / drawing).read_text(encoding="utf-8"), size)
