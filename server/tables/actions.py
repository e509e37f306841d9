"""What players may ask of a table: one class per action, with the fields it carries and what it decides.

The messages of sockets, the addresses for programs with their description, and what a seat may do now are derived from
these classes: see `actions`. An action changes nothing: it answers with a Decision or raises a Refusal.
"""

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
    MOST_ASKS,
    MOST_OFFERS,
    MOST_TAKEBACKS,
    MOST_UNSEALS,
    MOST_UNSEALS_IN_ALL,
    MOST_WISHES,
    abortable,
    all_others_offer,
    computer_chooses,
    gone,
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


class Claim(Action):
    """Claim a draw by repetition."""

    title = N_("Claim a draw")

    @classmethod
    def objection(cls, table: State, seat: Seat, at: float) -> Refusal | None:
        if table.game.claimable() is not None:
            return None
        return Refusal("no_claim", "This position has not been repeated often enough to claim a draw.")

    def decision(self, table: State, person: str, facts: Facts) -> Decision:
        draw = table.game.claimable()
        assert draw is not None
        return self._end(table, person, facts, draw)


class Absent(Action):
    """Claim the win or a draw against a player who has been absent for too long.

    Where the others can play on, it is that player who leaves the game, whatever is claimed.
    """

    win: bool

    @classmethod
    def objection(cls, table: State, seat: Seat, at: float) -> Refusal | None:
        if not gone(table, seat, at):
            return Refusal("not_absent", "No player whose move is awaited has been gone for long enough.")
        return None

    def decision(self, table: State, person: str, facts: Facts) -> Decision:
        losers = gone(table, self.seat, facts.at)
        if not self.win and table.game.without(losers) is None:
            return self._end(table, person, facts, table.game.drawn("abandoned_draw"))
        return self._leave(table, person, facts, losers, "abandoned")


class Abort(Action):
    """Abort a game that has hardly begun; it does not count."""

    title = N_("Abort")

    @classmethod
    def objection(cls, table: State, seat: Seat, at: float) -> Refusal | None:
        if not abortable(table, at):
            return Refusal("begun", "The second turn is played: this game can be resigned, not aborted.")
        return None

    def decision(self, table: State, person: str, facts: Facts) -> Decision:
        return self._end(table, person, facts, table.game.drawn("aborted"), "aborted")


class Resign(Action):
    """Resign the game; of more than two, the others may play on."""

    title = N_("Resign")

    def decide(self, table: State, person: str, facts: Facts) -> Decision:
        """At a table whose game has not begun it withdraws: programs of the first version send it there."""
        if table.status == "open":
            return Withdraw(seat=self.seat, id=self.id).decide(table, person, facts)
        return super().decide(table, person, facts)

    def decision(self, table: State, person: str, facts: Facts) -> Decision:
        return self._leave(table, person, facts, [self.seat], "resigned")


class Withdraw(Action):
    """Withdraw a table that you have opened, while a chair is free."""

    status = "open"
    title = N_("Withdraw the table")

    @classmethod
    def objection(cls, table: State, seat: Seat, at: float) -> Refusal | None:
        if table.chairs[seat] != table.host:
            return Refusal("not_host", "Only the person who opened this table may withdraw it.")
        return None

    def decision(self, table: State, person: str, facts: Facts) -> Decision:
        return self._end(table, person, facts, table.game.drawn("withdrawn"), "aborted")


class Rematch(Action):
    """Ask for a rematch; it begins when all players want it, and the view names its table."""

    status = "finished"
    surprise: Annotated[bool, Field(description="whether a variant is drawn; else it is the same one")]

    @classmethod
    def refusal(cls, table: State, seat: Seat, at: float) -> Refusal | None:
        if table.status != cls.status or None in [table.chairs[player] for player in table.players]:
            return Refusal("not_over", "Another game can be asked for when this one is over.")
        if table.rematch is not None:
            return Refusal("rematch_open", "The next game has already begun.")
        if table.repeats["again", seat] >= MOST_WISHES:
            return Refusal("asked_often", "You have asked for another game {most} times.", most=MOST_WISHES)
        return None

    def decision(self, table: State, person: str, facts: Facts) -> Decision:
        if table.again_wish.get(self.seat) == self.surprise:
            raise Refusal("already_asked_again", "You have already asked for another game.")
        asked = entry(table, "again", self.seat, person, self.id, {"surprise": self.surprise}, facts.at)
        wishes = {**table.again_wish, self.seat: self.surprise}
        willing = {table.chairs[other] for other, surprise in wishes.items() if surprise == self.surprise}
        if not (willing | machines(table.chairs)).issuperset(table.chairs[player] for player in table.players):
            return Decision((asked,))
        new = facts.next_game(table, person, self.surprise)
        begun = entry(table, "rematch", self.seat, person, "", {"table": new.opening.id}, facts.at)
        return Decision((asked, begun), also=new)


def actions() -> list[type[Action]]:
    """All actions, in the order in which they are described."""
    return Action.__subclasses__()


def may(table: State, seat: Seat, at: float) -> list[str]:
    """The names of what this seat may ask of the table at this moment, apart from moves."""
    listed = [each for each in actions() if each.listed and each.status == table.status]
    return sorted(each.name() for each in listed if each.refusal(table, seat, at) is None)


def _changed() -> Refusal:
    return Refusal("changed", "The game has changed meanwhile: look at it again.")
