"""A table: a game at which people act, and what each of them may see of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Self

from server.journal.entries import Decided, Entry, Opening
from server.tables import endless, envelope
from server.tables.decisions import Decision
from server.tables.machines import machines, strength_of
from server.tables.plan import PRIVATE, Planned
from server.tables.presence import Presence
from server.tables.rows import Rows
from server.tables.state import State
from server.tables.turn import Departed, Ending, Seal, Wish, earners, timed
from server.tables.view import draw_own, draw_shown, draw_view
from variants.game import Game
from variants.position import Position, Seat, Viewer


def _nothing() -> None:
    pass


class Table(State):
    """The state of a table, what a viewer may know of it, and the one way to change it."""

    @classmethod
    def replay(
        cls,
        rules: type[Position],
        opening: Opening,
        names: Mapping[str, str],
        status: str,
        decisions: Iterable[Decided],
        presence: Presence | None = None,
        breathe: Callable[[], object] = _nothing,
    ) -> Self:
        """The table that these rows of the journal tell.

        A game that is over is not played again: each turn shows the FEN that was kept. A running game
        is. Where its rules lead elsewhere than to the FEN that was kept, the kept position stands if
        another version of the rules played the turn; else the game is stopped, and `fault` says why.
        `breathe` is called between the decisions, so that others may go on.
        """
        table = cls(rules, opening, names, presence)
        shown = status not in ("open", "running")
        for entries in decisions:
            breathe()
            table.take(entries, None, shown)
        table._look_for_seals()
        return table

    def view(self, viewer: Viewer, since: int = 0, brief: bool = False, at: float | None = None) -> dict[str, Any]:
        """All that this viewer may know, as plain data (see ARCHITECTURE.md); turns after number `since`.

        `brief` leaves out what only a new turn changes; `at` is the moment of looking, in seconds
        since the epoch, by default that of the last entry.
        """
        with endless.asking(self.id):
            return draw_view(self, viewer, since, brief, self.last_at if at is None else at)

    def shown(self, eyes: Viewer, since: int, brief: bool, at: float) -> dict[str, Any]:
        """The part of a view that all share for whom `shown_to` answers these eyes; the rest of it is in `own`."""
        with endless.asking(self.id):
            return draw_shown(self, eyes, since, brief, at)

    def own(self, viewer: Viewer, brief: bool, at: float) -> dict[str, Any]:
        """The part of a view that is the viewer's own."""
        with endless.asking(self.id):
            return draw_own(self, viewer, brief, at)

    def apply(self, decision: Decision) -> None:
        """Let what is on disk happen."""
        self.take(decision.entries, decision.next)

    def take(self, entries: Decided, next_game: Game | None = None, shown: bool = False) -> None:
        """Let a decision happen.

        `next_game` is what its turn leads to, if that is known already; `shown` leaves the position
        to the FEN that was kept.
        """
        with endless.asking(self.id):
            for entry in entries:
                self._take(entry, next_game if entry.kind in ("turn", "left") else None, shown)
        self.sequence += 1
        asked = next((entry for entry in entries if entry.message), None)
        if asked is not None:
            self._answered[asked.person, asked.message] = self.number

    def _take(self, entry: Entry, next_game: Game | None, shown: bool) -> None:
        if entry.kind in PRIVATE:
            self._take_plan(entry)
            return
        self.lines += 1
        self._clocks_kept = entry.body.get("clocks") or self._clocks_kept
        self.last_at = max(self.last_at, entry.at)
        seat, body = entry.seat, entry.body
        match entry.kind:
            case "sit":
                assert seat is not None
                self.chairs[seat] = entry.person
                if not machines([entry.person]):
                    self.host = self.host or entry.person
                self.set_up = self.set_up or body.get("set_up", False)
                self.seated_at = entry.at
            case "dice":
                self.seed = body["seed"]
            case "seal":
                assert seat is not None
                self.seals[seat] = self.envelope(seat, body)
                self.clocks.moved([seat], self.last_at)
                self._play_on(seat)
            case "unseal":
                assert seat is not None
                del self.seals[seat]
                self.repeats["unseal", seat] += 1
                self.unsealed[seat] += 1
            case "turn":
                assert seat is not None
                self._play_on(seat)
                self._take_turn(body, next_game, shown, entry.at)
            case "left":
                self.offers.clear()
                self._take_turn(body, next_game, shown, entry.at)
            case "offer":
                assert seat is not None
                self.offers.add(seat)
                self.repeats["offer", seat] += 1
            case "ask_back":
                assert seat is not None
                asking = self.back.seats if self.back is not None else frozenset()
                self.back = Wish(body["to"], asking | {seat})
                self.repeats["ask_back", seat] += 1
            case "decline":
                self.offers &= {seat}
                self.back = None
            case "takeback":
                self._take_back(body["to"], entry.at)
            case "addtime":
                assert seat is not None
                self.clocks.add(body["seats"], body["seconds"])
                self.repeats["addtime", seat] += 1
                self.added[seat] += 1
            case "downtime":
                self.clocks.give_back(body["until"] - body["since"])
            case "end":
                self.ending = Ending(tuple(body["points"]), body["reason"], body["seat"])
                # A seal that was not opened is nobody's business any more.
                self._put_away()
            case "again":
                assert seat is not None
                if body["surprise"] is None:
                    self.again_wish.pop(seat, None)
                else:
                    self.again_wish[seat] = body["surprise"]
                    self.repeats["again", seat] += 1
            case "rematch":
                self.rematch = body["table"]
            case "stop":
                self.fault = body["fault"]
                self._put_away()
                # What ran on until somebody found the fault was nobody's turn.
                self.clocks.put(self._clocks_kept)
        self.status = self._standing()
        if entry.kind in ("sit", "turn", "left", "takeback"):
            self.turn_began_at = self.last_at
        if self.control.kind != "none" and not shown:
            computers = [seat for seat, person in enumerate(self.chairs) if strength_of(person) is not None]
            self.clocks.run(timed(self.waited_for(), self.position, computers), self.last_at)
        elif body.get("clocks"):
            self.clocks.put(body["clocks"])

    def _take_plan(self, entry: Entry) -> None:
        """Nothing changes that others may see: not how long the game is, nor when something happened last."""
        seat = entry.seat
        assert seat is not None
        if entry.kind == "unplan":
            del self.plans[seat]
            return
        self.plans[seat] = Planned.told(entry.body)
        self.repeats["plan", seat] += 1
        self.planned[seat] += 1

    def _put_away(self) -> None:
        self.seals.clear()
        self.plans.clear()
        self.offers.clear()
        self.back = None

    def envelope(self, seat: Seat, body: Mapping[str, Any]) -> Seal:
        """The seal that an entry of this seat tells, in the turn that is played now."""
        move, nonce = body["move"], body.get("nonce")
        version, takebacks = self.version_of(body), body.get("takebacks")
        if nonce is None:
            return Seal(move, "", None, version, None)
        digest = envelope.commitment(self.id, self.number + 1, takebacks, seat, move, nonce)
        return Seal(move, nonce, digest, version, takebacks)

    def _take_turn(self, body: Mapping[str, Any], next_game: Game | None, shown: bool, at: float) -> None:
        turn = self.read_turn(body)
        if next_game is None and not shown and not self.fault:
            try:
                next_game = turn.again(self.game)
            except Departed as departed:
                self.fault = str(departed)
        if next_game is not None:
            self.clocks.run((), at)
            self.clocks.grant(earners(self.position, next_game.position, turn.actions))
            self.game = next_game
        self._clear_turn()
        after = {seat: plan.after(seat, turn.actions) for seat, plan in self.plans.items() if turn.left is None}
        self.plans = {seat: plan for seat, plan in after.items() if plan is not None}
        self.clocks.moved(turn.actions, at)
        self.turns.append(turn)
        self.rows.add(turn.actions)

    def _play_on(self, seat: Seat) -> None:
        """A player who plays on declines the draw, except for an offer of their own."""
        if seat not in self.offers:
            self.offers.clear()

    def _take_back(self, to: int, at: float) -> None:
        self.game = self.game.back(max(0, self.game.number - to))
        del self.turns[to:]
        self.rows = Rows(self.rules.chance, (turn.actions for turn in self.turns))
        self._shown.clear()
        self.told.clear()
        self.takebacks += 1
        self._clear_turn()
        self.plans.clear()
        self.offers.clear()
        if self.control.kind == "turn":
            self.clocks.run((), at)
            self.clocks.grant(range(len(self.chairs)))

    def _clear_turn(self) -> None:
        self.seals.clear()
        self.repeats.clear()
        self.offered.clear()
        self.back = None

    def _look_for_seals(self) -> None:
        """A fault where the rules of a seal's own version no longer offer its move; whose it is, nobody is told."""
        missing = {seat for seat, seal in self.seals.items() if seal.move not in self.moves(seat)}
        if missing.difference(self.unplayable()):
            self.fault = f"turn {self.number + 1}: the rules no longer offer a move that is sealed"
            self.status = self._standing()
