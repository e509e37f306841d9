"""FENs of vchess, xogo and Fairy-Stockfish are read, and the six fields of chess are written where they say all.

The forms are those of the programs' sources: `Synchrone1.js`, `Progressive1.js`, `Dobutsu.js` of vchess;
`base_rules.js`, `Dice/class.js`, `Dobutsu/class.js` of xogo; `variant.cpp` of Fairy-Stockfish.
"""

import pytest

from tests.harness.lines_of_play import after
from variants.errors import FenError
from variants.game import Game
from variants.registry import load

ROWS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
OPENED = "rnbqkbnr/1ppp1ppp/8/p3p3/4P3/8/PPPP1PPP/RNBQKBNR"


@pytest.mark.parametrize(
    ("variant", "theirs", "ours"),
    [
        ("Synchrone", f"{ROWS} w 0 ahah -,- -", f'{ROWS} w 0 {{"flags":"0707","enpassant":"-"}}'),
        ("Synchrone", f"{OPENED} w 2 ahah e3,e6 -", f'{OPENED} w 2 {{"flags":"0707","enpassant":"e6,e3"}}'),
        ("Synchrone", f"{OPENED} w 2 ahai -,e6 -", f'{OPENED} w 2 {{"flags":"0708","enpassant":"e6"}}'),
        (
            "Progressive",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b 1 ahah",
            'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b 1 '
            '{"flags":"0707","enpassant":"-","series":"2","left":"2","calm":"0"}',
        ),
        (
            "Progressive",
            f'{OPENED} w 2 {{"flags":"0707","enpassant":"24"}}',
            f'{OPENED} w 2 {{"flags":"0707","enpassant":"e6","series":"3","left":"3","calm":"0"}}',
        ),
        (
            "Dice",
            f'{ROWS} w 0 {{"toplay":"p","flags":"0707","enpassant":"-"}}',
            f'{ROWS} w 0 {{"flags":"0707","enpassant":"-","roll":"p"}}',
        ),
        ("Dobutsu", "gke/1p1/1P1/EKG w 0 00000000", 'gle/1c1/1C1/ELG w 0 {"hands":"-"}'),
        ("Dobutsu", "gke/1p1/1P1/EKG w 0", 'gle/1c1/1C1/ELG w 0 {"hands":"-"}'),
        ("Dobutsu", "1k1/3/2h/1KG b 5 110010", '1l1/3/2h/1LG b 5 {"hands":"CEe"}'),
        ("Dobutsu", 'gke/1p1/1P1/EKG w 0 {"reserve":"00000000","ispawn":"-"}', 'gle/1c1/1C1/ELG w 0 {"hands":"-"}'),
        ("Dobutsu", '1k1/3/2E/1KG b 5 {"reserve":"11010000"}', '1l1/3/2E/1LG b 5 {"hands":"CCG"}'),
        ("Dobutsu", "gle/1c1/1C1/ELG[-] w 0 1", 'gle/1c1/1C1/ELG w 0 {"hands":"-"}'),
        ("Dobutsu", "gle/1c1/1C1/ELG[] w 0 1", 'gle/1c1/1C1/ELG w 0 {"hands":"-"}'),
        ("Dobutsu", "l2/1+C1/2g/2L[Cg] b 3 9", 'l2/1H1/2g/2L b 17 {"hands":"Cg"}'),
        ("Dobutsu", " gke/1p1/1P1/EKG\tw  0 00000000\n", 'gle/1c1/1C1/ELG w 0 {"hands":"-"}'),
        ("Dobutsu", "gle/1c1/1C1/ELG[-]_b_-_-", 'gle/1c1/1C1/ELG b 1 {"hands":"-"}'),
        ("Dobutsu", "gle/1c1/1C1/ELG[-]\n- - 3 ", 'gle/1c1/1C1/ELG w 4 {"hands":"-"}'),
        ("Progressive", f"{ROWS}  w KQkq -\n0 1 ", load("Progressive").start().fen()),
    ],
)  # fmt: skip
def test_fens_of_other_programs_are_read(variant, theirs, ours):
    assert load(variant).from_fen(theirs).fen() == ours
    assert load(variant).sketch(theirs) == load(variant).sketch(ours)


