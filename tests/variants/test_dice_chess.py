"""The rules of dice chess by their numbers in LAW.md."""

from collections import Counter
from random import Random

import pytest

from tests.harness.lines_of_play import after
from variants.Chess import Variant as Chess
from variants.Dice import Variant as Dice
from variants.errors import FenError, MoveError
from variants.position import Event, Move, Result

CASTLE = "r3k2r/8/8/8/8/8/8/R3K2R w 0"


def kinds(fen):
    return "".join(move.into for move in Dice.from_fen(fen).moves(2))


def moves(fen, roll):
    position = after(Dice.from_fen(fen), f"={roll}")
    return {Dice.write(move) for move in position.moves(position.mover)}


@pytest.mark.parametrize("seed", range(6))
def test_d1_d2_d3_over_all_rolls_the_moves_are_those_of_chess(seed):
    random = Random(seed)
    chess, position = Chess.start(), Dice.start()
    for _ in range(60):
        if chess.result() is not None:
            break
        (seat,) = chess.to_act
        offered = {Chess.write(move) for move in chess.moves(seat)}
        rolls = position.moves(2)
        split = Counter(Dice.write(move) for roll in rolls for move in position.play({2: roll}).moves(seat))
        assert split == Counter(offered)
        text = random.choice(sorted(offered))
        roll = Move((), chess.board[Chess.read(text).path[0]].lower())
        chess = chess.play({seat: Chess.read(text)})
        position = position.play({2: roll}).play({seat: Dice.read(text)})
        assert (position.board, position.castling, position.en_passant) == (
            chess.board,
            chess.castling,
            chess.en_passant,
        )


def test_d2_castling_is_a_move_of_the_king():
    assert {"e1g1", "e1c1"} <= moves(CASTLE, "k")
    assert "e1g1" not in moves(CASTLE, "r")


def test_d2_a_pawn_moves_as_a_pawn_when_it_promotes():
    fen = "8/4P3/8/8/8/7k/8/Q3K3 w 0"
    assert moves(fen, "p") == {"e7e8q", "e7e8r", "e7e8b", "e7e8n"}
    assert not any(text.startswith("e7") for text in moves(fen, "q"))


def test_d3_only_kinds_with_a_legal_move_are_on_the_die():
    assert kinds(Dice.start().fen()) == "pn"
    assert kinds("4k3/8/8/8/8/8/4r3/R3K3 w 0") == "k", "in check from a piece that only the king can take"
    assert kinds("4k3/4r3/8/8/8/8/4B3/4K2N w 0") == "nk", "the bishop shields its king"
    assert kinds("4k3/4r3/8/8/8/8/4N3/4K2B w 0") == "bk", "the knight shields its king"


@pytest.mark.parametrize(
    ("fen", "moves", "points", "reason"),
    [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w 0", "=r a1a8", (1.0, 0.0, 0.0), "checkmate"),
        ("7k/8/5K2/8/8/8/8/6Q1 w 0", "=q g1g6", (0.5, 0.5, 0.0), "stalemate"),
    ],
)
def test_d4_d5_a_game_ends_before_the_die_is_cast_and_is_shared_by_those_who_play(fen, moves, points, reason):
    assert after(Dice.from_fen(fen), *moves.split()).result() == Result(points, reason)


def test_d4_a_roll_that_is_no_help_does_not_end_the_game():
    position = after(Dice.start(), "=n")
    assert position.result() is None
    assert {Dice.write(move)[:2] for move in position.moves(0)} == {"b1", "g1"}


def test_d5_the_die_is_a_seat_of_nature_and_nobody_else_moves_while_it_is_in_the_cup():
    start = Dice.start()
    assert Dice.chance == {2}
    assert start.to_act == (2,)
    assert start.moves(0) == start.moves(1) == ()
    rolled = after(start, "=p")
    assert rolled.to_act == (0,)
    assert rolled.moves(2) == ()
    assert rolled.events == (Event("rolled", 0, (), ("P",)),)
    assert after(rolled, "e2e4", "=n").events == (Event("rolled", 1, (), ("n",)),)


def test_d6_the_roll_stands_in_the_fen():
    position = after(Dice.start(), "=n")
    assert position.named()["roll"] == "n"
    again = Dice.from_fen(position.fen())
    assert again.key() == position.key()
    assert again.to_act == (0,)
    assert Dice.from_fen(Dice.start().fen()).to_act == (2,)


@pytest.mark.parametrize(
    ("roll", "code"), [("x", "fen_choice"), ("pn", "fen_choice"), ("", "fen_choice"), ("q", "dice_idle")]
)
def test_d6_a_roll_that_cannot_be_is_refused_by_name(roll, code):
    fen = Dice.start().fen().replace('"roll":"-"', f'"roll":"{roll}"')
    with pytest.raises(FenError) as refused:
        Dice.from_fen(fen)
    assert refused.value.code == code


def test_d7_a_roll_is_written_with_its_letter():
    assert Dice.write(Move((), "n")) == "=n"
    assert Dice.read("=n") == Move((), "n")
    assert Dice.start().labels(2) == {Move((), "p"): "P", Move((), "n"): "N"}
    for text in ("=", "=x", "=nn", "= n"):
        with pytest.raises(MoveError):
            Dice.read(text)


def test_d8_the_roll_belongs_to_the_position_and_counts_as_a_turn():
    one, other = after(Dice.start(), "=n"), after(Dice.start(), "=p")
    assert one.key() != other.key()
    assert after(Dice.start(), "=n", "g1f3", "=n").quiet == 3
    assert after(Dice.start(), "=n", "g1f3", "=p", "e7e5").quiet == 0
    assert Dice.draws.quiet_turns == 200


@pytest.mark.parametrize(
    ("fen", "dead"),
    [
        ("8/8/8/4k3/8/8/1n3p2/6K1 w 0", True),
        ("8/8/8/4k3/8/8/5p2/6K1 w 0", True),
        ("8/8/8/4k3/2b5/8/4Bp2/6K1 w 0", True),
        ("8/8/8/4k3/2n5/8/4Bp2/6K1 w 0", False),
        ("8/8/8/4k3/8/r7/5p2/6K1 w 0", False),
    ],
)
def test_d9_a_game_is_drawn_at_once_where_it_would_be_in_chess(fen, dead):
    position = after(Dice.from_fen(fen), "=k", "g1f2")
    assert after(Chess.from_fen(fen), "g1f2").result() == (Result((0.5, 0.5), "dead") if dead else None)
    assert position.result() == (Result((0.5, 0.5, 0.0), "dead") if dead else None)


def test_d9_a_bare_king_cannot_win_on_time_and_the_die_never_does():
    position = Dice.from_fen("8/8/8/4k3/8/8/1r3p2/6K1 w 0")
    assert [position.could_win(seat) for seat in range(3)] == [False, True, False]
