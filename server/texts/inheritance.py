"""Front matter along the bases of a class: its own entries, and those of its bases that it declares, too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from server.texts.front_matter import OF_THE_PAGE, UNTOLD, WordsError, bases_of, front_of, may_lack, place
from server.texts.languages import FALLBACK
from variants.keys import Value
from variants.position import Draws, Position

TABLE_REASONS = frozenset(
    {
        *("resigned", "agreement", "repetition", "quiet_turns", "too_long", "withdrawn", "aborted", "no_first_move"),
        *("time", "time_all", "time_material", "abandoned", "abandoned_draw", "unstated"),
    }
)
"""Reasons the table gives; the site has sentences for them, a variant may say them better."""

OPTIONAL = frozenset({"headlines", "to_move", "to_seat", "to_winner", "to_loser", "fen"})
"""Tables that need not have an entry for each code that they may have."""


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
        "headlines": frozenset(variant.event_codes),
        "to_move": variant.tally_codes,
        "to_seat": frozenset(variant.event_codes),
        "to_winner": variant.reasons,
        "to_loser": variant.reasons,
        "fen": frozenset(code for key in variant.fen_keys for code in labels_of(key, variant.fen_value(key))),
    }


def labels_of(key: str, value: Value) -> Iterator[str]:
    """What a form has words for: a key, its parts that speak of no square, and the texts of its first part."""
    yield key
    if len(value.parts) > 1:
        yield from (f"{key}.{number}" for number, part in enumerate(value.parts, 1) if not part.at)
    yield from (f"{key}={text}" for part in value.parts[:1] for text in part.choices)


def choices_of(variant: type[Position]) -> Mapping[str, frozenset[str]]:
    """The choices of each option, as texts."""
    return {option.name: frozenset(str(choice) for choice in option.choices) for option in variant.options}


class Front:
    """The words of a class in one language as they stand in files: in its own page, then in those of its bases."""

    def __init__(self, page: Path, variant: type[Position]) -> None:
        """Raises WordsError where a page is missing, cannot be read or has keys that are none."""
        bases = bases_of(variant, page)
        self.files = tuple(map(place, (page, *bases)))
        """The own page, then those that words are inherited from, the nearest base first."""
        self._read: list[tuple[str, Mapping[str, Any]]] = []
        own, *fronts = (self._whole(each) for each in (page, *bases))
        for key in OF_THE_PAGE:
            if key not in own:
                raise WordsError(f"{self.files[0]}: the front matter lacks “{key}”")
        inherited: dict[str, Any] = {}
        for front, base in reversed([*zip(fronts, bases.values(), strict=True)]):
            inherited = _over(_fit(front, base, variant), inherited)
        self.values = _over(own, inherited)
        repeated = () if may_lack(page) else _repeated(own, inherited)
        self.repeated = tuple(f"{key} only repeats {_place(self._read[1:], key)}" for key in repeated)
        """The own entries without which the same would be inherited."""

    def _whole(self, page: Path) -> Mapping[str, Any]:
        """The words of one page; those that its language may lack and does are those of the fallback."""
        own, beside = front_of(page), may_lack(page)
        self._read.append((place(page), own))
        if beside is None:
            return own
        english = front_of(beside)
        self._read.append((place(beside), english))
        return {**{key: value for key, value in own.items() if key not in english}, **_filled(own, english)}

    def place(self, key: str) -> str:
        """The file in which an entry stands, such as `events.moved`; the own one where none has it."""
        return _place(self._read, key)

    def lacks(self, key: str) -> bool:
        """Whether an entry stands in the page of the fallback language, because its own lacks it."""
        return self.place(key).endswith(f"/{FALLBACK}.md")


def _filled(own: Mapping[str, Any], english: Mapping[str, Any]) -> dict[str, Any]:
    """The English entries in their order, each in the own words where there are some.

    Own entries of English tables that lack them are left out: what they told of is gone.
    """
    filled = {key: own.get(key, value) for key, value in english.items()}
    for key in own.keys() & english.keys():
        if isinstance(own[key], dict) and isinstance(english[key], dict):
            filled[key] = _filled(own[key], english[key])
    return filled


def _place(read: Sequence[tuple[str, Mapping[str, Any]]], key: str) -> str:
    return next((file for file, front in read if _has(front, key)), read[0][0])


def _fit(front: Mapping[str, Any], base: type[Position], variant: type[Position]) -> dict[str, Any]:
    """What a variant may inherit of the words of a base: those of what it declares itself.

    Of the limits of long games only those that it shares with the base, because the sentence may name the number.
    """
    codes, choices = {**declared(variant)}, choices_of(variant)
    theirs, ours = limits(base.draws), limits(variant.draws)
    codes["results"] |= {reason for reason in TABLE_REASONS if theirs.get(reason) == ours.get(reason)}
    fit = {key: front[key] for key in front if key not in OF_THE_PAGE}
    for table in codes.keys() & fit.keys():
        fit[table] = {code: value for code, value in fit[table].items() if code in codes[table]}
    for option, value in fit.get("options", {}).items():
        if isinstance(value, dict) and isinstance(value.get("choices"), dict):
            offered = {text: label for text, label in value["choices"].items() if text in choices[option]}
            fit["options"][option] = {**value, "choices": offered}
    if UNTOLD in fit:
        fit[UNTOLD] = [code for code in fit[UNTOLD] if code in variant.event_codes]
    return fit


def _over(own: Mapping[str, Any], inherited: Mapping[str, Any]) -> dict[str, Any]:
    """Tables entry by entry, the own entries first, which is the order of headlines; anything else as a whole."""
    merged = dict(own)
    for key, value in inherited.items():
        if key not in own:
            merged[key] = value
        elif isinstance(value, dict) and isinstance(own[key], dict):
            merged[key] = _over(own[key], value)
    return merged


def _repeated(own: Mapping[str, Any], inherited: Mapping[str, Any], above: str = "") -> Iterator[str]:
    for key in (key for key in own if key in inherited):
        if isinstance(own[key], dict) and isinstance(inherited[key], dict):
            yield from _repeated(own[key], inherited[key], f"{above}{key}.")
        elif own[key] == inherited[key]:
            yield above + key


def _has(front: Any, key: str) -> bool:
    """Whether there is this entry: `options.randomness.title`. A code may have points of its own."""
    return isinstance(front, dict) and any(
        key == code or (key.startswith(f"{code}.") and _has(value, key.removeprefix(f"{code}.")))
        for code, value in front.items()
    )
