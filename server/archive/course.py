"""The course of a recorded game, line by line: what may follow what, what the envelopes and the clocks must say."""

from __future__ import annotations

from collections.abc import Collection

from server.archive.scoresheet import (
    AnyLine,
    BackLine,
    DowntimeLine,
    EndLine,
    GameRecord,
    LeftLine,
    RecordError,
    SealLine,
    SeatLine,
    StopLine,
    TurnLine,
)
from server.tables import dice
from server.tables.clock import Clocks
from server.tables.control import Control
from server.tables.envelope import commitment
from server.tables.turn import earners, timed
from variants.position import Position, Seat

TOLERANCE = 0.1
"""Seconds by which a clock may be out: a record rounds each time to the millisecond."""


class Course:
    """Who sits, what is sealed, offered and asked for after the lines so far: `check` a line, then let `take` it."""

    def __init__(self, record: GameRecord, start: Position) -> None:
        self.seats = range(len(record.seats))
        self.needed = {*start.players(), *start.chance}
        """The seats that are taken before the game begins."""
        self.joinable = start.joinable
        self.chance = start.chance
        self.players = [chair.player for chair in record.seats]
        self.computers = {chair.seat for chair in record.seats if chair.computer is not None}
        self.chairs: set[Seat] = set()
        self.seals: dict[Seat, str | None] = {}
        self.offers: set[Seat] = set()
        self.asking: list[Seat] = []
        self.back_to = 0
        self.takebacks = 0
        self.actors: list[set[Seat]] = []
        """The seats that acted, turn by turn."""
        self.over = ""
        self.lines = 0
        """Lines so far."""
        self.last_at = record.opened_at

    @property
    def number(self) -> int:
        """Turns played that stand."""
        return len(self.actors)

    @property
    def status(self) -> str:
        """How the table stands, as a view says it."""
        return self.over or ("running" if self.chairs.issuperset(self.needed) else "open")

    @property
    def agreeing(self) -> set[Seat | None]:
        """Whom a takeback needs: the computer agrees to all of them."""
        return {self.players[seat] for seat in self.chairs - self.computers if seat not in self.chance}

    def waited_for(self, to_act: Collection[Seat]) -> list[Seat]:
        """The seats that are to act and have not sealed."""
        return [seat for seat in to_act if seat not in self.seals] if self.status == "running" else []

    def check(self, index: int, line: AnyLine, to_act: Collection[Seat]) -> None:
        """Raise RecordError unless this line can follow the ones before it."""
        if line.at < self.last_at:
            raise RecordError("record_order", "Line {index} of the log is earlier than the line above it.", index=index)
        good = not self.over and line.turn == self.number + 1
        seat = getattr(line, "seat", None)
        good = good and (seat is None or seat in self.seats)
        if not (good and (isinstance(line, EndLine) or self._follows(line, to_act))):
            raise RecordError(
                "record_order",
                "Line {index} of the log ({kind}, turn {turn}) cannot follow the lines before it.",
                index=index,
                kind=line.kind,
                turn=line.turn,
            )

    def _follows(self, line: AnyLine, to_act: Collection[Seat]) -> bool:
        if isinstance(line, SeatLine) and line.kind == "sit":
            return line.seat not in self.chairs and line.seat in (
                self.needed if self.status == "open" else self.joinable
            )
        if isinstance(line, DowntimeLine):
            return line.since <= line.until <= line.at
        if isinstance(line, StopLine):
            return True
        if self.status != "running":
            return False
        match line:
            case SealLine():
                # The last seal of a turn is part of its reveal.
                return line.seat in self.waited_for(to_act) and len(self.waited_for(to_act)) > 1
            case SeatLine(kind="unseal"):
                return line.seat in self.seals
            case SeatLine(kind="offer"):
                return line.seat not in self.offers and (line.seat in to_act or bool(self.offers))
            case SeatLine(kind="decline"):
                return bool(self.offers - {line.seat} or (self.asking and line.seat not in self.asking))
            case TurnLine():
                return str(line.seat) in (line.moves or {})
            case LeftLine():
                return self.chairs.issuperset((line.seat, *line.left))
            case BackLine(kind="ask_back") if self.asking:
                return line.seat not in self.asking and line.to == self.back_to
            case BackLine(kind="ask_back"):
                acted = [number for number, seats in enumerate(self.actors) if line.seat in seats]
                return line.to == max(acted, default=-1)
            case BackLine(kind="takeback"):
                agreed = {self.players[seat] for seat in self.asking}
                return agreed == self.agreeing and line.seat == self.asking[-1] and line.to == self.back_to
        return False

    def take(self, line: AnyLine) -> None:
        """Let a line happen that was checked."""
        self.lines += 1
        self.last_at = line.at
        match line:
            case SeatLine(kind="sit"):
                self.chairs.add(line.seat)
            case SealLine():
                self.seals[line.seat] = line.seal
                self._play_on(line.seat)
            case SeatLine(kind="unseal"):
                del self.seals[line.seat]
            case SeatLine(kind="offer"):
                self.offers.add(line.seat)
            case SeatLine(kind="decline"):
                self.offers &= {line.seat}
                self.asking.clear()
            case TurnLine():
                self.actors.append({int(seat) for seat in line.moves or {}})
                self._play_on(line.seat)
                self._begin_turn()
            case LeftLine():
                self.actors.append(set())
                self.offers.clear()
                self._begin_turn()
            case BackLine(kind="ask_back"):
                self.asking.append(line.seat)
                self.back_to = line.to
            case BackLine():
                del self.actors[line.to :]
                self.takebacks += 1
                self.offers.clear()
                self._begin_turn()
            case EndLine():
                self.over = "finished"
            case StopLine():
                self.over = "stopped"

    def _play_on(self, seat: Seat) -> None:
        if seat not in self.offers:
            self.offers.clear()

    def _begin_turn(self) -> None:
        self.seals.clear()
        self.asking.clear()


