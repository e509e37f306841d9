"""A deadline for rules from outside: one that never comes to an end is interrupted, and the others go on."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Endless(TimeoutError):
    """Something did not come to an end in time; its traceback leads to where it was."""


class _Rung(BaseException):
    """No Exception, so that rules which swallow those do not swallow it."""


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise Endless where what is done inside takes more than so many seconds.

    The system rings in the main thread alone; in another one nothing is watched.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_: int, frame: FrameType | None) -> None:
        raise _Rung

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    except _Rung as rung:
        raise Endless(f"no end after {seconds:g} seconds").with_traceback(rung.__traceback__) from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
