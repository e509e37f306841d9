"""The form of a record, as strict and bounded models, and read: what docs/records.md describes, and nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, get_args
from unicodedata import category

from pydantic import AfterValidator, Field, ValidationError

from server.game import Refusal, SeatKey, SeatNumber, Strict, TableId, TurnCount
from server.texts.names import JOINERS
from variants.position import Position

FORMAT = "cavalier-record"
VERSION = 1
LONGEST_RECORD = 4 * 1024 * 1024
"""Characters of a text that is looked at at all; thousands of turns, as JSON, are less."""
MOST_LINES = 20_000
MOST_KEYS = 200
"""Keys of one object of a record that is read; no object of ours comes near."""


Variants = Mapping[str, type[Position]]
"""All variants by their names."""


UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode categories of characters that cannot be seen."""


class RecordError(Refusal):
    """A record that cannot be read or does not hold: a code for what is wrong, and where."""


def seen(text: str) -> str:
    """A text without the characters that `visible` refuses."""
    return "".join([sign for sign in text if category(sign) not in UNSEEN or sign in JOINERS])


def is_visible(text: str) -> bool:
    """Whether everything in a text can be seen."""
    return not any(category(sign) in UNSEEN and sign not in JOINERS for sign in text)


def visible(text: str) -> str:
    """The text. Raises ValueError where something in it cannot be seen."""
    if not is_visible(text):
        raise ValueError("a character that cannot be seen")
    return text


Text = Annotated[str, AfterValidator(visible)]
Code = Annotated[str, Field(pattern=r"\A[a-z][a-z0-9_]{0,39}\z")]
Hex64 = Annotated[str, Field(pattern=r"\A[0-9a-f]{64}\z")]
Nonce = Annotated[str, Field(pattern=r"\A[0-9a-f]{32}\z")]
Turn = Annotated[int, Field(ge=1, le=1_000_000)]
Seconds = Annotated[float, Field(ge=0, le=1e11, allow_inf_nan=False)]
RulesVersion = Annotated[int, Field(ge=0, le=1_000_000)]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Fen = Annotated[Text, Field(min_length=1, max_length=1000)]
MoveText = Annotated[Text, Field(min_length=1, max_length=40)]
Notation = Annotated[Text, Field(min_length=1, max_length=100)]
Choice = Annotated[Text, Field(max_length=100)] | bool | Annotated[int, Field(ge=-(10**9), le=10**9)]
Readings = Annotated[list[Seconds], Field(min_length=1, max_length=26)]


class Line(Strict):
    """An accepted action: in which turn, from 1, and when, in seconds since 1970 in UTC."""

    turn: Turn
    at: Seconds


class SeatLine(Line):
    """An action of a seat that says no more than its kind."""

    kind: Literal["sit", "unseal", "offer", "decline"]
    seat: SeatNumber


class SealLine(Line):
    """A move was sealed."""

    kind: Literal["seal"]
    seat: SeatNumber
    seal: Hex64


class TurnLine(Line):
    """A turn was revealed and played; what has to do with envelopes is there where several seats acted.

    `rules_version` is there where it is another than the one under which the table was opened.
    """

    kind: Literal["turn"]
    seat: SeatNumber
    moves: Annotated[dict[SeatKey, MoveText], Field(min_length=1, max_length=26)] | None = None
    notation: Annotated[dict[SeatKey, Notation], Field(min_length=1, max_length=26)]
    seals: dict[SeatKey, Hex64] | None = None
    nonces: dict[SeatKey, Nonce] | None = None
    takebacks: TurnCount | None = None
    clocks: Readings | None = None
    fen: Fen | None = None
    rules_version: RulesVersion | None = None


class LeftLine(Line):
    """Seats left the game, which the others play on: a turn without moves; why, and which seat brought it about."""

    kind: Literal["left"]
    seat: SeatNumber
    left: Annotated[list[SeatNumber], Field(min_length=1, max_length=26)]
    reason: Code
    clocks: Readings | None = None
    fen: Fen | None = None
    rules_version: RulesVersion | None = None


class BackLine(Line):
    """A takeback was asked for, or all agreed: the turns after turn `to` are played no more."""

    kind: Literal["ask_back", "takeback"]
    seat: SeatNumber
    to: TurnCount


class GivenLine(Line):
    """A seat gave these seats so many seconds more."""

    kind: Literal["addtime"]
    seat: SeatNumber
    seats: Annotated[list[SeatNumber], Field(min_length=1, max_length=26)]
    seconds: Annotated[Seconds, Field(gt=0, le=14 * 86_400)]


class DowntimeLine(Line):
    """The server was down."""

    kind: Literal["downtime"]
    since: Seconds
    until: Seconds


class EndLine(Line):
    """The game ended; `rules_version` as in a turn."""

    kind: Literal["end"]
    points: Annotated[list[Share], Field(min_length=1, max_length=26)]
    reason: Code
    seat: SeatNumber | None
    clocks: Readings | None = None
    rules_version: RulesVersion | None = None


class StopLine(Line):
    """The game was stopped, because its journal and the rules disagreed."""

    kind: Literal["stop"]


AnyLine = SeatLine | SealLine | TurnLine | LeftLine | BackLine | GivenLine | DowntimeLine | EndLine | StopLine


