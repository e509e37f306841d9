"""The rules of Atomic by their numbers in LAW.md: published perft figures, and games beside python-chess."""

import json
import re
from collections import Counter
from pathlib import Path
from random import Random

import chess
import chess.variant
import pytest

from tests.harness.lines_of_play import after, codes, lines, must_end, offered, rows
from tests.variants.python_chess import of_chess, text_of
from variants.Atomic import Variant
from variants.errors import FenError
from variants.grid import grid
from variants.position import Event, Eyes, Result

INDEX = grid(8, 8).index
DATA = Path(__file__).parents[1] / "data" / "atomic"
FIGURES = [json.loads(line) for line in (DATA / "perft.jsonl").read_text().splitlines()]
LINES = [
    pytest.param(row["fen"], int(depth), nodes, id=f"{row['name']} {depth}")
    for row in FIGURES
    for depth, nodes in row["nodes"].items()
]
GAMES = [game.splitlines() for game in (DATA / "games.txt").read_text().split("\n\n")]
NONE = '{"flags":"8888"}'


@pytest.mark.parametrize(("fen", "depth", "nodes"), LINES)
def test_a13_the_published_perft_figures(fen, depth, nodes):
    assert lines(Variant.from_fen(fen), depth) == nodes


def their_texts(board):
    """The other program's moves as we write them; it lets a pawn choose what it becomes before it explodes (A3)."""
    texts = {}
    for move in board.legal_moves:
        text = text_of(board, move)
        texts[text[:4] if move.promotion and board.is_capture(move) else text] = move
    return texts


def follow(position, board, random, plies):
    """Play one random game on both programs, comparing all that both say; what happened, counted."""
    seen = Counter()
    for _ in range(plies):
        (seat,) = position.to_act
        theirs = their_texts(board)
        assert offered(position) == set(theirs)
        assert position.fen() == of_chess(board)
        assert position.quiet == board.halfmove_clock
        assert bool(position.picture(Eyes.ALL).marks) == board.is_check()
        result = position.result()
        if result is not None:
            seen[result.reason] += 1
            assert board.is_variant_loss() == (result.reason == "exploded")
            assert board.is_checkmate() == (result.reason == "checkmate")
            assert board.is_stalemate() == (result.reason == "stalemate")
            assert (len(board.piece_map()) == 2 and len(theirs) > 0) == (result.reason == "dead")
            return seen
        captures = sorted(text for text, move in theirs.items() if board.is_capture(move))
        text = random.choice(captures if captures and random.random() < 0.2 else sorted(theirs))
        move = theirs[text]
        seen["en passant"] += board.is_en_passant(move)
        seen["castling"] += board.is_castling(move)
        seen["capture on the last rank"] += bool(move.promotion) and board.is_capture(move)
        kings = [board.king(colour) for colour in chess.COLORS]
        seen["beside"] += None not in kings and chess.square_distance(*kings) == 1
        before, position = position, position.play({seat: Variant.read(text)})
        san = board.san(move).replace("O", "0")
        noted = before.turn_notation({seat: Variant.read(text)}, position, seat)[seat]
        assert noted == (re.sub("=[QRBN]", "", san) if "x" in san else san)
        board.push(move)
    return seen


def test_random_games_agree_with_an_independent_program():
    seen = Counter()
    for seed in range(36):
        random = Random(seed)
        position = Variant.start({"randomness": seed % 3}, random)
        board = chess.variant.AtomicBoard(rows(position) + " w KQkq - 0 1", chess960=True)
        seen += follow(position, board, random, 100)
    assert min(seen[kind] for kind in ("exploded", "en passant", "castling", "capture on the last rank")) > 0, seen