@pytest.mark.parametrize(
    ("variant", "fen", "code"),
    [
        ("Synchrone", f"{ROWS} w 0 ahah -,- e2e4", "fen_secret"),
        ("Synchrone", f"{ROWS} w 0 ahah -,-,-,e3,e6,d3 -", "fen_form"),
        ("Progressive", f"{ROWS} w 1 ahah", "fen_series"),
        ("Progressive", f"{ROWS} b 2 ahah", "fen_series"),
        ("Progressive", f"{ROWS} w 99998 ahah", "fen_number"),
        ("Dice", f'{ROWS} w 0 {{"toplay":"x"}}', "fen_choice"),
        ("Dobutsu", "gke/1p1/1P1/EKG w 0 0000", "fen_reserve"),
        ("Dobutsu", "gke/1p1/1P1/EKG w 0 000000 x", "fen_fields"),
        ("Dobutsu", 'gke/1p1/1P1/EKG w 0 {"reserve":"9"}', "fen_reserve"),
        ("Dobutsu", 'gke/1p1/1P1/EKG w 0 {"reserve"', "fen_reserve"),
        ("Dobutsu", "gle/1c1/1C1/ELG[-] w 0 1 2", "fen_brackets"),
        ("Dobutsu", "gle/1c1/1C1/ELG[-", "fen_brackets"),
        ("Dobutsu", "gle/1c1/1C1/ELG w 0 nothing", "fen_fields"),
    ],
)
def test_fens_that_no_program_writes_are_refused_by_name(variant, fen, code):
    with pytest.raises(FenError) as refused:
        load(variant).from_fen(fen)
    assert refused.value.code == code


def test_six_fields_hold_en_passant_and_the_halfmove_clock():
    position = after(load("Chess").start(), "e2e4", "g8f6", "e4e5", "d7d5")
    assert position.standard_fen() == "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"
    quiet = after(load("Chess").start(), "e2e4", "g8f6", "g1f3")
    assert quiet.standard_fen() == "rnbqkb1r/pppppppp/5n2/8/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 2 2"
    inner = load("Chess").from_fen('1r2kr1r/8/8/8/8/8/8/RR2KR2 w 0 {"flags":"1515"}')
    assert inner.standard_fen() == "1r2kr1r/8/8/8/8/8/8/RR2KR2 w KBfq - 0 1"


@pytest.mark.parametrize(
    ("pasted", "meant"),
    [
        (f"{ROWS} w KQkq - 0 1 ", f"{ROWS} w KQkq - 0 1"),
        (f"\t{ROWS}  w KQkq - 0 1\n", f"{ROWS} w KQkq - 0 1"),
        (f"{ROWS}\u00a0w KQkq -\r\n0 1", f"{ROWS} w KQkq - 0 1"),
        (f"{ROWS}_w_KQkq_-_0_1", f"{ROWS} w KQkq - 0 1"),
        (f"{ROWS} b - - -", f"{ROWS} b - - 0 1"),
        (f"{ROWS} b KQkq", f"{ROWS} b KQkq - 0 1"),
        (f"{ROWS} w KQkq - 5", f"{ROWS} w KQkq - 5 1"),
        (f"{ROWS} - Qk - - 7", f"{ROWS} w Qk - 0 7"),
        (f"{ROWS} b", f"{ROWS} b 0"),
        (f"{ROWS}\n", ROWS),
        (f' {ROWS} w 0{{"flags":"0788"}} ', f'{ROWS} w 0 {{"flags":"0788"}}'),
    ],
)
def test_blanks_and_short_forms_of_a_fen_are_read(pasted, meant):
    chess = load("Chess")
    assert chess.from_fen(pasted) == chess.from_fen(meant)
    assert chess.sketch(pasted) == chess.sketch(meant)


@pytest.mark.parametrize(
    ("variant", "halfmoves", "quiet"),
    [("Chess", 97, 97), ("Atomic", 97, 97), ("Dark", 97, 97), ("Dice", 97, 194), ("Synchrone", 96, 48)],
)
def test_the_halfmove_clock_of_a_fen_counts_on_and_is_kept_in_our_form(variant, halfmoves, quiet):
    fen = f"6k1/8/4NKN1/5B2/8/8/8/r7 w - - {halfmoves} 112"
    position = load(variant).from_fen(fen)
    again = load(variant).from_fen(position.fen())
    assert (position.quiet, again.quiet, again == position) == (quiet, quiet, True)
    if variant != "Dark":
        assert position.standard_fen() == fen


def test_quiet_turns_before_a_fen_count_for_the_draw():
    game = Game(load("Chess").from_fen("6k1/8/4NKN1/5B2/8/8/8/r7 w - - 97 112"))
    for move in ("f6e7", "a1a2", "e7f6"):
        assert game.ending() is None
        game = game.play({game.position.to_act[0]: game.position.read(move)})
    assert game.ending().reason == "quiet_turns"
    taken = after(load("Chess").from_fen("6k1/8/4NKN1/5B2/8/8/8/r7 w - - 97 112"), "f6e7", "a1a7")
    assert '"quiet":"99"' in taken.fen()
    assert "quiet" not in after(load("Chess").from_fen("k7/8/8/8/8/8/4P3/K7 w - - 97 112"), "e2e4").fen()
