"""Whether a game can have ended as recorded, after these moves and with this clock; or lost some of its seats.

What nothing in the record can prove is believed: who agreed to what, and how much time passed.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from server.game import SECOND_TURN, Control, Ending, decisions, without_chance
from server.records.document import LeftLine, RecordError
from server.records.line_of_play import LineOfPlay
from server.records.pgn import UNSTATED
from variants.position import Result, Seat


class Evidence(NamedTuple):
    """What a whole record proves about its end, beside the moves. A PGN has no such evidence."""

    begun: bool
    """Whether all seats were taken."""
    late: Collection[Seat]
    """The seats still in the game whose clocks show 0."""
    waited_for: Collection[Seat]
    """The seats to act that had not sealed."""
    lines: int
    """The number of lines of the log."""


def check_end(ending: Ending, line: LineOfPlay, control: Control, evidence: Evidence | None = None) -> None:
    """Raise RecordError unless a game can have ended like this."""
    # Of the end of a game of another program only the score is known.
    by_rules = line.position.result() if ending.reason == UNSTATED else line.game.ending()
    if by_rules is not None:
        if not _is(ending, by_rules) or ending.seat is not None:
            raise RecordError(
                "record_result",
                "The record ends with {told}; by the rules the game ended with {expected}.",
                told=ending,
                expected=Ending(*by_rules),
            )
    elif not _can_end(ending, line, control, evidence):
        raise RecordError("record_result", "The record ends with {told}, and nothing in it leads there.", told=ending)


def check_final(line: LineOfPlay, recorded: str | None) -> None:
    """Raise RecordError if the recorded last position is another one."""
    fen = line.position.fen()
    if recorded is not None and fen != recorded:
        raise RecordError(
            "record_result", "The turns end in {found}, the record says {told}.", found=fen, told=recorded
        )


def can_leave(line: LeftLine, control: Control, evidence: Evidence) -> bool:
    """Whether seats can have left the game as recorded in this line."""
    seats = set(line.left)
    match line.reason:
        case "resigned":
            return seats == {line.seat}
        case "time":
            return control.kind != "none" and seats == set(evidence.late) and line.seat in seats
        case "abandoned":
            return control.patience is not None and seats.issubset(evidence.waited_for) and line.seat not in seats
    return False


def _can_end(ending: Ending, line: LineOfPlay, control: Control, evidence: Evidence | None) -> bool:
    game, to_act, points = line.game, line.position.to_act, ending.points
    contenders = set(game.contenders())
    acted = [turn.texts for turn in line.turns]
    of_people = len(list(without_chance(acted, line.rules.chance)))
    idle = contenders.difference(*acted)
    losers = {seat for seat, share in enumerate(points) if seat in contenders and share == 0}
    drawn = _is(ending, game.drawn(ending.reason))
    lost = bool(losers) and _is(ending, game.left(losers, ending.reason)) and game.without(losers) is None
    # A text has no readings: those lose on time, or by their absence, who are to act.
    late = losers.intersection(to_act) if evidence is None else set(evidence.late)
    out_of_time = control.kind != "none" and bool(late) and _is(ending, game.out_of_time(late))

    def ended_by(seats: Collection[Seat]) -> bool:
        return evidence is None or ending.seat in seats

    if evidence is not None and evidence.begun == (ending.reason == "withdrawn"):
        return False
    match ending.reason:
        case "resigned":
            return lost and len(losers) == 1 and ended_by(losers)
        case "time":
            return lost and out_of_time and ended_by(late)
        case "time_all" | "time_material" if evidence is None:
            return _can_run_out(ending, line, control)
        case "time_all" | "time_material":
            return out_of_time and ended_by(late)
        case "abandoned":
            there = losers.issubset(to_act if evidence is None else evidence.waited_for)
            return lost and control.patience is not None and there and ended_by(contenders - losers)
        case "abandoned_draw":
            return drawn and control.patience is not None and ended_by(contenders)
        case "agreement":
            return drawn and ended_by(contenders)
        case "repetition":
            claim = game.claimable()
            return claim is not None and _is(ending, claim) and ended_by(contenders)
        case "too_long":
            return drawn and (evidence is None or evidence.lines >= decisions.MOST_ENTRIES)
        case "withdrawn":
            return drawn and of_people == 0
        case "aborted":
            return drawn and (of_people < SECOND_TURN or not idle.isdisjoint(to_act))
        case "no_first_move":
            return drawn and control.first_move is not None and bool(idle) and ended_by(idle)
        case "unstated":
            return evidence is None and (drawn or lost)
    return False


def _can_run_out(ending: Ending, line: LineOfPlay, control: Control) -> bool:
    """Whether the clocks that can run in the last position can end a game like this; their readings are not known."""
    running = set(line.position.to_act).difference(line.rules.chance)
    late = (running, *[running - {seat} for seat in running])
    return control.kind != "none" and any(_is(ending, line.game.out_of_time(seats)) for seats in late if seats)


def _is(ending: Ending, result: Result) -> bool:
    if ending.reason != result.reason or len(ending.points) != len(result.points):
        return False
    return all(abs(a - b) < 1e-6 for a, b in zip(ending.points, result.points, strict=True))
