"""How a game of these moves, with this clock, can end, or go on without some of its seats.

What moves do not tell is believed: who asked for what, and how much time went by.
"""

from __future__ import annotations

from collections.abc import Collection

from server.game import SECOND_TURN, Control, Ending, without_chance
from server.records.document import RecordError
from server.records.line_of_play import LineOfPlay
from variants.position import Result, Seat


def check_end(ending: Ending, line: LineOfPlay, control: Control) -> None:
    """Raise RecordError unless a game can have ended like this."""
    by_rules = line.position.result()
    if by_rules is not None:
        if not _is(ending, by_rules):
            raise RecordError(
                "record_result",
                "The record ends with {told}; by the rules the game ended with {expected}.",
                told=ending,
                expected=Ending(*by_rules),
            )
    elif not _can_end(ending, line, control):
        raise RecordError("record_result", "The record ends with {told}, and nothing in it leads there.", told=ending)


def check_final(line: LineOfPlay, recorded: str | None) -> None:
    """Raise RecordError where a record names another last position."""
    fen = line.position.fen()
    if recorded is not None and fen != recorded:
        raise RecordError(
            "record_result", "The turns end in {found}, the record says {told}.", found=fen, told=recorded
        )


def can_leave(seats: Collection[Seat], reason: str, control: Control) -> bool:
    """Whether these seats can leave for this reason."""
    match reason:
        case "resigned":
            return len(seats) == 1
        case "time":
            return control.kind != "none"
        case "abandoned":
            return control.patience is not None
    return False


def _can_end(ending: Ending, line: LineOfPlay, control: Control) -> bool:
    game, to_act = line.game, line.position.to_act
    acted = [turn.texts for turn in line.turns]
    of_people = len(list(without_chance(acted, line.rules.chance)))
    idle = set(game.contenders()).difference(*acted)
    losers = {seat for seat, share in enumerate(ending.points) if seat in game.contenders() and share == 0}
    drawn = _is(ending, game.drawn(ending.reason))
    lost = bool(losers) and _is(ending, game.left(losers, ending.reason)) and game.without(losers) is None
    match ending.reason:
        case "resigned" | "time" | "abandoned":
            return lost and can_leave(losers, ending.reason, control)
        case "agreement" | "too_long":
            return drawn
        case "unstated":
            return drawn or lost
        case "repetition" | "quiet_turns":
            return any(draw is not None and _is(ending, draw) for draw in (game.claimable(), game.ending()))
        case "withdrawn":
            return drawn and of_people == 0
        case "aborted":
            return drawn and (of_people < SECOND_TURN or not idle.isdisjoint(to_act))
        case "no_first_move":
            return drawn and control.first_move is not None and bool(idle)
        case "time_all" | "time_material":
            return drawn and control.kind != "none"
        case "abandoned_draw":
            return drawn and control.patience is not None
    return False


def _is(ending: Ending, result: Result) -> bool:
    if ending.reason != result.reason or len(ending.points) != len(result.points):
        return False
    return all(abs(a - b) < 1e-6 for a, b in zip(ending.points, result.points, strict=True))
