"""What a class must declare to be a variant, checked without a game: for the registry, and so for `cavalier check`."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, fields
from types import ClassMethodDescriptorType
from typing import get_args

from variants.errors import SettingsError
from variants.grid import HOLE, grid
from variants.keys import TEXT, Value, allows
from variants.position import INTERFACE_VERSION, Draws, Option, Position, Sign

_CODE = re.compile(r"[a-z][a-z0-9_]*")

NEEDED = ("start", "from_fen", "fen", "moves", "play", "result", "key")
"""What every variant must define."""

OF_THE_CLASS = ("start", "from_fen", "sketch", "write", "read", "complete")
"""What is asked of the class, before there is a position."""

SECRET = ("picture", "seen_events", "notation", "guess")
"""What a variant with a hidden board must override, because the defaults show everything."""

NAMED_IN_PGN = ("pgn_name", "standard_fen", "from_san")
"""What a variant must override that other programs' PGN knows."""


def faults(variant: type[Position], packaged: bool = False) -> Iterator[str]:
    """The reasons why this class is no variant. After the first one, the next may be an error: its cause is the same.

    A variant of a package must also say which version of the interface it was written for.
    """
    if variant.interface_version not in (None, INTERFACE_VERSION):
        yield (
            f"was written for version {variant.interface_version} of the interface, and this is version"
            f" {INTERFACE_VERSION}, which docs/variants.md describes"
        )
    if packaged and variant.interface_version is None:
        yield f"a package says which interface it is for: interface_version = {INTERFACE_VERSION}"
    missing = [name for name in NEEDED if _same(variant, name)]
    if missing:
        yield f"Variant does not define {', '.join(sorted(missing))}"
    kinds = vars(variant).get("__annotations__", {})
    own = [name for name, kind in kinds.items() if not str(kind).startswith(("ClassVar", "typing.ClassVar"))]
    if own and "__dataclass_params__" not in vars(variant):
        yield f"Variant lacks @dataclass(frozen=True, kw_only=True), and so its own fields: {', '.join(own)}"
    for method in OF_THE_CLASS:
        if not isinstance(inspect.getattr_static(variant, method), classmethod | ClassMethodDescriptorType):
            yield f"{method} must be a @classmethod: it is asked of the variant, before there is a position"
    if not isinstance(getattr(variant, "drawings", None), Mapping) or not variant.drawings:
        yield "Variant does not define drawings"
    for symbol, drawing in variant.drawings.items():
        if not (isinstance(symbol, str) and len(symbol) == 1 and isinstance(drawing, str) and drawing):
            yield f"drawings must lead from one letter to the name of a drawing, not from {symbol!r} to {drawing!r}"
    if not (isinstance(variant.size, tuple) and len(variant.size) == 2 and all(type(n) is int for n in variant.size)):
        yield f"size must be two numbers, not {variant.size}"
    files, ranks = variant.size
    if not (1 <= files <= 26 and 1 <= ranks <= 99):
        yield f"size must be at most 26 files and 99 ranks, not {variant.size}"
    if not (isinstance(variant.holes, frozenset) and variant.holes < set(range(files * ranks))):
        yield f"holes must be a frozenset of squares of the board, not {variant.holes!r}"
    if variant.holes and HOLE not in variant.drawings:
        yield f"drawings must have a drawing for {HOLE!r}, the missing squares, such as “hole”"
    index = grid(*variant.size).index
    for text in variant.regions:
        if len(text.split()) != 2 or not index.keys() >= set(text.split()):
            yield f"regions must be pairs of squares of the board, such as “a1 b2”, not {text!r}"
    yield from _seat_faults(variant)
    yield from _option_faults(variant)
    yield from _event_faults(variant)
    yield from _fen_faults(variant)
    for table in ("reasons", "special_codes", "tally_codes", "needs_codes", "price_codes"):
        if isinstance(getattr(variant, table), str):
            yield f"{table} must be a set of codes, not the text {getattr(variant, table)!r}"
        for code in sorted(getattr(variant, table)):
            if not _CODE.fullmatch(code):
                yield f"{table} must be codes in lower case, not {code!r}"
    if not isinstance(variant.draws, Draws) or variant.draws.kind not in ("claim", "automatic"):
        yield "draws must be a Draws whose kind is claim or automatic"
    for name in ("occurrences", "quiet_turns"):
        limit = getattr(variant.draws, name)
        if limit is not None and (type(limit) is not int or limit < 1):
            yield f"{name} of draws must be a whole number from 1 on or None, not {limit!r}"
    if variant.hidden:
        silent = [name for name in SECRET if _same(variant, name)]
        if silent:
            yield f"Variant has a hidden board and does not define {', '.join(silent)}"
    if variant.pgn_names:
        silent = [name for name in NAMED_IN_PGN if _same(variant, name)]
        if silent:
            yield f"Variant has pgn_names and does not define {', '.join(silent)}"