def test_random_endings_agree_with_an_independent_program():
    seen = Counter()
    for seed in range(90):
        random = Random(seed)
        board = chess.variant.AtomicBoard(None)
        squares = random.sample(range(8, 56), 8)
        kinds = [(chess.KING, True), (chess.KING, False)]
        kinds += [(random.choice([1, 1, 2, 3, 4, 5]), random.random() < 0.5) for _ in range(random.randrange(7))]
        for square, (kind, colour) in zip(squares, kinds, strict=False):
            board.set_piece_at(square, chess.Piece(kind, colour))
        if board.is_valid() and not board.was_into_check():
            seen += follow(Variant.from_fen(of_chess(board)), board, random, 60)
    assert min(seen[kind] for kind in ("exploded", "checkmate", "stalemate", "dead", "beside")) > 0, seen


def test_a1_a2_a_capture_takes_both_and_all_around_but_pawns():
    position = after(Variant.from_fen("rnbqkbnr/pppppppp/8/6N1/8/8/PPPPPPPP/RNBQKB1R w 2"), "g5h7")
    assert rows(position) == "rnbqkb2/ppppppp1/8/8/8/8/PPPPPPPP/RNBQKB1R"
    assert position.events == (
        Event("captured", 0, (INDEX["g5"], INDEX["h7"]), ("N", "p")),
        Event("blast", 0, (INDEX["h7"],), ("N",)),
        Event("exploded", None, (INDEX["h8"],), ("r",)),
        Event("exploded", None, (INDEX["g8"],), ("n",)),
    )


def test_a2_a_capturing_piece_from_an_adjacent_square_explodes_in_one_event():
    position = after(Variant.from_fen(f"7k/8/8/8/8/8/8/K4Rqr w 0 {NONE}"), "f1g1")
    assert [(event.code, event.pieces) for event in position.events] == [
        ("captured", ("R", "q")),
        ("blast", ("R",)),
        ("exploded", ("r",)),
    ]


def test_a3_en_passant_explodes_where_the_captor_arrives():
    position = Variant.from_fen('k7/8/2n1n3/1n1pPn2/3n4/8/8/K7 w 0 {"flags":"8888","enpassant":"d6"}')
    assert rows(after(position, "e5d6")) == "k7/8/8/1n3n2/3n4/8/8/K7"


def test_a3_a_pawn_that_captures_on_the_last_rank_is_one_move():
    position = Variant.from_fen(f"1rn5/P7/8/8/8/8/8/K6k w 0 {NONE}")
    assert offered(position, "a7") == {"a7a8q", "a7a8r", "a7a8b", "a7a8n", "a7b8"}
    captured = after(position, "a7b8")
    assert rows(captured) == "8/8/8/8/8/8/8/K6k"
    assert codes(captured) == ["captured", "blast", "exploded"]
    assert position.labels(0)[Variant.read("a7b8")] == "axb8"


def test_a4_a_side_may_not_explode_its_own_king():
    position = Variant.from_fen(f"7k/8/8/8/8/2R5/8/Knr5 w 0 {NONE}")
    assert offered(position) & {"a1b1", "c3c1"} == {"c3c1"}
    assert "c3c2" not in offered(Variant.from_fen(f"7k/8/8/8/8/2R5/2p5/1K6 w 0 {NONE}"))


def test_a5_a_king_beside_the_other_is_not_in_check():
    position = Variant.from_fen(f"8/8/8/8/8/2k4r/8/3K4 w 0 {NONE}")
    touching = after(position, "d1d2")
    assert touching.picture(Eyes.ALL).marks == {}
    assert touching.kings_in_check(0) == touching.kings_in_check(1) == ()
    alone = after(position, "d1e1", "h3h1")
    assert alone.picture(Eyes.ALL).marks == {INDEX["e1"]: "check"}


def test_a5_what_may_be_captured_beside_the_king_is_no_check():
    position = Variant.from_fen(f"4r2k/8/8/8/8/8/4N3/3K4 w 0 {NONE}")
    assert position.kings_in_check(0) == ()
    assert after(position, "e2c3", "e8e1").kings_in_check(0) == (INDEX["d1"],)


