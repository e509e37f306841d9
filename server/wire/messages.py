"""What a browser may send over a socket, as strict models; anything else is refused."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

TableId = Annotated[str, Field(pattern=r"\A[a-z0-9]{1,40}\z")]
SeatNumber = Annotated[int, Field(ge=0, le=25)]
MessageId = Annotated[str, Field(pattern=r"\A[A-Za-z0-9_-]{1,36}\z")]
LanguageCode = Annotated[str, Field(max_length=5)]


class Strict(BaseModel):
    """A model that takes no other type for its fields and no other fields."""

    model_config = ConfigDict(strict=True, extra="forbid")


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

    number: Annotated[int, Field(ge=0, le=1_000_000)]


class Act(Unseal):
    """Seal a move for this turn, as it is after so many takebacks (null: whatever has been taken back)."""

    takebacks: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    move: Annotated[str, Field(max_length=40)]


class Takeback(Action):
    """Ask for turns to be taken back, or agree to it, so that this many stay (null: however many are asked for)."""

    to: Annotated[int, Field(ge=0, le=1_000_000)] | None = None


class Absent(Action):
    """Claim the win, or else a draw, against somebody who has gone."""

    win: bool


class Rematch(Action):
    """Want to play again, the same variant or another one."""

    surprise: bool