class Chair(Strict):
    """A seat and its player: the name, and the first seat that they held; null where it was empty.

    Where the computer played it is told how strong.
    """

    seat: SeatNumber
    code: Code
    name: Annotated[Text, Field(max_length=64)] | None
    player: SeatNumber | None
    computer: Annotated[int, Field(ge=1, le=3)] | None = None


class Result(Strict):
    """How the game ended: a share for each seat, why, and which seat brought it about."""

    points: Annotated[list[Share], Field(min_length=1, max_length=26)]
    reason: Code
    seat: SeatNumber | None


class RecordedDice(Strict):
    """What determines chance moves: the digest that was shown from the beginning, and the seed once it is over."""

    seal: Hex64
    seed: Hex64 | None


class GameRecord(Strict):
    """The whole record."""

    format: Literal["cavalier-record"]
    version: Literal[1]
    table: TableId
    variant: Annotated[str, Field(pattern=r"\A[A-Z][A-Za-z0-9]{0,39}\z")]
    rules_version: RulesVersion
    settings: Annotated[dict[Code, Choice], Field(max_length=60)]
    fen: Fen | None
    control: Annotated[str, Field(pattern=r"\A[0-9a-z+]{1,8}\z")]
    opened_at: Seconds
    rated: Literal[True] | None = None
    complete: bool
    seen_by: Literal["all", "onlooker"] | SeatNumber
    status: Literal["open", "running", "finished", "stopped"]
    seats: Annotated[list[Chair], Field(min_length=1, max_length=26)]
    log: Annotated[list[Annotated[AnyLine, Field(discriminator="kind")]], Field(max_length=MOST_LINES)]
    final_fen: Fen | None
    result: Result | None
    dice: RecordedDice | None = None
    digest: Hex64

    def as_data(self) -> dict[str, Any]:
        """As it was read."""
        return self.model_dump(exclude_unset=True)


KINDS = frozenset(kind for line in get_args(AnyLine) for kind in get_args(line.model_fields["kind"].annotation))
"""Every kind a line may have."""


def read_record(text: str) -> GameRecord:
    """The record that a text holds, well formed but not yet verified. Raises RecordError."""
    if len(text) > LONGEST_RECORD:
        raise RecordError("record_long", "A record has at most {most} characters.", most=LONGEST_RECORD)
    data = parsed(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError("record_unknown", "This JSON is not a record: its “format” is not “{format}”.", format=FORMAT)
    version = data.get("version")
    if type(version) is int and version != VERSION:
        raise RecordError(
            "record_version",
            "This record has version {version} of the format; only version {known} can be read.",
            version=version,
            known=VERSION,
        )
    try:
        return GameRecord.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        raise RecordError(
            "record_format",
            "The record is not well formed at {where} ({fault}).",
            where=_place(first["loc"]),
            fault=first["type"],
        ) from None


def is_unreadable_json(text: str) -> bool:
    """Whether a text that is not JSON was meant to be: a comment of PGN may begin with a brace too."""
    return re.match(r"\s*\{\s*(?:[\"}{]|$)", text) is not None


def text_of(content: bytes) -> str:
    """The text of a file: UTF-8, or for PGN, whose standard names ISO 8859-1, its superset CP-1252.

    Raises RecordError.
    """
    try:
        text = content.decode()
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")
        if "\0" in text or _is_json(text):
            raise RecordError("record_text", "The file is not UTF-8 text.") from None
    if not text.strip():
        raise RecordError("record_none", "Choose the file of a record, or paste its text.")
    return text


def _is_json(text: str) -> bool:
    try:
        return text.lstrip().startswith("{") and bool(json.loads(text))
    except (ValueError, RecursionError):
        return False


def incomplete() -> RecordError:
    """Why a record is refused that was taken while its board was hidden."""
    return RecordError(
        "record_incomplete",
        "This record was downloaded while the board was hidden, and holds no moves."
        " Download it again when the game is over.",
    )


def parsed(text: str) -> Any:
    """What a JSON text says. Raises RecordError for what is none, or says a thing twice."""
    try:
        return json.loads(text, object_pairs_hook=_pairs, parse_constant=_no_number)
    except RecordError:
        raise
    except json.JSONDecodeError as error:
        raise RecordError(
            "record_json",
            "This is not JSON: it cannot be read at line {line}, character {column}.",
            line=error.lineno,
            column=error.colno,
        ) from None
    except RecursionError:
        raise RecordError("record_deep", "This JSON is nested too deeply.") from None
    except ValueError:  # Python reads no whole number of thousands of digits.
        raise RecordError("record_number", "A number in this JSON is too long.") from None


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > MOST_KEYS:
        raise RecordError("record_keys", "An object in this JSON has more than {most} keys.", most=MOST_KEYS)
    data: dict[str, Any] = {}
    for name, value in pairs:
        if name in data:
            raise RecordError("record_twice", "The key “{name}” occurs twice in one object.", name=name)
        data[name] = value
    return data


def _no_number(text: str) -> Any:
    raise RecordError("record_number", "“{text}” is not a number of JSON.", text=text)


def _place(location: Iterable[int | str]) -> str:
    """`log[3].seal` for ("log", 3, "seal", "seal"): what pydantic calls the kind of a line is left out."""
    place = ""
    before: int | str = ""
    for step in location:
        if isinstance(step, int):
            place += f"[{step}]"
        elif not (isinstance(before, int) and step in KINDS):
            place += f".{step}" if place else step
        before = step
    return place
