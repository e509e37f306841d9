"""The check of a whole record: the rules play its log in order, its seals open, its dice follow, its end is possible.

What a record cannot prove is shown as recorded: times, offers, requests, and who agreed to what. A forger could make
them fit.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from server.game import N_, NO_CLOCK, Control, Ending, dice_digest, parse_control, roll, seal_digest
from server.records import movetext, writer
from server.records.checks import Faults, Replayed, Sentence, about_end, about_turns
from server.records.document import (
    AnyLine,
    BackLine,
    DowntimeLine,
    EndLine,
    GameRecord,
    GivenLine,
    LeftLine,
    RecordError,
    SealLine,
    SeatLine,
    StopLine,
    TurnLine,
    incomplete,
)
from server.records.endings import Evidence, can_leave, check_end, check_final
from server.records.line_of_play import LineOfPlay, game_over, other_rules, rules_may_fail
from variants.position import Position, Result, Seat

ROUNDING = 0.01
"""Seconds by which a clock may show more than it had: a record rounds each time to the millisecond."""


class RecordCheck:
    """Plays a whole record again. Its checks: order, turns, seals, dice, clocks, end, digest.

    Raises RulesError where there is nothing to play.
    """

    def __init__(self, record: GameRecord, rules: type[Position]) -> None:
        if not record.complete:
            raise incomplete()
        lacking = [key for key in ("fen", "final_fen") if getattr(record, key) is None]
        for index, line in enumerate(record.log):
            if isinstance(line, TurnLine):
                lacking += [f"log[{index}].{key}" for key in ("moves", "fen") if getattr(line, key) is None]
        if lacking:
            raise _lacks(lacking[0])
        result = record.result
        self._record = record
        self._rules = rules
        self._recorded_ending = None if result is None else Ending(tuple(result.points), result.reason, result.seat)
        self._faults = Faults()
        self._line = LineOfPlay(rules, record.fen or "", record.settings)
        self._start = self._line.position
        self._clocks = ClockCheck(parse_control(record.control), len(self._start.seats))
        self._at = record.opened_at
        self._seated: set[Seat] = set()
        self._needed = {*self._start.players(), *rules.chance}
        """The seats that are taken before the game begins."""
        self._joining: Seat | None = None
        self._seals: dict[Seat, str] = {}
        """The seals of this turn."""
        self._takebacks = 0
        self._opened = self._closed = self._rolls = 0
        """The numbers of opened seals, of other seals, and of chance moves that follow from the seed."""
        self._recorded: set[int] = set()
        """The turns that are taken as recorded: another version of the rules played them differently."""
        self._over: Result | None = None
        """The end by the rules, which the next line must record."""
        self._ending: Ending | None = None
        self._end_believed = False
        """Whether the end is taken as recorded, because another version of the rules decided it."""
        self._stopped = False

    def run(self) -> Replayed:
        """Run all checks."""
        faults, record, line = self._faults, self._record, self._line
        for look in (self._digest, self._head, self._seed):
            faults.attempt(look)
        for index, each in enumerate(record.log):
            if faults.astray:
                break
            faults.attempt(self._play, index, each)
        if not faults.astray:
            faults.attempt(self._seats)
            faults.attempt(self._result)
        names = tuple(chair.name or "" for chair in record.seats)
        moves, checks = [list(turn) for turn in line.moves], faults.checks(self._sentences())
        return Replayed(
            record.variant, record.rules_version, names, self._recorded_ending, line.game, line.turns, moves, checks
        )

    @property
    def _status(self) -> str:
        if self._stopped:
            return "stopped"
        if self._ending is not None:
            return "finished"
        return "running" if self._needed <= self._seated else "open"

    def _play(self, index: int, line: AnyLine) -> None:
        """Raise RecordError unless this line can follow the ones before; note other faults in it."""
        if line.at < self._at:
            raise RecordError(
                "record_order", "Line {index} of the log is earlier than the line above it.", index=index + 1
            )
        if self._over is not None and line.kind != "end":
            raise game_over(line.turn, self._over.reason)
        with rules_may_fail(line.turn):
            follows = line.turn == self._line.next_turn and self._follow(line)
        if not follows:
            raise RecordError(
                "record_order",
                "Line {index} of the log ({kind}, turn {turn}) cannot follow the lines before it.",
                index=index + 1,
                kind=line.kind,
                turn=line.turn,
            )
        self._at = line.at

    def _follow(self, line: AnyLine) -> bool:
        """Apply a line; False if it cannot follow the ones before. Raises RecordError."""
        position, status = self._line.position, self._status
        if status in ("finished", "stopped"):
            return False
        plays = status == "running" and getattr(line, "seat", None) in self._seated
        joining, self._joining = self._joining, None
        if joining is not None and not (isinstance(line, TurnLine) and line.seat == joining):
            return False
        match line:
            case SeatLine(kind="sit", seat=seat) if seat not in self._seated:
                self._seated.add(seat)
                # Who joins a running game does so by a move, which is the next line.
                self._joining = None if status == "open" else seat
                return seat in (self._needed if status == "open" else position.joinable)
            case SeatLine(kind="offer" | "decline") if plays:
                pass
            case SeatLine(kind="unseal", seat=seat) if plays and seat in self._seals:
                del self._seals[seat]
            # The last seal of a turn is its reveal.
            case SealLine(seat=seat) if plays and {seat} < set(position.to_act).difference(self._seals):
                self._seals[seat] = line.seal
                self._closed += 1
            case TurnLine() if plays and line.seat in (moves := _by_seat(line.moves or {})):
                if max(moves) >= len(self._start.seats):
                    return False
                self._turn(line, moves)
            case LeftLine() if plays and len(set(line.left)) == len(line.left):
                self._leave(line)
            case BackLine() if plays and line.to < len(self._line.turns):
                if line.kind == "takeback":
                    self._take_back(line.to)
            case GivenLine() if plays and self._clocks.control != NO_CLOCK:
                if not self._seated - {line.seat} >= set(line.seats) or len(set(line.seats)) < len(line.seats):
                    return False
                self._clocks.add(line.seconds, line.seats)
            case DowntimeLine() if line.since <= line.until:
                self._clocks.add(line.until - line.since)
            case EndLine() if line.seat is None or line.seat in self._seated:
                self._end(line)
            case StopLine():
                self._stopped = True
            case _:
                return False
        return True

    def _turn(self, line: TurnLine, moves: Mapping[Seat, str]) -> None:
        notation = _by_seat(line.notation)
        self._open_seals(line, moves)

        def play() -> None:
            self._check_rolls(line, moves)
            self._line.play(moves)
            texts = self._line.turns[-1].texts
            # Older records leave out the signs for check and mate.
            if notation not in (texts, {seat: text.rstrip("+#") for seat, text in texts.items()}):
                raise RecordError(
                    "record_turn",
                    "Turn {turn}: the rules write it {found}, the record {told}.",
                    turn=line.turn,
                    found=" ".join(texts.values()),
                    told=" ".join(notation.values()),
                )

        self._step(line, play, tuple(moves[seat] for seat in sorted(moves)), notation)
        self._clocks.earn(set(moves).difference(self._rules.chance))
        self._check_clocks(line)

    def _leave(self, line: LeftLine) -> None:
        possible = can_leave(line, self._clocks.control, self._evidence(line))
        self._step(line, lambda: self._line.leave(line.left), (movetext.left_text(line.left),), {})
        if not possible:
            self._faults.note(
                RecordError(
                    "record_leaving", "Turn {turn}: nothing in the record lets a seat leave there.", turn=line.turn
                )
            )
        self._check_clocks(line)

    def _step(
        self, line: TurnLine | LeftLine, play: Callable[[], None], moves: tuple[str, ...], texts: Mapping[Seat, str]
    ) -> None:
        """Play a turn by the rules, or take it as recorded if another version of them played it differently.

        Raises RecordError.
        """
        number, version, ours = len(self._line.turns), self._version_of(line), self._rules.rules_version
        try:
            play()
            fen = self._line.position.fen()
            if fen != line.fen:
                raise RecordError(
                    "record_turn",
                    "Turn {turn}: the rules lead to {found}, the record to {told}.",
                    turn=line.turn,
                    found=fen,
                    told=line.fen,
                )
        except Exception as departure:
            self._line.back(number)
            if version == ours:
                raise
            try:
                after = self._rules.from_fen(line.fen or "", self._line.position.settings)
                if after.fen() != line.fen:
                    raise departure
            except Exception as error:
                raise other_rules(line.turn, version, ours) from error
            self._line.take(after, moves, texts)
            self._recorded.add(line.turn)
        # The other rules may have played on.
        self._over = self._line.game.ending() if version == ours else None
        self._seals.clear()

    def _open_seals(self, line: TurnLine, moves: Mapping[Seat, str]) -> None:
        """Check the seals against these moves, and that they were made before the turn."""
        seals, nonces, turn = line.seals or {}, line.nonces or {}, line.turn
        if not seals.keys() == nonces.keys() == (set(map(str, moves)) if len(moves) > 1 else set()):
            self._faults.note(
                RecordError("record_seal", "Turn {turn}: there is not one seal and one nonce for each move.", turn=turn)
            )
            return
        if line.takebacks not in (None, self._takebacks):
            self._faults.note(
                RecordError(
                    "record_seal",
                    "Turn {turn}: its seals count {told} takebacks, the record {found}.",
                    turn=turn,
                    told=line.takebacks,
                    found=self._takebacks,
                )
            )
        for code, seal in seals.items():
            seat = int(code)
            digest = seal_digest(self._record.table, turn, line.takebacks, seat, moves[seat], nonces[code])
            if seal != digest or (seat != line.seat and seal != self._seals.get(seat)):
                self._faults.note(
                    RecordError(
                        "record_seal",
                        "Turn {turn}: the move and the nonce of seat {seat} do not match its seal.",
                        turn=turn,
                        seat=seat,
                    )
                )
        self._opened += len(seals)
        self._closed -= len(self._seals.keys() & moves.keys())

    def _check_rolls(self, line: TurnLine, moves: Mapping[Seat, str]) -> None:
        """Check that chance moves follow from the seed.

        A different roll under another version of the rules is no fault: it may have offered other chance moves.
        """
        dice, position = self._record.dice, self._line.position
        if dice is None or dice.seed is None:
            return
        for seat in self._rules.chance.intersection(moves):
            offered = [position.write(move) for move in position.moves(seat)]
            if moves[seat] == roll(dice.seed, self._record.table, line.turn, self._takebacks, seat, offered):
                self._rolls += 1
            elif self._version_of(line) == self._rules.rules_version:
                about = {"turn": line.turn, "move": moves[seat]}
                self._faults.note(
                    RecordError("record_dice", "Turn {turn}: the dice show something else than {move}.", **about)
                )

    def _take_back(self, to: int) -> None:
        self._recorded.difference_update(range(to + 1, self._line.next_turn))
        self._line.back(to)
        self._takebacks += 1
        self._seals.clear()
        self._clocks.take_back()

    def _end(self, line: EndLine) -> None:
        self._check_clocks(line)
        self._over, evidence = None, self._evidence(line)
        self._ending = Ending(tuple(line.points), line.reason, line.seat)
        try:
            check_end(self._ending, self._line, self._clocks.control, evidence)
        except RecordError as fault:
            # Under other rules, too, the seats share one point.
            shared = len(line.points) == len(self._start.seats) and abs(sum(line.points) - 1) < 1e-6
            self._end_believed = shared and self._version_of(line) != self._rules.rules_version
            if not self._end_believed:
                self._faults.note(fault)

    def _evidence(self, line: LeftLine | EndLine) -> Evidence:
        clocks, contenders = line.clocks or [], self._line.game.contenders()
        late = [seat for seat in contenders if seat < len(clocks) and clocks[seat] == 0]
        waited_for = set(self._line.position.to_act).difference(self._seals)
        return Evidence(self._status != "open", late, waited_for, len(self._record.log))

    def _check_clocks(self, line: TurnLine | LeftLine | EndLine) -> None:
        readings, turn = line.clocks or [], line.turn
        if len(readings) != self._clocks.count:
            self._faults.note(
                RecordError("record_clock", "Turn {turn}: there is not one reading for each clock.", turn=turn)
            )
        elif not self._clocks.follow(readings):
            self._faults.note(
                RecordError("record_clock", "Turn {turn}: a clock shows more time than it had.", turn=turn)
            )

    def _version_of(self, line: TurnLine | LeftLine | EndLine) -> int:
        """The version of the rules of a line."""
        return self._record.rules_version if line.rules_version is None else line.rules_version

    def _digest(self) -> None:
        if writer.digest(self._record.as_data()) != self._record.digest:
            raise RecordError("record_digest", "The digest is not that of the record: something in it was changed.")

    def _head(self) -> None:
        start, chairs = self._start, self._record.seats
        codes = [chair.code for chair in chairs]
        if codes != [*start.seats] or [chair.seat for chair in chairs] != [*range(len(codes))]:
            raise RecordError(
                "record_seats",
                "The seats of this game are {expected}, the record has {found}.",
                expected=", ".join(start.seats),
                found=", ".join(codes),
            )
        # A record may be older than an option, which then has its default.
        if start.fen() != self._record.fen or not self._record.settings.items() <= dict(start.settings).items():
            raise RecordError(
                "record_start", "The record does not write its options and its first position as the rules do."
            )

    def _seed(self) -> None:
        """Raise RecordError unless the seed is the one that was fixed, and is there where there is a chance player.

        It is hidden while the game goes on.
        """
        dice, over = self._record.dice, self._record.status in ("finished", "stopped")
        hidden = dice is not None and dice.seed is None
        if (
            (dice is None) == bool(self._rules.chance)
            or (hidden and over)
            or (dice is not None and dice.seed is not None and dice_digest(self._record.table, dice.seed) != dice.seal)
        ):
            raise RecordError("record_dice", "The seed of the dice is not the one that was fixed before the game.")

    def _seats(self) -> None:
        """Raise RecordError unless exactly the taken seats name a player, with that player's first seat."""
        chairs = self._record.seats
        for seat, chair in enumerate(chairs):
            first = chair.player
            named = first is not None and first <= seat and chairs[first].player == first and chair.name is not None
            named = named and (first is None or chair.name == chairs[first].name)
            if named != (seat in self._seated) or (first is None) != (chair.name is None):
                raise RecordError("record_seats", "The record names other players than those who took the seats.")
        if self._record.seen_by != "all":
            raise _lacks("seen_by")

    def _result(self) -> None:
        ending = self._ending if self._over is None else Ending(*self._over)
        status = self._status if self._over is None else "finished"
        if self._over is not None or (self._recorded_ending, self._record.status) != (ending, status):
            raise RecordError(
                "record_result",
                "The record says “{told}”, its actions say “{expected}”.",
                told=f"{self._record.status} {self._recorded_ending or '*'}",
                expected=f"{status} {ending or '*'}",
            )
        check_final(self._line, self._record.final_fen)

    def _sentences(self) -> Mapping[str, Sentence]:
        """The sentence of each check if it holds."""
        counts = {"opened": self._opened, "closed": self._closed}
        return {
            "order": (N_("Every action can follow those before it, in order and in time."), {}),
            "turns": about_turns(len(self._line.turns), len(self._recorded)),
            "seals": (
                N_("Sealed moves that match their seals: {opened}. Seals that were never opened: {closed}."),
                counts,
            ),
            **self._dice(),
            "clocks": (
                N_("There was no clock.")
                if self._clocks.control == NO_CLOCK
                else N_("No clock shows more time than it had."),
                {},
            ),
            "result": (
                (N_("The end was decided by another version of the rules, and is taken as the record tells it."), {})
                if self._end_believed
                else about_end(self._recorded_ending)
            ),
            # Last, because every other change has changed the digest too.
            "digest": (N_("The digest is that of the record."), {}),
        }

    def _dice(self) -> Mapping[str, Sentence]:
        dice = self._record.dice
        if dice is None and not self._rules.chance:
            return {}
        if dice is not None and dice.seed is None:
            return {"dice": (N_("The seed of the dice is shown when the game is over."), {})}
        count = {"count": self._rolls}
        return {"dice": (N_("Rolls that follow from the seed that was fixed before the game: {count}."), count)}


