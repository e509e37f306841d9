"""A table as its record tells it: the game itself decides each line, and its reducer applies it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from server.game import (
    Abort,
    Absent,
    Action,
    Author,
    Claim,
    Decision,
    Ending,
    Entry,
    Facts,
    Opening,
    Resign,
    TableState,
    Withdraw,
    apply,
    decisions,
)
from server.records.document import RecordError
from server.records.line_of_play import Played, actions_of, other_rules, rules_may_fail
from server.records.movetext import left_text
from variants.errors import RulesError
from variants.position import Position, Seat

ROUNDING = 0.01
"""Seconds by which moments and clocks may differ: a record rounds each time to the millisecond."""

ID = "record"
"""The id of every message."""

ENDS: Mapping[str, tuple[type[Action], Mapping[str, Any]]] = {
    "resigned": (Resign, {}),
    "withdrawn": (Withdraw, {}),
    "repetition": (Claim, {}),
    "aborted": (Abort, {}),
    "abandoned": (Absent, {"win": True}),
    "abandoned_draw": (Absent, {"win": False}),
}
"""By reason, the action that ends a game or the part of some seats in it."""

LATE = 1e12
"""A moment, in seconds since the epoch, at which every absence has lasted long enough for a claim."""

CLOCK_ENDS = frozenset({"time", "time_all", "time_material", "no_first_move"})
"""The reasons of ends without an action."""


class TableReplay:
    """A table that begins with this opening. `people` are its players by seat.

    Raises RulesError for settings, a FEN or a time control that the rules do not take.
    """

    def __init__(self, rules: type[Position], opening: Opening, people: Mapping[Seat, str]) -> None:
        with rules_may_fail(1):
            self.state = TableState(rules, opening)
        self.people = people
        self.expected: deque[Entry] = deque()
        """The entries that the last decision also wrote: the next lines must be theirs."""
        self.taken: set[int] = set()
        """The turns that are taken as recorded: another version of the rules played them differently."""

    @property
    def turns(self) -> list[Played]:
        """The turns that were not taken back."""
        return [Played(turn.texts, turn.events) for turn in self.state.turns]

    @property
    def moves(self) -> list[list[str]]:
        """By turn, the moves as they are sent, in the order of their seats; or who left, as movetext writes it."""
        return [
            [left_text(turn.left.seats)] if turn.left else [turn.actions[seat] for seat in sorted(turn.actions)]
            for turn in self.state.turns
        ]

    def is_ours(self, body: Mapping[str, Any]) -> bool:
        """Whether the version of the rules of an entry is today's."""
        return self.state.version_of(body) == self.state.rules.rules_version

    def author(self, seat: Seat | None) -> Author:
        """The player of a seat as the author of an entry."""
        return Author(seat, "" if seat is None else self.people.get(seat, ""))

    def entry(self, kind: str, seat: Seat | None, at: float, body: Mapping[str, Any]) -> Entry:
        """An entry after the turns that are played."""
        return decisions.entry(self.state, kind, self.author(seat), body, at)

    def apply(self, entry: Entry) -> None:
        """Apply an entry."""
        apply(self.state, (entry,))

    def decided(self, action: Action, facts: Facts) -> Entry:
        """The first entry of what an action decides; the others are expected next. Raises RulesError."""
        first, *others = action.decide(self.state, self.people[action.seat], facts).entries
        self.expected.extend(others)
        return first

    def sit(self, seat: Seat, at: float) -> None:
        """Seat a player before the game begins. Raises Refusal."""
        for entry in decisions.sit(self.state, self.people[seat], seat, at, several=True).entries:
            self.apply(entry)

    def turn(
        self, by: Seat, moves: Mapping[Seat, str], at: float, body: Mapping[str, Any], texts: Mapping[Seat, str] | None
    ) -> None:
        """Play a turn in which the move of this seat came last; `body` and the notation `texts` are as recorded.

        A turn that another version of the rules played differently is taken as recorded. Raises RecordError.
        """
        state, number = self.state, self.state.number + 1

        def decide() -> Decision:
            actions_of(state.position, number, moves)
            for seat in moves:
                if seat != by and seat not in state.seals:
                    unknown = {"move": "", "nonce": "", "takebacks": state.takebacks}
                    self.apply(self.entry("seal", seat, at, unknown))
            decision = decisions.reveal(state, self.author(by), moves, Facts(at, nonce=str))
            written = {int(seat): text for seat, text in decision.entries[0].body["texts"].items()}
            if texts is not None and texts != written:
                raise RecordError(
                    "record_turn",
                    "Turn {turn}: the rules write it {found}, the record {told}.",
                    turn=number,
                    found=" ".join(written.values()),
                    told=" ".join(texts.values()),
                )
            return decision

        recorded = {
            "actions": {str(seat): text for seat, text in moves.items()},
            "texts": {str(seat): text for seat, text in (texts or {}).items()},
            "events": (),
            **body,
        }
        self._step(self.entry("turn", by, at, recorded), body, decide)

    def leave(self, by: Seat, seats: Collection[Seat], reason: str, at: float, body: Mapping[str, Any]) -> None:
        """Let seats leave a game that the others play on, as `turn`. Raises RecordError."""
        state, number = self.state, self.state.number + 1

        def decide() -> Decision:
            goes_on = set(seats).issubset(state.game.contenders()) and state.game.without(seats) is not None
            if not goes_on or state.position.result() is not None:
                raise RecordError("record_left", "Turn {turn}: no game goes on when these seats leave.", turn=number)
            return decisions.leave(state, self.author(by), list(seats), Facts(at), state.game.left(seats, reason))

        recorded = {"actions": {}, "texts": {}, "events": (), "left": list(seats), "reason": reason, **body}
        self._step(self.entry("left", by, at, recorded), body, decide)

    def _step(self, recorded: Entry, body: Mapping[str, Any], decide: Callable[[], Decision]) -> None:
        number = self.state.number + 1
        try:
            with rules_may_fail(number):
                decision = decide()
                played, *others = decision.entries
                if played.body["fen"] != body.get("fen", played.body["fen"]):
                    raise RecordError(
                        "record_turn",
                        "Turn {turn}: the rules lead to {found}, the record to {told}.",
                        turn=number,
                        found=played.body["fen"],
                        told=body["fen"],
                    )
        except RecordError as departure:
            if self.is_ours(body):
                raise
            self._take(recorded, departure)
            return
        apply(self.state, (replace(played, body={**played.body, **body}),), decision.next_game)
        # Other rules may have played on.
        self.expected.extend(others if self.is_ours(body) else ())

    def _take(self, recorded: Entry, departure: RecordError) -> None:
        """Take a turn of another version of the rules as recorded. Raises RecordError where it names no position."""
        state, number, fen = self.state, self.state.number + 1, recorded.body.get("fen", "")
        fault = other_rules(number, state.version_of(recorded.body), state.rules.rules_version)
        try:
            known = state.rules.from_fen(fen, state.position.settings).fen() == fen
        except Exception as error:  # A FEN from outside may hold what no rules thought of.
            raise fault from error
        if not known:
            raise fault from departure
        self.apply(recorded)
        self.taken.add(number)


