"""One message on a socket: a request of its own in the log, and the time until it is acknowledged."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from server import logs, metrics
from server.loop import breathe, doing

log = logging.getLogger(__name__)


@contextmanager
def timed(event: str) -> Iterator[None]:
    """Handle a message of this name meanwhile."""
    came = time.perf_counter()
    logs.begin()
    breathe()
    doing(f"event {event}")
    try:
        yield
    finally:
        took = time.perf_counter() - came
        if event not in metrics.UNCOUNTED:
            metrics.message_time(event).observe(took)
        log.debug("answered", extra={"event": event, "milliseconds": round(took * 1000, 1)})
