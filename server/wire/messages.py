"""What a browser may send over a socket, as strict models; anything else is refused."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from server.strict import LanguageCode, MessageId, SeatNumber, Strict, TableId, TurnCount


class Message(Strict):
    """Anything about a table."""

    table: TableId


class Watch(Message):
    """Look at a table, from a seat one holds or as an onlooker."""

    seat: SeatNumber | None
    language: LanguageCode


class Leave(Message):
    """Look no longer."""


class Action(Message):
    """Something a player does, with an id of the browser's making that tells a repetition from a second action."""

    seat: SeatNumber
    id: MessageId


class Unseal(Action):
    """Take back what is sealed for this turn."""

    number: TurnCount


class Act(Unseal):
    """Seal a move for this turn, as it is after so many takebacks (null: whatever has been taken back)."""

    takebacks: TurnCount | None = None
    move: Annotated[str, Field(max_length=40)]


class Takeback(Action):
    """Ask for turns to be taken back, or agree to it, so that this many stay (null: however many are asked for)."""

    to: TurnCount | None = None


class Absent(Action):
    """Claim the win, or else a draw, against somebody who has gone."""

    win: bool


class Rematch(Action):
    """Want to play again, the same variant or another one."""

    surprise: bool
