"""The rules of chess by their numbers in LAW.md: published perft figures, known games, what is dead.

The base that it stands on is compared with python-chess, move by move, in `test_orthodox`.
"""

import json
from pathlib import Path
from random import Random

import chess
import pytest

from tests.harness.lines_of_play import after, lines
from variants.Chess import Variant
from variants.errors import FenError
from variants.orthodox import Orthodox
from variants.position import Result

DATA = Path(__file__).parents[1] / "data" / "chess"
FIGURES = [json.loads(line) for line in (DATA / "perft.jsonl").read_text().splitlines()]
"""Counted by others: from the files in examples/perft of python-chess, whose sources are the Chess Programming Wiki,
the forum talkchess.com and the engine Ethereal. The FENs are also given in our own form."""
GAMES = [game.splitlines() for game in (DATA / "games.txt").read_text().split("\n\n")]
RESULTS = {(1.0, 0.0): "1-0", (0.0, 1.0): "0-1", (0.5, 0.5): "1/2-1/2"}


@pytest.mark.parametrize("row", FIGURES, ids=lambda row: row["name"])
def test_c2_c3_c11_the_published_perft_figures(row):
    position = Variant.from_fen(row["fen"])
    assert [lines(position, depth) for depth in range(1, len(row["nodes"]) + 1)] == row["nodes"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game[0])
def test_c4_c5_c6_known_games_end_as_they_did(game):
    _, moves, end = game
    position = after(Variant.start(), *moves.split())
    result = position.result()
    assert result is not None
    assert f"{position.fen().split()[0]} {RESULTS[result.points]}" == end
    assert result.reason == ("stalemate" if "1/2" in end else "checkmate")


def drawn_by_lot(random):
    """Two kings and up to three other pieces somewhere."""
    board = chess.Board(None)
    squares = random.sample(range(8, 56), 5)
    board.set_piece_at(squares.pop(), chess.Piece(chess.KING, chess.WHITE))
    board.set_piece_at(squares.pop(), chess.Piece(chess.KING, chess.BLACK))
    for square in squares[: random.randrange(4)]:
        board.set_piece_at(square, chess.Piece(random.choice([1, 2, 2, 3, 3, 3, 4, 5]), random.random() < 0.5))
    return board


def test_c7_ability_to_win_agrees_with_an_independent_program():
    random, said = Random(7), set()
    for _ in range(4000):
        board = drawn_by_lot(random)
        position = Variant(board=Variant.read_board(board.board_fen()), to_act=(0,))
        could = tuple(position.could_win(seat) for seat in (0, 1))
        assert could == tuple(not board.has_insufficient_material(colour) for colour in chess.COLORS), board.board_fen()
        said.add(could)
    assert len(said) == 4


@pytest.mark.parametrize(
    ("fen", "moves", "result"),
    [
        # c5, c6 come before c8.
        ("7k/5KQ1/8/8/8/8/8/8 b 0", "", Result((1.0, 0.0), "checkmate")),
        ("7k/5K2/8/8/8/8/8/1B6 b 0", "", Result((0.5, 0.5), "stalemate")),
        # c8: a game that nobody could win is drawn at once, and one that somebody could win goes on.
        ("8/8/8/4k3/8/8/1n3p2/6K1 w 0", "g1f2", Result((0.5, 0.5), "dead")),
        ("8/8/8/4k3/8/8/5p2/6K1 w 0", "g1f2", Result((0.5, 0.5), "dead")),
        ("8/8/8/4k3/2b5/8/4Bp2/6K1 w 0", "g1f2", Result((0.5, 0.5), "dead")),
        ("8/8/8/4k3/8/8/1n3P2/6K1 b 0", "", None),
        ("8/8/8/4k3/2b5/8/3B4/6K1 w 0", "", None),
        ("8/8/8/4k3/2n5/8/4B3/6K1 w 0", "", None),
    ],
)
def test_c5_to_c8_how_a_game_ends(fen, moves, result):
    assert after(Variant.from_fen(fen), *moves.split()).result() == result


def test_c9_c10_repetitions_are_claimed_and_fifty_moves_are_enough():
    assert Variant.draws == (3, "claim", 100)
    assert after(Variant.start(), "g1f3", "g8f6", "f3g1", "f6g8").key() == Variant.start().key()


def test_c11_there_are_three_kinds_of_start_positions():
    assert Variant.options == Orthodox.options
    assert Variant.start().fen().startswith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 ")
    rows = [Variant.start({"randomness": kind}, Random(3)).fen().split("/") for kind in (1, 2)]
    assert rows[0][0].upper() == rows[0][7].split()[0]
    assert rows[1][0].upper() != rows[1][7].split()[0]


def test_a_chess960_number_is_its_start_position_as_other_programs_number_them():
    for number in range(960):
        theirs = chess.Board.from_chess960_pos(number)
        assert Variant.from_fen(str(number)).standard_fen().split()[0] == theirs.board_fen()
    assert Variant.from_fen("518").fen() == Variant.start().fen()


@pytest.mark.parametrize("text", ["960", "9" * 5000])
def test_a_number_that_is_none_of_chess960_is_refused(text):
    with pytest.raises(FenError) as refusal:
        Variant.from_fen(text)
    assert refusal.value.code == "fen_chess960"
