"""The words of one variant in one language: the front matter of its rules page, checked, and made into sentences."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple, Self

import yaml

from server.cache import remembered
from server.texts.typography import contract, typography, unbroken
from variants.errors import RulesError
from variants.grid import grid
from variants.position import Position

LANGUAGES = ("en", "fr")
"""The languages every page of the project exists in."""

TABLE_REASONS = frozenset(
    {
        *("resigned", "agreement", "repetition", "quiet_turns", "too_long", "withdrawn", "aborted", "no_first_move"),
        *("time", "time_all", "time_material", "abandoned", "abandoned_draw", "unstated"),
    }
)
"""Reasons the table gives; the house has sentences for them, a variant may say them better."""

MOST_SENTENCES, MOST_TALLIES = 1_000_000, 200_000
"""Bytes of sentences that the words of one variant in one language remember."""

_KEYS = ("title", "summary", "facts", "reminder", "seats", "pieces")
_TABLES = (
    *("options", "presets", "events", "headlines", "results", "tallies", "specials", "needs", "prices", "errors"),
    *("letters", "untold", "to_move", "to_winner", "to_loser"),
)
_BEGINNING = re.compile(r"(?:^|(?<=[.!?] ))[^\W\d_]")
_LETTER = re.compile("[A-Z]")
_EVENT_FIELD = re.compile(r"seat|other|to|(?:the_)?piece[1-9]|square[1-9]")
_RESULT_FIELDS = frozenset({"winner", "loser", "count"})
_TO_MOVE_FIELDS = frozenset({"next", "limit"})
_TALLY_FIELDS = frozenset({"seat", "value", "limit"})


def _is_event_field(field: str) -> bool:
    return bool(_EVENT_FIELD.fullmatch(field))


class WordsError(ValueError):
    """Words that are missing, superfluous or unusable, by file and by key."""


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


class Page(NamedTuple):
    """A file of `rules/` taken apart."""

    front: str
    body: str
    first_line: int
    """The number of the body's first line in the file."""


def folder_of(variant: type[Position], name: str, rules: Path) -> Path:
    """Where the pages of a variant lie: in its own folder's `rules/` if it has one, else in `rules/<name>/`."""
    own = Path(inspect.getfile(variant)).parent / "rules"
    return own if own.is_dir() else rules / name


def place(page: Path) -> str:
    """A page's path as faults name it: `rules/Foo/fr.md`."""
    return "/".join(page.parts[-3:])


def read_page(page: Path) -> Page:
    """The front matter and the Markdown of a file. Raises WordsError where there is none or it is not closed."""
    try:
        lines = page.read_text(encoding="utf-8").split("\n")
    except FileNotFoundError:
        raise WordsError(f"{place(page)}: the page is missing") from None
    if lines[0] != "---" or "---" not in lines[1:]:
        raise WordsError(f"{place(page)}: the page must begin with front matter between two lines “---”")
    end = lines.index("---", 1)
    return Page("\n".join(lines[1:end]), "\n".join(lines[end + 1 :]), end + 2)


