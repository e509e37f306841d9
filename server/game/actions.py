"""All that players may ask of a table: one class an action, with the fields it carries and what it decides.

The messages of sockets, the addresses for programs with their description, and the list of what a seat may do are
derived from these classes. An action changes nothing: it answers with a Decision or raises a Refusal.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, ClassVar

from pydantic import Field

from server.game.absence import claimable, never_came
from server.game.decisions import Decision, choose, earned_since, end, entry, leave, with_credit
from server.game.entries import Author, Entry
from server.game.errors import N_, Refusal, TooSoon
from server.game.facts import Facts
from server.game.fields import MessageId, MoveText, SeatNumber, Strict, TurnNumber
from server.game.moves import find_legal
from server.game.plans import MOST_LINES, MOST_PLANNED, MOST_TURNS, check_lines, together
from server.game.players import artificial, is_deleted
from server.game.rights import (
    MOST_TAKEBACKS,
    all_others_offer,
    begun,
    changed,
    computer_chooses,
    joinable,
    not_begun,
    others_request_takeback,
    out_of_game,
    takeback_reveals,
    time_receivers,
    too_often,
    wrong_status,
    wrong_turn,
)
from server.game.state import TableState
from variants.position import Seat


class Action(Strict):
    """An action of a player. Sending the same `id` again returns the first answer and changes nothing."""

    listed: ClassVar[bool] = True
    """Whether views list it among what a seat may do; they list moves one by one."""
    status: ClassVar[str] = "running"
    """The status of the tables at which it can be done."""
    private: ClassVar[bool] = False
    """Whether nobody but the seat itself may learn that it was done."""
    by_out: ClassVar[bool] = False
    """Whether seats that are out of the game may do it too."""
    title: ClassVar[str] = ""
    """The label of its button, where the page needs no other control for it."""

    seat: SeatNumber
    id: MessageId

    @classmethod
    @cache
    def name(cls) -> str:
        """Its name in messages and addresses."""
        return cls.__name__.lower()

    @classmethod
    def refusal(cls, state: TableState, seat: Seat, facts: Facts) -> Refusal | None:
        """Why this seat may not do it now, whatever its fields say; None where it may."""
        out = None if cls.by_out else out_of_game(state, seat)
        return wrong_status(state, cls.status) or out or cls.objection(state, seat, facts)

    @classmethod
    def objection(cls, state: TableState, seat: Seat, facts: Facts) -> Refusal | None:
        """The part of `refusal` that is the action's own: the table has its status, and the seat may be out of it."""
        return None

    def decide(self, state: TableState, person: str, facts: Facts) -> Decision:
        """What this person's action does. Raises Refusal, and MoveError for a text that spells no move."""
        if not self.is_by(state, person):
            raise Refusal("not_your_seat", "That is not your seat.")
        if refusal := self.refusal(state, self.seat, facts):
            raise refusal
        decision = self.decision(state, Author(self.seat, person, self.id), facts)
        return decision if self.private else with_credit(state, facts, decision)

    def is_by(self, state: TableState, person: str) -> bool:
        """Whether this person may act for the seat."""
        return self.seat < len(state.chairs) and state.chairs[self.seat] == person

    def decision(self, state: TableState, by: Author, facts: Facts) -> Decision:
        """What the action does, where nothing but its fields can forbid it any more. Raises as `decide`."""
        return self._entry(state, by, facts)

    def _entry(self, state: TableState, by: Author, facts: Facts, body: Mapping[str, Any] | None = None) -> Decision:
        """The decision that writes one entry, of the action's own kind."""
        return Decision((entry(state, self.name(), by, body or {}, facts.at),))


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
    def refusal(cls, state: TableState, seat: Seat, facts: Facts) -> Refusal | None:
        # A seat that is out and has moves comes into the game by them.
        return wrong_status(state, "running") or (None if state.moves(seat) else out_of_game(state, seat))

    def is_by(self, state: TableState, person: str) -> bool:
        return super().is_by(state, person) or (self.seat in joinable(state) and not state.seats_of(person))

    def decision(self, state: TableState, by: Author, facts: Facts) -> Decision:
        if refusal := wrong_turn(state, self.number, self.takebacks):
            raise refusal
        if self.seat not in state.position.to_act and not state.moves(self.seat):
            raise Refusal("not_your_turn", "It is not your turn.")
        if self.seat in state.seals:
            raise Refusal("already_sealed", "Your move is sealed; break the seal to choose another.")
        if not artificial([by.person]) and computer_chooses(state):
            raise TooSoon("computer_first", "The computer has not sealed its move yet: it does so before you do.")
        # Stored as the text that was sent; the move is looked up again when the turn is played.
        find_legal(state.moves(self.seat), self.move, state.rules)
        played = choose(state, self.seat, self.move, by, facts)
        if state.chairs[self.seat] == by.person:
            return played
        facts.check_company(by.person, state.chairs)
        taken = entry(state, "sit", by._replace(message=""), {}, facts.at)
        return played._replace(entries=(taken, *played.entries))


