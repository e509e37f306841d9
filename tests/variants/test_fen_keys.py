"""What a variant declares of its FEN is what its positions write, so that a form made of it can say each of them."""

from random import Random

import pytest

from variants.contract import positions
from variants.keys import TEXT, counted, parted
from variants.registry import load, load_all


def fits(value, text):
    """Whether a text is such a value."""
    if value.parts:
        return parted(value, text) is not None
    if value.most is not None:
        return counted(value, text) is not None
    if value.squares:
        return text == "-" or len(text.split(",")) <= value.squares
    return text == "-" or not value.hands or set(text) <= set("".join(value.hands))


@pytest.mark.parametrize("variant", load_all().values(), ids=load_all())
def test_each_position_writes_the_declared_fen_keys(variant):
    for position in positions(variant, games=20, turns=30):
        fields = position.read_fields(position.fen())
        assert fields.turn in list(variant.turn_letters)
        for key, text in fields.named.items():
            assert fits(variant.fen_value(key), text), f"{key}: {text}"


def test_names_alone_say_nothing_of_values_but_what_a_base_says():
    chess = load("Chess")
    named = type("Named", (chess,), {"fen_keys": ("flags", "more")})
    assert named.fen_value("flags") == chess.fen_value("flags") != TEXT
    assert named.fen_value("more") == TEXT
    start = chess.start({}, Random(0))
    assert named.from_fen(start.fen().replace('"enpassant"', '"more"')).board == start.board
