"""The words of one variant in one language: sentences from its front matter and inherited entries."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, Self

from server.texts.front_matter import WordsError, may_lack, nearest_page
from server.texts.inheritance import Front, limits
from server.texts.languages import FALLBACK
from server.texts.rule_text import RuleText
from server.texts.typography import contract, finished
from variants.errors import RulesError
from variants.grid import grid
from variants.position import Event, Position, Risk, Seat, Tally

MOST_SENTENCES, MOST_TALLIES, MOST_RISKS = 1024, 256, 256
"""Sentences in the LRU cache of one variant in one language, at most a kilobyte each."""

_LETTER = re.compile(r"[A-Z](?=@|[a-z]{0,3}\d|$)|(?<==)[A-Z]")
"""The letter of a piece in a written move: Nbxd7, C@b2, e8=Q, and N alone, the roll of a die."""


class Words:
    """The words of one variant in one language; made by `load`, then never changed."""

    def __init__(self, page: Path, language: str, variant: type[Position], front: Front, lacking: str) -> None:
        self.page = page
        """The own page. That of a variant from outside may be in another language."""
        self.language = language
        self.lacking = lacking
        """Why the words are those of the fallback: the fault of this language's front matter; "" if it is complete."""
        self.front = front
        """The words as in the files, and their files."""
        self.foreign = "" if front.language == language else front.language
        """The language of the variant's own words, such as its title, if it is another one."""
        self.made = front.made
        """Whether the rules page is made from what the class declares, because there is no other."""
        words = self._words = front.words
        self._squares = grid(*variant.size).names
        self._draws = variant.draws
        self.chance = variant.chance
        """The seats of chance players."""
        self.rules = RuleText(
            variant,
            words,
            FALLBACK if lacking else language,
            changed=frozenset(chain.from_iterable(front.undescribed.values())),
            place=front.place,
        )
        """Sentences on what the class declares."""
        self.title, self.summary = words.title, words.summary
        self.facts, self.reminder = words.facts or self.rules.facts(), words.reminder or self.rules.reminder()
        self.other_names = words.other_names
        """Names under which readers may look for the variant."""
        self.group, self.novelty, self.minutes, self.since = words.group, words.novelty, words.minutes, words.since
        """The keys `OF_LISTS`; "", 0 and None where the page does not say."""
        self.letters = words.letters
        """Letter of a piece in notation -> the letter that a reader of this language may type for it."""
        own = list(words.letters.values())
        self._letters = {letter: name for letter, name in words.letters.items() if own.count(name) == 1}
        self.options, self.presets, self.specials = words.options, words.presets, words.specials
        arrows = (code for code, sign in variant.event_codes.items() if sign == "arrow")
        self.unlisted = frozenset(arrows if words.unlisted is None else words.unlisted)
        """The events that the moves themselves show, so that lists of moves leave them out."""
        # A turn is described for every viewer of a table, and again for returning ones.
        self._sentence = lru_cache(MOST_SENTENCES)(self._fill_sentence)
        self.tally = lru_cache(MOST_TALLIES)(self._count)
        self.risk = lru_cache(MOST_RISKS)(self._warn)

    @classmethod
    def load(cls, page: Path, variant: type[Position]) -> Self:
        """The words of this variant whose own page this is. Raises WordsError, naming the file and the key.

        If a variant from outside lacks this page, its own words are those of another language. If the language is not
        complete and its front matter has a fault, the words are those of the fallback.
        """
        language, lacking = page.stem, ""
        own = nearest_page(page)
        try:
            front = Front(own, variant, language)
        except WordsError as fault:
            english = may_lack(page)
            if english is None:
                raise
            front, lacking = Front(nearest_page(english), variant, FALLBACK), str(fault)
        return cls(own, language, variant, front, lacking)

    def seat(self, code: str) -> str:
        """The name of a seat as a title: White, Blancs."""
        return self._words.seats[code].bare

    def the_seat(self, code: str) -> str:
        """The name of a seat in a sentence: White, les Blancs."""
        return self._words.seats[code].full

    def move(self, text: str) -> str:
        """A written move with the letters of this language, for pieces that do not share theirs."""
        if not self._letters:
            return text
        return _LETTER.sub(lambda letter: self._letters.get(letter[0], letter[0]), text)

    def piece(self, symbol: str) -> str:
        """The name of a piece: white footman, fantassin blanc."""
        return self._words.pieces[symbol].bare

    def the_piece(self, symbol: str) -> str:
        """The name of a piece in a sentence: the white footman, le fantassin blanc."""
        return self._words.pieces[symbol].full

    def sentence(self, event: Event, seats: Sequence[str], viewer: Seat | None = None) -> str:
        """The sentence of an event. `seats` are the codes of the table's seats, `viewer` is the reader's own."""
        # Rules from outside may have squares in a list, which is not hashable.
        event = event._replace(squares=tuple(event.squares), pieces=tuple(event.pieces))
        return self._sentence(event, tuple(seats), viewer is not None and viewer == event.seat)

    def headline(self, event: Event, seats: Sequence[str], viewer: Seat | None = None) -> tuple[str, str]:
        """The headline of an event of `headlined`: a title and a sentence. Arguments as of `sentence`."""
        title, verdict, own = self._words.headlines[event.code]
        verdict = own if own and viewer is not None and viewer == event.seat else verdict
        values = self._values(event, seats)
        said, named = (self.finish(self._filled("headlines", event.code, each, values)) for each in (verdict, title))
        return named, said or self.sentence(event, seats, viewer)

    @property
    def headlined(self) -> Sequence[str]:
        """The events that have a headline, the most important first."""
        return tuple(self._words.headlines)

    def _warn(self, risk: Risk, seat: Seat, seats: tuple[str, ...]) -> tuple[str, str]:
        """The needs of a risky move and its price otherwise, as parts of a sentence."""
        values = self._values(Event(risk.needs, seat, risk.squares, risk.pieces), seats)
        needs = self._filled("needs", risk.needs, self._words.needs[risk.needs], values)
        price = self._filled("prices", risk.price, self._words.prices[risk.price], values)
        return contract(needs, self.language), contract(price, self.language)

    def has_sentence(self, code: str) -> bool:
        """Whether there is a sentence for this event. An old game may have an event that no longer exists."""
        return code in self._words.events

    def result(self, reason: str, winner: str, loser: str, count: int | None = None, reader: str = "") -> str | None:
        """The sentence why the game ended; None if the variant leaves the reason to the site.

        `winner` and `loser` are names for sentences, "" in a draw; `count` is the limit that was reached. `reader` is
        `to_winner` or `to_loser` for the only winner or loser, else "".
        """
        personal = getattr(self._words, reader) if reader else {}
        template = personal.get(reason) or self._words.results.get(reason)
        if template is None:
            return None
        return self.finish(template.format(winner=winner, loser=loser, count=count))

    def limit(self, reason: str) -> int | None:
        """The limit of long games of this reason of the table."""
        return limits(self._draws).get(reason)

    def to_move(self, tally: Tally) -> str:
        """The sentence for the player to move about the moves left until the limit of this tally; "" for none."""
        code, _seat, value, limit = tally
        if code not in self._words.to_move or not limit or limit < 2:
            return ""
        return self.finish(self._words.to_move[code].format(next=limit - value + 1, limit=limit))

    def _count(self, tally: Tally, seats: tuple[str, ...]) -> str:
        """A tally in words."""
        name = "" if tally.seat is None else self.the_seat(seats[tally.seat])
        return self.finish(self._words.tallies[tally.code].format(seat=name, value=tally.value, limit=tally.limit))

    def error(self, error: RulesError) -> str | None:
        """The sentence of this variant for an error of the rules; None if the site has it. Raises WordsError."""
        template = self._words.errors.get(error.code)
        if template is None:
            return None
        return self.finish(self._filled("errors", error.code, template, error.parameters))

    def finish(self, text: str) -> str:
        """A sentence after names are filled in: with contractions and capitals at the beginnings."""
        return finished(text, self.language)

    def of_fen(self, code: str, otherwise: str) -> str:
        """The label of a FEN key in forms (`flags`), of a part of its value (`flags.1`) or of a text (`flags=8`)."""
        return self._words.fen.get(code, otherwise)

    def codes(self) -> dict[str, frozenset[str]]:
        """The codes that each table of the front matter has words for."""
        return {
            table: frozenset(entries)
            for table, entries in self._words
            if isinstance(entries, dict) and table != "letters"
        }

    def _fill_sentence(self, event: Event, seats: tuple[str, ...], own: bool) -> str:
        code = event.code
        template = self._words.to_seat.get(code, self._words.events[code]) if own else self._words.events[code]
        return self.finish(self._filled("events", code, template, self._values(event, seats)))

    def _filled(self, table: str, code: str, template: str, values: Mapping[str, Any]) -> str:
        """A sentence of a table with its values. Raises WordsError for a field that there is no value for."""
        try:
            return template.format(**values)
        except KeyError as missing:
            place = self.front.place(table, code)
            raise WordsError(f"{place}: the {table.removesuffix('s')} “{code}” has no {missing}") from missing

    def _values(self, event: Event, seats: Sequence[str]) -> dict[str, str]:
        """The fields that a sentence may name of an event."""
        _code, seat, squares, pieces = event
        values: dict[str, str] = {}
        if seat is not None:
            values["seat"] = self.the_seat(seats[seat])
            values["other"] = self.the_seat(seats[(seat + 1) % len(seats)])
        for number, square in enumerate(squares, 1):
            values[f"square{number}"] = self._squares[square]
        if squares:
            values["to"] = self._squares[squares[-1]]
        for number, symbol in enumerate(pieces, 1):
            name = self._words.pieces[symbol]
            values[f"piece{number}"], values[f"the_piece{number}"] = name
        return values
