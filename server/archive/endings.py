"""Whether a recorded game can have ended as its record tells."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from server.archive.course import Course, Timing
from server.archive.scoresheet import RecordError
from server.archive.walk import Walk
from server.tables.control import Control
from server.tables.decisions import MOST_ENTRIES
from server.tables.rights import SECOND_TURN
from server.tables.turn import Ending
from variants.position import Result, Seat


class Circumstances(NamedTuple):
    """What an ending is judged by; `course` and `timing` are missing where nothing but the moves is known."""

    walk: Walk
    control: Control
    course: Course | None = None
    timing: Timing | None = None
    readings: Sequence[float] = ()
    """The clocks at the end, as the record tells them: which of two flags fell first is a matter of milliseconds."""


def judge(told: Ending, stand: Circumstances) -> None:
    """Raise RecordError unless the game can have ended like this there."""
    by_rules = stand.walk.position.result()
    if by_rules is not None:
        if not _is(told, by_rules):
            raise RecordError(
                "record_result",
                "The record ends with {told}; by the rules the game ended with {expected}.",
                told=told,
                expected=Ending(*by_rules),
            )
    elif not _by_the_house(told, stand):
        raise RecordError("record_result", "The record ends with {told}, and nothing in it leads there.", told=told)


def judge_leaving(reason: str, seat: Seat, leaving: Collection[Seat], stand: Circumstances) -> None:
    """Raise RecordError unless these seats can have left the game there for this reason, which `seat` brought about."""
    course, timing = stand.course, stand.timing
    assert course is not None
    assert timing is not None
    match reason:
        case "resigned":
            good = [*leaving] == [seat]
        case "time":
            left = dict(enumerate(stand.readings))
            fallen = [each for each in sorted(timing.clocks.running) if left.get(each) == 0]
            good = stand.control.kind != "none" and [*leaving] == fallen and seat in fallen
        case "abandoned":
            waited_for = course.waited_for(stand.walk.position.to_act)
            good = seat not in leaving and set(leaving).issubset(waited_for) and stand.control.patience is not None
        case _:
            good = False
    if not good:
        raise RecordError(
            "record_leaving", "Turn {turn}: nothing in the record lets a seat leave there.", turn=course.number + 1
        )


def _by_the_house(told: Ending, stand: Circumstances) -> bool:
    course, walk, game = stand.course, stand.walk, stand.walk.game
    players = game.contenders()
    begun = course is None or course.status == "running"
    drawn = _is(told, game.drawn(told.reason))
    losers = {seat for seat, share in enumerate(told.points) if seat in players and share == 0}
    lost = bool(losers) and _is(told, game.left(losers, told.reason)) and game.without(losers) is None
    if told.reason == "withdrawn":
        return drawn and walk.turns_of_people() == 0 and (course is None or course.status == "open")
    if not begun:
        return False
    match told.reason:
        case "resigned":
            return lost and len(losers) == 1 and (course is None or losers == {told.seat})
        case "agreement":
            return drawn and (course is None or course.offers.issuperset(players))
        case "repetition" | "quiet_turns":
            return any(ending is not None and _is(told, ending) for ending in (game.claimable(), game.ending()))
        case "unstated":
            return course is None and (drawn or lost)
        case "too_long":
            # The seed of the dice is an entry and no line.
            return drawn and (course is None or course.lines >= MOST_ENTRIES - 1)
        case "aborted":
            return drawn and (walk.turns_of_people() < SECOND_TURN or not walk.idle().isdisjoint(walk.position.to_act))
        case "no_first_move":
            return drawn and _without_first_move(told, stand)
        case "time" | "time_all" | "time_material":
            return (lost if told.reason == "time" else drawn) and _out_of_time(told, stand)
        case "abandoned":
            claimed = course is None or (
                told.seat not in losers and losers.issubset(course.waited_for(walk.position.to_act))
            )
            return lost and claimed and stand.control.patience is not None
        case "abandoned_draw":
            return drawn and stand.control.patience is not None
    return False


def _out_of_time(told: Ending, stand: Circumstances) -> bool:
    if stand.control.kind == "none":
        return False
    if stand.timing is None:
        return True
    left = dict(enumerate(stand.readings))
    fallen = {seat for seat in stand.timing.clocks.running if left.get(seat) == 0}
    return told.seat in fallen and _is(told, stand.walk.game.out_of_time(fallen))


def _without_first_move(told: Ending, stand: Circumstances) -> bool:
    limit = stand.control.first_move
    if limit is None:
        return False
    if stand.timing is None:
        return not stand.walk.idle().isdisjoint(stand.walk.game.contenders())
    clocks, left = stand.timing.clocks, dict(enumerate(stand.readings))
    late = {seat for seat in clocks.running & clocks.unmoved if left.get(seat, limit) <= stand.control.base - limit}
    return told.seat in late


def _is(told: Ending, result: Result) -> bool:
    points = result.points
    same = len(told.points) == len(points) and all(abs(a - b) < 1e-6 for a, b in zip(told.points, points, strict=True))
    return same and told.reason == result.reason
