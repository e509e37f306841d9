"""The site as an installed program: its manifest, icons and worker, and what is shown without a connection."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, current_app, g, render_template, url_for
from werkzeug.wrappers import Response as BaseResponse

from server.drawing.diagram import DrawingUnavailable, png
from server.house import the_house
from server.texts.cache import remembered
from server.texts.languages import LANGUAGES
from server.web.language import translate as _
from server.web.painting import kept, painted

blueprint = Blueprint("installed", __name__)

IN_WORDS_OF = f"<any({', '.join(LANGUAGES)}):words_of>"

ICONS = {"icon-192": 192, "icon-512": 512, "whole-192": 192, "whole-512": 512, "whole-180": 180}
"""Pixels of each icon. A “whole” one reaches to its edges: the system cuts it into its own shape."""

FILES = {"icon": "favicon.svg", "whole": "icon.svg"}
MOST_ICONS = 1_000_000


@blueprint.get(f"/manifest/{IN_WORDS_OF}.webmanifest")
def manifest(words_of: str) -> Response:
    """What a browser needs to install the site as a program."""
    g.language = words_of
    icons = [
        {
            "src": url_for("installed.icon", name=name),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": "maskable" if name.startswith("whole") else "any",
        }
        for name, size in ICONS.items()
    ]
    told: dict[str, Any] = {
        "id": "/",
        "name": "Cavalier",
        "short_name": "Cavalier",
        "description": _("Odd chess variants, playable in the browser without an account."),
        "lang": words_of,
        "start_url": url_for("pages.home", language=words_of),
        "scope": "/",
        "display": "standalone",
        "background_color": "#f6f6f3",
        "theme_color": "#f6f6f3",
        "icons": icons,
    }
    return current_app.response_class(current_app.json.dumps(told), mimetype="application/manifest+json")


@blueprint.get("/icons/<name>.png")
def icon(name: str) -> BaseResponse:
    """An icon, painted from its drawing."""
    if name not in ICONS:
        abort(404)
    try:
        return kept(_icon(name), "image/png")
    except DrawingUnavailable as error:
        return current_app.response_class(f"{error}\n", 503, mimetype="text/plain")


@blueprint.get("/worker.js")
def worker() -> Response:
    """The worker, at the address that lets it serve the whole site; the browser asks for it anew each time."""
    return current_app.send_static_file("worker.js")


@blueprint.get(f"/offline/{IN_WORDS_OF}")
def offline(words_of: str) -> str:
    """What is shown without a connection instead of a page that was not kept: the same for everybody."""
    g.language = words_of
    titles = [(name, the_house().words(name, words_of).title) for name in the_house().variants]
    return render_template("offline.html", badge=str, astray=True, titles=titles)


@remembered(MOST_ICONS)
def _icon(name: str) -> bytes:
    drawing = Path(str(current_app.static_folder), FILES[name.partition("-")[0]])
    return painted(png, drawing.read_text(encoding="utf-8"), ICONS[name])
