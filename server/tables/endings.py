"""What players may ask about the game as a whole: its end, and the game after it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from server.tables.action import N_, Action, Facts
from server.tables.decisions import Decision, entry
from server.tables.machines import machines
from server.tables.refusal import Refusal
from server.tables.rights import (
    MOST_WISHES,
    abortable,
    gone,
)
from server.tables.state import State
from variants.position import Seat


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


class Unrematch(Action):
    """Take back the wish for another game, before it has begun."""

    status = "finished"

    @classmethod
    def refusal(cls, table: State, seat: Seat, at: float) -> Refusal | None:
        if table.rematch is not None:
            return Refusal("rematch_open", "The next game has already begun.")
        if seat not in table.again_wish:
            return Refusal("no_rematch", "You have not asked for another game.")
        return None

    def decision(self, table: State, person: str, facts: Facts) -> Decision:
        return Decision((entry(table, "again", self.seat, person, self.id, {"surprise": None}, facts.at),))
