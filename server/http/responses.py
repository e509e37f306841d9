"""How answers are sent: long pages in steps, private ones to nobody's cache, pictures to the browser's for a day."""

from __future__ import annotations

from functools import cache
from typing import Any

from flask import Response, current_app, request, url_for
from gevent.threadpool import ThreadPool
from werkzeug.wrappers import Response as BaseResponse

from server.drawing.diagram import painter, png
from server.runtime.loop import yield_to_loop

DAY = "public, max-age=86400"


def render_in_steps(template: str, **context: Any) -> str:
    """What `render_template` answers; others act while it is made."""
    app = current_app
    app.update_template_context(context)
    parts = []
    for part in app.jinja_env.get_template(template).generate(context):
        parts.append(part)
        yield_to_loop()
    return "".join(parts)


def private_response(body: str, status: int = 200, mimetype: str = "text/html") -> Response:
    """An answer that is one person's alone, or a refusal; no cache keeps it."""
    response = current_app.response_class(body, status, mimetype=mimetype)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def cached_response(body: str | bytes, mimetype: str, how: str = DAY) -> BaseResponse:
    """An answer that a browser keeps, and that is not sent again while it is the same."""
    response = current_app.response_class(body, mimetype=mimetype)
    response.headers["Cache-Control"] = how
    response.add_etag()
    return response.make_conditional(request)


def absolute(path: str) -> str:
    """A path of this site as a whole address: of the configured site, else of the one that was asked.

    Werkzeug has made sure that the host of a request is one; nothing that is kept for others may hold it.
    """
    address: str = current_app.config["SITE_ADDRESS"]
    return (address or request.url_root.removesuffix("/")) + path


def table_link(table_id: str, **more: Any) -> str:
    """The whole address of a table in no language: what is given to others."""
    return url_for("table.permanent", table_id=table_id, _external=True, **more)


def paint(svg: str, width: int) -> bytes:
    """A drawing as PNG, made in one native thread, so that the games go on meanwhile. Raises DrawingUnavailable."""
    # Looked for here: it starts a process, which gevent allows in the main thread alone.
    painter()
    # A large one takes half a second, for which the games would stand still.
    made: bytes = _thread().apply(png, (svg, width))
    return made


@cache
def _thread() -> ThreadPool:
    """One native thread, so that however many pictures are asked for, they share one place among the games."""
    return ThreadPool(1)
