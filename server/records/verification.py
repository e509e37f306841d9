"""Verification of records: replayed by the rules and checked; each fault has a code and a place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from server.game import Ending, Opening, joinable, without_chance
from server.records import movetext, pgn, writer
from server.records.checks import Faults, Replayed, about_end, about_turns
from server.records.document import (
    GameRecord,
    RecordError,
    Variants,
    is_unreadable_json,
    read_record,
)
from server.records.line_of_play import (
    LineOfPlay,
    by_seat,
    check_final,
    game_over,
    other_rules,
    rules_may_fail,
    start_position,
)
from server.records.pgn import PgnGame
from server.records.pgn_file import SeveralGames
from server.records.record_check import RecordCheck
from server.records.table_replay import ID, TableReplay, agree, ending_of, ends, not_ended
from server.records.tolerance import Passed
from variants.errors import RulesError
from variants.position import Position


def read(text: str, variants: Variants, number: int | None = None) -> GameRecord | PgnGame:
    """The record of a text: JSON, or the game of this number in PGN of these variants, as `pgn.read` takes it.

    Raises RecordError.
    """
    text = text.removeprefix("\ufeff")
    fault: RecordError | None = None
    if text.lstrip().startswith("{"):
        try:
            return read_record(text)
        except RecordError as error:
            if error.code != "record_json":
                raise
            fault = error if is_unreadable_json(text) else None
    try:
        return pgn.read(text, variants, number)
    except SeveralGames:
        raise
    except RecordError as error:
        raise fault or error from None


def replay(document: GameRecord | PgnGame, variants: Variants) -> Replayed:
    """Replay a record that must be valid. Raises RulesError for its first fault."""
    replayed = examine(document, variants)
    if replayed.fault is not None:
        raise replayed.fault
    return replayed


def examine(document: GameRecord | PgnGame, variants: Variants) -> Replayed:
    """Replay a record and run its checks.

    Raises RulesError if there is nothing to play: an unknown variant or option, a FEN that is no position, a record
    that was downloaded while its board was hidden.
    """
    rules = variants.get(document.variant)
    if rules is None:
        raise RecordError("no_variant", "There is no variant “{variant}” here.", variant=document.variant)
    return RecordCheck(document, rules).run() if isinstance(document, GameRecord) else _check_pgn(document, rules)


def _check_pgn(text: PgnGame, rules: type[Position]) -> Replayed:
    """Replay a PGN, at a table at which nobody waits. Its checks: turns, end.

    Raises RulesError if there is nothing to play.
    """
    start = start_position(rules, text.fen, text.settings)
    version = rules.rules_version if text.rules_version is None else text.rules_version
    opening = Opening(ID, text.variant, version, start.settings, start.fen(), 0.0, str(text.control))
    replay = TableReplay(rules, opening, {seat: f"person-{seat}" for seat in range(len(start.seats))})
    state, passed, faults = replay.state, [*text.passed], Faults()
    ending = None if text.shares is None else Ending(tuple(map(float, text.shares)), text.reason)
    try:
        for seat in state.needed:
            replay.sit(seat, 0.0)
        for words, at in zip(text.turns, text.lines, strict=True):
            if not text.exact and movetext.is_null(state.position, words):
                passed.append(Passed(f"{words[0]} …", at))
                break
            try:
                with rules_may_fail(state.number + 1):
                    _play(replay, text, words)
            except RecordError as error:
                if version == rules.rules_version:
                    raise
                raise other_rules(state.number + 1, version, rules.rules_version) from error
        result = state.position.result()
        if ending is None and result is not None and not text.exact:
            ending = Ending(result.points, result.reason)
        if ending is not None:
            if result is not None and ending.reason == pgn.UNSTATED:
                ending = ending._replace(reason=result.reason)
            with rules_may_fail(state.number + 1):
                _check_end(replay, ending)
        check_final(state.position, text.final_fen)
    except RulesError as fault:
        faults.note(fault)
    names = tuple(text.tags.get(pgn.seat_tag(code), "") for code in state.position.seats)
    checks = faults.checks({"turns": about_turns(state.number), "result": about_end(ending)})
    return Replayed(text.variant, version, names, ending, state.game, replay.turns, replay.moves, checks, tuple(passed))


def _play(replay: TableReplay, text: PgnGame, words: Sequence[str]) -> None:
    """Play a turn of a text. Raises RecordError."""
    state, expected = replay.state, replay.expected
    if expected and text.exact:
        raise game_over(state.number + 1, expected[0].body["reason"])
    expected.clear()  # Other programs know no automatic draws.
    moves = _moves(text, state.position, words)
    if seats := movetext.left_seats(moves):
        replay.leave(seats[0], seats, "resigned", 0.0, {})
        return
    given = by_seat(state.position, moves)
    for seat in given:
        if seat in joinable(state) and state.chairs[seat] is None:
            replay.apply(replay.entry("sit", seat, 0.0, {}))
    replay.turn(max(given, default=0), given, 0.0, {}, None)


def _check_end(replay: TableReplay, ending: Ending) -> None:
    """Raise RecordError unless a game can have ended like this after these turns: of a text no more is known."""
    state, game, reason = replay.state, replay.state.game, ending.reason
    # Of the end of a game of another program only the score is known.
    by_rules = state.position.result() if reason == pgn.UNSTATED else game.ending()
    if by_rules is not None:
        expected = Ending(*by_rules)
        if not agree(expected, ending):
            raise not_ended(ending, expected)
        return
    losers = {seat for seat in game.contenders() if ending.points[seat : seat + 1] == (0,)}
    drawn = agree(Ending(*game.drawn(reason)), ending)
    people = [*without_chance(state.score_sheet.seats, state.rules.chance)]
    match reason:
        case "agreement" | "too_long":
            possible = drawn
        case "withdrawn":
            possible = drawn and not people
        case pgn.UNSTATED:
            lost = bool(losers) and game.without(losers) is None and agree(Ending(*game.left(losers, reason)), ending)
            possible = drawn or lost
        case _:
            possible = any(agree(ending_of(entry), ending) for entry in ends(replay, reason, losers, None))
    if not possible:
        raise not_ended(ending, None)


def _moves(text: PgnGame, position: Position, words: Sequence[str]) -> Sequence[str]:
    """A turn of a text as it is sent."""
    return movetext.moves_of_san(position, words, text.exact) if text.standard else words


def agrees(document: GameRecord | PgnGame, own: Mapping[str, Any], variants: Variants) -> bool | None:
    """Whether a record equals another one of the same table, names apart; `own` is of a game that is over.

    A record downloaded during the game is compared up to its end. For a PGN of an unfinished game the answer is None:
    its last turns may have been taken back.
    """
    if isinstance(document, PgnGame):
        if document.shares is None:
            return None
        rules = variants[own["variant"]]
        other = pgn.read(pgn.write(own, rules), variants)
        if document.standard or other.standard:
            try:
                return document.variant == other.variant and _content(document, rules) == _content(other, rules)
            except RulesError:  # An illegal turn was not played here.
                return False
        return all(
            getattr(document, field) == getattr(other, field)
            for field in ("variant", "settings", "fen", "control", "turns", "shares", "reason", "final_fen")
        )
    theirs = document.as_data()
    over = document.status in ("finished", "stopped")
    log = own["log"] if over else own["log"][: len(document.log)]
    fields = ["table", "variant", "rules_version", "settings", "fen", "control", "opened_at", "complete"]
    fields += ["status", "final_fen", "result"] if over else []
    same = all(writer.canonical(theirs[field]) == writer.canonical(own[field]) for field in fields)
    same = same and all(theirs.get(field) == own.get(field) for field in ("rated", *(["dice"] if over else [])))
    chairs = zip(map(_player, theirs["seats"]), map(_player, own["seats"]), strict=False)
    # Before the game began, seats were free.
    same = same and all(one == other for one, other in chairs if over or one[1] is not None)
    return same and writer.canonical(theirs["log"]) == writer.canonical(log)


def _player(chair: Mapping[str, Any]) -> tuple[object, object, object]:
    """The code of a seat, and the player who has it, without the name."""
    return chair["code"], chair["player"], chair.get("computer")


def _content(game: PgnGame, rules: type[Position]) -> tuple[object, ...]:
    """A game in SAN in a canonical form: its first position, its moves as they are sent, and its end."""
    line = LineOfPlay(rules, game.fen, game.settings)
    start = line.position
    for turn in game.turns:
        line.step(_moves(game, line.position, turn))
    return (dict(start.settings), start.key(), line.moves, game.control, game.shares, game.reason)