class Words:
    """What players are told about one variant in one language; made by `load`, then never changed."""

    def __init__(self, page: Path, variant: type[Position], language: str, front: Mapping[str, Any]) -> None:
        self.page = page
        self.language = language
        self._place = place(page)
        self._squares = grid(*variant.size).names
        self._draws = variant.draws
        self.seat_codes = variant.seats
        self.nature = frozenset(variant.seats[seat] for seat in variant.chance)
        """The codes of the seats that nature has."""
        for key in front:
            if key not in _KEYS + _TABLES:
                raise WordsError(f"{self._place}: “{key}” is not a key of the front matter")
        for key in _KEYS:
            if key not in front:
                raise WordsError(f"{self._place}: the front matter lacks “{key}”")
        self.title = self._text(front["title"], "title")
        self.summary = self._text(front["summary"], "summary")
        self.facts = self._texts(front["facts"], "facts")
        self.reminder = self._texts(front["reminder"], "reminder")
        self._names = {code: self._name(value, f"seats.{code}") for code, value in self._table(front, "seats")}
        self._pieces = {symbol: self._name(value, f"pieces.{symbol}") for symbol, value in self._table(front, "pieces")}
        self.letters = {letter: self._letter(letter, value) for letter, value in self._table(front, "letters")}
        """Letter that moves are written with -> the letter that a reader of this language may type for it."""
        self.options = {name: self._option(value, f"options.{name}") for name, value in self._table(front, "options")}
        self.presets = {
            code: self._fields(value, f"presets.{code}", ("title",))["title"]
            for code, value in self._table(front, "presets")
        }
        self.specials = {
            code: SpecialWords(**self._fields(value, f"specials.{code}", ("title", "ask")))
            for code, value in self._table(front, "specials")
        }
        self._events = {
            code: self._template(value, f"events.{code}", _is_event_field)
            for code, value in self._table(front, "events")
        }
        self._risks = {
            f"{table}.{code}": self._template(value, f"{table}.{code}", _is_event_field)
            for table in ("needs", "prices")
            for code, value in self._table(front, table)
        }
        self._to_move = {
            code: self._template(value, f"to_move.{code}", _TO_MOVE_FIELDS.__contains__)
            for code, value in self._table(front, "to_move")
        }
        self._headlines = {code: self._headline(value, code) for code, value in self._table(front, "headlines")}
        self.untold = self._untold(front, variant)
        """The events that a list of moves leaves out, because the moves themselves say them."""
        self._results = {
            code: self._template(value, f"results.{code}", _RESULT_FIELDS.__contains__)
            for code, value in self._table(front, "results")
        }
        self._personal = {
            (table, code): self._template(value, f"{table}.{code}", frozenset({"count"}).__contains__)
            for table in ("to_winner", "to_loser")
            for code, value in self._table(front, table)
        }
        self._tallies = {
            code: self._template(value, f"tallies.{code}", _TALLY_FIELDS.__contains__)
            for code, value in self._table(front, "tallies")
        }
        self._errors = {
            code: self._template(value, f"errors.{code}", str.isidentifier)
            for code, value in self._table(front, "errors")
        }
        # The same turn is told to every viewer of a table and again to whoever comes back.
        self._sentence = remembered(MOST_SENTENCES)(self._tell)
        self.tally = remembered(MOST_TALLIES)(self._count)

    @classmethod
    def load(cls, page: Path, variant: type[Position], language: str) -> Self:
        """The words on this page for this variant. Raises WordsError, naming the file and the key."""
        text = read_page(page).front
        try:
            # Every scalar stays a text: the choices True and 0 are named by their text.
            front = yaml.load(text, Loader=yaml.BaseLoader)
        except yaml.YAMLError as error:
            raise WordsError(_unreadable(page, text, error)) from error
        if not isinstance(front, dict):
            raise WordsError(f"{place(page)}: the front matter must be a table of keys")
        words = cls(page, variant, language, front)
        check(variant, words)
        return words

    def seat(self, code: str) -> str:
        """The name of a seat as a title: White, Blancs."""
        return self._names[code].bare

    def the_seat(self, code: str) -> str:
        """The name of a seat as it stands in a sentence: White, les Blancs."""
        return self._names[code].full

    def piece(self, symbol: str) -> str:
        """The name of a piece: white footman, fantassin blanc."""
        return self._pieces[symbol].bare

    def the_piece(self, symbol: str) -> str:
        """The name of a piece with its article."""
        return self._pieces[symbol].full

    def sentence(
        self, code: str, seat: int | None, squares: Sequence[int], pieces: Sequence[str], seats: Sequence[str] = ()
    ) -> str:
        """What an event did, as one sentence. `seats`: codes of the table's seats where they are not the class's."""
        return self._sentence(code, seat, tuple(squares), tuple(pieces), tuple(seats) or self.seat_codes)

    def headline(
        self, code: str, seat: int | None, squares: Sequence[int], pieces: Sequence[str], seats: Sequence[str] = ()
    ) -> tuple[str, str] | None:
        """What an event says above all else of its turn: a title and a sentence; None where it has no such words."""
        if code not in self._headlines:
            return None
        title, verdict = self._headlines[code]
        values = self._values(seat, squares, pieces, tuple(seats) or self.seat_codes)
        said = self.finish(verdict.format(**values)) if verdict else self.sentence(code, seat, squares, pieces, seats)
        return self.finish(title.format(**values)), said

    @property
    def headlined(self) -> Sequence[str]:
        """The events that have a headline, the weightiest first."""
        return tuple(self._headlines)

    def risk(
        self,
        needs: str,
        price: str,
        seat: int,
        squares: Sequence[int],
        pieces: Sequence[str],
        seats: Sequence[str] = (),
    ) -> tuple[str, str]:
        """What a risky move needs and what it costs otherwise, as parts of a sentence."""
        values = self._values(seat, squares, pieces, tuple(seats) or self.seat_codes)
        parts = (self._risks[key].format(**values) for key in (f"needs.{needs}", f"prices.{price}"))
        first, second = (contract(part, self.language) for part in parts)
        return first, second

    def tells(self, code: str) -> bool:
        """Is there a sentence for this event? A game of older rules may have had one that is gone."""
        return code in self._events

    def result(self, reason: str, winner: str, loser: str, count: int | None = None, reader: str = "") -> str | None:
        """Why the game ended, as one sentence, or None where the variant leaves the reason to the house.

        `winner` and `loser` are names as sentences have them, "" in a draw; `count` is the limit that was reached.
        `reader` is `to_winner` or `to_loser` for a player who alone won or lost, and else "".
        """
        template = self._personal.get((reader, reason)) or self._results.get(reason)
        if template is None:
            return None
        return self.finish(template.format(winner=winner, loser=loser, count=count))

    def limit(self, reason: str) -> int | None:
        """The limit of long games that this reason of the table speaks of."""
        return {"repetition": self._draws.occurrences, "quiet_turns": self._draws.quiet_turns}.get(reason)

    def to_move(self, code: str, value: int, limit: int | None) -> str:
        """What is said to who is to make the first of so many moves that are left of `limit`; "" where nothing is."""
        if code not in self._to_move or not limit or limit < 2:
            return ""
        return self.finish(self._to_move[code].format(next=limit - value + 1, limit=limit))

    def _count(self, code: str, seat: str | None, value: int, limit: int | None) -> str:
        """A count that players watch, in words."""
        name = self.the_seat(seat) if seat else ""
        return self.finish(self._tallies[code].format(seat=name, value=value, limit=limit))

    def error(self, error: RulesError) -> str | None:
        """The sentence of this page for what the rules refuse, or None where the house has to say it."""
        template = self._errors.get(error.code)
        return None if template is None else self.finish(template.format(**error.parameters))

    def finish(self, text: str) -> str:
        """Sentences put together from names: contracted as the language wants it, their first letters in upper case."""
        text = unbroken(contract(text, self.language), self.language)
        return _BEGINNING.sub(lambda found: found[0].upper(), text)

    def codes(self) -> dict[str, frozenset[str]]:
        """Which codes each table of the front matter has words for."""
        return {
            "seats": frozenset(self._names),
            "pieces": frozenset(self._pieces),
            "options": frozenset(self.options),
            "presets": frozenset(self.presets),
            "events": frozenset(self._events),
            "results": frozenset(self._results),
            "to_winner": frozenset(code for table, code in self._personal if table == "to_winner"),
            "to_loser": frozenset(code for table, code in self._personal if table == "to_loser"),
            "tallies": frozenset(self._tallies),
            "specials": frozenset(self.specials),
            "headlines": frozenset(self._headlines),
            "to_move": frozenset(self._to_move),
            **{
                table: frozenset(key.removeprefix(f"{table}.") for key in self._risks if key.startswith(f"{table}."))
                for table in ("needs", "prices")
            },
            "errors": frozenset(self._errors),
        }

    def _tell(
        self, code: str, seat: int | None, squares: tuple[int, ...], pieces: tuple[str, ...], seats: tuple[str, ...]
    ) -> str:
        try:
            return self.finish(self._events[code].format(**self._values(seat, squares, pieces, seats)))
        except KeyError as error:
            raise WordsError(
                f"{self._place}: the event “{code}” has no {error} (squares {squares}, pieces {pieces})"
            ) from error

    def _values(
        self, seat: int | None, squares: Sequence[int], pieces: Sequence[str], seats: Sequence[str]
    ) -> dict[str, str]:
        """What a sentence may name of an event."""
        values: dict[str, str] = {}
        if seat is not None:
            values["seat"] = self.the_seat(seats[seat])
            values["other"] = self.the_seat(seats[(seat + 1) % len(seats)])
        for number, square in enumerate(squares, 1):
            values[f"square{number}"] = self._squares[square]
        if squares:
            values["to"] = self._squares[squares[-1]]
        for number, symbol in enumerate(pieces, 1):
            name = self._pieces[symbol]
            values[f"piece{number}"], values[f"the_piece{number}"] = name
        return values

    def _headline(self, value: Any, code: str) -> tuple[str, str]:
        texts = value if isinstance(value, list) else [value]
        if not 1 <= len(texts) <= 2:
            raise WordsError(f"{self._place}: headlines.{code} must be a title, or a title and a sentence")
        title, *more = (self._template(text, f"headlines.{code}", _is_event_field) for text in texts)
        return title, more[0] if more else ""

    def _untold(self, front: Mapping[str, Any], variant: type[Position]) -> frozenset[str]:
        if "untold" not in front:
            return frozenset(code for code, sign in variant.signs.items() if sign == "arrow")
        if not isinstance(front["untold"], list) or not variant.event_codes.issuperset(front["untold"]):
            raise WordsError(f"{self._place}: untold must be a list of codes of events")
        return frozenset(front["untold"])

    def _text(self, value: Any, key: str) -> str:
        if not isinstance(value, str) or not value.strip():
            raise WordsError(f"{self._place}: {key} must be a text")
        return typography(value.strip(), self.language)

    def _texts(self, value: Any, key: str) -> tuple[str, ...]:
        if not isinstance(value, list) or not value:
            raise WordsError(f"{self._place}: {key} must be a list of texts")
        return tuple(self._text(one, f"{key}[{number}]") for number, one in enumerate(value))

    def _table(self, front: Mapping[str, Any], key: str) -> list[tuple[str, Any]]:
        value = front.get(key, {})
        if not isinstance(value, dict):
            raise WordsError(f"{self._place}: {key} must be a table of keys")
        return list(value.items())

    def _name(self, value: Any, key: str) -> Name:
        texts = self._texts(value, key)
        if len(texts) != 2:
            raise WordsError(f"{self._place}: {key} must have two forms, alone and in a sentence")
        return Name(*texts)

    def _letter(self, letter: str, value: Any) -> str:
        if not _LETTER.fullmatch(letter) or not isinstance(value, str) or not _LETTER.fullmatch(value):
            raise WordsError(f"{self._place}: letters.{letter} must be one capital letter for another, such as N: C")
        return value

    def _fields(self, value: Any, key: str, names: tuple[str, ...]) -> dict[str, str]:
        if not isinstance(value, dict) or set(value) != set(names):
            raise WordsError(f"{self._place}: {key} must have exactly the keys {', '.join(names)}")
        return {name: self._text(value[name], f"{key}.{name}") for name in names}

    def _option(self, value: Any, key: str) -> OptionWords:
        if not isinstance(value, dict) or set(value) != {"title", "help", "choices"}:
            raise WordsError(f"{self._place}: {key} must have exactly the keys title, help, choices")
        choices = self._table(value, "choices")
        return OptionWords(
            self._text(value["title"], f"{key}.title"),
            self._text(value["help"], f"{key}.help"),
            {text: self._text(label, f"{key}.choices.{text}") for text, label in choices},
        )

    def _template(self, value: Any, key: str, known: Any) -> str:
        text = self._text(value, key)
        try:
            fields = [field for _, field, _, _ in Formatter().parse(text) if field is not None]
        except ValueError as error:
            raise WordsError(f"{self._place}: {key} cannot be read: {error}") from error
        for field in fields:
            if not known(field):
                raise WordsError(f"{self._place}: {key} asks for “{field}”, which is not known there")
        return text


