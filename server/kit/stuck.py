"""Which call of the rules a process is at, out of its frames, and how that is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from server.kit.blame import PROMISES
from server.kit.drawn import drawn, plainly
from server.tables.deadline import deadline
from variants.position import Position

HOUSE = str(Path(__file__).resolve().parent.parent)
"""The folder of the server: what is called from there are the rules."""
MOMENT = 2.0
"""Seconds for a position that hangs to be drawn and written by its own methods."""


class Stuck(NamedTuple):
    """A call of the rules that is under way."""

    call: FrameType
    """The outermost frame that belongs to the rules."""
    method: FrameType
    """The innermost one that is a method of the interface; the outermost where none is."""
    inner: FrameType
    """The innermost one in the folder of the variant; the outermost where none is."""


def call_of(frame: FrameType, homes: Sequence[str]) -> Stuck | None:
    """The call of the rules in this frame or in those that led to it; `homes` are the folders the variant may have."""
    call, method, inner = None, None, None
    place: FrameType | None = frame
    while place is not None:
        file = place.f_code.co_filename
        at_home = file.startswith(tuple(homes))
        if at_home or (not file.startswith(HOUSE) and file not in PROMISES and _subject(place) is not None):
            call, inner = place, inner or (place if at_home else None)
            method = method or (place if hasattr(Position, place.f_code.co_name) else None)
        place = place.f_back
    return None if call is None else Stuck(call, method or call, inner or call)


def _subject(frame: FrameType) -> Position | type[Position] | None:
    """What a method was called on, if that is a position or a variant."""
    names = frame.f_code.co_varnames[:1]
    subject = frame.f_locals.get(names[0]) if names else None
    return subject if isinstance(subject, Position) or _is_variant(subject) else None


def _is_variant(thing: Any) -> bool:
    return isinstance(thing, type) and issubclass(thing, Position)


def told(stuck: Stuck, seconds: float) -> Iterator[str]:
    """The call, how far it has come, and the position it was asked of."""
    method, inner = stuck.method, stuck.inner
    where = f"{Path(inner.f_code.co_filename).name}, line {inner.f_lineno}"
    name, subject, seat = method.f_code.co_name, _subject(method), method.f_locals.get("seat")
    what = "The import" if name == "<module>" else name
    of = f" of seat {seat}" if isinstance(seat, int) else ""
    yield f"{what}{of} does not come to an end: after {seconds:g} seconds it was at {where}."
    if isinstance(subject, Position):
        position = subject
        yield "The board:"
        yield from (_within(MOMENT, lambda: drawn(position)) or plainly(position)).split("\n")
        fen = _within(MOMENT, position.fen)
        if fen is not None:
            yield f"Its FEN: {fen}"
    elif "fen" in method.f_locals:
        yield f"The FEN it was asked of: {method.f_locals['fen']}"


def _within(seconds: float, ask: Callable[[], str]) -> str | None:
    """What the rules answer if they do so in time, and without an error."""
    # Whatever they raise, it is no answer; what is told is that they hang.
    with suppress(Exception), deadline(seconds):
        return ask()
    return None
