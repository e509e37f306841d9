"""Deadlines for rules from outside: those that never end, or would end the process, fail; all else goes on."""

from __future__ import annotations

import functools
import inspect
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from greenlet import GreenletExit, getcurrent, greenlet

from variants.position import Position

RULES_CALL_SECONDS = 1.0
"""Seconds on the processor that one call into rules from outside may take on a running site."""

LONGEST_WAIT = 10
"""So many times longer it may take in all: on a busy machine a call waits for the processor."""

RING_AGAIN = 0.01
"""Seconds between two alarms at the least."""


class Endless(TimeoutError):
    """Something did not come to an end in time; its traceback leads to where it was."""


class RulesFailed(Exception):
    """Rules from outside came to no end, or wanted to end the process; the message names them and what they did."""


class _Rung(BaseException):
    """No Exception, so that rules which swallow those do not swallow it."""


_watched: greenlet | None = None
"""The greenlet that is inside a deadline: a second deadline inside has no effect."""


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise Endless where what is done inside takes more than so many seconds on the processor, or much longer in all.

    SIGALRM reaches only the main thread; elsewhere no deadline applies. What is done inside must not wait for other
    greenlets.
    """
    global _watched
    until, latest = time.thread_time() + seconds, time.monotonic() + LONGEST_WAIT * seconds

    def ring(_: int, frame: FrameType | None) -> None:
        left = min(until - time.thread_time(), latest - time.monotonic())
        # Rules that wait after all let others run: the signal must not strike them.
        if left <= 0 and getcurrent() is _watched:
            raise _Rung
        signal.setitimer(signal.ITIMER_REAL, max(left, RING_AGAIN))

    before = None if _watched is getcurrent() else _set_alarm(ring)
    if before is None:
        yield
        return
    waiting, left = _watched, signal.getitimer(signal.ITIMER_REAL)[0]
    _watched = getcurrent()
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        try:
            yield
        finally:
            # First of all: an alarm that rings from here on strikes nobody.
            _watched = None
    except _Rung as rung:
        raise Endless(f"no end after {seconds:g} seconds").with_traceback(rung.__traceback__) from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if waiting is not None and not waiting.dead:
            _watched = waiting
            signal.setitimer(signal.ITIMER_REAL, left)


def _set_alarm(ring: Callable[[int, FrameType | None], None]) -> Any:
    """Let SIGALRM do this; what it did before, or None in a thread that no signal reaches."""
    try:
        return signal.signal(signal.SIGALRM, ring)
    except ValueError:
        return None


def guard(name: str, variant: type[Position]) -> None:
    """Hold every call into a variant from outside to `RULES_CALL_SECONDS` from now on; RulesFailed replaces Endless.

    So it is where the variant would end the process, by `sys.exit` for one. Other errors stay as they are.
    """
    for attribute in dir(Position):
        if attribute.startswith("_"):
            continue
        found = inspect.getattr_static(variant, attribute)
        if isinstance(found, classmethod | staticmethod) and not hasattr(found.__func__, "guarded"):
            setattr(variant, attribute, type(found)(_guarded(name, found.__func__)))
        elif inspect.isfunction(found) and not hasattr(found, "guarded"):
            setattr(variant, attribute, _guarded(name, found))


def _guarded(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(call)
    def guarded(*arguments: Any, **named: Any) -> Any:
        if _watched is getcurrent():
            return call(*arguments, **named)
        try:
            with deadline(RULES_CALL_SECONDS):
                answer = call(*arguments, **named)
                # What is made while it is read would be made outside.
                return tuple(answer) if isinstance(answer, Iterator) else answer
        except (Exception, GreenletExit) as error:
            if isinstance(error, Endless):
                raise RulesFailed(f"{name}: {call.__name__} came to no end: {error}") from error
            raise
        except BaseException as error:
            raise RulesFailed(f"{name}: {call.__name__} raised {type(error).__name__}") from error

    guarded.guarded = True  # type: ignore[attr-defined]
    return guarded