class Unseal(Action):
    """Break the seal of a move to choose another one, until the turn is revealed."""

    listed = False
    number: TurnNumber

    @classmethod
    def refusal(cls, state: TableState, seat: Seat, facts: Facts) -> Refusal | None:
        return too_often(state, "unseal", seat) if seat in state.seals else None

    def decision(self, state: TableState, by: Author, facts: Facts) -> Decision:
        if self.number < state.number:
            raise Refusal("already_revealed", "Too late: the moves of this turn are already revealed.")
        if refusal := wrong_status(state, "running"):
            raise refusal
        if self.number > state.number:
            raise not_begun(self.number)
        if self.seat not in state.seals:
            raise Refusal("not_sealed", "There is no sealed move to take back.")
        return self._entry(state, by, facts)


class Offer(Action):
    """Offer a draw, or accept the draw that others offer."""

    @classmethod
    def objection(cls, state: TableState, seat: Seat, facts: Facts) -> Refusal | None:
        if seat in state.offers:
            return Refusal("already_offered", "You have already offered a draw.")
        if all_others_offer(state, seat):
            return None
        if seat not in state.position.to_act and not state.offers:
            return Refusal("not_your_turn", "It is not your turn.")
        return too_often(state, "offer", seat)

    def decision(self, state: TableState, by: Author, facts: Facts) -> Decision:
        offer = self._entry(state, by, facts)
        if not all_others_offer(state, self.seat):
            return offer
        return end(state, by._replace(message=""), facts, state.game.drawn("agreement"), after=offer)


class Decline(Action):
    """Decline the draw or the takeback that others ask for."""

    by_out = True

    @classmethod
    def objection(cls, state: TableState, seat: Seat, facts: Facts) -> Refusal | None:
        offered = state.offers - {seat} and seat not in state.position.out()
        if not offered and not others_request_takeback(state, seat):
            return Refusal("no_offer", "There is nothing to decline.")
        return None


class Takeback(Action):
    """Ask to take back your last turn and all after it, or agree to what others ask."""

    by_out = True
    to: Annotated[
        TurnNumber | None,
        Field(description="how many turns to keep; null: as many as the others ask for"),
    ] = None

    @classmethod
    def objection(cls, state: TableState, seat: Seat, facts: Facts) -> Refusal | None:
        if state.takebacks >= MOST_TAKEBACKS:
            return Refusal(
                "takebacks_used",
                "Turns were taken back {most} times in this game: that was the last.",
                most=MOST_TAKEBACKS,
            )
        if others_request_takeback(state, seat):
            return None
        if state.takeback_request is not None:
            return Refusal("already_asked", "You have already asked to take back a turn.")
        last = state.last_turn_of(seat)
        if last is None:
            return Refusal("nothing_back", "You have no turn to take back.")
        # A seat that is out may agree to what others ask, and asks for nothing itself.
        return too_often(state, "ask_back", seat) or takeback_reveals(state, last) or out_of_game(state, seat)

    def decision(self, state: TableState, by: Author, facts: Facts) -> Decision:
        request = state.takeback_request
        to = request.to if request is not None else state.last_turn_of(self.seat)
        assert to is not None
        # Without a number of turns it agrees to a request: a late consent must not become a request of its own.
        if self.to not in (None, to) or (self.to is None and request is None and self.seat in state.missed_request):
            raise changed()
        agreeing = (self.seat, *(request.seats if request is not None else ()))
        agreed = {state.chairs[seat] for seat in agreeing} | artificial(state.chairs)
        if not agreed.issuperset(state.sitting):
            return Decision((entry(state, "ask_back", by, {"to": to}, facts.at),))
        # The message goes with the last entry: it is answered with the number of turns that stay.
        requested = entry(state, "ask_back", by._replace(message=""), {"to": to}, facts.at)
        return Decision((requested, Entry("takeback", to, *by, {"to": to, **earned_since(state, to)}, facts.at)))


