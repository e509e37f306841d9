"""The rules of shogi that positions of the catalogue do not show, by the numbers of its LAW.md."""

import pytest

from variants.errors import FenError
from variants.game import Game
from variants.Minishogi import Variant as Minishogi
from variants.position import Result
from variants.Shogi import Variant as Shogi

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"


def texts(fen, variant=Shogi):
    position = variant.from_fen(fen)
    return {position.write(move) for move in position.moves(position.to_act[0])}


def game(fen, moves, variant=Shogi):
    played = Game(variant.from_fen(fen))
    for text in moves.split():
        assert played.ending() is None
        (seat,) = played.position.to_act
        move = played.position.read(text)
        assert move in played.position.moves(seat), text
        played = played.play({seat: move})
    return played


def test_a_move_into_the_zone_in_it_or_out_of_it_may_promote_s2():
    assert {"c6c7", "c6c7v"} <= texts("4k4/9/9/2S6/9/9/9/9/4K4 w")
    assert {"c7c8", "c7c8v", "c7b6", "c7b6v"} <= texts("4k4/9/2S6/9/9/9/9/9/4K4 w")
    assert "c6b5v" not in texts("4k4/9/9/2S6/9/9/9/9/4K4 w")
    assert not {text for text in texts("4k4/9/2G6/9/9/9/9/9/4K4 w") if text[-1].isalpha()}


@pytest.mark.parametrize(
    ("fen", "origin", "targets"),
    [
        ("4k4/P8/9/9/9/9/9/9/4K4 w", "a8", {"a8a9t"}),
        ("4k4/9/L8/9/9/9/9/9/4K4 w", "a7", {"a7a8", "a7a8y", "a7a9y"}),
        ("4k4/9/9/N8/9/9/9/9/4K4 w", "a6", {"a6b8c"}),
        ("4k4/9/N8/9/9/9/9/9/4K4 w", "a7", {"a7b9c"}),
        ("4k4/9/9/9/9/9/9/p8/4K4 b", "a2", {"a2a1t"}),
    ],
)
def test_what_could_never_move_again_must_be_promoted_s2(fen, origin, targets):
    assert {text for text in texts(fen) if text.startswith(origin)} == targets


def test_a_captured_piece_comes_to_the_hand_as_what_it_was_s3():
    after = game("4k4/9/9/9/9/3d5/9/9/3RK4 w", "d1d4").position
    assert after.named()["hands"] == "R"
    assert after.standard_fen() == "4k4/9/9/9/9/3R5/9/9/4K4[R] b - - 0 1"


def test_nothing_is_dropped_where_it_could_never_move_s4():
    drops = texts('4k4/9/9/9/9/9/9/9/4K4 w 0 {"hands":"PLNS"}')
    assert {"P@a8", "L@a8", "N@a7", "S@a9"} <= drops
    assert drops.isdisjoint({"P@a9", "L@a9", "N@a9", "N@a8"})
    with pytest.raises(FenError, match="a9"):
        Shogi.from_fen("P3k4/9/9/9/9/9/9/9/4K4 w")


def test_two_pawns_that_are_not_promoted_never_stand_on_a_file_s5():
    drops = texts('4k4/9/9/9/9/9/4P4/9/4K1T2 w 0 {"hands":"P"}')
    assert drops.isdisjoint({"P@e2", "P@e5"})
    assert "P@g5" in drops


def test_no_dropped_pawn_gives_mate_s6():
    fen = "8k/9/6NG1/9/p8/9/9/9/4K4 w 0 "
    assert "P@i8" not in texts(fen + '{"hands":"GP"}')
    assert "P@i8" in texts("8k/9/6N2/9/p8/9/9/9/4K4 w 0 " + '{"hands":"GP"}'), "check is no mate"
    pushed = game("8k/9/6NGP/9/p8/9/9/9/4K4 w", "i7i8").position
    assert pushed.result().reason == "checkmate"


def test_the_fourth_occurrence_is_a_draw_s8():
    played = game("4k4/9/9/9/9/9/9/9/4K4 w", "e1e2 e9e8 e2e1 e8e9 " * 3)
    assert played.ending() == Result((0.5, 0.5), "repetition")


def test_perpetual_check_loses_s8():
    cycle = "g8g9 e9e8 g9g8 e8e9 "
    played = game("4k4/9/9/9/9/9/9/9/4K1R2 w", f"g1g9 e9e8 g9g8 e8e9 {cycle}{cycle}g8g9")
    assert played.ending() == Result((0.0, 1.0), "perpetual_check")


def test_a_search_does_not_take_perpetual_check_for_a_draw_s8():
    cycle = "g8g9 e9e8 g9g8 e8e9 "
    played = game("4k4/9/9/9/9/9/9/9/4K1R2 w", f"g1g9 e9e8 g9g8 e8e9 {cycle}{cycle}")
    assert {result for _, result in played.nearly_over()} == {Result((0.0, 1.0), "perpetual_check")}
    assert (
        game("4k4/9/9/9/9/9/9/9/4K4 w", "e1e2 e9e8 e2e1 e8e9 " * 2 + "e1e2 e9e8 e2e1").nearly_over()[0][1].reason
        == "repetition"
    )


@pytest.mark.parametrize(("hands", "reason"), [("PP", "impasse"), ("P", None)])
def test_a_king_that_has_entered_with_enough_wins_at_its_turn_s9(hands, reason):
    fen = f'KDDHHGGSS/T8/9/8P/9/9/9/9/4k4 w 0 {{"hands":"{hands}"}}'
    result = game(fen, "i6i7t e1e2").position.result()
    assert (result and result.reason) == reason


def test_a_king_in_minishogi_wins_nothing_by_entering_m4():
    assert game("K4/5/5/5/4k w", "a5b5 e1e2", Minishogi).position.result() is None


@pytest.mark.parametrize(
    ("fen", "hands", "to_act"),
    [
        (f"{START} b - 1", "-", 0),
        (f"sfen {START} w 2Pp 2", "PPp", 1),
        (f"{START}[PPp] b - - 0 1", "PPp", 1),
        (f"{START}[-] w 0 1", "-", 0),
    ],
)
def test_positions_of_other_programs_are_read(fen, hands, to_act):
    position = Shogi.from_fen(fen)
    assert (position.named()["hands"], position.to_act) == (hands, (to_act,))


def test_a_promoted_piece_is_read_and_written_with_a_sign():
    position = Shogi.from_fen("4k4/9/9/9/4+p4/9/9/4+R4/4K4[] w - - 0 1")
    assert position.board[40] == "t"
    assert position.standard_fen() == "4k4/9/9/9/4+p4/9/9/4+R4/4K4[] w - - 0 1"


def test_a_move_is_read_as_the_board_says_it_and_as_other_programs_do():
    position = Shogi.from_fen("4k4/9/2S6/9/9/9/9/9/4K4 w")
    move = position.read("c7b6v")
    assert position.labels(0)[move] == "Sb6=+"
    assert [position.from_san(text) for text in ("Sb6=+", "c7b6+", "c7b6v")] == [move] * 3
    assert position.from_san("Sb6") == position.read("c7b6")
