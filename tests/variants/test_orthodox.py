"""Orthodox chess, the base of its variants: perft, and whole games beside an independent program."""

from collections import Counter
from random import Random

import chess
import chess.variant
import pytest

from tests.harness.lines_of_play import after
from tests.variants.python_chess import of_chess, text_of
from variants.errors import FenError
from variants.orthodox import Orthodox
from variants.perft import perft
from variants.position import Event, Eyes, Result
from variants.registry import load, load_all
from variants.start_positions import RANDOMNESS, back_ranks, draw

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


OF_CHESS = sorted(name for name, variant in load_all().items() if getattr(variant, "setup", "") == Orthodox.setup)


@pytest.mark.parametrize("name", OF_CHESS)
def test_the_initial_position_as_other_programs_write_it_is_read_by_every_variant_of_chess(name):
    variant = load_all()[name]
    assert variant.from_fen(chess.STARTING_FEN) == variant.start()


@pytest.mark.parametrize("name", [name for name, kind in load_all().items() if RANDOMNESS in kind.options])
def test_a_chess960_number_is_a_position_of_every_variant_that_shuffles_the_first_rank(name):
    variant = load_all()[name]
    numbered = variant.from_fen("518")
    assert numbered.fen() == variant.start().fen()
    assert numbered.picture(Eyes.ALL) == variant.start().picture(Eyes.ALL)


@pytest.mark.parametrize("seed", range(20))
def test_games_are_read_as_other_programs_write_them(seed):
    random = Random(seed)
    board = chess.Board.from_chess960_pos(random.randrange(960)) if seed % 2 else chess.Board()
    for _ in range(80):
        for fen in (board.fen(en_passant="fen"), board.shredder_fen(en_passant="fen")):
            read = Orthodox.from_fen(fen)
            assert read.quiet == board.halfmove_clock
            assert read.then(quiet=0, told_quiet=False) == Orthodox.from_fen(of_chess(board))
        if board.is_game_over():
            break
        board.push(random.choice(list(board.legal_moves)))


@pytest.mark.parametrize(
    ("fen", "flags", "plies"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQk -", "0787", 0),
        ("r3k2r/8/8/8/8/8/8/R3K2R b - - 99 1", "8888", 1),
        ("r3k2r/8/8/8/8/8/8/R3K2R b Qk - 0 20", "0887", 39),
        ("1r2k1r1/8/8/8/8/8/8/RR2K1RR w KBbg - 0 0", "1716", 0),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 999999999", "8888", 999_999_999),
    ],
)
def test_a_standard_fen_holds_castling_rights_and_move_numbers(fen, flags, plies):
    position = Orthodox.from_fen(fen)
    assert position.named()["flags"] == flags
    assert position.plies == plies


