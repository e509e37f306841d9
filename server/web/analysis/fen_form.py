"""The form of a position: fields for what a FEN says beside its board, made of what its reader declares."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from server.texts.words import Words
from variants.errors import FenError
from variants.fen import Fields, join, split
from variants.keys import Value, parted
from variants.position import Position

KEY = "key-"
"""How the names of fields begin that hold the value of a key of the FEN, or with a number after it a part of one."""
PART = re.compile("-[0-9]+$")
LONGEST_VALUE = 200
MOST_KEYS = 20
"""Keys of a form that a variant has not declared."""


def fields_of(rules: type[Position], fen: str) -> Fields:
    """The fields of a FEN as far as they can be read, keys included that the variant has not declared."""
    try:
        return rules.read_fields(fen)
    except FenError:
        rows, *others = fen.partition("{")[0].split(" ")
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
    """Whether it is a box to tick: it speaks of a square, and is one of two texts."""


class FenControl(NamedTuple):
    """A key of the FEN in the form: parts to choose, a number in bounds, or a text."""

    field: str
    key: str
    title: str
    text: str
    value: Value
    """What may stand there: of hands a script shows the pieces beside the board instead."""
    parts: Sequence[PartChoice]


def controls(rules: type[Position], words: Words, fields: Fields) -> list[FenControl]:
    """The form of a variant's own keys."""
    controls = []
    for key in dict.fromkeys([*rules.fen_keys, *fields.named]):
        value, field = rules.fen_value(key), f"{KEY}{key}"
        if not value.offered:
            continue
        text = fields.named.get(key, value.usual)
        # Of a value that does not fit, the parts of the usual one.
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
    """The FEN that the fields of a form make up."""
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
