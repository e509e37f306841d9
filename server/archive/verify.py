"""Plays a record again and looks whether all of it holds; what does not is refused by name, with its place."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from server.archive import pgn, records
from server.archive.course import Course, Envelopes, Rolls, Timing
from server.archive.endings import Circumstances, judge, judge_leaving
from server.archive.pgn import Game
from server.archive.records import RecordError
from server.archive.scoresheet import AnyLine, BackLine, EndLine, GameRecord, LeftLine, TurnLine
from server.archive.walk import Played, Walk
from server.control import parse
from server.tables.record import Ending
from variants.errors import RulesError
from variants.position import Position, Seat

Variants = Mapping[str, type[Position]]


def N_(text: str) -> str:
    """Mark a text for the catalogue that is translated where it is shown."""
    return text


class Check(NamedTuple):
    """One thing that was looked at: it holds, or `fault` says where not, or it was not `reached`."""

    name: str
    sentence: str
    parameters: Mapping[str, Any]
    fault: RulesError | None = None
    reached: bool = True

    @property
    def holds(self) -> bool:
        """Whether it was looked at to the end, and nothing was wrong."""
        return self.fault is None and self.reached


NOT_REACHED = N_("Not checked further, because something else is invalid.")


class Replayed(NamedTuple):
    """A record as it was played again, as far as the rules went with it."""

    variant: str
    rules: type[Position]
    names: tuple[str, ...]
    positions: tuple[Position, ...]
    turns: tuple[Played, ...]
    ending: Ending | None
    """How the record says that the game ended."""
    checks: tuple[Check, ...]
    versions: tuple[int, int] | None
    """The version of the rules that the record is of, and the one that played it, where they differ."""

    @property
    def fault(self) -> RulesError | None:
        """The first thing that does not hold."""
        return next((check.fault for check in self.checks if check.fault is not None), None)


def _nothing() -> None:
    pass


def read(text: str, variants: Variants) -> GameRecord | Game:
    """The record that a text holds, in the one form or the other; PGN by what these variants are called there.

    Raises RecordError.
    """
    text = text.removeprefix("\ufeff")
    return records.read(text) if text.lstrip().startswith("{") else pgn.read(text, variants)


def replay(document: GameRecord | Game, variants: Variants, breathe: Callable[[], object] = _nothing) -> Replayed:
    """The record played again, and all of it holds. Raises RulesError for the first thing that does not."""
    replayed = examine(document, variants, breathe)
    if replayed.fault is not None:
        raise replayed.fault
    return replayed


def examine(document: GameRecord | Game, variants: Variants, breathe: Callable[[], object] = _nothing) -> Replayed:
    """What came of each check of a record. `breathe` is called between the turns, so that others may go on.

    Raises RulesError where there is nothing to play: an unknown variant or option, a FEN that is no
    position, a record that was taken while its board was hidden.
    """
    rules = variants.get(document.variant)
    if rules is None:
        raise RecordError("no_variant", "There is no variant “{variant}” here.", variant=document.variant)
    examination = _OfRecord(document, rules) if isinstance(document, GameRecord) else _OfGame(document, rules)
    examination.run(breathe)
    return examination.replayed()


class _Examination(ABC):
    """What the examinations of both forms share: the walk, and a verdict for each check."""

    names: tuple[str, ...]

    def __init__(self, variant: str, walk: Walk, ending: Ending | None) -> None:
        self.variant, self.walk, self.ending = variant, walk, ending
        self.faults: dict[str, RulesError] = {}

    def attempt(self, check: str, look: Callable[..., None], *arguments: Any) -> bool:
        """Look, and keep the fault if there is one; a check with a fault is not asked again."""
        if check not in self.faults:
            try:
                look(*arguments)
            except RulesError as fault:
                self.faults[check] = fault
        return check not in self.faults

    @property
    def astray(self) -> bool:
        """True once nothing that follows has a meaning any more."""
        return "order" in self.faults or "turns" in self.faults

    @abstractmethod
    def sentences(self) -> Mapping[str, tuple[str, Mapping[str, Any]]]:
        """Each check that is made, with what it says where it holds."""

    def replayed(self) -> Replayed:
        """All that came of it."""
        checks = []
        for name, (sentence, parameters) in self.sentences().items():
            fault = self.faults.get(name)
            reached = name == "digest" or not self.astray
            checks.append(Check(name, sentence if reached else NOT_REACHED, parameters, fault, reached))
        return Replayed(
            self.variant,
            self.walk.rules,
            self.names,
            tuple([game.position for game in self.walk.game.history()][::-1]),
            tuple(self.walk.turns),
            self.ending,
            tuple(checks),
            self.walk.versions,
        )


class _OfRecord(_Examination):
    """A whole record: order, turns, seals, clocks, end, digest."""

    def __init__(self, record: GameRecord, rules: type[Position]) -> None:
        if not record.complete:
            raise RecordError(
                "record_incomplete",
                "This record was downloaded while the board was hidden, and holds no moves."
                " Download it again when the game is over.",
            )
        if record.fen is None or record.final_fen is None:
            raise _lacks("fen" if record.fen is None else "final_fen")
        for index, line in enumerate(record.log):
            if isinstance(line, TurnLine) and (line.moves is None or line.fen is None):
                raise _lacks(f"log[{index}].{'moves' if line.moves is None else 'fen'}")
        result = record.result
        ending = None if result is None else Ending(tuple(result.points), result.reason, result.seat)
        super().__init__(record.variant, Walk(rules, record.fen, record.settings, record.rules_version), ending)
        self.record = record
        self.names = tuple(chair.name or "" for chair in record.seats)
        self.course = Course(record, self.walk.position)
        self.rolls = Rolls(record, rules.chance)
        self.envelopes = Envelopes(record.table)
        self.control = parse(record.control)
        self.timing = Timing(self.control, len(record.seats))
        self.end_taken = False
        """Whether the end stands as the record tells it, because another version of the rules decided it."""

    def run(self, breathe: Callable[[], object]) -> None:
        """Look at everything."""
        self.attempt("digest", self._digest)
        self.attempt("order", self._head)
        self.attempt("dice", self.rolls.check_seed)
        for index, (line, told) in enumerate(zip(self.record.log, self._seats_told(), strict=True), 1):
            if self.astray:
                return
            breathe()
            self._line(index, line, told)
        if not self.astray:
            self.attempt("order", self._foot)
            self.attempt("result", self._result)

    def _line(self, index: int, line: AnyLine, told: Collection[Seat] | None) -> None:
        before = self.walk.position
        if not self.attempt("order", self.course.check, index, line, told or before.to_act):
            return
        self.attempt("seals", self.envelopes.check, line, self.course.seals, self.course.takebacks)
        if isinstance(line, EndLine | LeftLine):
            self.attempt("result", self._end if isinstance(line, EndLine) else self._left, line)
        if not self.attempt("turns", self._walk, line):
            return
        if isinstance(line, TurnLine):
            of_another = self.walk.is_of_another_version(line.rules_version)
            self.attempt("dice", self.rolls.check, line, self.course, before, not of_another)
        self.course.take(line)
        self.attempt("clocks", self.timing.take, line, self.course, before, self.walk.position)

    def _walk(self, line: AnyLine) -> None:
        if isinstance(line, TurnLine):
            moves = {int(seat): text for seat, text in (line.moves or {}).items()}
            notation = {int(seat): text for seat, text in line.notation.items()}
            self.walk.play(moves, line.fen, notation, line.rules_version)
        elif isinstance(line, LeftLine):
            self.walk.leave(line.left, line.fen, line.rules_version)
        elif isinstance(line, BackLine) and line.kind == "takeback":
            self.walk.back(line.to)

    def _seats_told(self) -> list[Collection[Seat] | None]:
        """For each line of the log the seats that acted in its turn; None where today's rules say which they are."""
        found: list[Collection[Seat] | None] = []
        seats: Collection[Seat] | None = None
        for line in reversed(self.record.log):
            if isinstance(line, TurnLine):
                of_another = self.walk.is_of_another_version(line.rules_version)
                seats = sorted(int(seat) for seat in line.moves or {}) if of_another else None
            elif isinstance(line, BackLine) and line.kind == "takeback":
                seats = None
            found.append(seats)
        return found[::-1]

    def _digest(self) -> None:
        if records.digest(self.record.as_data()) != self.record.digest:
            raise RecordError("record_digest", "The digest is not that of the record: something in it was changed.")

    def _head(self) -> None:
        start = self.walk.position
        codes = [chair.code for chair in self.record.seats]
        if codes != [*start.seats] or [chair.seat for chair in self.record.seats] != [*range(len(codes))]:
            raise RecordError(
                "record_seats",
                "The seats of this game are {expected}, the record has {found}.",
                expected=", ".join(start.seats),
                found=", ".join(codes),
            )
        if start.fen() != self.record.fen or dict(start.settings) != self.record.settings:
            raise RecordError(
                "record_start", "The record does not write its options and its first position as the rules do."
            )

    def _foot(self) -> None:
        chairs = self.record.seats
        seated = {chair.seat for chair in chairs if chair.name is not None}
        first = {chair.player: chair.seat for chair in reversed(chairs) if chair.player is not None}
        held = {chair.seat for chair in chairs if chair.player is not None}
        if not seated == held == self.course.chairs or any(player != seat for player, seat in first.items()):
            raise RecordError("record_seats", "The record names other players than those who took the seats.")
        if self.record.seen_by != "all":
            raise _lacks("seen_by")

    def _left(self, line: LeftLine) -> None:
        stand = Circumstances(self.walk, self.control, self.course, self.timing, line.clocks or ())
        judge_leaving(line.reason, line.seat, line.left, stand)

    def _end(self, line: EndLine) -> None:
        stand = Circumstances(self.walk, self.control, self.course, self.timing, line.clocks or ())
        try:
            judge(Ending(tuple(line.points), line.reason, line.seat), stand)
        except RecordError:
            if not self.walk.is_of_another_version(line.rules_version):
                raise
            self.end_taken = True

    def _result(self) -> None:
        last = self.record.log[-1] if self.record.log else None
        ended = Ending(tuple(last.points), last.reason, last.seat) if isinstance(last, EndLine) else None
        if self.ending != ended or self.record.status != self.course.status:
            raise RecordError(
                "record_result",
                "The record says “{told}”, its actions say “{expected}”.",
                told=f"{self.record.status} {self.ending or '*'}",
                expected=f"{self.course.status} {ended or '*'}",
            )
        _check_final(self.walk, self.record.final_fen)

    def sentences(self) -> Mapping[str, tuple[str, Mapping[str, Any]]]:
        """What each check says where it holds."""
        envelopes = self.envelopes
        return {
            "order": (N_("Every action can follow those before it, in order and in time."), {}),
            "turns": _turns(self.walk),
            "seals": (
                N_("Sealed moves that match their seals: {opened}. Seals that were never opened: {closed}.")
                if not envelopes.bare
                else N_(
                    "Sealed moves that match their seals: {opened}. Seals that were never opened: {closed}."
                    " Turns of several moves without seals: {bare}."
                ),
                {"opened": envelopes.opened, "closed": envelopes.closed, "bare": envelopes.bare},
            ),
            **self._dice(),
            "clocks": (
                N_("There was no clock.")
                if self.control.kind == "none"
                else N_("The clocks agree with the times of the actions."),
                {},
            ),
            "result": _end_sentence(self.ending, self.end_taken),
            # Last, because whatever else was changed has changed the digest too.
            "digest": (N_("The digest is that of the record."), {}),
        }

    def _dice(self) -> Mapping[str, tuple[str, Mapping[str, Any]]]:
        dice = self.record.dice
        if dice is None and not self.walk.rules.chance:
            return {}
        if dice is not None and dice.seed is None:
            return {"dice": (N_("The seed of the dice is shown when the game is over."), {})}
        return {
            "dice": (
                N_("Rolls that follow from the seed that was fixed before the game: {count}."),
                {"count": self.rolls.count},
            )
        }


