"""What Checkered reads: three forms of FEN, and refusals by name."""

import pytest

from variants.Checkered import Variant
from variants.errors import FenError

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
DIAGRAM = "2kr4/pp6/2p5/4ss1r/1P2ns1P/2Np4/P1P1P1BP/R2o1RK1"


def test_missing_fields_take_their_defaults():
    whole = Variant.from_fen(START + ' w 0 {"flags":"07071111111111111111","enpassant":"-","cmove":"-","stage":"1"}')
    for text in (START, START + " w", START + " w 0", START + " w 0 {}", START + " w 0 ahah1111111111111111 - - 1"):
        assert Variant.from_fen(text) == whole
    assert Variant.from_fen(START, {"switch": False}).stage == "1-"
    assert Variant.start() == whole


def test_the_stage_of_the_fen_wins_over_the_setting():
    assert Variant.from_fen(START + ' w 0 {"stage":"1"}', {"switch": False}).stage == "1"
    assert Variant.from_fen(START + ' w 0 {"stage":"1-"}', {"switch": True}).stage == "1-"


def test_missing_flags_allow_castling_only_from_the_orthodox_squares():
    position = Variant.from_fen("r3kr2/8/8/8/8/8/8/1R2K2R b")
    assert position.fen() == (
        'r3kr2/8/8/8/8/8/8/1R2K2R b 0 {"flags":"87081111111111111111","enpassant":"-","cmove":"-","stage":"1"}'
    )


def test_squares_may_be_two_digits():
    digits = Variant.from_fen('7k/b5pp/8/8/8/8/6ss/7K w 4 {"flags":"88880000000000000011","cmove":"5666"}')
    assert digits.fen().split('"')[11] == "g3g2"
    assert digits == Variant.from_fen("7k/b5pp/8/8/8/8/6ss/7K w 4 iiii0000000000000011 - g3g2 1")


def test_checkered_letters_may_be_upper_case():
    upper = DIAGRAM.replace("s", "S").replace("o", "O")
    assert Variant.from_fen(upper) == Variant.from_fen(DIAGRAM)
    assert "S" not in Variant.from_fen(upper).fen()


@pytest.mark.parametrize(
    ("fen", "code"),
    [
        ("8/8/8/8/8/8/8/K7", "fen_black_kings"),
        ("k7/8/8/8/8/8/8/KK6", "fen_white_kings"),
        ("k6s/8/8/8/8/8/8/K7", "fen_pawn"),
        ('k7/8/8/8/8/8/8/K6s w 0 {"stage":"2w"}', "fen_pawn"),
        ("k6R/8/8/8/8/8/8/K7", "fen_king_taken"),
        ("k6u/8/8/8/8/8/8/K7", "fen_king_taken"),
        ("kK6/8/8/8/8/8/8/8", "fen_king_taken"),
        ('k7/8/8/8/8/8/8/K6u w 0 {"stage":"2w"}', "fen_king_taken"),
        (START + ' w 0 {"stage":"3"}', "fen_stage"),
        (START + ' w 0 {"flags":"0707"}', "fen_form"),
        (START + ' w 0 {"flags":"17071111111111111111"}', "fen_castling"),
        (START + ' w 0 {"cmove":"e2e4"}', "fen_cmove"),
        (START + ' w 0 {"cmove":"e2"}', "fen_square"),
        (START + ' w 0 {"cmove":"--"}', "fen_cmove_squares"),
        ('k7/8/8/8/8/s7/8/7K w 0 {"stage":"2w","cmove":"a2a3"}', "fen_cmove"),
        ('k7/8/8/s7/8/8/8/7K w 0 {"enpassant":"a6"}', "fen_enpassant"),
        ('k7/8/8/p7/8/8/8/7K w 0 {"stage":"2b","enpassant":"a6"}', "fen_enpassant"),
        (START + " w 0 ahah1111111111111111 - - 1 -", "fen_plain"),
    ],
)
def test_a_position_that_cannot_be_played_is_refused_by_name(fen, code):
    with pytest.raises(FenError) as caught:
        Variant.from_fen(fen)
    assert caught.value.code == code