def _same(variant: type[Position], name: str) -> bool:
    """Whether a method is that of the interface."""
    return inspect.getattr_static(variant, name) is inspect.getattr_static(Position, name)


def _event_faults(variant: type[Position]) -> Iterable[str]:
    codes, signs = variant.event_codes, getattr(variant, "signs", {})
    signs = signs if isinstance(signs, Mapping) else {}
    if not isinstance(codes, Mapping) or signs:
        meant = {code: signs.get(code) for code in (*signs, *sorted(set(codes) - set(signs)))}
        yield f"event_codes must lead from each code to its sign or None, and there is no signs: event_codes = {meant}"
    for code, sign in codes.items():
        if not _CODE.fullmatch(code):
            yield f"event_codes must be codes in lower case, not {code!r}"
        if sign not in (None, *get_args(Sign)):
            yield f"the sign of {code} must be one of {', '.join(get_args(Sign))}, or None, not {sign!r}"


def _fen_faults(variant: type[Position]) -> Iterable[str]:
    keys = variant.fen_keys
    if isinstance(keys, str) or not all(isinstance(key, str) and key for key in keys):
        yield f"fen_keys must be names, or lead from each name to its Value, not {keys!r}"
    for key, value in keys.items() if isinstance(keys, Mapping) else ():
        if not isinstance(value, Value):
            yield f"the FEN key {key!r} needs a Value of variants/keys.py, not {value!r}"
        elif value != TEXT and not allows(value, value.usual, *variant.size):
            yield f"the usual value of the FEN key {key!r}, {value.usual!r}, is none that it may have"


def _seat_faults(variant: type[Position]) -> Iterable[str]:
    for table in ("chance", "joinable", "turned"):
        numbers = getattr(variant, table)
        if not (isinstance(numbers, frozenset) and all(type(seat) is int and seat >= 0 for seat in numbers)):
            yield f"{table} must be a frozenset of numbers of seats, not {numbers!r}"
    # Seats filled by `start` from the settings have no default here; the contract test looks at those.
    seats = next(each.default for each in fields(variant) if each.name == "seats")
    if seats is MISSING:
        return
    good = isinstance(seats, tuple) and seats and all(isinstance(seat, str) and _CODE.fullmatch(seat) for seat in seats)
    if not good or len(set(seats)) != len(seats):
        yield f"seats must be different codes in lower case, not {seats!r}"


def _option_faults(variant: type[Position]) -> Iterable[str]:
    names = [option.name for option in variant.options if isinstance(option, Option)]
    if len(names) != len(variant.options) or len(set(names)) != len(names):
        yield "options must be Options with different names"
    for option in variant.options:
        texts = {str(choice) for choice in option.choices}
        if not _CODE.fullmatch(option.name) or not option.choices or len(texts) != len(option.choices):
            yield f"the option {option.name!r} needs a name in lower case and different choices"
        for choice in option.choices:
            fits = len(choice) <= 100 if isinstance(choice, str) else isinstance(choice, int) and abs(choice) <= 10**9
            if not fits:
                yield (
                    f"the option {option.name!r} offers {choice!r}, which no record holds: a choice is True or False, a"
                    " whole number of at most a thousand million, or a text of at most 100 signs"
                )
    for code, settings in variant.presets.items():
        try:
            variant.complete(settings)
        except SettingsError as error:
            yield f"the preset {code!r}: {error}"