class _OfGame(_Examination):
    """A text of moves: turns, end."""

    def __init__(self, game: Game, rules: type[Position]) -> None:
        ending = None if game.shares is None else Ending(tuple(map(float, game.shares)), game.reason)
        super().__init__(game.variant, Walk(rules, game.fen, game.settings, game.rules_version), ending)
        self.game = game
        self.names = tuple(game.tags.get(pgn.seat_tag(code), "") for code in self.walk.position.seats)

    def run(self, breathe: Callable[[], object]) -> None:
        """Look at everything."""
        for turn in self.game.turns:
            breathe()
            seats = sorted(self.walk.position.to_act)
            # With too few or too many moves, the rules are asked with what there is and say whose are missing.
            words = _spelled(self.walk.position, turn.moves) if self.game.standard else turn.moves
            moves = dict(zip(seats, words, strict=False)) if len(words) <= len(seats) else {}
            left = pgn.left(turn.moves)
            held = (
                self.attempt("turns", self.walk.leave, left)
                if left
                else self.attempt("turns", self.walk.play, self._joining(moves))
            )
            if not held:
                return
        self.attempt("result", self._result)

    def _joining(self, moves: Mapping[Seat, str]) -> Mapping[Seat, str]:
        """These moves, or the one of a seat that joins, where it is the only one to which the rules offer it."""
        position = self.walk.position
        joining = {
            seat: text
            for text in moves.values()
            for seat in sorted(position.joinable)
            if len(moves) == 1 and text in map(position.write, position.moves(seat))
        }
        offered = [text for seat, text in moves.items() if text in map(position.write, position.moves(seat))]
        return joining if joining and not offered else moves

    def _result(self) -> None:
        if self.ending is not None:
            over = self.walk.position.result()
            if over is not None and self.ending.reason == pgn.UNSTATED:
                self.ending = self.ending._replace(reason=over.reason)
            judge(self.ending, Circumstances(self.walk, self.game.control))
        _check_final(self.walk, self.game.final_fen)

    def sentences(self) -> Mapping[str, tuple[str, Mapping[str, Any]]]:
        """What each check says where it holds."""
        return {"turns": _turns(self.walk), "result": _end_sentence(self.ending)}