def ends(replay: TableReplay, reason: str, losers: Collection[Seat], at: float | None) -> Iterator[Entry]:
    """The entries by which the game can end here for this reason, or go on without some seats.

    `losers` are the seats that it costs the game, as recorded. Without a moment (in seconds since the epoch) nothing is
    known of the clocks and of how long a player was absent.
    """
    state = replay.state
    if reason in CLOCK_ENDS:
        yield from _clock_ends(state, reason, losers, at)
        return
    if reason in ENDS:
        action, fields = ENDS[reason]
    elif reason in state.rules.reasons:
        action, fields = Claim, {}
    else:
        return
    players = dict(enumerate(state.chairs))
    gone = {players[seat] for seat in losers or state.waited_for()}
    for seat, player in players.items():
        absent = {other: 0.0 for other in players if players[other] in gone - {player}}
        facts = Facts(LATE if at is None else at + ROUNDING, absent_since=absent)
        try:
            yield action(seat=seat, id=ID, **fields).decide(state, player or "", facts).entries[-1]
        except RulesError:
            continue


def _clock_ends(state: TableState, reason: str, losers: Collection[Seat], at: float | None) -> Iterator[Entry]:
    if at is not None:
        # Another flag may fall within the rounding of the time that was recorded.
        for moment in (at + ROUNDING, at):
            fallen = decisions.fallen_flag(state, Facts(moment))
            yield from fallen.entries[-1:] if fallen is not None else ()
        return
    facts = Facts(state.last_at)
    if reason == "no_first_move":
        idle = state.clocks.unmoved.intersection(state.game.contenders())
        if state.control.first_move is not None and idle:
            yield decisions.end(state, Author(min(idle)), facts, state.game.drawn(reason)).entries[-1]
        return
    running = state.clocks.running
    lost = running.intersection(losers)
    for late in [lost] if lost else [running, *(running - {seat} for seat in running)]:
        if late:
            result = state.game.out_of_time(late)
            yield decisions.leave(state, Author(min(late)), sorted(late), facts, result).entries[-1]


def ending_of(entry: Entry) -> Ending | None:
    """The end of the game in an entry; None for one that ends no game."""
    body = entry.body
    return Ending(tuple(body["points"]), body["reason"], body["seat"]) if entry.kind == "end" else None


def agree(one: Ending | None, other: Ending) -> bool:
    """Whether two ends have one reason and the same points, as far as they can be written."""
    if one is None or one.reason != other.reason or len(one.points) != len(other.points):
        return False
    return all(abs(a - b) < 1e-6 for a, b in zip(one.points, other.points, strict=True))


def not_ended(ending: Ending, by_rules: Ending | None) -> RecordError:
    """The refusal of an end: the rules ended the game otherwise, or nothing did."""
    if by_rules is None:
        return RecordError("record_result", "The record ends with {told}, and nothing in it leads there.", told=ending)
    return RecordError(
        "record_result",
        "The record ends with {told}; by the rules the game ended with {expected}.",
        told=ending,
        expected=by_rules,
    )
