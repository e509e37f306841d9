"""The form of a position: fields for the keys of a FEN beside its board, as the variant declares them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from server.texts.words import Words
from variants.errors import FenError
from variants.fen import Fields, join, split, words_of
from variants.keys import Value, parted
from variants.position import Position

KEY = "key-"
"""The prefix of the name of a field for the value of a FEN key, or, with a number, for a part of it."""
PART = re.compile("-[0-9]+$")
LONGEST_VALUE = 200
MOST_KEYS = 20
"""Undeclared keys in a form."""


def fields_of(rules: type[Position], fen: str) -> Fields:
    """The readable fields of a FEN, including undeclared keys."""
    try:
        return rules.read_fields(fen)
    except FenError:
        rows, *others = words_of(fen) or [""]
    try:
        return split(fen, others[:1], json.loads(fen[fen.index("{") :]) if "{" in fen else ())
    except (FenError, ValueError, TypeError, RecursionError):
        turn = others[0] if others and others[0] in list(rules.turn_letters) else None
        return Fields(rows, turn, None, {}, ())


class PartChoice(NamedTuple):
    """A part of a value in the form."""

    field: str
    label: str
    choices: Sequence[tuple[str, str]]
    """Each text with its label."""
    chosen: str
    box: bool
    """Whether it is a checkbox: it belongs to a square and has two texts."""


class FenControl(NamedTuple):
    """A key of the FEN in the form: parts to choose, a number in bounds, or a text."""

    field: str
    key: str
    title: str
    text: str
    value: Value
    """The values that are allowed. For hands, a script shows the pieces beside the board instead of a field."""
    parts: Sequence[PartChoice]


def controls(rules: type[Position], words: Words, fields: Fields) -> list[FenControl]:
    """The form of a variant's keys."""
    controls = []
    for key in dict.fromkeys([*rules.fen_keys, *fields.named]):
        value, field = rules.fen_value(key), f"{KEY}{key}"
        if not value.offered:
            continue
        text = fields.named.get(key, value.usual)
        # For a value that does not fit, the parts of the default.
        held = parted(value, text) or parted(value, value.usual) or ()
        first = [
            (each, words.of_fen(f"{key}={each}", each)) for each in (value.parts[0].choices if value.parts else ())
        ]
        parts = [
            PartChoice(
                f"{field}-{at}" if len(value.parts) > 1 else field,
                part.at or words.of_fen(f"{key}.{at + 1}", ""),
                first if part.choices == value.parts[0].choices else [(each, each) for each in part.choices],
                held[at],
                bool(part.at) and len(part.choices) == 2,
            )
            for at, part in enumerate(value.parts)
        ]
        controls.append(FenControl(field, key, words.of_fen(key, key), text, value, parts))
    return controls


def written(rules: type[Position], rows: str, form: Mapping[str, str]) -> str:
    """The FEN of the fields of a form."""
    named = {}
    others = [field.removeprefix(KEY) for field in form if field.startswith(KEY) and not PART.search(field)]
    for key in dict.fromkeys([*rules.fen_keys, *others[:MOST_KEYS]]):
        value, field = rules.fen_value(key), f"{KEY}{key}"
        count = len(value.parts)
        text = form.get(field, "").strip()[:LONGEST_VALUE]
        if count > 1:
            usual = [part.choices[0] for part in value.parts]
            text = "".join([form.get(f"{field}-{at}", usual[at]) for at in range(count) if f"{field}-0" in form])
        if value.offered and (text or field in form):
            named[str(key)] = text or "-"
    plies = form.get("plies", "0").strip()
    turn = form.get("turn", rules.turn_letters[0])
    return join(rows, turn, int(plies) if plies.isdecimal() and len(plies) < 10 else 0, named)