def _spelled(position: Position, words: tuple[str, ...]) -> tuple[str, ...]:
    """Words of SAN as moves are sent; one that spells no offered move stays as it is, for the rules to refuse."""
    moves = [position.from_san(word) for word in words]
    return tuple([word if move is None else position.write(move) for word, move in zip(words, moves, strict=True)])


def _lacks(where: str) -> RecordError:
    return RecordError(
        "record_format", "The record is not well formed at {where} ({fault}).", where=where, fault="missing"
    )


def _check_final(walk: Walk, told: str | None) -> None:
    found = walk.position.fen()
    if told is not None and found != told:
        raise RecordError("record_result", "The turns end in {found}, the record says {told}.", found=found, told=told)


def _turns(walk: Walk) -> tuple[str, Mapping[str, Any]]:
    played = len(walk.turns) - walk.taken
    if not walk.taken:
        return N_("Turns that the rules play as the record does: {count}."), {"count": played}
    return (
        N_(
            "Turns that the rules play as the record does: {count}."
            " Turns that another version of the rules played, taken as the record tells them: {taken}."
        ),
        {"count": played, "taken": walk.taken},
    )


def _end_sentence(ending: Ending | None, taken: bool = False) -> tuple[str, Mapping[str, Any]]:
    if taken:
        return N_("The end was decided by another version of the rules, and is taken as the record tells it."), {}
    if ending is None:
        return N_("The record ends before the game does, in the position that it names."), {}
    return N_("The game can end as the record tells, in the position that it names."), {}


