"""Variant players at Checkered: section G of its law."""

import pytest

from tests.harness.lines_of_play import after, codes
from variants.Checkered import Variant
from variants.errors import FenError
from variants.position import Event, Move, Result

OPEN = {"observer": True}
JOIN = Move(())
NO_RIGHTS = "88880000000000000000"


def three(rows, turn="w", stage="3", **named):
    """A position without rights to castle and to jump, of three players."""
    fields = {"flags": NO_RIGHTS, "enpassant": "-", "cmove": "-", "stage": stage, **named}
    text = ",".join(f'"{name}":"{value}"' for name, value in fields.items())
    return Variant.from_fen(f"{rows} {turn} 0 {{{text}}}", OPEN)


def texts(position, seat):
    return {position.write(move) for move in position.moves(seat)}


def test_g1_the_option_is_off_and_two_play():
    position = after(Variant.start(), "e2e4", "d7d5", "e4d5")
    assert position.seats == ("white", "black")
    assert position.out() == frozenset()
    with pytest.raises(FenError, match="must be one of 1, 1-, 2w, 2b, not “3”"):
        Variant.from_fen('4k3/8/8/8/s7/8/8/4K3 w 0 {"stage":"3"}')


def test_g1_nobody_joins_once_a_player_has_switched():
    position = after(Variant.start(OPEN), "e2e4", "d7d5", "e4d5")
    assert position.moves(2) == (JOIN,)
    switched = after(position, "e8e1")
    assert switched.moves(2) == ()
    assert switched.out() == {2}
    assert after(switched, "d5d4").moves(2) == ()


def test_g2_a_third_player_waits_outside_until_there_is_a_checkered_piece():
    start = Variant.start(OPEN)
    assert start.seats == ("white", "black", "checkered")
    assert start.out() == {2}
    assert start.moves(2) == ()
    assert after(start, "e2e4", "d7d5", "e4d5").moves(2) == (JOIN,)
    # The switch is not needed for it.
    without = after(Variant.start({"observer": True, "switch": False}), "e2e4", "d7d5", "e4d5")
    assert without.moves(2) == (JOIN,)


@pytest.mark.parametrize(
    ("rows", "turn", "why"),
    [
        ("7k/8/8/8/8/8/K7/7u", "b", "the rook could take the black king"),
        ("7k/8/8/8/8/1s6/K7/8", "w", "the pawn could take the white king, going down"),
        ("7k/8/2p5/2s5/2P5/8/8/K7", "w", "no checkered piece can move"),
    ],
)
def test_g2_nobody_joins_where_a_king_could_be_taken_or_nothing_could_move(rows, turn, why):
    position = three(rows, turn, "1")
    assert position.result() is None
    assert position.moves(2) == (), why


def test_g2_nobody_joins_a_game_that_is_over():
    over = three("7k/b5pp/8/8/8/8/6ss/7K", stage="1", cmove="g3g2")
    assert over.result() is not None
    assert over.moves(2) == ()


def test_g2_joining_begins_stage_3_and_clears_what_a_ply_leaves_behind():
    position = three("4k3/8/8/2pP4/u7/8/8/7K", "w", "1", enpassant="c6")
    assert position.en_passant
    joined = position.play({2: JOIN})
    assert (joined.stage, joined.en_passant, joined.cmove) == ("3", (), ())
    assert joined.plies == position.plies


def test_g3_joining_leaves_the_turn_where_it_is_and_then_three_move_in_order():
    position = after(Variant.start(OPEN), "e2e4", "d7d5", "e4d5").play({2: JOIN})
    assert position.to_act == (1,)
    seats = []
    for move in ("a7a6", "d5d4", "a2a3", "a6a5", "d4d3"):
        seats.append(position.to_act[0])
        position = after(position, move)
    assert seats == [1, 2, 0, 1, 2]
    assert position.out() == frozenset()


def test_g4_each_moves_its_own_pieces_and_captures_both_others_as_in_chess():
    rows = "4k3/8/2p1s3/3P4/2p1s3/3R4/8/4K3"
    white = three(rows)
    assert texts(white, 0) >= {"d5c6", "d5e6", "d3d4"}
    assert not any(move.startswith(("e6", "c6", "e4", "c4")) for move in texts(white, 0))
    taken = after(white, "d5e6")
    assert taken.fen().startswith("4k3/8/2p1P3/8/2p1s3/3R4/8/4K3 b"), "the capturer stays what it was"
    black = after(white, "e1f1")
    assert texts(black, 1) >= {"c6d5", "c4d3"}
    checkered = after(black, "e8f8")
    assert texts(checkered, 2) == {"e6e7", "e6e5", "e6d5", "e4e5", "e4e3", "e4d3", "e4d5"}


