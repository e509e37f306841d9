"""Strict models, and the bounded fields that messages and requests share."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

TABLE_ID = "[a-z0-9]{1,40}"
TableId = Annotated[str, Field(pattern=rf"\A{TABLE_ID}\z")]
SeatNumber = Annotated[int, Field(ge=0, le=25)]
SeatKey = Annotated[str, Field(pattern=r"\A(1?[0-9]|2[0-5])\z", description="the number of a seat, as text")]
MessageId = Annotated[str, Field(pattern=r"\A[A-Za-z0-9_-]{1,36}\z")]
MoveText = Annotated[str, Field(max_length=40, description="the `id` of one of the offered moves")]
TurnCount = Annotated[int, Field(ge=0, le=1_000_000)]
TurnNumber = Annotated[TurnCount, Field(description="turns played so far, as the view has it")]
LanguageCode = Annotated[str, Field(max_length=5)]


class Strict(BaseModel):
    """A model that takes no other type for its fields and no other fields."""

    model_config = ConfigDict(strict=True, extra="forbid")
