"""One JSON object a line: when (UTC), how grave, from where, what, and the fields that were given along."""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import TextIO

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonLines(logging.Formatter):
    """A record as one line of JSON. `extra` fields are written as they are; what JSON lacks is written as text."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        line = {
            "time": time,
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in _STANDARD}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def report(log: logging.Logger, what: str, error: BaseException, **fields: str) -> None:
    """Log where an error was raised, without its text, which may hold a move that is still sealed."""
    where = "".join(traceback.format_tb(error.__traceback__))
    log.error(what, extra={**fields, "error": type(error).__name__, "where": where})


def install(level: str, stream: TextIO | None = None) -> None:
    """Log from this level on to a stream, by default standard error, in place of whatever logged before."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.captureWarnings(True)