def test_a6_exploding_the_other_king_outweighs_any_check():
    position = Variant.from_fen(f"6rk/8/8/8/8/8/4r3/4K1R1 w 0 {NONE}")
    assert position.kings_in_check(0) == (INDEX["e1"],)
    assert offered(position) == {"g1g8", "e1d1", "e1f1"}
    won = after(position, "g1g8")
    assert won.result() == Result((1.0, 0.0), "exploded")
    assert list(won.moves(1)) == []


@pytest.mark.parametrize(
    ("fen", "text", "flags"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w", "h1h8", "0808"),
        ("r3k2r/6p1/8/8/8/6Q1/8/R3K2R w", "g3g7", "0708"),
        ("r3k2r/5p2/8/8/8/5Q2/8/R3K2R w", "f3f7", "0788"),
        ("r3k2r/8/8/8/8/5q2/6P1/R3K2R b", "f3g2", "0807"),
    ],
)
def test_a7_castling_rights_are_lost_with_exploded_pieces(fen, text, flags):
    position = after(Variant.from_fen(f'{fen} 0 {{"flags":"0707"}}'), text)
    assert f'"flags":"{flags}"' in position.fen()


def test_a7_beside_the_other_king_a_king_castles_through_attacks():
    rights = '{"flags":"8788"}'
    assert "e1g1" in offered(Variant.from_fen(f"8/8/8/8/8/3r4/4k3/4K2R w 0 {rights}"))
    assert "e1g1" in offered(Variant.from_fen(f"8/8/8/8/8/5r2/6k1/4K2R w 0 {rights}"))
    assert "e1g1" not in offered(Variant.from_fen(f"8/8/8/8/8/5r2/k7/4K2R w 0 {rights}"))


def test_a8_mate_and_stalemate():
    mate = Variant.from_fen(f"k7/6R1/8/8/8/2K5/8/7R w 0 {NONE}")
    assert after(mate, "h1h8").result() == Result((1.0, 0.0), "checkmate")
    assert after(Variant.from_fen(f"k7/6R1/2K5/8/8/8/8/7R w 0 {NONE}"), "h1h8").result() is None
    stalemate = Variant.from_fen(f"k7/7R/8/2K5/8/8/8/8 w 0 {NONE}")
    assert after(stalemate, "h7b7").result() == Result((0.5, 0.5), "stalemate")


def test_a9_a_bare_king_wins_nothing_and_two_of_them_draw():
    position = Variant.from_fen(f"8/8/8/3k4/8/8/3p4/1K5R b 0 {NONE}")
    assert (position.could_win(0), position.could_win(1)) == (True, True)
    last = Variant.from_fen(f"k7/8/8/8/8/8/7r/K6R w 0 {NONE}")
    bare = after(last, "h1h2")
    assert (bare.could_win(0), bare.could_win(1)) == (False, False)
    assert bare.result() == Result((0.5, 0.5), "dead")


def test_a10_the_king_of_the_side_to_move_may_be_gone_and_no_other():
    over = Variant.from_fen(f"8/8/8/8/8/8/8/K7 b 1 {NONE}")
    assert over.result() == Result((1.0, 0.0), "exploded")
    for rows_and_turn, code in [
        ("8/8/8/8/8/8/8/K7 w", "fen_black_kings"),
        ("8/8/8/8/8/8/8/8 b", "fen_white_kings"),
        ("8/8/8/8/8/8/8/KK6 b", "fen_white_kings"),
        ("8/8/8/8/8/8/8/K6p b", "fen_pawn"),
        ("k6R/8/8/8/8/8/8/K7 w", "fen_king_taken"),
    ]:
        with pytest.raises(FenError) as caught:
            Variant.from_fen(f"{rows_and_turn} 0 {NONE}")
        assert caught.value.code == code
    assert Variant.from_fen(f"kK5R/8/8/8/8/8/8/8 w 0 {NONE}").result() is None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game[0])
def test_games_played_through(game):
    must_end(Variant.start(), game)
