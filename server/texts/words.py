"""The words of one variant in one language: its front matter and what it inherits, checked, made into sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Self

from server.texts.entries import Entries, is_event_field
from server.texts.front_matter import WordsError, may_lack
from server.texts.inheritance import OPTIONAL, TABLE_REASONS, Front, choices_of, declared, limits
from server.texts.languages import FALLBACK
from server.texts.typography import contract, unbroken
from variants.errors import RulesError
from variants.grid import grid
from variants.position import Position

MOST_SENTENCES, MOST_TALLIES, MOST_RISKS = 1024, 256, 256
"""Sentences that the words of one variant in one language cache (LRU), at most a kilobyte each."""

_BEGINNING = re.compile(r"(?:^|(?<=[.!?] ))[^\W\d_]")


class Words:
    """The words of one variant in one language; made by `load`, then never changed."""

    def __init__(self, page: Path, variant: type[Position], language: str) -> None:
        self.page = page
        self.language = language
        self.front = Front(page, variant)
        """The words as they stand in files, and their files."""
        beside = may_lack(page)
        self._english = None if beside is None else type(self)(beside, variant, FALLBACK)
        """The words that say what this language lacks."""
        self._squares = grid(*variant.size).names
        self._draws = variant.draws
        self.chance = variant.chance
        """The seats of chance players."""
        entries = Entries(self.front, language)
        self.title, self.summary = entries.text("title"), entries.text("summary")
        self.facts, self.reminder = entries.texts("facts"), entries.texts("reminder")
        self._names, self._pieces = entries.names("seats"), entries.names("pieces")
        self.letters = entries.letters()
        """Letter that moves are written with -> the letter that a reader of this language may type for it."""
        self.options = entries.options()
        self.presets = entries.presets()
        self.specials = entries.specials()
        self._events = entries.sentences("events", is_event_field)
        self._risks = {table: entries.sentences(table, is_event_field) for table in ("needs", "prices")}
        self._to_move = entries.sentences("to_move", {"next", "limit"}.__contains__)
        self._to_seat = entries.sentences("to_seat", is_event_field)
        self._headlines = entries.headlines()
        self.untold = entries.untold(variant)
        """The events that a list of moves leaves out, because the moves themselves say them."""
        self._results = entries.sentences("results", {"winner", "loser", "count"}.__contains__)
        self._personal = {
            table: entries.sentences(table, {"count"}.__contains__) for table in ("to_winner", "to_loser")
        }
        self._tallies = entries.sentences("tallies", {"seat", "value", "limit"}.__contains__)
        self._fen = entries.sentences("fen", str.isidentifier)
        self._errors = entries.sentences("errors", str.isidentifier)
        # The same turn is described to every viewer of a table and again to returning ones.
        self._sentence = lru_cache(MOST_SENTENCES)(self._tell)
        self.tally = lru_cache(MOST_TALLIES)(self._count)
        self._risk = lru_cache(MOST_RISKS)(self._warn)

    @classmethod
    def load(cls, page: Path, variant: type[Position], language: str) -> Self:
        """The words of this variant whose own page this is. Raises WordsError, naming the file and the key."""
        words = cls(page, variant, language)
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
        self,
        code: str,
        seat: int | None,
        squares: Sequence[int],
        pieces: Sequence[str],
        seats: Sequence[str],
        viewer: int | None = None,
    ) -> str:
        """What an event did, as one sentence. `seats`: the codes of the table's seats; `viewer`: the reader's own."""
        own = viewer is not None and viewer == seat
        return self._sentence(code, seat, tuple(squares), tuple(pieces), tuple(seats), own)

    def headline(
        self,
        code: str,
        seat: int | None,
        squares: Sequence[int],
        pieces: Sequence[str],
        seats: Sequence[str],
        viewer: int | None = None,
    ) -> tuple[str, str] | None:
        """The headline of an event: a title and a sentence; None where it has none. Arguments as of `sentence`."""
        if code not in self._headlines:
            return None
        if (words := self._saying(f"headlines.{code}")) is not self:
            return words.headline(code, seat, squares, pieces, seats, viewer)
        title, verdict, own = self._headlines[code]
        verdict = own if viewer is not None and viewer == seat else verdict
        values = self._values(seat, squares, pieces, tuple(seats))
        said = verdict and self.finish(verdict.format(**values))
        return self.finish(title.format(**values)), said or self.sentence(code, seat, squares, pieces, seats, viewer)

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
        seats: Sequence[str],
    ) -> tuple[str, str]:
        """What a risky move needs and what it costs otherwise, as parts of a sentence."""
        return self._risk(needs, price, seat, tuple(squares), tuple(pieces), tuple(seats))

    def _warn(
        self,
        needs: str,
        price: str,
        seat: int,
        squares: tuple[int, ...],
        pieces: tuple[str, ...],
        seats: tuple[str, ...],
    ) -> tuple[str, str]:
        if (words := self._saying(f"needs.{needs}", f"prices.{price}")) is not self:
            return words._warn(needs, price, seat, squares, pieces, seats)
        values = self._values(seat, squares, pieces, seats)
        first, second = (self._risks[table][code] for table, code in (("needs", needs), ("prices", price)))
        return contract(first.format(**values), self.language), contract(second.format(**values), self.language)

    def tells(self, code: str) -> bool:
        """Whether there is a sentence for this event. An old game may have an event that is gone."""
        return code in self._events

    def result(self, reason: str, winner: str, loser: str, count: int | None = None, reader: str = "") -> str | None:
        """Why the game ended, as one sentence, or None where the variant leaves the reason to the site.

        `winner` and `loser` are names as sentences have them, "" in a draw; `count` is the limit that was reached.
        `reader` is `to_winner` or `to_loser` for a player who alone won or lost, and else "".
        """
        template = self._personal.get(reader, {}).get(reason) or self._results.get(reason)
        if template is None:
            return None
        return self.finish(template.format(winner=winner, loser=loser, count=count))

    def limit(self, reason: str) -> int | None:
        """The limit of long games that this reason of the table speaks of."""
        return limits(self._draws).get(reason)

    def to_move(self, code: str, value: int, limit: int | None) -> str:
        """The sentence for the player who has so many moves left of `limit`; "" where there is none."""
        if code not in self._to_move or not limit or limit < 2:
            return ""
        return self.finish(self._to_move[code].format(next=limit - value + 1, limit=limit))

    def _count(self, code: str, seat: str | None, value: int, limit: int | None) -> str:
        """A tally in words."""
        if (words := self._saying(f"tallies.{code}")) is not self:
            return words._count(code, seat, value, limit)
        name = self.the_seat(seat) if seat else ""
        return self.finish(self._tallies[code].format(seat=name, value=value, limit=limit))

    def error(self, error: RulesError) -> str | None:
        """The sentence of this page for an error of the rules, or None where the site has to say it."""
        template = self._errors.get(error.code)
        return None if template is None else self.finish(template.format(**error.parameters))

    def finish(self, text: str) -> str:
        """A sentence composed of names: contracted as the language wants it, with capitals at the beginnings."""
        text = unbroken(contract(text, self.language), self.language)
        return _BEGINNING.sub(lambda found: found[0].upper(), text)

    def of_fen(self, code: str, otherwise: str) -> str:
        """What a form calls a key of the FEN (`flags`), a part of its value (`flags.1`) or a text there (`flags=8`)."""
        return self._fen.get(code, otherwise)

    def codes(self) -> dict[str, frozenset[str]]:
        """The codes that each table of the front matter has words for."""
        tables: Mapping[str, Iterable[str]] = {
            "seats": self._names,
            "pieces": self._pieces,
            "options": self.options,
            "presets": self.presets,
            "events": self._events,
            "results": self._results,
            "to_seat": self._to_seat,
            **self._personal,
            "tallies": self._tallies,
            "specials": self.specials,
            "headlines": self._headlines,
            "to_move": self._to_move,
            **self._risks,
            "fen": self._fen,
            "errors": self._errors,
        }
        return {table: frozenset(entries) for table, entries in tables.items()}

    def _saying(self, *keys: str) -> Words:
        """The words that have these entries and names to fill them with: those of the fallback if one is lacking."""
        return self._english if self._english and any(map(self.front.lacks, keys)) else self

    def _tell(
        self,
        code: str,
        seat: int | None,
        squares: tuple[int, ...],
        pieces: tuple[str, ...],
        seats: tuple[str, ...],
        own: bool,
    ) -> str:
        if (words := self._saying(f"events.{code}")) is not self:
            return words._tell(code, seat, squares, pieces, seats, own)
        template = self._to_seat.get(code, self._events[code]) if own else self._events[code]
        try:
            return self.finish(template.format(**self._values(seat, squares, pieces, seats)))
        except KeyError as error:
            place = self.front.place(f"events.{code}")
            raise WordsError(
                f"{place}: the event “{code}” has no {error} (squares {squares}, pieces {pieces})"
            ) from error

    def _values(
        self, seat: int | None, squares: Sequence[int], pieces: Sequence[str], seats: Sequence[str]
    ) -> dict[str, str]:
        """The fields that a sentence may name of an event."""
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


def check(variant: type[Position], words: Words) -> None:
    """Compare the words with what the variant declares. Raises WordsError, naming file, table and code."""
    has = words.codes()
    for table, codes in declared(variant).items():
        may = codes | TABLE_REASONS if table == "results" else codes
        _compare(words, table, has[table], frozenset() if table in OPTIONAL else codes, may)
    for option, choices in choices_of(variant).items():
        _compare(words, f"options.{option}.choices", frozenset(words.options[option].choices), choices, choices)


def _compare(words: Words, table: str, has: frozenset[str], needs: frozenset[str], may: frozenset[str]) -> None:
    own, *bases = words.front.files
    nor = f", as {'does' if len(bases) == 1 else 'do'} {' and '.join(bases)}" if bases else ""
    for verb, codes, more in (("lacks", needs - has, nor), ("has a superfluous", has - may, "")):
        if codes:
            raise WordsError(f"{own}: {table} {verb} {', '.join(f'“{code}”' for code in sorted(codes))}{more}")