@pytest.mark.parametrize(
    ("fen", "depth", "nodes"),
    [
        pytest.param(f"{START} w KQkq -", 4, 197_281, id="initial"),
        pytest.param("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 3, 97_862, id="Kiwipete"),
        pytest.param("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 4, 43_238, id="position 3"),
        pytest.param("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", 3, 9_467, id="position 4"),
        pytest.param("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", 3, 62_379, id="position 5"),
    ],
)
def test_perft(fen, depth, nodes):
    assert perft(Orthodox.from_fen(fen), depth) == nodes


def follow(position, board, random, plies):
    """Play one random game on both programs, comparing all that both say."""
    for _ in range(plies):
        (seat,) = position.to_act
        theirs = {text_of(board, move): move for move in board.legal_moves}
        ours = {Orthodox.write(move): move for move in position.moves(seat)}
        assert sorted(ours) == sorted(theirs)
        assert position.fen() == of_chess(board)
        assert Orthodox.from_fen(position.fen()) == position.then(quiet=0)
        assert position.quiet == board.halfmove_clock
        assert ("check" in position.picture(Eyes.ALL).marks.values()) == board.is_check()
        result = position.result()
        if board.is_checkmate():
            assert result == Result((float(not board.turn), float(board.turn)), "checkmate")
            return
        if board.is_stalemate():
            assert result == Result((0.5, 0.5), "stalemate")
            return
        assert result is None
        for text, move in ours.items():
            san = board.san(theirs[text]).rstrip("+#").replace("O", "0")
            assert position.notation({seat: move}, seat) == {seat: san}
        text = random.choice(sorted(ours))
        before, position = position, position.play({seat: ours[text]})
        noted = before.turn_notation({seat: ours[text]}, position, seat)
        assert noted == {seat: board.san(theirs[text]).replace("O", "0")}
        checks = [event for event in position.events if event.code == "check"]
        assert bool(checks) == board.gives_check(theirs[text])
        assert position.events[0].code in {"castled", "en_passant", "captured", "moved"}
        assert (position.events[0].code == "castled") == board.is_castling(theirs[text])
        assert (position.events[0].code == "en_passant") == board.is_en_passant(theirs[text])
        board.push(theirs[text])


@pytest.mark.parametrize("seed", range(12))
def test_random_games_agree_with_an_independent_program(seed):
    follow(Orthodox.start(), chess.Board(), Random(seed), 120)


@pytest.mark.parametrize("seed", range(40))
def test_random_games_from_drawn_starts_agree_with_an_independent_program(seed):
    random = Random(seed)
    position = Orthodox.start({"randomness": 1 + seed % 2}, random)
    board = chess.Board(position.fen().split()[0] + " w KQkq - 0 1", chess960=True)
    follow(position, board, random, 60)


SHUFFLES = [
    "4k3/3p4/8/4P3/8/8/8/4K2R w K - 0 1",
    "r3k3/4p3/8/3P4/2p5/8/1P6/4K3 w q - 0 1",
    "3rk3/3p4/8/4P3/8/8/8/3RK3 b - - 0 1",
    "4k3/8/8/1K1Pp2r/8/8/8/8 w - e6 0 1",
    "8/8/8/1k3pP1/8/2n5/3K4/8 w - f6 0 1",
]


@pytest.mark.parametrize(
    ("variant", "program"), [("Chess", chess.Board), ("Atomic", chess.variant.AtomicBoard)], ids=["Chess", "Atomic"]
)
def test_c9_repetitions_agree_with_an_independent_program(variant, program):
    """A jump that nothing can answer en passant leaves the position as it would be without it (FIDE 9.2.3)."""
    repeated = 0
    for number in range(150):
        random, fen = Random(number), SHUFFLES[number % len(SHUFFLES)]
        position, board = load_all()[variant].from_fen(fen), program(fen)
        seen = Counter([position.key()])
        for _ in range(40):
            theirs = sorted(board.legal_moves, key=str)
            if position.result() is not None or not theirs:
                break
            quiet = [move for move in theirs if board.piece_type_at(move.from_square) != chess.PAWN] or theirs
            move = random.choice(theirs if random.random() < 0.2 else quiet)
            capture = board.is_capture(move)
            text = text_of(board, move)[: 4 if variant == "Atomic" and capture else None]
            position = position.play({position.to_act[0]: position.read(text)})
            board.push(move)
            seen[position.key()] += 1
            for times in (2, 3, 4):
                assert (seen[position.key()] >= times) == board.is_repetition(times), (fen, board.fen())
            repeated += seen[position.key()] > 1
    assert repeated > 50


TAKEN = ("4k3/3p4/8/4P3/8/8/8/4K3 b 0", "d7d5")
NOT_TAKEN = ("4k3/p7/8/4P3/8/8/8/4K3 b 0", "a7a5")


JUMPING = [
    name for name in OF_CHESS if load(name).pieces["p"] == Orthodox.pieces["p"] and "enpassant" in load(name).fen_keys
]


@pytest.mark.parametrize("name", sorted(set(JUMPING) - {"Checkered", "Progressive", "Synchrone"}))
@pytest.mark.parametrize(("fen", "move", "counts"), [(*TAKEN, True), (*NOT_TAKEN, False)])
def test_c9_a_jump_counts_where_it_can_be_answered_en_passant(name, fen, move, counts):
    position = load_all()[name].from_fen(fen)
    if position.chance:
        position = position.play({position.to_act[0]: position.read("=p")})
    jumped = position.play({1: position.read(move)})
    assert (jumped.then(en_passant=()).key() != jumped.key()) == counts
    assert jumped.fen().count('"enpassant":"-"') == 0, "the FEN says the square in any case"


def test_every_castling_of_drawn_starts_agrees_with_an_independent_program():
    random = Random(960)
    castled = 0
    for _ in range(150):
        white, black = back_ranks(2, random)
        board = chess.Board(f"{black}/8/8/8/8/8/8/{white.upper()} w KQkq - 0 1", chess960=True)
        for square, piece in board.piece_map().items():
            if piece.piece_type not in (chess.KING, chess.ROOK) and random.random() < 0.8:
                board.remove_piece_at(square)
        if not board.is_valid():
            continue
        position = Orthodox.from_fen(of_chess(board))
        texts = {text_of(board, move) for move in board.legal_moves}
        assert {Orthodox.write(move) for move in position.moves(0)} == texts
        for move in board.legal_moves:
            if board.is_castling(move):
                castled += 1
                later = board.copy()
                later.push(move)
                assert position.play({0: Orthodox.read(text_of(board, move))}).fen() == of_chess(later)
    assert castled > 50


@pytest.mark.parametrize(
    ("fen", "move", "events"),
    [
        ('1r3k1r/8/8/8/8/8/8/1R3K1R b 0 {"flags":"1717"}', "f8b8", [Event("castled", 1, (5, 2), ("k", "r"))]),
        (
            "3r3k/4P3/8/8/8/8/8/K7",
            "e7d8q",
            [
                Event("captured", 0, (12, 3), ("P", "r")),
                Event("promoted", 0, (3,), ("P", "Q")),
                Event("check", 1, (7,), ("k",)),
            ],
        ),
        (
            '4k3/8/8/3pP3/8/8/8/4K3 w 0 {"flags":"8888","enpassant":"d6"}',
            "e5d6",
            [Event("en_passant", 0, (28, 19), ("P", "p"))],
        ),
    ],
)
def test_events_describe_castling_captures_promotion_and_check(fen, move, events):
    assert list(after(Orthodox.from_fen(fen), move).events) == events


def test_draws_put_bishops_on_two_colours_and_the_king_between_the_rooks():
    random = Random(1)
    ranks = {draw(random) for _ in range(9000)}
    assert len(ranks) > 955
    assert all(rank.find("b") % 2 != rank.rfind("b") % 2 for rank in ranks)
    assert all(rank.find("r") < rank.find("k") < rank.rfind("r") for rank in ranks)
    assert all(sorted(rank) == sorted("rnbqkbnr") for rank in ranks)


def test_fen_is_read_in_all_its_forms():
    whole = Orthodox.from_fen(START + ' w 0 {"flags":"0707","enpassant":"-"}')
    assert Orthodox.from_fen(START) == whole
    assert Orthodox.from_fen(START + " w") == whole
    assert Orthodox.from_fen(START + " w 0") == whole
    assert Orthodox.from_fen(START + " w 0 ahah -") == whole
    assert Orthodox.from_fen(START + " w 0 {}") == whole
    row_and_file = Orthodox.from_fen('4k3/8/8/3pP3/8/8/8/4K3 w 0 {"flags":"8888","enpassant":"23"}')
    assert row_and_file == Orthodox.from_fen("4k3/8/8/3pP3/8/8/8/4K3 w 0 iiii d6")


def test_the_ply_counter_stops_where_a_fen_has_no_room_for_more():
    position = Orthodox.from_fen(START + " w 999999999")
    assert position.play({0: Orthodox.read("e2e4")}).plies == 999_999_999


@pytest.mark.parametrize(
    ("fen", "code"),
    [
        ("8/8/8/8/8/8/8/K7", "fen_black_kings"),
        ("kk6/8/8/8/8/8/8/K7", "fen_black_kings"),
        ("k7/8/8/8/8/8/8/8", "fen_white_kings"),
        ("k6P/8/8/8/8/8/8/K7", "fen_pawn"),
        ("k7/8/8/8/8/8/8/K6p", "fen_pawn"),
        ("k6R/8/8/8/8/8/8/K7", "fen_king_taken"),
        ("4k3/8/8/8/8/8/8/4K3 w 0 ahah", "fen_castling"),
        ("4k3/8/8/8/8/8/8/R3K3 w 0 8088", "fen_castling"),
        ("4k3/8/8/8/8/8/8/4K3 w 0 iiij", "fen_form"),
        ("4k3/8/8/8/8/8/8/4K3 w 0 iiii d6", "fen_enpassant"),
        ("4k3/3p4/8/3p4/8/8/8/4K3 w 0 iiii d6", "fen_enpassant"),
        ("4k3/8/8/3p4/8/8/8/4K3 b 0 iiii d6", "fen_enpassant"),
        ("4k3/8/8/8/3P4/8/8/4K3 w 0 iiii d3", "fen_enpassant"),
        ("4k3/8/8/8/8/8/8/4K3 w 0 iiii d5", "fen_enpassant"),
        ("4k3/8/8/8/8/8/8/4K3 w 0 iiii z9", "fen_form"),
        ("4k3/8/8/8/8/8/8/4K3 w 0 iiii - - -", "fen_plain"),
        ("4k3/8/8/8/8/8/8/4K3 w 9999999999", "fen_plies"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", "fen_standard"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 {}", "fen_both"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 x", "fen_plies"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "fen_plies"),
        ("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "fen_enpassant"),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "fen_form"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "fen_turn"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "fen_castling"),
        ("4k3/8/8/8/8/8/8/R6K w K - 0 1", "fen_castling"),
        ("8/4k3/8/8/8/8/8/R3K3 w q - 0 1", "fen_castling"),
        ("4k3/8/8/8/8/8/8/R3K3 w QQ - 0 1", "fen_flags"),
        ("4k3/8/8/8/8/8/8/R3K3 w QA - 0 1", "fen_flags"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "fen_rows"),
    ],
)
def test_a_position_that_cannot_be_played_is_refused_by_name(fen, code):
    with pytest.raises(FenError) as caught:
        Orthodox.from_fen(fen)
    assert caught.value.code == code
