"""The check of a whole record: its log is a game of this site, its seals open, its dice follow, its clocks can be.

What a record cannot prove is shown as recorded: times, names, and what people wanted. A forger could make them fit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from server.game import (
    DICE,
    N_,
    NO_CLOCK,
    AddTime,
    Decline,
    Ending,
    Entry,
    Facts,
    Offer,
    Opening,
    TableState,
    Takeback,
    computer_id,
    decisions,
    dice_digest,
    joinable,
    seal_digest,
)
from server.records import writer
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
from server.records.line_of_play import check_final, game_over, rules_may_fail, start_position
from server.records.table_replay import ID, ROUNDING, TableReplay, agree, ending_of, ends, not_ended
from variants.errors import RulesError
from variants.position import Position, Seat


class RecordCheck:
    """Replays a whole record. Its checks: order, turns, seals, dice, clocks, end, digest.

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
        self._record = record
        self._rules = rules
        self._start = start_position(rules, record.fen or "", record.settings)
        self._replay = TableReplay(rules, self._opening(), self._people())
        self._faults = Faults()
        self._at = record.opened_at
        self._joining: Seat | None = None
        """The seat that was taken in the running game, and whose move is the next line."""
        self._seals: dict[Seat, str] = {}
        """The recorded seals of this turn."""
        self._opened = self._closed = self._rolls = 0
        """The numbers of opened seals, of other seals, and of chance moves that follow from the seed."""
        self._believed = False
        """Whether the end is taken as recorded, because another version of the rules decided it."""

    def run(self) -> Replayed:
        """Run all checks."""
        faults, record, replay = self._faults, self._record, self._replay
        for check in (self._digest, self._head, self._seed):
            faults.attempt(check)
        for index, line in enumerate(record.log):
            if faults.astray:
                break
            faults.attempt(self._follow, index, line)
        if not faults.astray:
            faults.attempt(self._seats)
            faults.attempt(self._result)
        names = tuple(chair.name or "" for chair in record.seats)
        return Replayed(
            record.variant,
            record.rules_version,
            names,
            self._recorded_ending,
            replay.state.game,
            replay.turns,
            replay.moves,
            faults.checks(self._sentences()),
        )

    @property
    def _state(self) -> TableState:
        return self._replay.state

    @property
    def _recorded_ending(self) -> Ending | None:
        result = self._record.result
        return None if result is None else Ending(tuple(result.points), result.reason, result.seat)

    def _opening(self) -> Opening:
        record, start = self._record, self._start
        return Opening(
            record.table,
            record.variant,
            record.rules_version,
            start.settings,
            start.fen(),
            record.opened_at,
            record.control,
        )

    def _people(self) -> dict[Seat, str]:
        """A player for each seat. Seats of one person have the same."""
        people = {seat: f"nobody-{seat}" for seat in range(len(self._start.seats))}
        for seat, chair in zip(people, self._record.seats, strict=False):
            if seat in self._rules.chance:
                people[seat] = DICE
            elif chair.computer is not None:
                people[seat] = computer_id(chair.computer)
            elif chair.player is not None:
                people[seat] = f"person-{chair.player}"
        return people

    def _follow(self, index: int, line: AnyLine) -> None:
        """Apply a line. Raises RecordError unless it can follow the ones before; notes other faults in it."""
        if line.at < self._at:
            raise RecordError(
                "record_order", "Line {index} of the log is earlier than the line above it.", index=index + 1
            )
        out_of_order = RecordError(
            "record_order",
            "Line {index} of the log ({kind}, turn {turn}) cannot follow the lines before it.",
            index=index + 1,
            kind=line.kind,
            turn=line.turn,
        )
        expected, state, seat = self._replay.expected, self._state, getattr(line, "seat", None)
        if expected and expected[0].kind == "end" != line.kind:
            raise game_over(line.turn, expected[0].body["reason"])
        joining, self._joining = self._joining, None
        follows = line.turn == state.number + 1 and state.status not in ("finished", "stopped")
        known = seat is None or seat in self._replay.people
        if not (follows and known and joining in (None, seat) and (not expected or expected[0].kind == line.kind)):
            raise out_of_order
        try:
            with rules_may_fail(line.turn):
                if isinstance(line, EndLine):
                    self._end(line)
                elif expected:
                    self._apply_expected(expected.popleft(), line, out_of_order)
                else:
                    self._apply(line, out_of_order)
        except RecordError:
            raise
        except RulesError as refusal:
            raise out_of_order from refusal
        self._at = line.at

    def _apply(self, line: AnyLine, out_of_order: RecordError) -> None:
        """Apply a line that a player or the site has decided. Raises RulesError."""
        state, replay, at = self._state, self._replay, line.at
        running, waited_for = state.status == "running", set(state.waited_for())
        match line:
            case SeatLine(kind="sit", seat=seat) if state.status == "open":
                replay.sit(seat, at)
            case SeatLine(kind="sit", seat=seat) if seat in joinable(state):
                replay.apply(replay.entry("sit", seat, at, {}))
                self._joining = seat
            case SeatLine(kind="offer", seat=seat):
                replay.apply(replay.decided(Offer(seat=seat, id=ID), Facts(at)))
            case SeatLine(kind="decline", seat=seat):
                replay.apply(replay.decided(Decline(seat=seat, id=ID), Facts(at)))
            case SeatLine(kind="unseal", seat=seat) if running and seat in state.seals:
                replay.apply(replay.entry("unseal", seat, at, {}))
                del self._seals[seat]
            # The last seal of a turn is its reveal.
            case SealLine(seat=seat) if running and {seat} < waited_for:
                replay.apply(replay.entry("seal", seat, at, {"move": "", "nonce": "", "takebacks": state.takebacks}))
                self._seals[seat] = line.seal
                self._closed += 1
            case TurnLine(seat=seat) if running and state.chairs[seat] is not None:
                self._turn(line, out_of_order)
            case LeftLine() if running and len(set(line.left)) == len(line.left):
                self._leave(line)
            case BackLine(kind="ask_back", seat=seat):
                replay.apply(replay.decided(Takeback(seat=seat, id=ID, to=line.to), Facts(at)))
            case GivenLine(seat=seat):
                given = replay.decided(AddTime(seat=seat, id=ID), Facts(at))
                if (sorted(given.body["seats"]), given.body["seconds"]) != (sorted(line.seats), line.seconds):
                    raise out_of_order
                replay.apply(given)
            case DowntimeLine() if line.since <= line.until:
                replay.apply(replay.entry("downtime", None, at, {"since": line.since, "until": line.until}))
            case StopLine():
                replay.apply(replay.entry("stop", None, at, {"fault": "recorded"}))
            case _:
                raise out_of_order

    def _apply_expected(self, entry: Entry, line: AnyLine, out_of_order: RecordError) -> None:
        """Apply the line of an entry that the last decision wrote beside its first one: a takeback that all want."""
        if not isinstance(line, BackLine) or (line.seat, line.to) != (entry.seat, entry.body["to"]):
            raise out_of_order
        self._replay.taken.difference_update(range(line.to + 1, self._state.number + 1))
        self._replay.apply(entry)
        self._seals.clear()

    def _turn(self, line: TurnLine, out_of_order: RecordError) -> None:
        moves = _by_seat(line.moves or {})
        if line.seat not in moves or max(moves) >= len(self._start.seats):
            raise out_of_order
        self._open_seals(line, moves)
        self._check_rolls(line, moves)
        body = _body(line) | ({"nonces": line.nonces} if line.nonces else {})
        self._replay.turn(line.seat, moves, line.at, body, _by_seat(line.notation))
        self._seals.clear()
        self._check_clocks(line)

    def _leave(self, line: LeftLine) -> None:
        about = ("left", line.seat, sorted(line.left), line.reason)
        possible = any(
            (entry.kind, entry.seat, sorted(entry.body.get("left", ())), entry.body["reason"]) == about
            for entry in ends(self._replay, line.reason, line.left, line.at)
        )
        self._replay.leave(line.seat, line.left, line.reason, line.at, _body(line))
        self._seals.clear()
        if not possible:
            self._faults.note(
                RecordError(
                    "record_leaving", "Turn {turn}: nothing in the record lets a seat leave there.", turn=line.turn
                )
            )
        self._check_clocks(line)

    def _open_seals(self, line: TurnLine, moves: Mapping[Seat, str]) -> None:
        """Check the seals against these moves, and that they were made before the turn."""
        seals, nonces, turn = line.seals or {}, line.nonces or {}, line.turn
        if not seals.keys() == nonces.keys() == (set(map(str, moves)) if len(moves) > 1 else set()):
            self._faults.note(
                RecordError("record_seal", "Turn {turn}: there is not one seal and one nonce for each move.", turn=turn)
            )
            return
        if line.takebacks != (self._state.takebacks if seals else None):
            self._faults.note(
                RecordError(
                    "record_seal",
                    "Turn {turn}: its seals count {told} takebacks, the record {found}.",
                    turn=turn,
                    told="-" if line.takebacks is None else line.takebacks,
                    found=self._state.takebacks,
                )
            )
        for code, seal in seals.items():
            seat = int(code)
            digest = seal_digest(self._record.table, turn, self._state.takebacks, seat, moves[seat], nonces[code])
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
        for seat in self._rules.chance.intersection(moves) if self._state.seed else ():
            if self._state.moves(seat) and moves[seat] == self._state.rolled(seat):
                self._rolls += 1
            elif self._replay.is_ours(_body(line)):
                about = {"turn": line.turn, "move": moves[seat]}
                self._faults.note(
                    RecordError("record_dice", "Turn {turn}: the dice show something else than {move}.", **about)
                )

    def _end(self, line: EndLine) -> None:
        """Apply the end of the game; note a fault if the game cannot end like this."""
        replay, expected = self._replay, self._replay.expected
        ending = Ending(tuple(line.points), line.reason, line.seat)
        over = decisions.over_by_rules(self._state, Facts(line.at))
        by_rules = ending_of(expected.popleft()) if expected else ending_of(over.entries[-1]) if over else None
        losers = [seat for seat in self._state.game.contenders() if line.points[seat : seat + 1] == [0]]
        possible = [by_rules] if by_rules else map(ending_of, ends(replay, line.reason, losers, line.at))
        if not any(agree(end, ending) and end is not None and end.seat == line.seat for end in possible):
            # Under other rules, too, the seats share one point.
            shared = len(line.points) == len(self._start.seats) and abs(sum(line.points) - 1) < 1e-6
            self._believed = shared and not replay.is_ours(_body(line))
            if not self._believed:
                self._faults.note(not_ended(ending, by_rules))
        body = {"points": line.points, "reason": line.reason, "seat": line.seat, **_body(line)}
        replay.apply(replay.entry("end", line.seat, line.at, body))
        self._check_clocks(line)

    def _check_clocks(self, line: TurnLine | LeftLine | EndLine) -> None:
        """Check that no clock shows more than it can, after the line was applied; the clocks go on as recorded."""
        clocks, readings = self._state.clocks, line.clocks or []
        most = [] if self._state.control == NO_CLOCK else clocks.readings(line.at)
        if len(readings) != len(most):
            self._faults.note(
                RecordError("record_clock", "Turn {turn}: there is not one reading for each clock.", turn=line.turn)
            )
            return
        if any(reading > limit + ROUNDING for reading, limit in zip(readings, most, strict=True)):
            self._faults.note(
                RecordError("record_clock", "Turn {turn}: a clock shows more time than it had.", turn=line.turn)
            )
        if readings:
            running = clocks.running
            clocks.put(readings)
            clocks.run(running, line.at)

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
        for seat, chair in enumerate(chairs):
            first = chair.player
            if (first is None) != (chair.name is None):
                raise _other_players()
            if first is not None and (
                first > seat or chairs[first].player != first or chair.name != chairs[first].name
            ):
                raise _other_players()
        # A record may be older than an option, which then has its default.
        if start.fen() != self._record.fen or not self._record.settings.items() <= dict(start.settings).items():
            raise RecordError(
                "record_start", "The record does not write its options and its first position as the rules do."
            )

    def _seed(self) -> None:
        """Apply the seed of the dice. Raises RecordError unless it is the one that was fixed, where there are dice.

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
        if dice is not None:
            self._replay.apply(self._replay.entry("dice", None, self._record.opened_at, {"seed": dice.seed or ""}))

    def _seats(self) -> None:
        """Raise RecordError unless exactly the taken seats name a player."""
        named = [chair.player is not None for chair in self._record.seats]
        if named != [player is not None for player in self._state.chairs]:
            raise _other_players()
        if self._record.seen_by != "all":
            raise _lacks("seen_by")

    def _result(self) -> None:
        """Raise RecordError unless the head of the record names the end and the last position of its log."""
        expected, state = self._replay.expected, self._state
        said = f"{state.status} {state.ending or '*'}"
        if expected:
            due = ending_of(expected[0])
            said = f"finished {due}" if due else expected[0].kind
        if expected or (self._recorded_ending, self._record.status) != (state.ending, state.status):
            raise RecordError(
                "record_result",
                "The record says “{told}”, its actions say “{expected}”.",
                told=f"{self._record.status} {self._recorded_ending or '*'}",
                expected=said,
            )
        check_final(state.position, self._record.final_fen)

    def _sentences(self) -> Mapping[str, Sentence]:
        """The sentence of each check if it holds."""
        counts = {"opened": self._opened, "closed": self._closed}
        return {
            "order": (N_("Every action can follow those before it, in order and in time."), {}),
            "turns": about_turns(self._state.number, len(self._replay.taken)),
            "seals": (
                N_("Sealed moves that match their seals: {opened}. Seals that were never opened: {closed}."),
                counts,
            ),
            **self._dice(),
            "clocks": (
                N_("There was no clock.")
                if self._state.control == NO_CLOCK
                else N_("No clock shows more time than it had."),
                {},
            ),
            "result": (
                (N_("The end was decided by another version of the rules, and is taken as the record tells it."), {})
                if self._believed
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


def _body(line: TurnLine | LeftLine | EndLine) -> dict[str, Any]:
    """What the body of an entry has of this line, whichever its kind."""
    recorded = {
        "fen": getattr(line, "fen", None),
        "takebacks": getattr(line, "takebacks", None),
        "rules": line.rules_version,
        "clocks": line.clocks,
    }
    return {key: value for key, value in recorded.items() if value is not None}


def _by_seat(texts: Mapping[str, str]) -> dict[Seat, str]:
    return {int(seat): text for seat, text in texts.items()}


def _other_players() -> RecordError:
    return RecordError("record_seats", "The record names other players than those who took the seats.")


def _lacks(where: str) -> RecordError:
    return RecordError(
        "record_format", "The record is not well formed at {where} ({fault}).", where=where, fault="missing"
    )
