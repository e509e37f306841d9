"""The log: one JSON object a line, with time (UTC), level, logger, message and the fields that were given along.

All lines of one request have the same `request`, in every room and greenlet.
"""

from __future__ import annotations

import itertools
import json
import logging
import secrets
import sys
import traceback
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import ParamSpec, TextIO, TypeVar

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


_PROCESS = secrets.token_hex(3)
_requests = itertools.count()
"""The two parts of a request id: unique across processes, and cheaper than a random id for each request."""

_request: ContextVar[str] = ContextVar("request", default="")
"""The request id of this greenlet."""

Given = ParamSpec("Given")
Result = TypeVar("Result")


def set_request_id(request_id: str | None = None) -> None:
    """Set the request id of this greenlet: this one, or a new one; "" for none."""
    _request.set(f"{_PROCESS}{next(_requests) & 0xFFFFFF:06x}" if request_id is None else request_id)


def request_id() -> str:
    """The request id of this greenlet: "" for none; a commit has several, separated by spaces."""
    return _request.get()


def with_request_id(work: Callable[Given, Result]) -> Callable[Given, Result]:
    """The function with the request id of this greenlet, for a greenlet of its own: gevent copies no context."""
    carried = request_id()

    def carry(*arguments: Given.args, **named: Given.kwargs) -> Result:
        set_request_id(carried)
        return work(*arguments, **named)

    return carry


class JsonLines(logging.Formatter):
    """A record as one line of JSON. `extra` fields are written as they are; other values are written as text."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        line = {
            "time": time,
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request_id():
            line["request"] = request_id()
        line |= {name: value for name, value in vars(record).items() if name not in _STANDARD}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def report(log: logging.Logger, what: str, error: BaseException, **fields: str) -> None:
    """Log where an error was raised, without its text, which may hold a move that is still sealed."""
    where = "".join(traceback.format_tb(error.__traceback__))
    log.error(what, extra={**fields, "error": type(error).__name__, "where": where})


def install(level: str, stream: TextIO | None = None) -> None:
    """Log from this level on to a stream, by default standard error, replacing earlier handlers."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.captureWarnings(True)
