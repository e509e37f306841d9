"""The entries of front matter: read, and refused by file and key where their form is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from string import Formatter
from typing import Any, NamedTuple

from server.texts.front_matter import UNTOLD, WordsError
from server.texts.inheritance import Front
from server.texts.typography import typography
from variants.position import Position

_LETTER = re.compile("[A-Z]")
_EVENT_FIELD = re.compile(r"seat|other|to|(?:the_)?piece[1-9]|square[1-9]")

Known = Callable[[str], object]
"""Whether a sentence may name this field."""


def is_event_field(field: str) -> bool:
    """Whether a sentence on an event may name this field."""
    return bool(_EVENT_FIELD.fullmatch(field))


class Name(NamedTuple):
    """A seat or a piece: as a title, and as it stands in a sentence."""

    bare: str
    full: str


class OptionWords(NamedTuple):
    """An option: its title, one sentence on what it decides, and a label for each choice by the choice's text."""

    title: str
    help: str
    choices: Mapping[str, str]


class SpecialWords(NamedTuple):
    """A special move: the label of its button and the question asked before it is sent."""

    title: str
    ask: str


class Entries:
    """The entries of front matter in a language, each in the form that its key asks for. Raises WordsError."""

    def __init__(self, front: Front, language: str) -> None:
        self._front = front
        self._language = language

    def fault(self, key: str, problem: str) -> WordsError:
        """What is wrong with an entry, by the file in which it stands."""
        return WordsError(f"{self._front.place(key)}: {key} {problem}")

    def text(self, key: str) -> str:
        """A text of the page itself, such as its title."""
        return self._text(self._front.values[key], key)

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts of the page itself, such as its facts."""
        return self._texts(self._front.values[key], key)

    def names(self, table: str) -> dict[str, Name]:
        """The names of a table, by their codes."""
        return {code: self._name(value, f"{table}.{code}") for code, value in self._table(table)}

    def letters(self) -> dict[str, str]:
        """The table of letters."""
        return {letter: self._letter(letter, value) for letter, value in self._table("letters")}

    def options(self) -> dict[str, OptionWords]:
        """The table of options."""
        return {name: self._option(value, f"options.{name}") for name, value in self._table("options")}

    def presets(self) -> dict[str, str]:
        """The titles of the presets."""
        table = self._table("presets")
        return {code: self._fields(value, f"presets.{code}", ("title",))["title"] for code, value in table}

    def specials(self) -> dict[str, SpecialWords]:
        """The table of special moves."""
        table = self._table("specials")
        return {
            code: SpecialWords(**self._fields(value, f"specials.{code}", ("title", "ask"))) for code, value in table
        }

    def sentences(self, table: str, known: Known) -> dict[str, str]:
        """The sentences of a table, which name known fields only."""
        return {code: self._template(value, f"{table}.{code}", known) for code, value in self._table(table)}

    def headlines(self) -> dict[str, tuple[str, str, str]]:
        """The table of headlines: titles, the sentences below them, and those for the player of the seat, or ""."""
        return {code: self._headline(value, f"headlines.{code}") for code, value in self._table("headlines")}

    def untold(self, variant: type[Position]) -> frozenset[str]:
        """The events that a list of moves leaves out; where no page says it, those that are shown as arrows."""
        if UNTOLD not in self._front.values:
            return frozenset(code for code, sign in variant.event_codes.items() if sign == "arrow")
        codes = self._front.values[UNTOLD]
        if not variant.event_codes.keys() >= set(codes):
            raise self.fault(UNTOLD, "must be a list of codes of events")
        return frozenset(codes)

    def _table(self, table: str) -> list[tuple[str, Any]]:
        return list(self._front.values.get(table, {}).items())

    def _text(self, value: Any, key: str) -> str:
        if not isinstance(value, str) or not value.strip():
            raise self.fault(key, "must be a text")
        return typography(value.strip(), self._language)

    def _texts(self, value: Any, key: str) -> tuple[str, ...]:
        if not isinstance(value, list) or not value:
            raise self.fault(key, "must be a list of texts")
        return tuple(self._text(one, f"{key}[{number}]") for number, one in enumerate(value))

    def _name(self, value: Any, key: str) -> Name:
        texts = self._texts(value, key)
        if len(texts) != 2:
            raise self.fault(key, "must have two forms, alone and in a sentence")
        return Name(*texts)

    def _letter(self, letter: str, value: Any) -> str:
        if not _LETTER.fullmatch(letter) or not isinstance(value, str) or not _LETTER.fullmatch(value):
            raise self.fault(f"letters.{letter}", "must be one capital letter for another, such as N: C")
        return value

    def _fields(self, value: Any, key: str, names: tuple[str, ...]) -> dict[str, str]:
        if not isinstance(value, dict) or set(value) != set(names):
            raise self.fault(key, f"must have exactly the keys {', '.join(names)}")
        return {name: self._text(value[name], f"{key}.{name}") for name in names}

    def _option(self, value: Any, key: str) -> OptionWords:
        if not isinstance(value, dict) or set(value) != {"title", "help", "choices"}:
            raise self.fault(key, "must have exactly the keys title, help, choices")
        if not isinstance(value["choices"], dict):
            raise self.fault(f"{key}.choices", "must be a table of keys")
        return OptionWords(
            self._text(value["title"], f"{key}.title"),
            self._text(value["help"], f"{key}.help"),
            {text: self._text(label, f"{key}.choices.{text}") for text, label in value["choices"].items()},
        )

    def _headline(self, value: Any, key: str) -> tuple[str, str, str]:
        texts = value if isinstance(value, list) else [value]
        if not 1 <= len(texts) <= 3:
            raise self.fault(
                key, "must be a title, a sentence, and one for the player of the seat; the last two may lack"
            )
        title, verdict, own, *_ = [*(self._template(text, key, is_event_field) for text in texts), "", ""]
        return title, verdict, own or verdict

    def _template(self, value: Any, key: str, known: Known) -> str:
        text = self._text(value, key)
        try:
            fields = [field for _, field, _, _ in Formatter().parse(text) if field is not None]
        except ValueError as error:
            raise self.fault(key, f"cannot be read: {error}") from error
        for field in fields:
            if not known(field):
                raise self.fault(key, f"asks for “{field}”, which is not known there")
        return text