def agrees(document: GameRecord | Game, own: Mapping[str, Any], variants: Variants) -> bool | None:
    """Whether a record says the same as another of the same table, names apart; `own` is of a game that is over.

    A record that was taken earlier says the same as far as it goes; of a text that breaks off nobody
    can tell whether its last turns were taken back, so there the answer is None.
    """
    if isinstance(document, Game):
        if document.shares is None:
            return None
        rules = variants[own["variant"]]
        other = pgn.read(pgn.write(own, rules), variants)
        if document.standard or other.standard:
            try:
                return document.variant == other.variant and _told(document, rules) == _told(other, rules)
            except RulesError:  # What the rules do not play is not what was played here.
                return False
        return all(
            getattr(document, field) == getattr(other, field)
            for field in ("variant", "settings", "fen", "control", "shares", "reason", "final_fen")
        ) and [turn.moves for turn in document.turns] == [turn.moves for turn in other.turns]
    theirs = document.as_data()
    over = document.status in ("finished", "stopped")
    log = own["log"] if over else own["log"][: len(document.log)]
    fields = ["table", "variant", "rules_version", "settings", "fen", "control", "opened_at", "complete"]
    fields += ["status", "final_fen", "result"] if over else []
    same = all(records.canonical(theirs[field]) == records.canonical(own[field]) for field in fields)
    return same and records.canonical(theirs["log"]) == records.canonical(log)


def _told(game: Game, rules: type[Position]) -> tuple[object, ...]:
    """What a game in SAN says, however it is spelled: its first position, its moves as they are sent, and its end."""
    walk = Walk(rules, game.fen, game.settings, game.rules_version)
    start = walk.position
    sent = []
    for turn in game.turns:
        seats = sorted(walk.position.to_act)
        sent.append(_spelled(walk.position, turn.moves))
        walk.play(dict(zip(seats, sent[-1], strict=True)))
    return (dict(start.settings), start.key(), sent, game.control, game.shares, game.reason)
