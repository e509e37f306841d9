"""One message on a socket: a request of its own in the log, and the time until it is acknowledged."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from server.runtime import logs, metrics
from server.runtime.loop import doing, yield_to_loop

log = logging.getLogger(__name__)


@contextmanager
def timed(event: str) -> Iterator[None]:
    """Handle a message of this name meanwhile."""
    came = time.perf_counter()
    logs.begin()
    yield_to_loop()
    doing(f"event {event}")
    try:
        yield
    finally:
        took = time.perf_counter() - came
        if event not in metrics.UNCOUNTED:
            metrics.message_time(event).observe(took)
        log.debug("answered", extra={"event": event, "milliseconds": round(took * 1000, 1)})