def test_g4_checkered_pawns_go_both_ways_and_stay_checkered():
    position = three("4k3/s7/8/8/8/8/7s/1R2K3", "c")
    assert {"a7a8q", "a7a6", "h2h1n", "h2h3"} <= texts(position, 2)
    assert after(position, "h2h1q").board[63] == "t"


@pytest.mark.parametrize(
    ("rows", "move"),
    [
        ("k7/8/8/8/8/8/4u3/3QK3", "d1d2"),  # The checkered rook gives check: only its capture or a step helps.
        ("k3r3/8/8/s7/8/8/4R3/4K3", "e2d2"),  # Pinned by Black.
        ("k3u3/8/8/8/8/8/4R3/4K3", "e2d2"),  # Pinned by Checkered.
        ("k7/8/8/8/8/3s4/8/4K3", "e1e2"),  # A checkered pawn attacks downwards,
        ("k7/8/8/8/8/8/3s4/1K6", "b1c1"),  # also beside it.
    ],
)
def test_g5_no_move_leaves_the_own_king_to_either_of_the_others(rows, move):
    position = three(rows)
    assert move not in texts(position, 0)
    assert position.moves(0)


def test_g5_no_king_is_ever_captured_and_a_check_waits_for_its_owner():
    # White attacks the black king; Black's turn comes after that. Then Checkered attacks the white one.
    position = after(three("4k3/8/8/8/8/s7/7u/R3K3"), "a1b1", "e8f8", "h2h8")
    assert position.to_act == (0,)
    assert position.kings_in_check(1), "the black king is attacked,"
    assert not any(move.endswith("f8") for move in texts(position, 0)), "and nobody may take it"
    black = after(position, "e1e2")
    assert black.to_act == (1,)
    assert Event("check", 1, (5,), ("k",)) in black.events
    assert all(move.startswith("f8") for move in texts(black, 1)), "now it must be answered"


def test_g6_mate_is_judged_on_the_turn_of_the_mated_and_checkered_wins_by_it():
    mated = after(three("6k1/8/8/8/8/s7/7t/K7", "c"), "h2b2")
    assert mated.to_act == (0,)
    assert mated.result() == Result((0.0, 0.0, 1.0), "mated")
    # Black would be mated as well, but it is White's turn first, who may take the queen, or not.
    position = after(three("k7/7R/s7/8/8/8/1t6/7K", "c"), "b2b7")
    assert position.result() is None
    assert after(position, "h7b7").result() is None
    assert after(position, "h1g1").result() == Result((0.0, 0.0, 1.0), "mated")


def test_g6_white_wins_by_mating_black():
    mating = after(three("k7/8/1K6/8/5s2/8/7R/8"), "h2h8")
    assert mating.to_act == (1,)
    assert mating.result() == Result((1.0, 0.0, 0.0), "mated")


def test_g6_of_two_who_give_check_the_one_who_moved_last_wins():
    both = "r6k/8/8/8/8/3o4/1t6/K7"
    assert three(both).result() == Result((0.0, 0.0, 1.0), "mated")
    assert three(both, passed="1").result() == Result((0.0, 1.0, 0.0), "mated"), "Checkered has passed"


def test_g7_who_cannot_move_and_is_not_in_check_passes():
    # The checkered pawn on b4 stands between two pawns and has nothing to take.
    position = after(three("k7/8/8/1p6/1s6/1P6/8/K7", "b"), "a8b8")
    assert position.to_act == (0,)
    assert codes(position)[-1] == "passed"
    assert position.passed == 1
    assert after(position, "a1b1").passed == 0


def test_g7_three_passes_in_a_row_are_a_draw_for_all_three():
    position = after(three("6bk/5p1p/3p1P1P/3s4/8/p1pP4/P1P5/KB6"), "d3d4")
    assert codes(position)[-3:] == ["passed"] * 3
    assert position.result() == Result((1 / 3, 1 / 3, 1 / 3), "passes")


def test_g8_checkered_is_out_with_its_last_piece_and_the_others_play_chess():
    position = after(three("4k3/8/8/8/3s4/2P1p3/8/4K3"), "c3d4")
    assert position.stage == "3-"
    assert position.out() == {2}
    assert "bared" in codes(position)
    assert position.to_act == (1,)
    position = after(position, "e3e2", "d4d5")
    assert position.to_act == (1,)
    assert position.moves(2) == (), "there is no second joiner"
    later = after(three("4k3/8/8/8/8/8/4p3/3RK3", "w", "3-"), "e1e2")
    assert "s" not in later.fen().split(" ")[0], "nothing checkered is born"


