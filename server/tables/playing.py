"""What players may ask about the turn that is played: moves, seals, offers, and turns to be taken back."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from server.journal.entries import Entry
from server.tables.action import N_, Action, Facts, MoveText, TurnNumber
from server.tables.decisions import Decision, choose, end, entry
from server.tables.machines import machines
from server.tables.offers import chosen
from server.tables.refusal import Refusal, TooSoon
from server.tables.rights import (
    FEW_UNSEALS,
    MOST_ADDED,
    MOST_ADDED_IN_ALL,
    MOST_ASKS,
    MOST_OFFERS,
    MOST_TAKEBACKS,
    MOST_UNSEALS,
    MOST_UNSEALS_IN_ALL,
    all_others_offer,
    computer_chooses,
    earning_more,
    joinable,
    others_ask_back,
    scouting,
    unless,
    unless_in,
)
from server.tables.state import State
from variants.position import Seat


class Act(Action):
    """Play a move, or seal it if others act in the same turn. Who has no seat may join by a move of a free one.

    `number` is the number of turns that you know of; if it is not the table's, your move came too late and is refused.
    """

    listed = False
    number: TurnNumber
    move: MoveText
    takebacks: Annotated[
        TurnNumber | None,
        Field(description="as in the view: the move is refused if turns were taken back since; null: no such check"),
    ] = None

    @classmethod
    def refusal(cls, table: State, seat: Seat, at: float) -> Refusal | None:
        # Who is out and has moves comes into the game by them.
        return unless(table, "running") or (None if table.moves(seat) else unless_in(table, seat))

    def is_by(self, table: State, person: str) -> bool:
        return super().is_by(table, person) or (self.seat in joinable(table) and not table.seats_of(person))

    def decision(self, table: State, person: str, facts: Facts) -> Decision:
        if self.number < table.number:
            raise Refusal("late", "This turn is over: the move came for turn {number}.", number=self.number + 1)
        if self.number > table.number:
            raise Refusal("early", "Turn {number} has not begun.", number=self.number + 1)
        if self.takebacks not in (None, table.takebacks):
            raise _changed()
        if self.seat not in table.position.to_act and not table.moves(self.seat):
            raise Refusal("not_your_turn", "It is not your turn.")
        if self.seat in table.seals:
            raise Refusal("already_sealed", "Your move is sealed; break the seal to choose another.")
        if not machines([person]) and computer_chooses(table):
            raise TooSoon("computer_first", "The computer has not sealed its move yet: it does so before you do.")
        # Kept as the text that was sent; the offer is looked up again when the turn is played.
        chosen(table.moves(self.seat), self.move, table.rules)
        played = choose(table, self.seat, self.move, person, self.id, facts.at, facts.nonce)
        if table.chairs[self.seat] == person:
            return played
        return played._replace(entries=(entry(table, "sit", self.seat, person, "", {}, facts.at), *played.entries))


class Unseal(Action):
    """Break the seal of a move to choose another one, until the turn is revealed."""

    listed = False
    number: TurnNumber

    @classmethod
    def refusal(cls, table: State, seat: Seat, at: float) -> Refusal | None:
        most = MOST_UNSEALS if table.unsealed[seat] < MOST_UNSEALS_IN_ALL else FEW_UNSEALS
        if seat in table.seals and table.repeats["unseal", seat] >= most:
            return Refusal("unsealed_often", "You have broken {most} seals in this turn: this one stays.", most=most)
        return None

    def decision(self, table: State, person: str, facts: Facts) -> Decision:
        if self.number < table.number:
            raise Refusal("already_revealed", "Too late: the moves of this turn are already revealed.")
        if refusal := unless(table, "running"):
            raise refusal
        if self.number > table.number:
            raise Refusal("early", "Turn {number} has not begun.", number=self.number + 1)
        if self.seat not in table.seals:
            raise Refusal("not_sealed", "There is no sealed move to take back.")
        return self._entry(table, person, facts)


class Offer(Action):
    """Offer a draw, or accept the draw that others offer."""

    @classmethod
    def objection(cls, table: State, seat: Seat, at: float) -> Refusal | None:
        if seat in table.offers:
            return Refusal("already_offered", "You have already offered a draw.")
        if all_others_offer(table, seat):
            return None
        if seat not in table.position.to_act and not table.offers:
            return Refusal("not_your_turn", "It is not your turn.")
        if table.repeats["offer", seat] >= MOST_OFFERS:
            return Refusal("offered_often", "You have offered {most} draws in this turn.", most=MOST_OFFERS)
        return None

    def decision(self, table: State, person: str, facts: Facts) -> Decision:
        offer = self._entry(table, person, facts)
        if not all_others_offer(table, self.seat):
            return offer
        return end(table, self.seat, person, "", facts.at, table.game.drawn("agreement"), after=offer)


class Decline(Action):
    """Decline the draw or the takeback that others ask for."""

    @classmethod
    def refusal(cls, table: State, seat: Seat, at: float) -> Refusal | None:
        offered = table.offers - {seat} and seat not in table.position.out()
        if not offered and not others_ask_back(table, seat):
            return unless(table, "running") or Refusal("no_offer", "There is nothing to decline.")
        return unless(table, "running")

    def decision(self, table: State, person: str, facts: Facts) -> Decision:
        return self._entry(table, person, facts)


class Takeback(Action):
    """Ask to take back your last turn and all after it, or agree to what others ask."""

    to: Annotated[
        TurnNumber | None,
        Field(description="how many turns to keep; null: as many as the others ask for"),
    ] = None

    @classmethod
    def refusal(cls, table: State, seat: Seat, at: float) -> Refusal | None:
        if refusal := unless(table, "running"):
            return refusal
        if table.takebacks >= MOST_TAKEBACKS:
            return Refusal(
                "takebacks_used",
                "Turns were taken back {most} times in this game: that was the last.",
                most=MOST_TAKEBACKS,
            )
        if others_ask_back(table, seat):
            return None
        if table.back is not None:
            return Refusal("already_asked", "You have already asked to take back a turn.")
        last = table.last_turn_of(seat)
        if last is None:
            return Refusal("nothing_back", "You have no turn to take back.")
        if table.repeats["ask_back", seat] >= MOST_ASKS:
            return Refusal("asked_often", "You have asked {most} times in this turn.", most=MOST_ASKS)
        # A seat that is out may agree to what others ask, and asks for nothing itself.
        return scouting(table, last) or unless_in(table, seat)

    def decision(self, table: State, person: str, facts: Facts) -> Decision:
        asking = table.back.seats if table.back is not None else frozenset()
        wanted = table.back.to if table.back is not None else table.last_turn_of(self.seat)
        assert wanted is not None
        if self.to not in (None, wanted):
            raise _changed()
        body = {"to": wanted}
        agreed = {table.chairs[other] for other in (self.seat, *asking)} | machines(table.chairs)
        if not agreed.issuperset(table.sitting):
            return Decision((entry(table, "ask_back", self.seat, person, self.id, body, facts.at),))
        # The message goes with the last entry: it is answered with the number of turns that stay.
        asked = entry(table, "ask_back", self.seat, person, "", body, facts.at)
        return Decision((asked, Entry("takeback", wanted, self.seat, person, self.id, body, facts.at)))


class AddTime(Action):
    """Give the other players more time: 15 seconds, or a day where there are days for a turn."""

    title = N_("Give time")

    @classmethod
    def objection(cls, table: State, seat: Seat, at: float) -> Refusal | None:
        if table.control.kind == "none":
            return Refusal("no_clock", "There is no clock in this game.")
        if not earning_more(table, seat):
            return Refusal("nobody_hurried", "The computer takes its own time: nobody else has a clock here.")
        if table.repeats["addtime", seat] >= MOST_ADDED or table.added[seat] >= MOST_ADDED_IN_ALL:
            return Refusal("added_often", "You have given time often enough: {most} times in a turn.", most=MOST_ADDED)
        return None

    def decision(self, table: State, person: str, facts: Facts) -> Decision:
        more = {"seats": earning_more(table, self.seat), "seconds": table.control.more}
        return self._entry(table, person, facts, more)


def _changed() -> Refusal:
    return Refusal("changed", "The game has changed meanwhile: look at it again.")
