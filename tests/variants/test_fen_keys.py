"""What a variant declares of its FEN is what its positions write, so that a form made of it can say each of them."""

from random import Random

import pytest

from variants.contract import positions
from variants.errors import FenError
from variants.keys import TEXT, Part, Value, allows
from variants.registry import load, load_all


@pytest.mark.parametrize("variant", load_all().values(), ids=load_all())
def test_each_position_writes_the_declared_fen_keys(variant):
    for position in positions(variant, games=20, turns=30):
        fields = position.read_fields(position.fen())
        assert fields.turn in list(variant.turn_letters)
        for key, text in fields.named.items():
            assert allows(variant.fen_value(key), text, *variant.size), f"{key}: {text}"


def test_names_alone_say_nothing_of_values_but_what_a_base_says():
    chess = load("Chess")
    named = type("Named", (chess,), {"fen_keys": ("flags", "more")})
    assert named.fen_value("flags") == chess.fen_value("flags") != TEXT
    assert named.fen_value("more") == TEXT
    start = chess.start({}, Random(0))
    assert named.from_fen(start.fen().replace('"enpassant"', '"more"')).board == start.board


@pytest.mark.parametrize(
    ("value", "bad", "good", "code"),
    [
        (Value(parts=(Part(tuple("0123")),) * 2, usual="00"), ["xx", "9", "14", ""], ["03", "11"], "fen_form"),
        (Value(parts=(Part(("up", "down")),), usual="up"), ["left", "updown", ""], ["down"], "fen_choice"),
        (Value(least=-1, most=3), ["x", "4", "-2", "", "1.0"], ["-1", "3"], "fen_number"),
        (
            Value(squares=2),
            ["z9", "e9", "99", "e", "a1,b2,c3", "a1,", "up"],
            ["-", "a1", "-,h8", "70", "d3c4"],
            "fen_form",
        ),
        (Value(hands=("QR", "qr")), ["X", "Q-", "1"], ["-", "", "QQr"], "fen_form"),
    ],
    ids=["parts", "one of", "number", "squares", "hands"],
)
@pytest.mark.parametrize("form", ["named", "plain"])
def test_a_value_that_its_key_does_not_declare_is_refused_before_the_reader_of_a_variant_sees_it(
    value, bad, good, code, form
):
    chess, seen = load("Chess"), []

    class Keyed(chess):
        @classmethod
        def read_named(cls, named, board, settings):
            seen.append(named["extra"])
            return super().read_named(named, board, settings)

    Keyed.fen_keys = {**chess.fen_keys, "extra": value}
    rows = "4k3/8/8/8/8/8/8/4K3 w 0 "
    fen = (rows + '{"extra":"%s"}' if form == "named" else rows + "8888 - 0 %s").__mod__
    for text in good:
        if text or form == "named":
            Keyed.from_fen(fen(text))
            assert seen.pop() == text
    for text in bad:
        if text or form == "named":
            with pytest.raises(FenError) as refused:
                Keyed.from_fen(fen(text))
            assert (refused.value.code, refused.value.parameters["key"]) == (code, "extra")
    assert seen == []
