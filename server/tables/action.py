"""The base of what players may ask of a table."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, NamedTuple

from pydantic import Field

from server.tables.decisions import Decision, NextTable, end, entry, leave
from server.tables.refusal import Refusal
from server.tables.rights import unless, unless_in
from server.tables.state import State
from server.tables.strict import MessageId, SeatNumber, Strict, TurnCount
from variants.position import Result, Seat

MoveText = Annotated[str, Field(max_length=40, description="the `id` of one of the offered moves")]
TurnNumber = Annotated[TurnCount, Field(description="turns played so far, as the view has it")]


def N_(text: str) -> str:  # The name that the extraction of texts looks for.
    """Mark a text of the house that is translated where it is shown."""
    return text


class Facts(NamedTuple):
    """What an action is decided by beside the table; who is there, the table itself asks (`State.presence`)."""

    at: float
    """The moment, in seconds since the epoch."""
    next_game: Callable[[State, str, bool], NextTable]
    """Prepares another game of the same people for a table, a person who asks and whether its variant is drawn."""
    nonce: Callable[[], str]
    """Draws what goes into an envelope beside the move."""


class Action(Strict):
    """An action of a player. Sending the same `id` again returns the first answer and changes nothing."""

    listed: ClassVar[bool] = True
    """Whether views say that a seat may do it; of moves they say more than that."""
    status: ClassVar[str] = "running"
    """The status of the tables at which it can be done."""
    private: ClassVar[bool] = False
    """Whether nobody but the seat itself may learn that it was done."""
    title: ClassVar[str] = ""
    """What the button says that does it, where the page needs no other control for it."""

    seat: SeatNumber
    id: MessageId

    @classmethod
    def name(cls) -> str:
        """Its name on every wire."""
        return cls.__name__.lower()

    @classmethod
    def refusal(cls, table: State, seat: Seat, at: float) -> Refusal | None:
        """Why this seat may not do it now, whatever its fields say; None where it may."""
        return unless(table, cls.status) or unless_in(table, seat) or cls.objection(table, seat, at)

    @classmethod
    def objection(cls, table: State, seat: Seat, at: float) -> Refusal | None:
        """The same, at a table of the right status and for a seat that is not out of the game."""
        return None

    def decide(self, table: State, person: str, facts: Facts) -> Decision:
        """What this person's action does. Raises Refusal, and MoveError for a text that spells no move."""
        if not self.is_by(table, person):
            raise Refusal("not_your_seat", "That is not your seat.")
        if refusal := self.refusal(table, self.seat, facts.at):
            raise refusal
        return self.decision(table, person, facts)

    def is_by(self, table: State, person: str) -> bool:
        """Whether this person may act for the seat."""
        return self.seat < len(table.chairs) and table.chairs[self.seat] == person

    @abstractmethod
    def decision(self, table: State, person: str, facts: Facts) -> Decision:
        """The same, where nothing but its fields can forbid it any more."""

    def _entry(self, table: State, person: str, facts: Facts, body: Mapping[str, Any] | None = None) -> Decision:
        """The decision that writes one entry, of the action's own kind."""
        return Decision((entry(table, self.name(), self.seat, person, self.id, body or {}, facts.at),))

    def _leave(self, table: State, person: str, facts: Facts, seats: Sequence[Seat], reason: str) -> Decision:
        """These seats leave for this reason; the game ends unless others play on."""
        return leave(table, seats, self.seat, person, self.id, facts.at, table.game.left(seats, reason))

    def _end(self, table: State, person: str, facts: Facts, result: Result, status: str = "finished") -> Decision:
        return end(table, self.seat, person, self.id, facts.at, result, status)
