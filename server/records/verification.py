"""Verification of records: replayed by the rules and checked; each fault has a code and a place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from server.game import Ending
from server.records import movetext, pgn, writer
from server.records.checks import Faults, Replayed, about_end, about_turns
from server.records.document import (
    GameRecord,
    RecordError,
    Variants,
    is_unreadable_json,
    read_record,
)
from server.records.endings import check_end, check_final
from server.records.line_of_play import LineOfPlay, other_rules
from server.records.pgn import PgnGame
from server.records.pgn_file import SeveralGames
from server.records.record_check import RecordCheck
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
    """Replay a PGN. Its checks: turns, end. Raises RulesError if there is nothing to play."""
    line = LineOfPlay(rules, text.fen, text.settings)
    passed = [*text.passed]
    version = rules.rules_version if text.rules_version is None else text.rules_version
    ending = None if text.shares is None else Ending(tuple(map(float, text.shares)), text.reason)
    faults = Faults()
    try:
        for words, at in zip(text.turns, text.lines, strict=True):
            if not text.exact and movetext.is_null(line.position, words):
                passed.append(Passed(f"{words[0]} …", at))
                break
            try:
                if text.exact and version == rules.rules_version:
                    line.refuse_over()
                line.step(_moves(text, line.position, words))
            except RecordError as error:
                if version == rules.rules_version:
                    raise
                raise other_rules(line.next_turn, version, rules.rules_version) from error
        if ending is not None:
            result = line.position.result()
            if result is not None and ending.reason == pgn.UNSTATED:
                ending = ending._replace(reason=result.reason)
            check_end(ending, line, text.control)
        check_final(line, text.final_fen)
    except RulesError as fault:
        faults.note(fault)
    names = tuple(text.tags.get(pgn.seat_tag(code), "") for code in line.position.seats)
    checks = faults.checks({"turns": about_turns(len(line.turns)), "result": about_end(ending)})
    moves = [list(moves) for moves in line.moves]
    return Replayed(text.variant, version, names, ending, line.game, line.turns, moves, checks, tuple(passed))


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
    return same and writer.canonical(theirs["log"]) == writer.canonical(log)


def _content(game: PgnGame, rules: type[Position]) -> tuple[object, ...]:
    """A game in SAN in a canonical form: its first position, its moves as they are sent, and its end."""
    line = LineOfPlay(rules, game.fen, game.settings)
    start = line.position
    for turn in game.turns:
        line.step(_moves(game, line.position, turn))
    return (dict(start.settings), start.key(), line.moves, game.control, game.shares, game.reason)