class AddTime(Action):
    """Give the other players more time: 15 seconds, or a day where there are days for a turn."""

    title = N_("Give time")

    @classmethod
    def objection(cls, state: TableState, seat: Seat, facts: Facts) -> Refusal | None:
        if state.control.kind == "none":
            return Refusal("no_clock", "There is no clock in this game.")
        if not time_receivers(state, seat):
            return Refusal("nobody_hurried", "The computer takes its own time: nobody else has a clock here.")
        return too_often(state, "addtime", seat)

    def decision(self, state: TableState, by: Author, facts: Facts) -> Decision:
        more = {"seats": time_receivers(state, self.seat), "seconds": state.control.more}
        return self._entry(state, by, facts, more)


class Plan(Action):
    """Plan your moves while another seat is to act; a new plan replaces the one before, and nobody else learns of it.

    Either `answer` is what you play next, whatever is played before, or `lines` lists what you foresee: each line the
    turns from now on, of whoever acts, up to a move of yours. The table plays your move as soon as its time comes, in
    no time of your clock; where it is not possible then, the plan is dropped, and you alone are told.
    """

    private = True
    number: TurnNumber
    answer: MoveText | None = None
    lines: Annotated[
        list[Annotated[list[MoveText], Field(min_length=2, max_length=MOST_TURNS)]],
        Field(max_length=MOST_LINES, description=f"with {MOST_PLANNED} different turns at most"),
    ] = Field([])
    takebacks: Annotated[
        TurnNumber | None,
        Field(description="as in the view: the plan is refused if turns were taken back since; null: no such check"),
    ] = None

    @classmethod
    def objection(cls, state: TableState, seat: Seat, facts: Facts) -> Refusal | None:
        if state.rules.chance:
            return Refusal("plan_dice", "Where dice decide, no move is made in advance.")
        if len(state.position.to_act) != 1:
            return together()
        (acting,) = state.position.to_act
        if seat == acting:
            return Refusal("your_turn", "It is your turn: play your move.")
        if state.chairs[seat] == state.chairs[acting]:
            return Refusal("plan_alone", "You play the other side yourself: there is nothing to foresee.")
        return too_often(state, "plan", seat)

    @classmethod
    def refusal_of_lines(cls, state: TableState, seat: Seat, facts: Facts) -> Refusal | None:
        """Why this seat may plan no lines now, whatever is in them; None where it may."""
        if state.rules.hidden:
            return Refusal("plan_hidden", "What others will play on a hidden board cannot be foreseen.")
        return cls.refusal(state, seat, facts)

    def decision(self, state: TableState, by: Author, facts: Facts) -> Decision:
        if refusal := wrong_turn(state, self.number, self.takebacks):
            raise refusal
        if (self.answer is None) == (not self.lines):
            raise Refusal("plan_form", "A plan is either one answer or a list of lines.")
        if self.answer is not None:
            # Whether it is possible is asked when its time comes: before, that could show what a board hides.
            state.rules.read(self.answer)
            return self._entry(state, by, facts, {"answer": self.answer})
        if refusal := self.refusal_of_lines(state, self.seat, facts):
            raise refusal
        check_lines(state.position, self.seat, self.lines, facts.pause)
        return self._entry(state, by, facts, {"lines": self.lines})


class Unplan(Action):
    """Drop your plan."""

    private = True

    @classmethod
    def objection(cls, state: TableState, seat: Seat, facts: Facts) -> Refusal | None:
        return None if seat in state.plans else Refusal("no_plan", "There is no plan to drop.")


class Claim(Action):
    """Claim a draw by repetition or by a rule of the variant."""

    title = N_("Claim a draw")

    @classmethod
    def objection(cls, state: TableState, seat: Seat, facts: Facts) -> Refusal | None:
        if state.game.claimable() is not None:
            return None
        return Refusal("no_claim", "This position has not been repeated often enough to claim a draw.")

    def decision(self, state: TableState, by: Author, facts: Facts) -> Decision:
        draw = state.game.claimable()
        assert draw is not None
        return end(state, by, facts, draw)


class Absent(Action):
    """Claim the win or a draw against a player who has been absent for too long.

    Where the others can play on, it is that player who leaves the game, whatever is claimed.
    """

    win: bool

    @classmethod
    def objection(cls, state: TableState, seat: Seat, facts: Facts) -> Refusal | None:
        if not claimable(state, seat, facts):
            return Refusal("not_absent", "No player whose move is awaited has been gone for long enough.")
        return None

    def decision(self, state: TableState, by: Author, facts: Facts) -> Decision:
        losers = claimable(state, self.seat, facts)
        if not self.win and state.game.without(losers) is None:
            return end(state, by, facts, state.game.drawn("abandoned_draw"))
        return leave(state, by, losers, facts, state.game.left(losers, "abandoned"))


