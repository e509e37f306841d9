"""A text of moves looked at: its turns and its end, as far as moves alone can tell them."""

from __future__ import annotations

from server.game import SECOND_TURN, Control, Ending, without_chance
from server.records import movetext, pgn
from server.records.checks import Faults, Replayed, about_end, about_turns, check_final, wrong_end
from server.records.document import RecordError
from server.records.line_of_play import LineOfPlay, other_rules
from server.records.pgn import PgnGame
from variants.errors import RulesError
from variants.position import Position, Result


def check_pgn(text: PgnGame, rules: type[Position]) -> Replayed:
    """Play a text of moves again. Its checks: turns, end. Raises RulesError where there is nothing to play."""
    line = LineOfPlay(rules, text.fen, text.settings)
    version = rules.rules_version if text.rules_version is None else text.rules_version
    ending = None if text.shares is None else Ending(tuple(map(float, text.shares)), text.reason)
    faults = Faults()
    try:
        for words in text.turns:
            try:
                line.step(movetext.spelled(line.position, words) if text.standard else words)
            except RecordError as error:
                if version == rules.rules_version:
                    raise
                raise other_rules(len(line.turns) + 1, version, rules.rules_version) from error
        if ending is not None:
            result = line.position.result()
            if result is not None and ending.reason == pgn.UNSTATED:
                ending = ending._replace(reason=result.reason)
            check_end(ending, line, text.control)
        check_final(line.game, text.final_fen)
    except RulesError as fault:
        faults.note(fault)
    names = tuple(text.tags.get(pgn.seat_tag(code), "") for code in line.position.seats)
    checks = faults.checks({"turns": about_turns(len(line.turns)), "result": about_end(ending)})
    moves = [list(moves) for moves in line.moves]
    return Replayed(text.variant, version, names, ending, line.game, line.turns, moves, checks)


def check_end(told: Ending, walk: LineOfPlay, control: Control) -> None:
    """Raise RecordError unless a game of these moves, with this clock, can have ended like this.

    A text tells neither who asked for what nor any time: what it leaves open is believed.
    """
    by_rules = walk.position.result()
    if not (_can_end(told, walk, control) if by_rules is None else _is(told, by_rules)):
        raise wrong_end(told, by_rules)


def _can_end(told: Ending, walk: LineOfPlay, control: Control) -> bool:
    game, to_act = walk.game, walk.position.to_act
    acted = [turn.texts for turn in walk.turns]
    of_people = len(list(without_chance(acted, walk.rules.chance)))
    idle = set(game.contenders()).difference(*acted)
    losers = {seat for seat, share in enumerate(told.points) if seat in game.contenders() and share == 0}
    drawn = _is(told, game.drawn(told.reason))
    lost = bool(losers) and _is(told, game.left(losers, told.reason)) and game.without(losers) is None
    match told.reason:
        case "resigned":
            return lost and len(losers) == 1
        case "agreement" | "too_long":
            return drawn
        case "unstated":
            return drawn or lost
        case "repetition" | "quiet_turns":
            return any(ending is not None and _is(told, ending) for ending in (game.claimable(), game.ending()))
        case "withdrawn":
            return drawn and of_people == 0
        case "aborted":
            return drawn and (of_people < SECOND_TURN or not idle.isdisjoint(to_act))
        case "no_first_move":
            return drawn and control.first_move is not None and bool(idle)
        case "time" | "time_all" | "time_material":
            return (lost if told.reason == "time" else drawn) and control.kind != "none"
        case "abandoned" | "abandoned_draw":
            return (lost if told.reason == "abandoned" else drawn) and control.patience is not None
    return False


def _is(told: Ending, result: Result) -> bool:
    points = result.points
    same = len(told.points) == len(points) and all(abs(a - b) < 1e-6 for a, b in zip(told.points, points, strict=True))
    return same and told.reason == result.reason
