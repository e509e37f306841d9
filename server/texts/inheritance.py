"""Front matter inherited along the bases of a class, compared with the codes that the class declares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from server.texts.entries import OptionWords
from server.texts.front_matter import (
    EntryPath,
    WordsError,
    bases_of,
    front_of,
    front_with,
    has_no_body,
    nearest_page,
    place,
    words_beside,
)
from server.texts.rule_text import lettered_names
from variants.keys import Value
from variants.orthodox import RULE_METHODS, Orthodox
from variants.position import Draws, Position

REQUIRED = ("title", "summary", "facts", "reminder")
"""Keys that every page must have; the last two are made for a page that has no body."""

OF_LISTS = ("group", "novelty", "minutes", "since")
"""Optional keys by which lists sort the variants. They are the same in every language."""

OF_THE_PAGE = (*REQUIRED, "other_names", *OF_LISTS)
"""Keys that are not inherited."""

TABLE_REASONS = frozenset(
    {
        *("resigned", "agreement", "repetition", "quiet_turns", "too_long", "withdrawn", "aborted", "no_first_move"),
        *("time", "time_all", "time_material", "abandoned", "abandoned_draw", "unstated"),
    }
)
"""Reasons of endings that the table decides; the site has sentences for them, which a variant may override."""

OPTIONAL = frozenset({"headlines", "to_move", "to_seat", "to_winner", "to_loser", "fen"})
"""Tables whose entries are optional."""


def limits(draws: Draws) -> Mapping[str, int | None]:
    """The limits of long games, by the reasons of the table that speak of them."""
    return {"repetition": draws.occurrences, "quiet_turns": draws.quiet_turns}


def declared(variant: type[Position]) -> Mapping[str, frozenset[str]]:
    """The codes that a variant declares, by the tables that have words for them."""
    return {
        "seats": frozenset(variant.seats) | variant.seat_codes,
        "pieces": frozenset(variant.drawings),
        "options": frozenset(option.name for option in variant.options),
        "presets": frozenset(variant.presets),
        "events": frozenset(variant.event_codes),
        "results": variant.reasons,
        "tallies": variant.tally_codes,
        "specials": variant.special_codes,
        "needs": variant.needs_codes,
        "prices": variant.price_codes,
        "rules": frozenset(fact.code for fact in variant.rule_facts()),
        "headlines": frozenset(variant.event_codes),
        "to_move": variant.tally_codes,
        "to_seat": frozenset(variant.event_codes),
        "to_winner": variant.reasons,
        "to_loser": variant.reasons,
        "fen": frozenset(code for key in variant.fen_keys for code in labels_of(key, variant.fen_value(key))),
    }


def labels_of(key: str, value: Value) -> Iterator[str]:
    """The codes of a FEN key in forms: the key, its parts that name no square, and the texts of its first part."""
    yield key
    if len(value.parts) > 1:
        yield from (f"{key}.{number}" for number, part in enumerate(value.parts, 1) if not part.at)
    yield from (f"{key}={text}" for part in value.parts[:1] for text in part.choices)


def choices_of(variant: type[Position]) -> Mapping[str, frozenset[str]]:
    """The choices of each option, as texts."""
    return {option.name: frozenset(str(choice) for choice in option.choices) for option in variant.options}


class Front:
    """The front matter of a class in one language: its own page, and the fitting entries of its bases.

    The own page may be in another language; then so may be those of bases from outside.
    """

    def __init__(self, page: Path, variant: type[Position], language: str) -> None:
        """Raises WordsError if a file is missing or faulty, or if the words do not match the declared codes."""
        bases = bases_of(variant, language)
        if page.stem != language:
            bases = {nearest_page(each): base for each, base in bases.items()}
        self._entries = {each: front_of(each) for each in (page, *bases)}
        self.files = tuple(map(place, self._entries))
        """The own page, then those of the bases, the nearest first."""
        self.made = has_no_body(page)
        """Whether the page has no body of its own, and is made from what the class declares."""
        self.undescribed = dict(self._undescribed(page, variant))
        """By class, the methods by which it changes rules without words for them under `rules`."""
        self.language = page.stem
        """The language of the own page."""
        own, *fronts = self._entries.values()
        if page.stem != language:
            own = {path: entry for path, entry in own.items() if path[0] != "letters"}
        inherited: dict[EntryPath, Any] = {}
        for entries, base in zip(fronts, bases.values(), strict=True):
            inherited = _over(inherited, _fit(entries, base, variant))
        if self.made and issubclass(variant, Orthodox):
            names = lettered_names(variant.drawings, language)
            inherited = {("pieces", symbol): name for symbol, name in names.items()} | inherited
        repeated: dict[str, list[str]] = {}
        for path, entry in own.items():
            if entry == inherited.get(path):
                repeated.setdefault(self._place(path, bases), []).append(".".join(path))
        self.repeated = tuple(
            f"{', '.join(entries)} only {'repeats' if len(entries) == 1 else 'repeat'} {file}"
            for file, entries in repeated.items()
        )
        """The own entries that equal the inherited ones, a line for each file that has these."""
        self.words = front_with(_over(own, inherited))
        self._check(variant)

    def _undescribed(self, page: Path, variant: type[Position]) -> Iterator[tuple[str, Sequence[str]]]:
        base = Orthodox if issubclass(variant, Orthodox) else Position
        for kind in variant.__mro__:
            if kind not in base.__mro__ and (changed := sorted(RULE_METHODS.keys() & vars(kind).keys())):
                folder = words_beside(kind)
                own = folder == words_beside(variant)
                pages = (page,) if own else [each for each in self._entries if each.parent == folder]
                if not any(path[0] == "rules" for each in pages for path in self._entries[each]):
                    yield kind.__name__, changed

    def place(self, *path: str) -> str:
        """The nearest file that has an entry."""
        return self._place(path, self._entries)

    def _place(self, path: EntryPath, pages: Iterable[Path]) -> str:
        return next(place(page) for page in pages if any(path == each[: len(path)] for each in self._entries[page]))

    def _check(self, variant: type[Position]) -> None:
        """Compare the words with what the variant declares. Raises WordsError, naming file, table and code."""
        words = self.words
        for key in REQUIRED[:2] if self.made else REQUIRED:
            if key not in words.model_fields_set:
                raise WordsError(f"{self.files[0]}: the front matter lacks “{key}”")
        if not variant.event_codes.keys() >= {*(words.unlisted or ())}:
            raise WordsError(f"{self.place('unlisted')}: unlisted must be a list of codes of events")
        for table, codes in declared(variant).items():
            may = codes | TABLE_REASONS if table == "results" else codes
            self._compare(table, getattr(words, table), frozenset() if table in OPTIONAL else codes, may)
        reached = {reason for reason, limit in limits(variant.draws).items() if limit is not None}
        for table in ("results", "to_winner", "to_loser"):
            for reason, sentence in getattr(words, table).items():
                if "{count}" in sentence and reason not in reached:
                    raise WordsError(
                        f"{self.place(table, reason)}: {table}.{reason} has {{count}}, where no limit counts"
                    )
        for name, choices in choices_of(variant).items():
            option = words.options[name]
            if len(option.model_fields_set) < len(OptionWords.model_fields):
                raise WordsError(
                    f"{self.place('options', name)}: options.{name} must have exactly the keys title, help, choices"
                )
            self._compare(f"options.{name}.choices", option.choices, choices, choices)

    def _compare(self, table: str, has: Iterable[str], needs: frozenset[str], may: frozenset[str]) -> None:
        own, *bases = self.files
        nor = f", as {'does' if len(bases) == 1 else 'do'} {' and '.join(bases)}" if bases else ""
        for verb, codes, more in (("lacks", needs.difference(has), nor), ("has a superfluous", {*has} - may, "")):
            if codes:
                raise WordsError(f"{own}: {table} {verb} {', '.join(f'“{code}”' for code in sorted(codes))}{more}")


def _over(own: Mapping[EntryPath, Any], inherited: Mapping[EntryPath, Any]) -> dict[EntryPath, Any]:
    """All entries; those of the variant itself come first, which is the order of headlines."""
    return {**own, **inherited, **own}


def _fit(entries: Mapping[EntryPath, Any], base: type[Position], variant: type[Position]) -> dict[EntryPath, Any]:
    """The words that a variant inherits from a base: those of codes that it declares itself.

    The sentence on a limit of long games only if both have the same limit, because it may name the number.
    """
    codes, choices = {**declared(variant)}, choices_of(variant)
    theirs, ours = limits(base.draws), limits(variant.draws)
    codes["results"] |= {reason for reason in TABLE_REASONS if theirs.get(reason) == ours.get(reason)}
    fit: dict[EntryPath, Any] = {}
    for path, entry in entries.items():
        match path:
            case (key,) if key in OF_THE_PAGE:
                continue
            case ("unlisted",):
                entry = tuple(code for code in entry if code in variant.event_codes)
            case ("options", name, "choices", choice) if choice not in choices.get(name, ()):
                continue
            case (table, code, *_) if code not in codes.get(table, (code,)):
                continue
        fit[path] = entry
    return fit
