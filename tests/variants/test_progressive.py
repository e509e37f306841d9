"""The rules of Progressive by their numbers in LAW.md: from positions, in games, and beside a slow reading."""

import json
from collections import Counter
from pathlib import Path
from random import Random

import chess
import pytest

from tests.harness.lines_of_play import after, codes, must_end, offered
from tests.variants.python_chess import of_chess, text_of
from variants.errors import FenError
from variants.grid import grid
from variants.position import Event, Eyes, Result, Tally
from variants.Progressive import Variant

INDEX = grid(8, 8).index
DATA = Path(__file__).parents[1] / "data" / "progressive"
GAMES = [game.splitlines() for game in (DATA / "games.txt").read_text().split("\n\n")]


def at(rows_and_turn, series, left=None, **named):
    """A position without castling, in this series."""
    fields = {"flags": "8888", "series": str(series), "left": str(left or series), **named}
    return Variant.from_fen(f"{rows_and_turn} 0 {json.dumps(fields)}")


class Book:
    """Progressive read slowly: python-chess moves the pieces, and every rule of ours looks back on the whole game."""

    def __init__(self, board):
        self.board = board
        self.done = [[]]
        """The moves of each series so far, with what moved."""
        self.stirred = [False]
        """Whether each series has had a capture or a pawn's move."""

    @property
    def series(self):
        return len(self.done)

    def passed(self):
        """R7: over what a pawn jumped in the series before without moving on in it; for a first move alone."""
        if self.done[-1] or self.series == 1:
            return []
        found = []
        for number, (move, kind) in enumerate(self.done[-2]):
            moved_on = any(later.from_square == move.to_square for later, _ in self.done[-2][number + 1 :])
            if kind == chess.PAWN and abs(move.to_square - move.from_square) == 16 and not moved_on:
                found.append((move.from_square + move.to_square) // 2)
        return found

    def moves(self):
        """Each move by its text, with the square that python-chess has to be told for it to be en passant."""
        found = {}
        for square in [None, *self.passed()]:
            self.board.ep_square = square
            for move in self.board.legal_moves:
                if square is None or self.board.is_en_passant(move):
                    found[text_of(self.board, move)] = (move, square)
        self.board.ep_square = None
        return found

    def play(self, move, square):
        """R2, R4: the turn passes after the last move of a series or a check."""
        self.board.ep_square = square
        self.done[-1].append((move, self.board.piece_type_at(move.from_square)))
        self.stirred[-1] |= self.board.is_zeroing(move)
        self.board.push(move)
        self.board.ep_square = None
        if self.board.is_check() or len(self.done[-1]) == self.series:
            self.done.append([])
            self.stirred.append(False)
        else:
            self.board.turn = not self.board.turn

    def end(self):
        """R5, R6, R9, R10, or "" while the game goes on."""
        if not self.moves():
            return "checkmate" if self.board.is_check() else "stalemate"
        if len(self.board.piece_map()) == 2:
            return "dead"
        whole = self.stirred[:-1][-10:]
        return "calm" if len(whole) == 10 and not any(self.stirred[-11:]) else ""


def follow(position, reference, random, moves):
    """Play one random game by both, comparing what they say; what happened, counted."""
    seen = Counter()
    for _ in range(moves):
        theirs = reference.moves()
        assert offered(position) == set(theirs), position.fen()
        assert position.board == Variant.read_board(reference.board.board_fen())
        assert position.to_act == (int(not reference.board.turn),)
        assert (position.series, position.left) == (reference.series, reference.series - len(reference.done[-1]))
        assert bool(position.picture(Eyes.ALL).marks) == reference.board.is_check()
        result = position.result()
        assert (result.reason if result else "") == reference.end()
        if result is not None:
            seen[result.reason] += 1
            seen["stalemate within a series"] += result.reason == "stalemate" and position.left < position.series
            return seen
        en_passant = [text for text, (_, square) in theirs.items() if square is not None]
        text = random.choice(en_passant if en_passant and random.random() < 0.5 else sorted(theirs))
        seen["en passant"] += theirs[text][1] is not None
        seen["two to take en passant"] += len(reference.passed()) > 1
        reference.play(*theirs[text])
        position = position.play({position.to_act[0]: Variant.read(text)})
        seen["cut"] += any(event.code == "cut" for event in position.events)
        assert Variant.from_fen(position.fen()).key() == position.key()
    return seen


def test_random_games_agree_with_a_slow_reading():
    seen = Counter()
    for seed in range(24):
        random = Random(seed)
        position = Variant.start({"randomness": seed % 3}, random)
        board = chess.Board(position.fen().split()[0] + " w KQkq - 0 1", chess960=True)
        seen += follow(position, Book(board), random, 90)
    assert min(seen[kind] for kind in ("checkmate", "en passant", "two to take en passant", "cut")) > 0, seen


def composed(random):
    """Black's king in a corner, White's near it, and a few other pieces; a pawn or two that block each other."""
    board = chess.Board(None)
    near = [chess.square(file, rank) for file in range(4) for rank in range(4)]
    squares = [chess.A1, *random.sample(near[1:], 4)]
    kinds = [(chess.KING, False), (chess.KING, True)]
    kinds += [(random.choice([2, 3, 4, 5]), random.random() < 0.7) for _ in range(random.randrange(4))]
    for square, (kind, colour) in zip(squares, kinds, strict=False):
        board.set_piece_at(square, chess.Piece(kind, colour))
    for file in random.sample(range(4, 8), random.randrange(3)):
        board.set_piece_at(chess.square(file, 4), chess.Piece(chess.PAWN, chess.BLACK))
        board.set_piece_at(chess.square(file, random.choice([2, 3])), chess.Piece(chess.PAWN, chess.WHITE))
    return board


def test_random_endings_agree_with_a_slow_reading():
    seen = Counter()
    for seed in range(400):
        random = Random(seed)
        board = composed(random)
        if board.is_valid() and not board.is_check():
            seen += follow(Variant.from_fen(of_chess(board)), Book(board), random, 90 if seed % 10 == 0 else 7)
    kinds_of_end = ("checkmate", "stalemate", "stalemate within a series", "dead", "calm")
    assert min(seen[kind] for kind in kinds_of_end) > 0, seen


def test_r1_r2_one_move_then_two_then_three():
    position, turns = Variant.start(), []
    for text in ["e2e4", "e7e5", "d7d5", "g1f3", "f1e2", "e1g1", "a7a6", "b7b6", "c7c6", "d8d6", "d2d4"]:
        turns.append((position.to_act[0], position.left))
        position = after(position, text)
    assert turns == [(0, 1), (1, 2), (1, 1), (0, 3), (0, 2), (0, 1), (1, 4), (1, 3), (1, 2), (1, 1), (0, 5)]
    assert position.tallies(Eyes.ALL) == (Tally("left", 0, 4, 5),)
    assert position.moves(1) == ()


def test_r3_no_move_of_a_series_exposes_the_own_king():
    position = at("4r2k/8/8/8/8/8/4B3/4K3 w", 3)
    assert offered(position, "e2") == set()
    assert offered(after(position, "e1d1"), "e2") != set()


def test_r4_a_check_ends_the_series_and_the_next_is_as_long_as_ever():
    position = at("7k/pp6/8/8/8/8/8/KQ6 w", 5)
    checked = after(position, "b1h1")
    assert (checked.to_act, checked.series, checked.left) == ((1,), 6, 6)
    assert checked.events[1:] == (Event("check", 1, (INDEX["h8"],), ("k",)), Event("cut", 0))
    assert after(position, "b1g1").to_act == (0,)


def test_r4_a_check_with_the_last_move_cuts_nothing():
    checked = after(at("7k/pp6/8/8/8/8/8/KQ6 w", 5, 1), "b1h1")
    assert codes(checked) == ["moved", "check"]
    assert (checked.to_act, checked.series, checked.left) == ((1,), 6, 6)


def test_r5_a_check_is_answered_with_the_first_move():
    position = at("7k/8/8/8/8/8/6r1/4r1K1 w", 3)
    assert offered(position) == {"g1g2"}
    position = at("k7/8/8/8/8/8/1P6/r5K1 w", 3)
    assert offered(position) == {"g1f2", "g1g2", "g1h2"}
    assert offered(after(position, "g1f2"), "b2") == {"b2b3", "b2b4"}


def test_r5_whoever_cannot_answer_is_mated_however_many_moves_he_would_have():
    mated = after(Variant.start(), "e2e4", "f7f6", "g7g5", "d1h5")
    assert mated.result() == Result((1.0, 0.0), "checkmate")
    assert (mated.series, mated.left) == (4, 4)
    assert codes(mated) == ["moved", "check", "cut"]


def test_r7_en_passant_with_the_first_move_of_a_series_only():
    position = after(at("4k3/2p1p3/8/3P4/8/8/8/4K3 b", 2), "c7c5", "e7e5")
    assert position.en_passant == ((INDEX["c6"], INDEX["c5"]), (INDEX["e6"], INDEX["e5"]))
    assert {"d5c6", "d5e6"} <= offered(position)
    assert not {"d5c6", "d5e6"} & offered(after(position, "e1e2"))
    taken = after(position, "d5e6")
    assert taken.events[0] == Event("en_passant", 0, (INDEX["d5"], INDEX["e6"]), ("P", "p"))
    assert taken.fen().startswith("4k3/8/4P3/2p5/8/8/8/4K3 w 3 ")
    assert offered(taken, "e6") == {"e6e7"}


def test_r7_not_a_pawn_that_has_moved_on_nor_over_a_square_that_is_taken():
    position = after(at("4k3/2p1p3/8/3P4/8/8/8/4K3 b", 4), "c7c5", "c5c4", "e7e5", "e8e7")
    assert position.en_passant == ((INDEX["e6"], INDEX["e5"]),)
    assert "d5e6" in offered(position)
    position = after(at("4k3/4p1n1/8/3P4/8/8/8/4K3 b", 2), "e7e5", "g7e6")
    captured = after(position, "d5e6")
    assert captured.events[0] == Event("captured", 0, (INDEX["d5"], INDEX["e6"]), ("P", "n"))
    assert captured.board[INDEX["e5"]] == "p"


def test_r8_a_piece_that_was_promoted_moves_on_and_castling_is_one_move():
    position = after(at("8/P6k/8/8/8/8/8/4K3 w", 5), "a7a8q", "a8a2")
    assert position.left == 3
    castled = after(at("k7/8/8/8/8/8/8/4K2R w", 3, flags="8788"), "h1h2", "h2h1")
    assert "e1g1" not in offered(castled)
    assert after(at("k7/8/8/8/8/8/8/4K2R w", 3, flags="8788"), "e1g1").left == 2


@pytest.mark.parametrize(
    ("rows_and_turn", "series", "calm", "moves", "points", "reason"),
    [
        # r6: stalemate at the beginning of a series, and within one by one's own hand.
        ("7k/8/5K2/8/8/8/8/6Q1 w", 1, 0, "g1g6", (0.5, 0.5), "stalemate"),
        ("7k/8/8/8/7p/1q6/7P/K7 w", 3, 0, "h2h3", (0.5, 0.5), "stalemate"),
        # r9: ten series without a capture or a pawn's move; mate comes first.
        ("k7/8/8/8/8/8/8/KB5N w", 1, 9, "h1g3", (0.5, 0.5), "calm"),
        ("k7/p7/8/8/8/8/8/KB5N b", 2, 9, "a8b7 b7a8", (0.5, 0.5), "calm"),
        ("k7/p7/8/8/8/8/8/KB5N b", 2, 9, "a7a6 a8a7", None, ""),
        ("7k/8/6K1/8/8/8/8/R7 w", 1, 9, "a1a8", (1.0, 0.0), "checkmate"),
        # r10: two bare kings.
        ("k7/8/8/8/8/8/1p6/K7 w", 3, 0, "a1b2", (0.5, 0.5), "dead"),
    ],
)
def test_r6_r9_r10_how_a_game_ends(rows_and_turn, series, calm, moves, points, reason):
    position = after(at(rows_and_turn, series, calm=str(calm)), *moves.split())
    assert position.result() == (points and Result(points, reason))


def test_r10_a_bare_king_wins_nothing():
    position = at("k7/8/8/8/8/8/1p6/K7 w", 3)
    assert (position.could_win(0), position.could_win(1)) == (False, True)


def test_r11_no_position_occurs_twice():
    assert Variant.draws.occurrences is None
    assert Variant.draws.quiet_turns is None
    position = at("k7/8/8/8/8/8/8/KB5N w", 5)
    assert after(position, "b1c2", "c2b1").board == position.board
    assert after(position, "b1c2", "c2b1").key() != position.key()
    assert at("k7/8/8/8/8/8/8/KB5N w", 3, 1).key() != at("k7/8/8/8/8/8/8/KB5N w", 5, 1).key()


@pytest.mark.parametrize(
    ("rows_and_turn", "named", "code"),
    [
        ("k7/8/8/8/8/8/8/K7 w", {"series": "2"}, "fen_series"),
        ("k7/8/8/8/8/8/8/K7 b", {"series": "3"}, "fen_series"),
        ("k7/8/8/8/8/8/8/K7 w", {"series": "0"}, "fen_number"),
        ("k7/8/8/8/8/8/8/K7 w", {"series": "3", "left": "4"}, "fen_count"),
        ("k7/8/8/8/8/8/8/K7 w", {"series": "3", "left": "x"}, "fen_number"),
        ("k7/8/8/8/8/8/8/K7 w", {"series": "3", "calm": "11"}, "fen_number"),
        ("k7/8/8/8/8/8/8/K7 w", {"series": "3", "enpassant": "e6,d"}, "fen_form"),
        ("k7/8/8/4p3/8/8/8/K7 w", {"series": "3", "enpassant": "e6,d6"}, "fen_jumped"),
        ("k7/8/8/8/4P3/8/8/K7 w", {"series": "3", "enpassant": "e3"}, "fen_jumped"),
        ("k7/8/8/4p3/8/8/8/K7 w", {"series": "3", "left": "2", "enpassant": "e6"}, "fen_jumped"),
        ("k7/8/8/8/8/8/8/K7 b", {"series": "4", "enpassant": "e3,73"}, "fen_jumped"),
        ("4k3/8/8/8/3Pp3/8/8/4K3 w", {"series": "3", "enpassant": "e5"}, "fen_jumped"),
        ("4k3/8/4p3/8/3P4/8/8/4K3 w", {"series": "3", "enpassant": "e7"}, "fen_jumped"),
        ("k7/8/8/8/3PP3/8/8/K7 b", {"series": "2", "enpassant": "d3,e3"}, "fen_jumped"),
        ("k7/8/8/8/4P3/8/8/K7 w", {"series": "1", "enpassant": "e3"}, "fen_jumped"),
        ("k7/8/8/8/8/8/8/K7 w", {"series": "3", "calm": "-1"}, "fen_count"),
        ("k7/8/8/8/8/8/8/K7 w", {"series": "10001"}, "fen_number"),
    ],
)
def test_r12_an_unreachable_position_is_refused_by_name(rows_and_turn, named, code):
    with pytest.raises(FenError) as caught:
        at(rows_and_turn, **{"series": 1, **named})
    assert caught.value.code == code


def test_r12_a_position_after_the_greatest_series_can_be_read_again_and_judged():
    position = at("k7/8/8/8/8/8/8/KB5N w", 9999, 1)
    over = after(position, "h1g3")
    assert (over.series, over.left, over.to_act) == (9998, 9998, (1,))
    assert Variant.from_fen(over.fen()).fen() == over.fen()
    assert -1 < over.evaluate(1) < 1


@pytest.mark.parametrize("rest", ["b KQkq - 0 1", "w KQkq - 0 2", "w KQkq -"])
def test_r12_a_fen_of_other_programs_is_refused_where_it_leaves_the_series_open(rest):
    with pytest.raises(FenError) as caught:
        Variant.from_fen(f"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {rest}")
    assert caught.value.code == "fen_no_series"
    rows, turn = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "w"
    reference = Variant.from_fen(f"{rows} {turn} 0 {caught.value.parameters['example']}")
    assert (reference.series, reference.left) == (3, 3)


def test_r12_rows_alone_are_the_first_series():
    position = Variant.from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
    assert position == Variant.start()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game[0])
def test_games_played_through(game):
    must_end(Variant.start(), game)


def test_an_opinion_counts_moves_that_are_left():
    assert at("4k3/8/8/8/8/8/P7/4K3 w", 5).evaluate(0) > at("4k3/8/8/8/8/8/P7/4K3 w", 5, 2).evaluate(0)