def _unreadable(page: Path, front: str, error: yaml.YAMLError) -> str:
    """What is wrong with front matter that is no YAML, by the lines of its file: it begins in the second."""
    if isinstance(error, yaml.reader.ReaderError):
        line, problem = front.count("\n", 0, error.position) + 2, str(error.reason)
    else:
        assert isinstance(error, yaml.MarkedYAMLError)
        assert error.problem_mark is not None
        line, problem = error.problem_mark.line + 2, str(error.problem)
        if error.context_mark is not None:
            problem += f" {error.context} that begins in line {error.context_mark.line + 2}"
    return (
        f"{place(page)}:{line}: the front matter cannot be read: {problem}; a text with : {{ or }} in it needs quotes"
    )


def check(variant: type[Position], words: Words) -> None:
    """Compare the words with what the variant declares. Raises WordsError, naming file, table and code."""
    has = words.codes()
    needs = {
        "seats": frozenset(variant.seats),
        "pieces": frozenset(variant.drawings),
        "options": frozenset(option.name for option in variant.options),
        "presets": frozenset(variant.presets),
        "events": variant.event_codes,
        "results": variant.reasons,
        "tallies": variant.tally_codes,
        "specials": variant.special_codes,
        "needs": variant.needs_codes,
        "prices": variant.price_codes,
        "headlines": has["headlines"] & variant.event_codes,
        "to_move": has["to_move"] & variant.tally_codes,
        "to_winner": has["to_winner"] & variant.reasons,
        "to_loser": has["to_loser"] & variant.reasons,
    }
    for table, codes in needs.items():
        _compare(words, table, has[table] - (TABLE_REASONS if table == "results" else frozenset()), codes)
    for option in variant.options:
        choices = frozenset(str(choice) for choice in option.choices)
        _compare(words, f"options.{option.name}.choices", frozenset(words.options[option.name].choices), choices)


def _compare(words: Words, table: str, has: frozenset[str], needs: frozenset[str]) -> None:
    for verb, codes in (("lacks", needs - has), ("has a superfluous", has - needs)):
        if codes:
            raise WordsError(f"{place(words.page)}: {table} {verb} {', '.join(f'“{code}”' for code in sorted(codes))}")
