"""What Checkered reads: three forms of FEN, invented positions, and refusals by name."""

import json
from random import Random

import pytest

from variants.Checkered import Variant
from variants.errors import FenError
from variants.grid import grid
from variants.position import Eyes

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
DIAGRAM = "2kr4/pp6/2p5/4ss1r/1P2ns1P/2Np4/P1P1P1BP/R2o1RK1"

GRID = grid(8, 8)
NAMES = GRID.names


def nothing_breaks(position, played=6):
    """Ask a position everything, then the positions after some of its moves."""
    (seat,) = position.to_act
    moves = position.moves(seat)
    texts = [Variant.write(move) for move in moves]
    assert len(set(texts)) == len(texts)
    assert [Variant.read(text) for text in texts] == list(moves)
    names = [position.notation({seat: move}, seat)[seat] for move in moves]
    assert len(set(names)) == len(names)
    assert (position.result() is None) == bool(moves)
    position.picture(Eyes.SPECTATOR)
    position.seen_events(seat)
    position.tallies(seat)
    assert Variant.from_fen(position.fen()) == position.then(quiet=0)
    for move in Random(len(moves)).sample(moves, min(played, len(moves))):
        assert position.becomes(seat, move) in Variant.drawings
        after = position.play({seat: move})
        assert after.events[0].code == "switched" or Variant.event_codes[after.events[0].code] == "arrow"
        assert {event.code for event in after.events} <= set(Variant.event_codes)
        if played:
            nothing_breaks(after, 0)


def try_to_read(text, played=6):
    try:
        position = Variant.from_fen(text)
    except FenError:
        return False
    nothing_breaks(position, played)
    return True


def invented(seed):
    """Well-formed text around a random board; most are playable."""
    random = Random(seed)
    board = ["" if random.random() < 0.8 else random.choice("PPNBRQppnbrqssstuoc") for _ in range(64)]
    white, black = random.sample(range(64), 2) if random.random() < 0.6 else (60, 4)
    for square, piece in ((56, "R"), (63, "R"), (0, "r"), (7, "r"), (white, "K"), (black, "k")):
        board[square] = piece
    for square in (*range(8), *range(56, 64)):
        if board[square] in ("P", "p", "s"):
            board[square] = ""
    rights = "".join(
        random.choice(file) if board[king] == letter and board[corner] == rook else "8"
        for king, letter, corner, rook, file in (
            (60, "K", 56, "R", "08"), (60, "K", 63, "R", "78"), (4, "k", 0, "r", "08"), (4, "k", 7, "r", "78"),
        )
    )  # fmt: skip
    stage = random.choice(["1", "1", "1-", "2w", "2b"])
    jumped = [
        square
        for square in range(16, 24)
        if not board[square] and not board[square - 8] and board[square + 8] in ("p", "s")
    ]
    jumped += [
        square
        for square in range(40, 48)
        if not board[square] and not board[square + 8] and board[square - 8] in ("P", "s")
    ]
    ends = [square for square in range(64) if board[square] in tuple("stuoc")] if stage[0] == "1" else []
    empty = [square for square in range(64) if not board[square]]
    named = {
        "flags": rights + "".join(random.choice("01") for _ in range(16)),
        "enpassant": NAMES[random.choice(jumped)] if jumped and random.random() < 0.3 else "-",
        "cmove": NAMES[random.choice(empty)] + NAMES[random.choice(ends)] if ends and random.random() < 0.5 else "-",
        "stage": stage,
    }
    rows = GRID.write_rows(board)
    return f"{rows} {random.choice('wb')} {random.randrange(1000)} {json.dumps(named)}"


def test_many_invented_positions_are_playable():
    assert sum(try_to_read(invented(seed)) for seed in range(300)) > 100


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
        (START + ' w 0 {"flags":"0707"}', "fen_flags"),
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
