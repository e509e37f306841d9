"""Pictures of pixels: painted in one native thread, so that the games go on meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import ParamSpec, TypeVar

from flask import current_app, request
from gevent.threadpool import ThreadPool
from werkzeug.wrappers import Response

from server.drawing.diagram import painter

DAY = "public, max-age=86400"

Given = ParamSpec("Given")
Made = TypeVar("Made")


def painted(work: Callable[Given, Made], *given: Given.args, **named: Given.kwargs) -> Made:
    """What the work returns, which is done in the thread. Raises DrawingUnavailable where the system lacks libcairo."""
    # Looked for here: it starts a process, which gevent allows in the main thread alone.
    painter()
    # A large one takes half a second, for which the games would stand still.
    made: Made = _thread().apply(work, given, named)
    return made


def kept(body: str | bytes, mimetype: str, how: str = DAY) -> Response:
    """A picture as an answer that a browser keeps, and that is not sent again while it is the same."""
    response = current_app.response_class(body, mimetype=mimetype)
    response.headers["Cache-Control"] = how
    response.add_etag()
    return response.make_conditional(request)


@cache
def _thread() -> ThreadPool:
    """One native thread, so that however many pictures are asked for, they share one place among the games."""
    return ThreadPool(1)
