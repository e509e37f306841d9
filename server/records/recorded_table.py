"""A table at which a recorded game is decided once more: of each line, what the table decides there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from server.game import (
    DICE,
    Abort,
    Absent,
    Act,
    Action,
    AddTime,
    Claim,
    Decision,
    Decline,
    Ending,
    Entry,
    Facts,
    Offer,
    Opening,
    Refusal,
    Resign,
    TableState,
    Takeback,
    Unseal,
    Withdraw,
    apply,
    computer_id,
    decisions,
    entry,
    set_clocks,
    set_seal,
)
from server.records import line_of_play
from server.records.checks import wrong_end
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
)
from variants.game import Game
from variants.position import Position, Seat

ID = "replayed"
"""The id of the message of each action."""
_ACTIONS: Mapping[str, type[Action]] = {
    "unseal": Unseal,
    "offer": Offer,
    "decline": Decline,
    "ask_back": Takeback,
    "addtime": AddTime,
}
"""The actions behind the lines that change no turn."""

TOLERANCE = 0.1
ROUNDING = 0.01
"""Seconds by which a clock may be out: a record rounds each time to the millisecond."""


class RecordedTable:
    """The table of a recorded game, and what it decides of each line.

    What the table cannot know it takes from the record: who sat where and who was gone, the nonces, the clocks to the
    millisecond, and how a turn went that another version of the rules played. What else is wrong it tells `note`.
    Raises RulesError for a game that the rules do not begin.
    """

    def __init__(self, record: GameRecord, rules: type[Position], note: Callable[[RecordError], None]) -> None:
        settings = line_of_play.start_position(rules, record.fen or "", record.settings).settings
        begun = (settings, record.fen or "", record.opened_at, record.control)
        self.table = TableState(rules, Opening(record.table, record.variant, record.rules_version, *begun))
        if record.dice is not None:
            body = {"seed": record.dice.seed or ""}
            apply(self.table, (Entry("dice", 0, None, "", "", body, record.opened_at),))
        self.record, self.note = record, note
        self.seals: dict[Seat, str | None] = {}
        """The seals of this turn, as the record tells them before they are opened."""
        self.opened = self.closed = self.bare = self.rolls = 0
        """Seals that were opened, seals that were not, turns of several seats without seals, chance moves."""
        self.reveals: list[TurnLine | None] = []
        """The reveal of the turn in which each line stands, where it came to one."""
        for line in reversed(record.log):
            reveal = line if isinstance(line, TurnLine) else self.reveals[-1] if self.reveals else None
            self.reveals.append(None if line.kind in ("left", "takeback") else reveal)
        self.reveals.reverse()
        self.taken: set[int] = set()
        """The turns that stand as the record tells them, because another version of the rules played them otherwise."""
        self.end_taken = False
        """Whether the end does."""

    def decided(self, index: int, line: AnyLine) -> Decision | None:
        """The decision whose first line this is. Raises RulesError where it is refused, None where there is none."""
        table, seat = self.table, getattr(line, "seat", None)
        if table.status in ("finished", "stopped") or not (seat is None or seat < len(table.chairs)):
            return None
        match line:
            case SeatLine(kind="sit") if table.status == "open":
                return decisions.sit(table, self._person(line.seat), line.seat, line.at, several=True)
            case SeatLine(kind="sit"):
                # Who takes a seat of a running game does so by a move of it.
                turn = self.reveals[index]
                return None if turn is None else self._turned(turn)
            case SeatLine() | BackLine(kind="ask_back"):
                return self._asked(_action(line, table.number), Facts(line.at, nonce=str))
            case GivenLine():
                # How much a site lets players give is its own affair.
                (given,) = self._asked(_action(line, table.number), Facts(line.at, nonce=str)).entries
                return Decision((replace(given, body={**given.body, "seconds": line.seconds}),))
            case SealLine():
                return self._sealed(line, self.reveals[index])
            case TurnLine():
                return self._turned(line)
            case LeftLine():
                return self._left(line)
            case EndLine():
                return self._ended(line)
            case StopLine():
                return decisions.stop(table, line.at, "stopped")
            case DowntimeLine() if line.since <= line.until <= line.at:
                return decisions.downtime(table, line.since, line.until, line.at)
        return None

    def keep_time(self, found: Sequence[float] | None, line: AnyLine) -> None:
        """Note clocks that are not as the record tells them; where they are, the record is more exact."""
        clocks, told = self.table.clocks, getattr(line, "clocks", None) or []
        found = [] if found is None or clocks.control.kind == "none" else found
        # Before 0.2.0 the clocks paid for the first moves as well.
        old = [left - spent for left, spent in zip(found, clocks.first_moves(line.at), strict=False)]
        if len(told) != len(found) or any(
            min(abs(a - b), abs(a - c)) > TOLERANCE for a, b, c in zip(told, found, old, strict=True)
        ):
            self.note(
                RecordError(
                    "record_clock",
                    "Turn {turn}: the clocks do not agree with the times of the actions.",
                    turn=line.turn,
                )
            )
        elif told:
            set_clocks(self.table, told, line.at)

    def _asked(self, asked: Action, facts: Facts) -> Decision:
        """What the table decides of an action of the person who sits there."""
        return asked.decide(self.table, self._person(asked.seat), facts)

    def _sealed(self, line: SealLine, turn: TurnLine | None) -> Decision | None:
        table, seat = self.table, line.seat
        # Until it is opened, and perhaps it never is, a seal may hide any of the moves.
        move = next(iter(table.moves(seat)), "")
        seal = Decision((entry(table, "seal", seat, self._person(seat), "", {"move": move}, line.at),))
        asked = seal
        if turn is None or not self._of_another(turn):
            asked = self._asked(Act(seat=seat, id=ID, number=table.number, move=move), Facts(line.at, nonce=str))
        if table.status != "running" or seat in table.seals or asked.entries[-1].kind != "seal":
            return None  # The last seal of a turn is its reveal.
        self.seals[seat] = line.seal
        self.closed += line.seal is not None
        return seal

    def _turned(self, line: TurnLine) -> Decision | None:
        table, turn, other = self.table, self.table.number + 1, self._of_another(line)
        moves = {int(seat): text for seat, text in (line.moves or {}).items()}
        if table.status != "running" or line.seat not in moves or max(moves) >= len(table.chairs):
            return None
        self._open(turn, line, moves)
        nonce = (line.nonces or {}).get(str(line.seat), "")
        facts = Facts(line.at, nonce=lambda: nonce)
        try:
            line_of_play.check_seats(turn, table.position, moves)
            for seat, text in moves.items():
                if text not in table.moves(seat):
                    raise line_of_play.move_not_offered(turn, text)
            self._roll(line, moves)
            act = Act(seat=line.seat, id=ID, number=table.number, move=moves[line.seat])
            decision = self._asked(act, facts)
            (texts,) = [each.body["texts"] for each in decision.entries if each.kind == "turn"]
            line_of_play.check_notation(turn, texts, line.notation)
            line_of_play.check_fen(turn, decision.next_game, line.fen)
        except Exception as error:
            if not other:
                raise
            told = {int(seat): text for seat, text in line.notation.items()}
            game, who = self._as_told(line, error), self._person(line.seat)
            decision = decisions.reveal(table, line.seat, moves, told, game, who, "", facts)
        if other and decision.entries[-1].kind == "end":  # The other rules may have played on.
            return decision._replace(entries=decision.entries[:-1])
        return decision

    def _open(self, turn: int, line: TurnLine, moves: Mapping[Seat, str]) -> None:
        """Put into the envelopes on the table what was in them; note the ones that were sealed otherwise."""
        table, seals, nonces = self.table, line.seals or {}, line.nonces or {}
        sealed = len(moves) > 1 and (seals or nonces or any(self.seals[seat] for seat in table.seals))
        if not seals.keys() == nonces.keys() == (set(map(str, moves)) if sealed else set()):
            self.note(
                RecordError("record_seal", "Turn {turn}: there is not one seal and one nonce for each move.", turn=turn)
            )
        if line.takebacks not in (None, table.takebacks):
            counts = {"told": line.takebacks, "found": table.takebacks}
            self.note(
                RecordError(
                    "record_seal",
                    "Turn {turn}: its seals count {told} takebacks, the record {found}.",
                    turn=turn,
                    **counts,
                )
            )
        for seat in moves.keys() - {line.seat}:
            told = {"move": moves[seat], "nonce": nonces.get(str(seat)), "takebacks": line.takebacks}
            body = told if line.rules_version is None else {**told, "rules": line.rules_version}
            digest = table.seal_of(seat, body).digest
            if seat not in table.seals or self.seals[seat] != digest:
                self.note(line_of_play.seal_mismatch(turn, seat))
            self.closed -= digest is not None
            set_seal(table, seat, body)
        self.opened += len(seals)
        self.bare += len(moves) > 1 and not seals

    def _roll(self, line: TurnLine, moves: Mapping[Seat, str]) -> None:
        """Note a chance move that does not follow from the seed.

        Where other rules played it, another roll is not counted: they may have offered other chance moves.
        """
        for seat in self.table.rules.chance.intersection(moves if self.table.seed else ()):
            rolled = moves[seat] == self.table.rolled(seat)
            self.rolls += rolled
            if not rolled and not self._of_another(line):
                told = {"turn": line.turn, "move": moves[seat]}
                self.note(RecordError("record_dice", "Turn {turn}: the dice show something else than {move}.", **told))

    def _left(self, line: LeftLine) -> Decision:
        table, turn = self.table, self.table.number + 1
        self.keep_time(table.clocks.readings(line.at), line)
        try:
            game = line_of_play.game_without(turn, table.game, line.left)
            line_of_play.check_fen(turn, game, line.fen)
        except Exception as error:
            if not self._of_another(line):
                raise
            game = self._as_told(line, error)
        decision = decisions.play_on(table, line.left, line.reason, game, line.seat, "", "", Facts(line.at, nonce=str))
        if all(_how(each) != _how(decision) for each in self._possible(line, line.left)):
            self.note(
                RecordError("record_leaving", "Turn {turn}: nothing in the record lets a seat leave there.", turn=turn)
            )
        return decision

    def _ended(self, line: EndLine) -> Decision:
        told = Ending(tuple(line.points), line.reason, line.seat)
        self.keep_time(self.table.clocks.readings(line.at), line)
        losers = [seat for seat, share in enumerate(line.points) if share == 0]
        body = {**told._asdict(), **({"clocks": line.clocks} if line.clocks else {})}
        decision = Decision((entry(self.table, "end", line.seat, "", "", body, line.at),))
        possible = [*self._possible(line, losers), *self._possible(line, range(len(self.table.chairs)))]
        if all(_how(each) != _how(decision) for each in possible):
            self.end_taken = self._of_another(line)
            if not self.end_taken:
                self.note(wrong_end(told, self.table.position.result()))
        return decision

    def _possible(self, line: EndLine | LeftLine, gone: Sequence[Seat]) -> Iterator[Decision]:
        """What may end the game now, or a seat's part in it, where the players of these seats are gone."""
        facts = Facts(line.at, dict.fromkeys(gone, self.record.opened_at))
        # The time for a first move is counted from times that are rounded; no reading tells it.
        moments = (facts, facts._replace(at=line.at + ROUNDING))
        flags = (decisions.fallen_flag(self.table, each) for each in moments)
        yield from filter(None, (decisions.over_by_rules(self.table, facts), *flags))
        if line.seat is not None:
            ends: list[Action] = [end(seat=line.seat, id=ID) for end in (Resign, Withdraw, Abort, Claim)]
            for asked in (*ends, *(Absent(seat=line.seat, id=ID, win=win) for win in (True, False))):
                with suppress(Refusal):
                    yield self._asked(asked, facts)

    def _as_told(self, line: TurnLine | LeftLine, departure: Exception) -> Game:
        """The game after a turn of another version of the rules, in the position that the record tells."""
        turn, game = self.table.number + 1, self.table.game
        try:
            after = self.table.rules.from_fen(line.fen or "", game.position.settings)
            if after.fen() != line.fen:
                raise departure
        except Exception as error:
            theirs = self.record.rules_version if line.rules_version is None else line.rules_version
            raise line_of_play.other_rules(turn, theirs, self.table.rules.rules_version) from error
        self.taken.add(turn)
        return game.after(after)

    def _of_another(self, line: TurnLine | LeftLine | EndLine) -> bool:
        """Whether this line was made under another version of the rules than these."""
        theirs = self.record.rules_version if line.rules_version is None else line.rules_version
        return theirs != self.table.rules.rules_version

    def _person(self, seat: Seat) -> str:
        """Somebody who is the same at each seat that one person held, as the record tells it."""
        chair = self.record.seats[seat]
        if seat in self.table.rules.chance:
            return DICE
        return f"player {chair.player}" if chair.computer is None else computer_id(chair.computer)


def _how(decision: Decision) -> tuple[Any, ...]:
    """How a game ends by a decision, or who leaves it, and by whom."""
    first = decision.entries[0]
    told = [first.body.get(key) for key in ("points", "reason", "left")]
    return (first.kind, first.seat, *map(repr, told))


def _action(line: SeatLine | BackLine | GivenLine, number: int) -> Action:
    """The action that a line tells which changes no turn, after so many turns."""
    more = {"number": number, "to": getattr(line, "to", None)}
    action = _ACTIONS[line.kind]
    return action(seat=line.seat, id=ID, **{name: value for name, value in more.items() if name in action.model_fields})
