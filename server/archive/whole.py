"""A whole record looked at: its order, turns, seals, dice, clocks, end and digest."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from server.archive import records
from server.archive.course import Course, Envelopes, Rolls, Timing
from server.archive.endings import Circumstances, judge, judge_leaving
from server.archive.examination import Examination, Sentence
from server.archive.scoresheet import AnyLine, BackLine, EndLine, GameRecord, LeftLine, RecordError, TurnLine
from server.archive.walk import Walk
from server.tables.action import N_
from server.tables.control import parse
from server.tables.turn import Ending
from variants.position import Position, Seat


class OfRecord(Examination):
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
        # A record may be older than an option, which then has its default.
        if start.fen() != self.record.fen or not self.record.settings.items() <= dict(start.settings).items():
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
        self.check_final(self.record.final_fen)

    def sentences(self) -> Mapping[str, Sentence]:
        """What each check says where it holds."""
        envelopes = self.envelopes
        return {
            "order": (N_("Every action can follow those before it, in order and in time."), {}),
            "turns": self.about_turns(),
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
            "result": (
                (N_("The end was decided by another version of the rules, and is taken as the record tells it."), {})
                if self.end_taken
                else self.about_end()
            ),
            # Last, because whatever else was changed has changed the digest too.
            "digest": (N_("The digest is that of the record."), {}),
        }

    def _dice(self) -> Mapping[str, Sentence]:
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


def _lacks(where: str) -> RecordError:
    return RecordError(
        "record_format", "The record is not well formed at {where} ({fault}).", where=where, fault="missing"
    )