class Abort(Action):
    """Abort a game that has hardly begun; it does not count."""

    title = N_("Abort")

    @classmethod
    def objection(cls, state: TableState, seat: Seat, facts: Facts) -> Refusal | None:
        if begun(state) and not never_came(state, facts):
            return Refusal("begun", "The second turn is played: this game can be resigned, not aborted.")
        return None

    def decision(self, state: TableState, by: Author, facts: Facts) -> Decision:
        return end(state, by, facts, state.game.drawn("aborted"), "aborted")


class Resign(Action):
    """Resign the game; of more than two, the others may play on."""

    title = N_("Resign")

    def decide(self, state: TableState, person: str, facts: Facts) -> Decision:
        """At a table whose game has not begun it withdraws: programs of the first version send it there."""
        if state.status == "open":
            return Withdraw(seat=self.seat, id=self.id).decide(state, person, facts)
        return super().decide(state, person, facts)

    def decision(self, state: TableState, by: Author, facts: Facts) -> Decision:
        return leave(state, by, [self.seat], facts, state.game.left([self.seat], "resigned"))


class Withdraw(Action):
    """Withdraw a table that you have opened, while a chair is free."""

    status = "open"
    title = N_("Withdraw the table")

    @classmethod
    def objection(cls, state: TableState, seat: Seat, facts: Facts) -> Refusal | None:
        if state.chairs[seat] != state.host:
            return Refusal("not_host", "Only the person who opened this table may withdraw it.")
        return None

    def decision(self, state: TableState, by: Author, facts: Facts) -> Decision:
        return end(state, by, facts, state.game.drawn("withdrawn"), "aborted")


class Rematch(Action):
    """Ask for a rematch; it begins when all players want it, and the view names its table."""

    status = "finished"
    by_out = True
    surprise: Annotated[bool, Field(description="whether a variant is drawn; else it is the same one")]

    @classmethod
    def refusal(cls, state: TableState, seat: Seat, facts: Facts) -> Refusal | None:
        return cls.objection(state, seat, facts)

    @classmethod
    def objection(cls, state: TableState, seat: Seat, facts: Facts) -> Refusal | None:
        if state.status != cls.status or None in [state.chairs[player] for player in state.players]:
            return Refusal("not_over", "Another game can be asked for when this one is over.")
        if state.rematch is not None:
            return Refusal("rematch_open", "The next game has already begun.")
        if any(is_deleted(player or "") for player in state.chairs):
            return Refusal("player_deleted", "A player of this game has left the site.")
        return too_often(state, "again", seat)

    def decision(self, state: TableState, by: Author, facts: Facts) -> Decision:
        if state.rematch_wishes.get(self.seat) == self.surprise:
            raise Refusal("already_asked_again", "You have already asked for another game.")
        facts.check_company(by.person, state.chairs)
        requested = entry(state, "again", by, {"surprise": self.surprise}, facts.at)
        wishes = {**state.rematch_wishes, self.seat: self.surprise}
        willing = {state.chairs[other] for other, surprise in wishes.items() if surprise == self.surprise}
        if not (willing | artificial(state.chairs)).issuperset(state.chairs[player] for player in state.players):
            return Decision((requested,))
        new = facts.next_table(state, by.person, self.surprise)
        agreed = entry(state, "rematch", by._replace(message=""), {"table": new.opening.id}, facts.at)
        return Decision((requested, agreed), also=new)


class Unrematch(Action):
    """Take back the wish for another game, before it has begun."""

    status = "finished"
    by_out = True

    @classmethod
    def refusal(cls, state: TableState, seat: Seat, facts: Facts) -> Refusal | None:
        return cls.objection(state, seat, facts)

    @classmethod
    def objection(cls, state: TableState, seat: Seat, facts: Facts) -> Refusal | None:
        if state.rematch is not None:
            return Refusal("rematch_open", "The next game has already begun.")
        if seat not in state.rematch_wishes:
            return Refusal("no_rematch", "You have not asked for another game.")
        return None

    def decision(self, state: TableState, by: Author, facts: Facts) -> Decision:
        return Decision((entry(state, "again", by, {"surprise": None}, facts.at),))


ACTIONS: tuple[type[Action], ...] = (
    Claim, Absent, Abort, Resign, Withdraw, Rematch, Unrematch,
    Plan, Unplan,
    Act, Unseal, Offer, Decline, Takeback, AddTime,
)  # fmt: skip
"""In the order in which they are described."""


def may(state: TableState, seat: Seat, facts: Facts) -> list[str]:
    """The names of what this seat may ask of the table now, apart from moves."""
    status, out = state.status, seat in state.position.out()
    return sorted(
        [
            action.name()
            for action in ACTIONS
            if action.status == status
            and action.listed
            and (action.by_out or not out)
            and action.objection(state, seat, facts) is None
        ]
    )