def test_g8_two_who_are_left_share_a_stalemate():
    position = after(three("k7/8/8/8/8/8/8/KQ6", "w", "3-"), "b1b6")
    assert position.result() == Result((0.5, 0.5, 0.0), "stalemate")


@pytest.mark.parametrize(("leaves", "stays", "stage"), [(0, 1, "3b"), (1, 0, "3w")])
@pytest.mark.parametrize("turn", "wbc")
def test_g9_who_stays_of_white_and_black_gets_both_colours_and_the_next_turn(leaves, stays, stage, turn):
    position = three("4k3/8/8/3P4/3s4/8/8/R3K3", turn).without(leaves)
    assert position is not None
    assert (position.stage, position.to_act) == (stage, (stays,))
    assert position.out() == {leaves}
    assert {"e8f8", "d5d6", "a1a2", "e1f1"} <= texts(position, stays)
    assert position.next_seat(stays) == 2
    later = after(position, "a1a4", "d4d3")
    assert later.to_act == (stays,)
    assert later.stones()[2] == "quartered"
    assert later.stones()[stays] == "both"


def test_g9_both_kings_count_then_and_checkered_loses_with_its_last_piece():
    position = three("4k3/8/8/8/8/8/3s4/R3K3").without(0)
    assert position is not None
    assert position.kings_in_check(1) == (60,)
    assert after(position, "e1d2").result() == Result((0.0, 1.0, 0.0), "eliminated")


def test_g9_the_pieces_of_a_checkered_player_who_leaves_block_and_threaten_nobody():
    position = three("4k3/4p3/8/8/4u3/8/8/R3K3", "c").without(2)
    assert position is not None
    assert (position.stage, position.to_act) == ("3-", (0,))
    assert position.out() == {2}
    assert not position.kings_in_check(0)
    assert position.moves(2) == ()
    assert after(position, "a1a4").result() is None
    assert "a4e4" in texts(after(position, "a1a4", "e8d8"), 0), "they may be captured"


def test_g10_only_the_next_player_may_capture_en_passant():
    jumped = after(three("4k3/2p5/8/3P1s2/8/8/8/4K3", "b", flags="88880000000000100000"), "c7c5")
    assert jumped.to_act == (2,)
    assert jumped.en_passant
    white = after(jumped, "f5f4")
    assert "d5c6" not in texts(white, 0)
    # A checkered pawn that jumped down is taken by the next player, White.
    down = after(three("4k3/2s5/8/3P4/8/8/8/4K3", "c", flags="88880000000000100000"), "c7c5")
    assert "d5c6" in texts(down, 0)


def test_g10_castling_minds_both_others():
    rights = "07880000000000000000"
    free = three("4k3/8/8/8/7s/8/8/R3K2R", flags=rights)
    assert {"e1g1", "e1c1"} <= texts(free, 0)
    minded = three("3rk1u1/8/8/8/8/8/8/R3K2R", flags=rights)
    assert not {"e1g1", "e1c1"} & texts(minded, 0)


def test_g11_a_draw_is_shared_by_all_who_are_in():
    position = three("4k3/8/8/8/3s4/8/8/R3K3")
    assert position.drawn("agreement") == Result((1 / 3, 1 / 3, 1 / 3), "agreement")
    assert position.draws.kind == "claim"
    assert three("4k3/8/8/8/3s4/8/8/R3K3", "w").key() != three("4k3/8/8/8/3s4/8/8/R3K3", "b").key()


@pytest.mark.parametrize(
    ("rows", "turn", "stage", "code"),
    [
        ("4k3/8/8/8/8/8/8/4K3", "w", "3", "fen_third"),
        ("4k3/8/8/8/3s4/8/8/4K3", "c", "1", "fen_turn_out"),
        ("4k3/8/8/8/3s4/8/8/4K3", "b", "3w", "fen_turn_out"),
        ("4k3/8/8/8/3s4/8/8/4K3", "c", "3-", "fen_turn_out"),
    ],
)
def test_a_position_that_cannot_be_of_three_is_refused_by_name(rows, turn, stage, code):
    with pytest.raises(FenError) as caught:
        three(rows, turn, stage)
    assert caught.value.code == code


def test_of_three_the_side_ahead_has_the_highest_estimate():
    position = three("4k3/8/8/8/3s4/8/8/Q3K3")
    white, black, checkered = (position.evaluate(seat) for seat in range(3))
    assert white > checkered > black
    assert abs(white + black + checkered + 1) < 0.01


def test_g8_white_is_to_move_when_black_captures_the_last_checkered_piece():
    position = after(three("4k3/8/2p5/3s4/8/8/8/4K3", "b"), "c6d5")
    assert (position.stage, position.to_act) == ("3-", (0,))
