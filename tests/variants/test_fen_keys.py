"""What a variant declares of its FEN is what its positions write, so that a form made of it can say each of them."""

from random import Random

import pytest

from variants.contract import positions
from variants.keys import TEXT, Part, Value, counted, one_of, parted
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
def test_each_position_writes_what_is_declared(variant):
    for position in positions(variant, games=20, turns=30):
        fields = position.read_fields(position.fen())
        assert fields.turn in list(variant.turn_letters)
        for key, text in fields.named.items():
            assert fits(variant.fen_value(key), text), f"{key}: {text}"


@pytest.mark.parametrize("variant", load_all().values(), ids=load_all())
def test_the_usual_values_are_values(variant):
    for key in variant.fen_keys:
        assert fits(variant.fen_value(key), variant.fen_value(key).usual)


def test_a_value_is_read_part_by_part():
    value = Value(parts=(Part(("1", "1-")), Part(("a", "b"), also=("x",))))
    assert parted(value, "1-b") == ("1-", "b")
    assert parted(value, "1x") == ("1", "x")
    assert parted(value, "2a") is parted(value, "1") is parted(one_of("-"), "") is None
    number = Value(least=-1, most=10)
    assert [counted(number, text) for text in ("-1", "10", "11", "x", "--1")] == [-1, 10, None, None, None]


def test_names_alone_say_nothing_of_values_but_what_a_base_says():
    chess = load("Chess")
    named = type("Named", (chess,), {"fen_keys": ("flags", "more")})
    assert named.fen_value("flags") == chess.fen_value("flags") != TEXT
    assert named.fen_value("more") == TEXT
    start = chess.start({}, Random(0))
    assert named.from_fen(start.fen().replace('"enpassant"', '"more"')).board == start.board