class ClockCheck:
    """The most that each clock can show, in seconds: its last reading, and what the log has added since."""

    def __init__(self, control: Control, seats: int) -> None:
        self.control = control
        self._most = [] if control == NO_CLOCK else [control.base] * seats

    @property
    def count(self) -> int:
        """How many clocks there are."""
        return len(self._most)

    def add(self, seconds: float, seats: Iterable[Seat] | None = None) -> None:
        """Add seconds to the clocks of these seats, or to all."""
        for seat in range(len(self._most)) if seats is None else seats:
            self._most[seat] += seconds

    def earn(self, seats: Collection[Seat]) -> None:
        """Give these seats the increment, or their full time for a turn."""
        if self.control == NO_CLOCK:
            return
        self.add(self.control.increment, seats)
        self._begin_turn(seats)

    def take_back(self) -> None:
        """Give all seats their full time for a turn, if there is one."""
        self._begin_turn(range(len(self._most)))

    def follow(self, readings: Sequence[float]) -> bool:
        """Whether the clocks can show these readings, which are the most that they can show from now on."""
        most, self._most = self._most, [*readings]
        return all(reading <= limit + ROUNDING for reading, limit in zip(readings, most, strict=True))

    def _begin_turn(self, seats: Iterable[Seat]) -> None:
        for seat in seats if self.control.kind == "turn" else ():
            self._most[seat] = max(self._most[seat], self.control.base)


def _by_seat(texts: Mapping[str, str]) -> dict[Seat, str]:
    return {int(seat): text for seat, text in texts.items()}


def _lacks(where: str) -> RecordError:
    return RecordError(
        "record_format", "The record is not well formed at {where} ({fault}).", where=where, fault="missing"
    )
