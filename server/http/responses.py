"""Responses: long pages rendered in steps, private ones that no cache keeps, cached ones, and PNG."""

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
    """The result of `render_template`, yielding to the loop between parts."""
    app = current_app
    app.update_template_context(context)
    parts = []
    for part in app.jinja_env.get_template(template).generate(context):
        parts.append(part)
        yield_to_loop()
    return "".join(parts)


def private_response(body: str, status: int = 200, mimetype: str = "text/html") -> Response:
    """A response for one person, or a refusal; no cache keeps it."""
    response = current_app.response_class(body, status, mimetype=mimetype)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def cached_response(body: str | bytes, mimetype: str, how: str = DAY) -> BaseResponse:
    """A response that browsers cache, with an ETag."""
    response = current_app.response_class(body, mimetype=mimetype)
    response.headers["Cache-Control"] = how
    response.add_etag()
    return response.make_conditional(request)


def absolute(path: str) -> str:
    """The whole address of a path of this site, on the configured host, else on that of the request.

    Werkzeug has checked that the request's host is well formed. Nothing cached for others may contain it.
    """
    address: str = current_app.config["SITE_ADDRESS"]
    return (address or request.url_root.removesuffix("/")) + path


def table_link(table_id: str, **more: Any) -> str:
    """The whole address of a table without a language, to be shared."""
    return url_for("table.permanent", table_id=table_id, _external=True, **more)


def paint(svg: str, width: int) -> bytes:
    """A drawing as PNG, made in a native thread. Raises DrawingUnavailable."""
    # Loaded here: it starts a process, which gevent allows only in the main thread.
    painter()
    # A large one takes half a second, which would hold the event loop.
    made: bytes = _thread().apply(png, (svg, width))
    return made


@cache
def _thread() -> ThreadPool:
    """One native thread for all pictures, so that they compete with the event loop only once."""
    return ThreadPool(1)
