"""Positions for the board editor, and the fields of its form that make them up."""

from __future__ import annotations

from functools import cache
from random import Random

from server.web.fen_form import fields_of
from variants.keys import parted
from variants.position import Position
from variants.registry import load_all

VARIANTS = load_all()


@cache
def positions(rules: type[Position]) -> list[Position]:
    """The start of a variant, and a position from the middle of a game."""
    random = Random(7)
    position = start = rules.start({}, random)
    for _ in range(14):
        after = position.play({seat: random.choice(list(position.moves(seat))) for seat in position.to_act})
        if after.result() is not None:
            break
        position = after
    return [start, position]


def form_of(position: Position) -> dict[str, str]:
    """The fields of the form that make up a position."""
    rules, fields = type(position), fields_of(type(position), position.fen())
    form = {"rows": fields.rows, "turn": str(fields.turn), "plies": str(fields.plies)}
    for key, text in fields.named.items():
        value = rules.fen_value(key)
        parts = parted(value, text) if len(value.parts) > 1 else None
        if parts is None:
            form[f"key-{key}"] = text
        else:
            form |= {f"key-{key}-{at}": part for at, part in enumerate(parts)}
    return {field: text for field, text in form.items() if rules.fen_value(field.removeprefix("key-")).offered}
