"""The rules of xiangqi that positions of the catalogue do not show, by the numbers of its LAW.md."""

from itertools import cycle

import pytest

from tests.harness.faults import recorded
from variants.errors import FenError
from variants.game import Game
from variants.position import Result
from variants.Xiangqi import Variant as Xiangqi


def texts(fen):
    position = Xiangqi.from_fen(fen)
    return {position.write(move) for move in position.moves(position.to_act[0])}


def targets(fen, origin):
    return {text[len(origin) :] for text in texts(fen) if text.startswith(origin)}


def ending(fen, moves):
    played = Game(Xiangqi.from_fen(fen))
    for text in moves.split():
        assert played.ending() is None
        (seat,) = played.position.to_act
        move = played.position.read(text)
        assert move in played.position.moves(seat), text
        played = played.play({seat: move})
    return played.ending()


@pytest.mark.parametrize(
    ("fen", "origin", "expected"),
    [
        ("3k5/9/9/9/9/9/9/9/4A4/4K4 w", "e2", {"d1", "f1", "d3", "f3"}),
        ("4k4/9/9/9/9/9/9/3K5/9/9 w", "d3", {"d2"}),
        ("3k5/9/9/9/9/2B6/9/9/9/4K4 w", "c5", {"a3", "e3"}),
        ("3k5/9/9/9/9/2B6/3p5/9/9/4K4 w", "c5", {"a3"}),
        ("3k5/9/9/9/P8/9/9/9/9/4K4 w", "a6", {"a7", "b6"}),
        ("3k5/9/9/9/9/P8/9/9/9/4K4 w", "a5", {"a6"}),
        ("3k5/9/9/9/9/9/9/9/9/p3K4 b", "a1", {"b1"}),
    ],
)
def test_pieces_keep_to_palace_and_river_x2(fen, origin, expected):
    assert targets(fen, origin) == expected


@pytest.mark.parametrize(("fen", "square"), [("9/9/9/k8/9/9/9/9/9/4K4 w", "a7"), ("3kB4/9/9/9/9/9/9/9/9/4K4 w", "e10")])
def test_what_stands_where_it_can_never_come_is_refused_x2(fen, square):
    with pytest.raises(FenError, match=f"on {square} "):
        Xiangqi.from_fen(fen)


def test_a_cannon_captures_over_exactly_one_piece_x2():
    assert {"f6", "f10"} <= targets("3k1n3/9/9/5p3/9/5C3/9/9/9/4K4 w", "f5")
    assert targets("3k1n3/5p3/9/5p3/9/5C3/9/9/9/4K4 w", "f5").isdisjoint({"f7", "f10"})


def test_a_cannon_gives_check_over_a_piece_that_comes_between_x3():
    assert "e3f3" not in texts("4k4/9/9/4c4/9/9/9/9/3pKA3/9 w")
    position = Xiangqi.from_fen("4k4/4a4/9/9/9/9/4C4/9/9/3K5 b")
    assert position.kings_in_check(1)
    assert {position.write(move) for move in position.moves(1)} >= {"e9d8", "e9f8"}


def test_generals_may_not_see_each_other_x3():
    assert targets("4k4/9/9/9/9/4N4/9/9/9/4K4 w", "e5") == set()
    assert targets("4k4/9/9/9/9/9/9/9/9/3K5 w", "d1") == {"d2"}


def test_whoever_has_no_move_has_lost_x4():
    assert ending("5k3/3P5/9/9/9/9/9/9/9/4K4 w", "d9e9") == Result((1.0, 0.0), "stalemate")


CHASE = "b1a1 a7b7 a1b1 b7a7 " * 2


@pytest.mark.parametrize(
    ("fen", "moves", "result"),
    [
        ("3k5/9/9/9/9/9/9/9/9/4K4 w", "e1e2 d10d9 e2e1 d9d10 " * 2, Result((0.5, 0.5), "repetition")),
        ("4k4/9/9/9/9/9/9/9/R8/3K5 w", "a2a10 e10e9 a10a9 e9e10 a9a10 e10e9 a10a9 e9e10 a9a10", "perpetual_check"),
        ("3k5/9/9/c8/9/9/9/9/9/1R2K4 w", CHASE, "perpetual_chase"),
        ("3k5/9/r8/c8/9/9/9/9/9/1R2K4 w", "b1a1 a7a6 a1b1 a6a7 " * 2, "repetition"),
        ("3k5/9/9/p8/9/9/9/9/9/1R2K4 w", "b1a1 d10d9 a1b1 d9d10 " * 2, "repetition"),
    ],
)
def test_repetition_is_a_draw_unless_one_side_alone_checks_or_chases_x5_x6(fen, moves, result):
    found = ending(fen, moves)
    assert found is not None
    assert result in (found, found.reason)
    if found.reason != "repetition":
        assert found.points == (0.0, 1.0)


def test_a_hundred_and_twenty_turns_without_a_capture_are_a_draw_x5():
    position = Xiangqi.from_fen("3k5/9/9/9/9/9/9/9/9/4K4 w").then(quiet=119)
    (move,) = [move for move in position.moves(0) if position.write(move) == "e1e2"]
    assert Game(position).play({0: move}).ending() == Result((0.5, 0.5), "quiet_turns")


def test_the_cost_of_what_a_repetition_would_be_grows_with_the_game_and_not_with_its_square():
    white = cycle(["c2c3", "c3d3", "d3e3", "e3f3", "f3f2", "f2e2", "e2d2", "d2c2"])
    black = cycle(["c9c8", "c8d8", "d8e8", "e8e9", "e9d9", "d9c9"])
    game = Game(Xiangqi.start())
    for text in ["a1a2", "a10a9", "a2c2", "a9c9", *(next(turn) for _ in range(47) for turn in (white, black))]:
        (seat,) = game.position.to_act
        game = game.play({seat: game.position.read(text)})
    assert (game.number, game.ending()) == (98, None)
    with recorded(Xiangqi, "play") as played:
        assert game.nearly_over()
    assert len(played) < 50 * game.number


def test_chases_are_found_among_captures_alone():
    position = Xiangqi.from_fen("1P3a2P/3ka2Pc/N4R1Pb/9/1r2R1bNp/2Br4P/5cn2/Cp1p5/2C1A1p1p/2BAK3n w")
    with recorded(Xiangqi, "holds") as tried:
        assert position.find_chased(0)
    assert tried
    assert not [move for (tested, _, move) in tried if not tested.board[move.path[1]]]


@pytest.mark.parametrize("row", ["4R4", "4p4", "4c4"])
def test_a_board_has_no_more_pieces_of_a_kind_than_a_set(row):
    with pytest.raises(FenError) as refused:
        Xiangqi.from_fen(f"rnbakabnr/9/1c5c1/p1p1p1p1p/{row}/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w")
    assert refused.value.code == "fen_more"


def test_the_first_position_may_be_the_one_that_recurs_while_a_side_chases():
    game = Game(Xiangqi.from_fen("3k5/9/9/r8/N8/n8/R8/9/9/5K3 w"))
    for text in ("f1e1", "d10e10", "e1f1", "e10d10") * 2:
        (seat,) = game.position.to_act
        game = game.play({seat: game.position.read(text)})
    assert game.ending() == Result((0.0, 1.0), "perpetual_chase")
    assert {result.reason for _, result in game.back(1).nearly_over()} == {"perpetual_chase"}
