"""The model of front matter: the tables that a file may have, and the form of their entries."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from string import Formatter
from typing import Annotated, Any, NamedTuple, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ValidationInfo

from server.game import N_
from server.texts.typography import typography

GROUPS = {
    "together": N_("Both at once"),
    "hidden": N_("Hidden boards"),
    "chance": N_("With dice"),
    "turns": N_("Several moves in a turn"),
    "captures": N_("Captures that do something else"),
    "goals": N_("Other goals"),
    "hands": N_("Captured pieces come back"),
    "pieces": N_("Other pieces"),
    "boards": N_("Other boards"),
    "world": N_("From around the world"),
    "chess": N_("Chess, and what is close to it"),
}
"""The titles by the codes that front matter names, in the order of lists."""


Entry = TypeVar("Entry")


def _form(sentence: str, fits: Callable[[Any], object]) -> BeforeValidator:
    """Validates any value by the predicate `fits`; the sentence is the error."""

    def check(value: Any) -> Any:
        if not fits(value):
            raise ValueError(sentence)
        return value

    return BeforeValidator(check)


def _table_of(*keys: str) -> BeforeValidator:
    return _form(
        f"must have exactly the keys {', '.join(keys)}", lambda value: isinstance(value, dict) and {*value} == {*keys}
    )


def _fields(known: str) -> AfterValidator:
    """Validates a sentence template and the names of its fields."""

    def check(sentence: str) -> str:
        try:
            fields = [field for _, field, _, _ in Formatter().parse(sentence) if field is not None]
        except ValueError as error:
            raise ValueError(f"cannot be read: {error}") from error
        for field in fields:
            if not re.fullmatch(known, field):
                raise ValueError(f"asks for “{field}”, which is not known there")
        return sentence

    return AfterValidator(check)


def _printed(text: str, info: ValidationInfo[dict[str, str]]) -> str:
    return typography(text.strip(), info.context["language"])


_TABLE = _form("must be a table of keys", lambda value: isinstance(value, dict))
Table = Annotated[dict[str, Entry], _TABLE]
Text = Annotated[
    str, AfterValidator(_printed), _form("must be a text", lambda value: isinstance(value, str) and value.strip())
]
Texts = Annotated[tuple[Text, ...], _form("must be a list of texts", lambda value: isinstance(value, list) and value)]
Letter = Annotated[
    str,
    _form(
        "must be one capital letter for another, such as N: C",
        lambda value: isinstance(value, str) and re.fullmatch("[A-Z]", value),
    ),
]
EventSentence = Annotated[Text, _fields(r"seat|other|to|(?:the_)?piece[1-9]|square[1-9]")]
PersonalSentence = Annotated[Text, _fields("count")]
FreeSentence = Annotated[Text, _fields(r"[^\W\d]\w*")]


def _is_date(value: Any) -> bool:
    try:
        return bool(date.fromisoformat(value).isoformat() == value)
    except (TypeError, ValueError):
        return False


def _number(sentence: str, pattern: str) -> BeforeValidator:
    return _form(sentence, lambda value: isinstance(value, str) and re.fullmatch(pattern, value))


Group = Annotated[
    str, _form(f"must be one of {', '.join(GROUPS)}", lambda value: isinstance(value, str) and value in GROUPS)
]
Novelty = Annotated[int, _number("must be a number from 1 to 5", "[1-5]")]
Minutes = Annotated[int, _number("must be a number of minutes", "[1-9][0-9]{0,2}")]
Since = Annotated[date, _form("must be a date such as 2026-11-29", _is_date)]


class NameForms(NamedTuple):
    """A seat or a piece: as a title, and as in a sentence."""

    bare: Text
    full: Text


class HeadlineWords(NamedTuple):
    """A title, the sentence below it, and the one for the player of the seat; "" if it is the same."""

    title: EventSentence
    verdict: EventSentence = ""
    own: EventSentence = ""


class SpecialWords(NamedTuple):
    """A special move: the label of its button and the question asked before it is sent."""

    title: Text
    ask: Text


class OptionWords(BaseModel):
    """An option: its title, one sentence on what it decides, and a label for each choice by the choice's text."""

    title: Text = ""
    help: Text = ""
    choices: Table[Text] = {}


Name = Annotated[
    NameForms,
    _form("must have two forms, alone and in a sentence", lambda value: isinstance(value, list) and len(value) == 2),
]
Headline = Annotated[
    HeadlineWords,
    _form(
        "must be a title, a sentence, and one for the player of the seat; the last two may lack",
        lambda value: 1 <= len(value) <= 3,
    ),
    BeforeValidator(lambda value: value if isinstance(value, list) else [value]),
]
Special = Annotated[SpecialWords, _table_of("title", "ask")]
Preset = Annotated[Text, BeforeValidator(lambda value: value["title"]), _table_of("title")]
Option = Annotated[
    OptionWords,
    _form(
        "must have exactly the keys title, help, choices",
        lambda value: isinstance(value, dict) and {*value} <= {*OptionWords.model_fields},
    ),
]


class FrontMatter(BaseModel):
    """The words of one file, or of a class with inherited ones. `rules/README.md` explains the keys."""

    title: Text = ""
    summary: Text = ""
    facts: Texts = ()
    reminder: Texts = ()
    other_names: Texts = ()
    group: Group = ""
    novelty: Novelty = 0
    minutes: Minutes = 0
    since: Since | None = None
    seats: Table[Name] = {}
    pieces: Table[Name] = {}
    letters: Annotated[dict[Letter, Letter], _TABLE] = {}
    options: Table[Option] = {}
    presets: Table[Preset] = {}
    events: Table[EventSentence] = {}
    headlines: Table[Headline] = {}
    unlisted: Annotated[
        tuple[str, ...] | None,
        _form(
            "must be a list of codes of events",
            lambda value: isinstance(value, list) and all(isinstance(code, str) for code in value),
        ),
    ] = None
    needs: Table[EventSentence] = {}
    prices: Table[EventSentence] = {}
    results: Table[Annotated[Text, _fields("winner|loser|count")]] = {}
    to_winner: Table[PersonalSentence] = {}
    to_loser: Table[PersonalSentence] = {}
    to_seat: Table[EventSentence] = {}
    tallies: Table[Annotated[Text, _fields("seat|value|limit")]] = {}
    to_move: Table[Annotated[Text, _fields("next|limit")]] = {}
    specials: Table[Special] = {}
    fen: Table[FreeSentence] = {}
    rules: Table[Annotated[Text, _fields("seat|other|kinds|the_kinds|text|count")]] = {}
    errors: Table[FreeSentence] = {}