class Envelopes:
    """Every commitment: seen before the reveal, computed anew after it."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.opened = 0
        self.closed = 0
        """Seals that were never opened: they show no move and prove nothing."""
        self.bare = 0
        """Turns of several seats without envelopes."""

    def check(self, line: AnyLine, standing: dict[Seat, str | None], takebacks: int) -> None:
        """Raise RecordError unless the envelopes of this line hold what was sealed.

        `standing` are the seals before it, `takebacks` says how often turns were taken back.
        """
        if isinstance(line, SealLine):
            self.closed += line.seal is not None
        if not isinstance(line, TurnLine) or line.moves is None:
            return
        seals, nonces = line.seals or {}, line.nonces or {}
        if len(line.moves) > 1 and not seals and not nonces and not any(standing.values()):
            self.bare += 1
            return
        expected = set(line.moves) if len(line.moves) > 1 else set()
        if set(seals) != expected or set(nonces) != expected:
            raise RecordError(
                "record_seal", "Turn {turn}: there is not one seal and one nonce for each move.", turn=line.turn
            )
        if line.takebacks is not None and line.takebacks != takebacks:
            raise RecordError(
                "record_seal",
                "Turn {turn}: its seals count {told} takebacks, the record {found}.",
                turn=line.turn,
                told=line.takebacks,
                found=takebacks,
            )
        for seat, move in line.moves.items():
            if seat not in seals:
                continue
            known = standing.get(int(seat), seals[seat] if int(seat) == line.seat else None)
            digest = commitment(self.table, line.turn, line.takebacks, int(seat), move, nonces[seat])
            if not known == seals[seat] == digest:
                raise RecordError(
                    "record_seal",
                    "Turn {turn}: the move and the nonce of seat {seat} do not match its seal.",
                    turn=line.turn,
                    seat=seat,
                )
            self.opened += 1
            self.closed -= int(seat) in standing


class Rolls:
    """Every move of nature, computed anew from the seed that the record shows."""

    def __init__(self, record: GameRecord, chance: Collection[Seat]) -> None:
        self.table = record.table
        self.dice = record.dice
        self.chance = chance
        self.count = 0

    def check_seed(self) -> None:
        """Raise RecordError unless the seed is the one that was fixed, and is there where nature has a seat."""
        told = self.dice
        if (told is None) == bool(self.chance) or (
            told is not None and told.seed is not None and dice.commitment(self.table, told.seed) != told.seal
        ):
            raise RecordError("record_dice", "The seed of the dice is not the one that was fixed before the game.")

    def check(self, line: AnyLine, course: Course, before: Position, by_these_rules: bool) -> None:
        """Raise RecordError unless nature played in this turn what follows from the seed.

        Where other rules played it, another roll is not counted: they may have offered nature other moves.
        """
        if not isinstance(line, TurnLine) or self.dice is None or self.dice.seed is None:
            return
        for seat, move in (line.moves or {}).items():
            if int(seat) not in self.chance:
                continue
            moves = [before.write(each) for each in before.moves(int(seat))]
            if move != dice.roll(self.dice.seed, self.table, line.turn, course.takebacks, int(seat), moves):
                if not by_these_rules:
                    continue
                raise RecordError(
                    "record_dice", "Turn {turn}: the dice show something else than {move}.", turn=line.turn, move=move
                )
            self.count += 1


class Timing:
    """The clocks, counted anew from the times of the lines."""

    def __init__(self, control: Control, seats: int) -> None:
        self.control = control
        self.clocks = Clocks(control, seats)

    def take(self, line: AnyLine, course: Course, before: Position, after: Position) -> None:
        """Count this line, which `course` has taken; raise RecordError if the record's clocks say something else."""
        told = line.clocks if isinstance(line, TurnLine | LeftLine | EndLine) else None
        if self.control.kind == "none":
            if told is not None:
                raise self._fault(line)
            return
        match line:
            case SealLine():
                self.clocks.moved([line.seat])
            case TurnLine():
                self.clocks.moved(map(int, line.moves or {}))
                self.clocks.run((), line.at)
                self.clocks.grant(
                    earners(before, after, {int(seat): text for seat, text in (line.moves or {}).items()})
                )
            case BackLine(kind="takeback") if self.control.kind == "turn":
                self.clocks.run((), line.at)
                self.clocks.grant(course.seats)
            case DowntimeLine():
                self.clocks.give_back(line.until - line.since)
        if isinstance(line, TurnLine | LeftLine | EndLine):
            found = self.clocks.readings(line.at)
            if (
                told is None
                or len(told) != len(found)
                or any(abs(one - other) > TOLERANCE for one, other in zip(told, found, strict=True))
            ):
                raise self._fault(line)
            self.clocks.put(told)
        self.clocks.run(timed(course.waited_for(after.to_act), after, course.computers), line.at)

    def _fault(self, line: AnyLine) -> RecordError:
        return RecordError(
            "record_clock", "Turn {turn}: the clocks do not agree with the times of the actions.", turn=line.turn
        )
