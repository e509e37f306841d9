"""Whether a recorded game can have ended as its record tells."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from server.archive.course import Course, Timing
from server.archive.records import RecordError
from server.control import Control
from server.tables.decisions import MOST_ENTRIES
from server.tables.rights import SECOND_TURN
from server.tables.sharing import contenders, shared
from variants.position import Position, Seat


class Told(NamedTuple):
    """An ending as it is told: a share for each seat, why, and which seat brought it about, where that is told."""

    points: tuple[float, ...]
    reason: str
    seat: Seat | None = None

    def __str__(self) -> str:
        return f"{'-'.join(f'{share:.3g}' for share in self.points)} ({self.reason})"


class Circumstances(NamedTuple):
    """What an ending is judged by; `course` and `timing` are missing where nothing but the moves is known."""

    position: Position
    turns: int
    """Those that people have played: what nature does alone is not counted."""
    idle: Collection[Seat]
    """The seats that have acted in none of the turns."""
    occurrences: int
    """How often the last position has stood on the board."""
    control: Control
    course: Course | None = None
    timing: Timing | None = None
    readings: Sequence[float] = ()
    """The clocks at the end, as the record tells them: which of two flags fell first is a matter of milliseconds."""


def judge(told: Told, stand: Circumstances) -> None:
    """Raise RecordError unless the game can have ended like this there."""
    by_rules = stand.position.result()
    if by_rules is not None:
        expected = Told(by_rules.points, by_rules.reason)
        if told.reason != expected.reason or not _same(told.points, expected.points):
            raise RecordError(
                "record_result",
                "The record ends with {told}; by the rules the game ended with {expected}.",
                told=told,
                expected=expected,
            )
    elif not (len(told.points) == len(stand.position.seats) and _by_the_house(told, stand)):
        raise RecordError("record_result", "The record ends with {told}, and nothing in it leads there.", told=told)


def _by_the_house(told: Told, stand: Circumstances) -> bool:
    course, draws = stand.course, stand.position.draws
    players = contenders(stand.position)
    begun = course is None or course.status == "running"
    drawn = _same(told.points, shared(players, len(told.points)))
    losers = {seat for seat in players if told.points[seat] == 0}
    winners = [seat for seat in players if seat not in losers]
    lost = bool(losers) and bool(winners) and _same(told.points, shared(winners, len(told.points)))
    if told.reason == "withdrawn":
        return drawn and stand.turns == 0 and (course is None or course.status == "open")
    if not begun:
        return False
    match told.reason:
        case "resigned":
            return lost and len(losers) == 1 and (course is None or losers == {told.seat})
        case "agreement":
            return drawn and (course is None or course.offers.issuperset(players))
        case "repetition":
            return drawn and draws.occurrences is not None and stand.occurrences >= draws.occurrences
        case "unstated":
            return course is None and (drawn or lost)
        case "quiet_turns":
            return drawn and draws.quiet_turns is not None and stand.position.quiet >= draws.quiet_turns
        case "too_long":
            # The seed of the dice is an entry and no line.
            return drawn and (course is None or course.lines >= MOST_ENTRIES - 1)
        case "aborted":
            return drawn and (stand.turns < SECOND_TURN or bool(set(stand.idle).intersection(stand.position.to_act)))
        case "no_first_move":
            return drawn and _without_first_move(told, stand)
        case "time" | "time_all" | "time_material":
            return (lost if told.reason == "time" else drawn) and _out_of_time(told, losers, stand)
        case "abandoned":
            claimed = course is None or (told.seat not in losers and _waited_for(losers, stand))
            return lost and claimed and stand.control.patience is not None
        case "abandoned_draw":
            return drawn and stand.control.patience is not None
    return False


def _out_of_time(told: Told, losers: Collection[Seat], stand: Circumstances) -> bool:
    if stand.control.kind == "none":
        return False
    if stand.timing is None:
        return True
    seats = set(contenders(stand.position))
    left = dict(enumerate(stand.readings))
    fallen = {seat for seat in stand.timing.clocks.running & seats if left.get(seat) == 0}
    match told.reason:
        case "time":
            could_win = any(stand.position.could_win(seat) for seat in seats - fallen)
            return could_win and told.seat in fallen and fallen == set(losers)
        case "time_all":
            return fallen == seats
    could_win = any(stand.position.could_win(seat) for seat in seats - fallen)
    return bool(fallen) and fallen != seats and told.seat in fallen and not could_win


def _without_first_move(told: Told, stand: Circumstances) -> bool:
    limit = stand.control.first_move
    if limit is None:
        return False
    if stand.timing is None:
        return bool(set(stand.idle).intersection(contenders(stand.position)))
    clocks, left = stand.timing.clocks, dict(enumerate(stand.readings))
    late = {seat for seat in clocks.running & clocks.unmoved if left.get(seat, limit) <= stand.control.base - limit}
    return told.seat in late


def _waited_for(seats: Collection[Seat], stand: Circumstances) -> bool:
    assert stand.course is not None
    return set(seats) <= set(stand.course.waited_for(stand.position.to_act))


def _same(one: Sequence[float], other: Sequence[float]) -> bool:
    return len(one) == len(other) and all(abs(a - b) < 1e-6 for a, b in zip(one, other, strict=True))
