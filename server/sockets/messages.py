"""The messages of browsers, as strict models; anything else is refused."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from pydantic import Field, create_model

from server.drawing.pieces import PIECE_SETS
from server.game import Action, LanguageCode, MessageId, SeatNumber, Strict, TableId


class Message(Strict):
    """A message about a table."""

    table: TableId


class Watch(Message):
    """Watch a table, from one's own seat or as an onlooker."""

    seat: SeatNumber | None
    language: LanguageCode


class Leave(Message):
    """Stop watching a table."""


class WatchLobby(Strict):
    """Watch the lobby. `boards` are the keys of the markup of boards that the page holds, `pieces` is its set."""

    language: LanguageCode
    boards: list[Annotated[str, Field(max_length=160)]] = Field(default_factory=list, max_length=50)
    pieces: Annotated[str, Field(pattern=f"^(?:{'|'.join(PIECE_SETS)})$")] = PIECE_SETS[0]


class WatchMyGames(Strict):
    """Watch one's own games. `rows` are the signs of the page's rows by table; null for the number of waiting games.

    Without a language, that of the last message. `boards` and `pieces` are as those of `WatchLobby`.
    """

    language: LanguageCode | None = None
    rows: dict[TableId, Annotated[str, Field(max_length=12)]] | None = Field(default=None, max_length=150)
    boards: list[Annotated[str, Field(max_length=160)]] = Field(default_factory=list, max_length=50)
    pieces: Annotated[str, Field(pattern=f"^(?:{'|'.join(PIECE_SETS)})$")] = PIECE_SETS[0]


class SeekOpponent(Strict):
    """Seek an opponent, for one of these variants or, if there are none, for any.

    `control` holds one time control or several, with blanks between. The opponent of a rated game may be `distance`
    points away.
    """

    variants: Annotated[list[Annotated[str, Field(max_length=60)]], Field(max_length=50)]
    control: Annotated[str, Field(max_length=80)]
    rated: bool = False
    distance: Annotated[int, Field(ge=25, le=1000)] | None = None
    id: MessageId


class CancelSeek(Strict):
    """Cancel the seek."""


@cache  # Making a model takes milliseconds.
def table_message(action: type[Action]) -> type[Action]:
    """The message of an action: its fields, and the id of the table as `table`."""
    return create_model(action.__name__, __base__=action, __doc__=action.__doc__, table=(TableId, ...))
