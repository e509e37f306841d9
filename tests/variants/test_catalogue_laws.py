"""The special rules of catalogue variants, each by its variant and its number in the LAW.md there."""

import pytest

from tests.harness.lines_of_play import after, offered
from variants.errors import FenError
from variants.game import Game
from variants.position import Tally
from variants.registry import load


def targets(position, origin):
    """The squares where the piece of a square may go."""
    (seat,) = position.to_act
    texts = [position.write(move) for move in position.moves(seat)]
    return {text[2:] for text in texts if text.startswith(origin)}


@pytest.mark.parametrize(
    ("rank", "expected"),
    [
        ("3G4", set()),  # Nobody stands on its lines.
        ("3G2P1", {"h4"}),  # Its own piece,
        ("3G2p1", {"h4"}),  # or the other side's, however far away.
        ("3G2Pp", {"h4"}),  # It captures behind it,
        ("3G2PP", set()),  # but not its own piece,
        ("3G3P", set()),  # nor beyond the board.
    ],
)
def test_grasshopper_h2_it_goes_right_behind_the_nearest_piece(rank, expected):
    position = load("Grasshopper").from_fen(f"k7/8/8/8/{rank}/8/8/7K w 0")
    assert targets(position, "d4") == expected


def test_grasshopper_h2_what_is_leapt_over_stays():
    position = load("Grasshopper").from_fen("k7/8/8/8/3G2pp/8/8/6K1 w 0")
    after = position.play({0: position.read("d4h4")})
    assert after.fen().startswith("k7/8/8/8/6pG/8/8/6K1 b")
    assert [event.code for event in after.events] == ["captured"]


@pytest.mark.parametrize(
    ("fen", "checked"),
    [
        ("4k3/8/8/8/4G3/8/8/4K3 b 0", False),
        ("4k3/4n3/8/8/4G3/8/8/4K3 b 0", True),
        ("4k3/8/4n3/8/4G3/8/8/4K3 b 0", False),  # Its square behind is e7.
        ("4k3/4n3/4p3/8/4G3/8/8/4K3 b 0", False),
    ],
)
def test_grasshopper_h3_it_attacks_over_a_piece_before_the_king(fen, checked):
    assert bool(load("Grasshopper").from_fen(fen).kings_in_check(1)) == checked


def test_grasshopper_h3_a_piece_between_gives_check_and_its_leaving_ends_it():
    variant = load("Grasshopper")
    given = variant.from_fen("4k3/8/2N5/8/4G3/8/8/4K3 w 0")
    after = given.play({0: given.read("c6e7")})
    assert [event.code for event in after.events] == ["moved", "check"]
    carried = variant.from_fen("4k3/4n3/8/8/4G3/8/8/4K3 b 0")
    assert targets(carried, "e7") == {"c8", "g8", "c6", "g6", "d5", "f5"}
    free = variant.from_fen("4k3/8/8/2b5/4G3/8/7K/8 b 0")
    assert {"d6", "f8"} < targets(free, "c5")
    assert "e7" not in targets(free, "c5")


def test_grasshopper_h4_pawns_step_once_and_become_grasshoppers_too():
    variant = load("Grasshopper")
    assert targets(variant.start(), "e3") == {"e4"}
    assert targets(variant.from_fen("7k/P7/8/8/8/8/8/6K1 w 0"), "a7") == {"a8q", "a8r", "a8b", "a8n", "a8g"}


BARE = ' {"flags":"8888"}'


def test_cylinder_y2_a_line_ends_at_a_piece_and_comes_round_to_its_own_square_at_the_latest():
    variant = load("Cylinder")
    rank = {f"{file}3" for file in "bcdefgh"}
    empty = variant.from_fen("4k3/8/8/8/8/R7/8/4K3 w 0" + BARE)
    assert {square for square in targets(empty, "a3") if square[1] == "3"} == rank
    assert len(set(empty.moves(0))) == len(empty.moves(0))
    barred = variant.from_fen("4k3/8/8/8/8/RP6/8/4K3 w 0" + BARE)
    assert {square for square in targets(barred, "a3") if square[1] == "3"} == rank - {"b3"}
    shut = variant.from_fen("4k3/8/8/8/8/RP5P/8/4K3 w 0" + BARE)
    assert {square for square in targets(shut, "a3") if square[1] == "3"} == set()


def test_cylinder_y2_attacks_go_round():
    variant = load("Cylinder")
    assert variant.from_fen("2b3rk/6pp/8/8/8/8/1R6/R5K1 w 0" + BARE).play({0: variant.read("b2b8")}).result() == (
        (1.0, 0.0),
        "checkmate",
    )
    pinned = variant.from_fen("kb5n/8/8/8/8/8/4K3/6R1 w 0" + BARE).play({0: variant.read("g1g8")})
    assert targets(pinned, "h8") == set()
    assert pinned.kings_in_check(1) == ()


def test_cylinder_y3_pawns_capture_over_the_edge_also_en_passant():
    variant = load("Cylinder")
    assert targets(variant.from_fen("4k3/8/8/7p/P7/8/8/4K3 w 0" + BARE), "a4") == {"a5", "h5"}
    passed = variant.from_fen("4k3/7p/8/P7/8/8/8/4K3 b 0" + BARE).play({1: variant.read("h7h5")})
    after = passed.play({0: variant.read("a5h6")})
    assert [event.code for event in after.events] == ["en_passant"]
    assert after.fen().startswith("4k3/8/7P/8/8/8/8/4K3 b")


@pytest.mark.parametrize(
    ("fen", "castlings"),
    [
        ('4k3/8/8/8/8/8/8/R3K2R w 0 {"flags":"0788"}', {"c1", "g1"}),
        ('4k3/8/8/8/7b/8/5PPP/R3K2R w 0 {"flags":"0788"}', {"g1"}),  # The bishop sees c1 over the edge.
        ('4k3/8/8/8/8/8/8/RN2K3 w 0 {"flags":"0888"}', set()),  # No way round the knight.
        ('4k3/8/8/8/8/8/8/4KN1R w 0 {"flags":"8788"}', set()),
    ],
)
def test_cylinder_y4_castling_never_goes_over_the_edge(fen, castlings):
    assert targets(load("Cylinder").from_fen(fen), "e1") & {"a1", "c1", "g1", "h1"} == castlings


def played(name, fen, *moves):
    """The position after these moves, each of them legal."""
    position = load(name).from_fen(fen)
    for text in moves:
        move = position.read(text)
        assert position.result() is None
        assert move in position.moves(position.to_act[0])
        position = position.play({position.to_act[0]: move})
    return position


def test_shatranj_s3_a_pawn_steps_once_and_becomes_a_ferz_alone():
    variant = load("Shatranj")
    assert targets(variant.start(), "e2") == {"e3"}
    assert targets(variant.from_fen("3k4/P6p/8/8/8/8/7P/3K4 w 0"), "a7") == {"a8q"}


def test_shatranj_s4_who_has_no_move_has_lost():
    after = played("Shatranj", "k7/8/1K6/p7/P4B2/8/8/8 w 0", "f4d6")
    assert after.result() == ((1.0, 0.0), "stalemate")


@pytest.mark.parametrize(
    ("fen", "moves", "points", "reason"),
    [
        ("8/8/3k4/8/4n3/3K4/P7/R7 w 0", "d3e4", (1.0, 0.0), "bare"),  # Two pieces more: at once.
        ("8/8/3k4/8/4n3/3K4/8/R7 w 0", "d3e4 d6e6", (1.0, 0.0), "bare"),  # One: after a move that does not capture it.
        ("8/8/8/4k3/R3n3/8/8/4K3 w 0", "a4e4 e5e4", (0.5, 0.5), "bare_both"),
        ("r7/p7/3k4/4N3/8/3K4/8/8 b 0", "d6e5", (0.0, 1.0), "bare"),
        ("8/8/8/4k3/8/8/8/R3K3 w 0", "", (1.0, 0.0), "bare"),  # The move to answer with is over.
        ("8/8/8/4k3/8/8/8/4K3 w 0", "", (0.5, 0.5), "bare_both"),
    ],
)
def test_shatranj_s5_a_bare_king_loses_unless_it_captures_the_last_piece(fen, moves, points, reason):
    assert played("Shatranj", fen, *moves.split()).result() == (points, reason)


def test_shatranj_s5_the_game_goes_on_for_one_answer():
    answering = played("Shatranj", "8/8/3k4/8/4n3/3K4/8/R7 w 0", "d3e4")
    assert answering.result() is None
    assert len(answering.moves(1)) == 6


def test_shatranj_s6_seventy_moves_are_a_draw():
    variant = load("Shatranj")
    game = Game(variant.from_fen("rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 139 80"))
    assert game.ending() is None
    assert game.play({0: variant.read("b1c3")}).ending() == ((0.5, 0.5), "quiet_turns")


def test_makruk_k3_a_pawn_becomes_a_met_on_the_sixth_rank_and_must():
    variant = load("Makruk")
    assert targets(variant.from_fen("4k3/8/8/3P4/8/8/8/3K4 w 0"), "d5") == {"d6m"}
    assert targets(variant.start(), "a3") == {"a4"}
    for rank in ("3P4/8/8", "8/3P4/8", "8/8/3P4"):
        with pytest.raises(FenError, match="No pawn can stand"):
            variant.from_fen(f"{rank}/8/8/8/8/k6K w 0")


@pytest.mark.parametrize(
    ("fen", "move"),
    [
        ("3k4/8/3m4/8/2p5/3K4/8/R7 w 0", "d3c4"),  # The last pawn is captured,
        ("3k4/8/3m4/P7/8/3K4/8/R7 w 0", "a5a6m"),  # or becomes a met.
    ],
)
def test_makruk_k5_the_boards_honour_begins_when_no_pawn_is_left(fen, move):
    before = load("Makruk").from_fen(fen)
    assert before.tallies(0) == ()
    after = played("Makruk", fen, move)
    assert (after.counted, after.count_limit) == (0, 128)
    assert played("Makruk", after.fen(), "d8e8").tallies(0) == (Tally("counted", None, 1, 64),)


@pytest.mark.parametrize(
    ("first_rank", "moves"),
    [
        ("R2R4", 8), ("R6N", 16), ("R2S2S1", 16), ("S2S2N1", 22), ("N2N2S1", 32), ("S2M2N1", 44), ("N2M2M1", 64),
        ("M2M4", 64),
    ],
)  # fmt: skip
def test_makruk_k6_the_pieces_honour_begins_at_the_pieces_with_a_limit_by_them(first_rank, moves):
    after = played("Makruk", f'8/8/8/4k3/8/8/3Km3/{first_rank} w 30 {{"counted":"40","limit":"128"}}', "d2e2")
    pieces = sum(symbol != "" for symbol in after.board)
    assert (after.counted, after.count_limit) == (2 * pieces, 2 * moves)


def test_makruk_k6_the_limit_stays_and_begins_too_when_a_bare_king_takes_the_last_pawn():
    after = played("Makruk", '8/8/8/4k3/8/3Km3/8/R2R4 w 30 {"counted":"40","limit":"128"}', "d3e3", "e5f5", "d1d2")
    assert (after.counted, after.count_limit) == (10, 16)
    chased = played("Makruk", '8/8/8/8/8/2k5/3R4/R4K2 b 30 {"counted":"10","limit":"16"}', "c3d2")
    assert (chased.counted, chased.count_limit) == (11, 16)
    bare = played("Makruk", "8/8/8/4k3/4P3/8/8/R4K2 b 0", "e5e4")
    assert (bare.counted, bare.count_limit) == (5, 32)


def test_makruk_k7_a_draw_may_be_claimed_past_the_limit_and_not_before():
    variant = load("Makruk")
    game = Game(variant.from_fen('1k6/3R4/2K5/8/8/8/8/R7 w 102 {"counted":"15","limit":"16"}'))
    for move, claimable in (("a1a2", False), ("b8c8", True)):
        (seat,) = game.position.to_act
        game = game.play({seat: variant.read(move)})
        assert game.ending() is None
        assert (game.claimable() == ((0.5, 0.5), "counted")) == claimable
    mate = game.play({0: variant.read("a2a8")})
    assert mate.ending() == ((1.0, 0.0), "checkmate")


def test_makruk_k8_six_fields_say_limit_and_count_in_halfmoves():
    variant = load("Makruk")
    fen = "1k6/3R4/8/3K4/8/8/8/R7 w - 16 15 52"
    position = variant.from_fen(fen)
    assert (position.counted, position.count_limit) == (15, 16)
    assert position.standard_fen() == fen
    assert variant.from_fen(position.fen()) == position


FREE = ' {"flags":"8888"}'


def rows(position):
    """The rows of a position's FEN."""
    return position.fen().split(" ")[0]


@pytest.mark.parametrize(
    ("fen", "move", "after"),
    [
        ("4k3/8/8/3p4/8/8/3R4/4K3 w 0", "d2d5", "4k3/8/8/8/8/8/3R4/4K3"),
        ("3r1k2/2P5/8/8/8/8/8/4K3 w 0", "c7d8", "5k2/2P5/8/8/8/8/8/4K3"),
        ("8/8/8/8/8/8/4q3/4K2k w 0", "e1e2", "8/8/8/8/8/8/8/4K2k"),
    ],
)
def test_rifle_r1_a_piece_that_captures_stays_on_its_square(fen, move, after):
    shot = played("Rifle", fen + FREE, move)
    assert rows(shot) == after
    assert [event.code for event in shot.events] == ["captured"]


def test_rifle_r2_pawns_stay_pawns_and_en_passant_takes_the_other_one_off():
    variant = load("Rifle")
    assert targets(variant.from_fen("3r1k2/2P5/8/8/8/8/8/4K3 w 0" + FREE), "c7") == {
        "d8", "c8q", "c8r", "c8b", "c8n",
    }  # fmt: skip
    passed = played("Rifle", "4k3/3p4/8/4P3/8/8/8/4K3 b 0" + FREE, "d7d5", "e5d6")
    assert rows(passed) == "4k3/8/8/4P3/8/8/8/4K3"


@pytest.mark.parametrize(
    ("fen", "origin", "expected"),
    [
        ("6k1/6Q1/8/8/8/2B5/8/4K3 b 0", "g8", {"g7"}),  # A protected piece beside the king,
        ("6k1/8/6Q1/8/8/2B5/8/4K3 b 0", "g8", {"f8"}),  # but not one farther away.
        ("4r2k/8/8/8/8/2p5/4N3/4K3 w 0", "e2", {"c3"}),  # A pinned piece shoots, and does not move.
        ("4k3/8/8/8/4r3/8/3N4/4K3 w 0", "d2", {"e4"}),  # What gives check is shot from afar.
        ("4k3/8/8/8/4r3/8/3N4/r3K3 w 0", "d2", set()),  # Of two attackers one would be left.
    ],
)
def test_rifle_r3_kings_and_pinned_pieces_shoot(fen, origin, expected):
    assert targets(load("Rifle").from_fen(fen + FREE), origin) == expected


def test_rifle_r4_a_rook_or_a_king_that_has_shot_castles_no_more():
    rook = played("Rifle", 'r3k3/p7/8/8/8/8/8/R3K2R w 0 {"flags":"0788"}', "a1a7", "e8e7")
    assert targets(rook, "e1") >= {"g1"}
    assert "c1" not in targets(rook, "e1")
    king = played("Rifle", '4k3/8/8/8/8/8/4p3/R3K2R w 0 {"flags":"0788"}', "e1e2", "e8e7")
    assert targets(king, "e1").isdisjoint({"c1", "g1"})


@pytest.mark.parametrize(
    ("fen", "move", "after"),
    [
        ("4k3/2p1p3/8/8/8/2N5/8/4K3 w 0", "c3d5", "4k3/2P1P3/8/3N4/8/8/8/4K3"),
        ("4k3/8/2r5/8/8/8/2r5/R3K3 w 0", "a1c1", "4k3/8/2r5/8/8/8/2R5/2R1K3"),  # Not through a piece.
        ("3qk3/8/8/8/8/3N4/8/3RK3 w 0", "d3b4", "3qk3/8/8/8/1N6/8/8/3RK3"),  # Not by another piece.
        ("4k3/3n4/5p2/8/8/8/8/3RK3 w 0", "d1d2", "4k3/3N4/5p2/8/8/8/3R4/4K3"),  # Not by what is converted.
        ("4k3/8/3p1p2/8/4P3/8/8/4K3 w 0", "e4e5", "4k3/8/3P1P2/4P3/8/8/8/4K3"),
    ],
)
def test_benedict_b1_what_the_moved_piece_attacks_changes_sides(fen, move, after):
    position = load("Benedict").from_fen(fen + FREE)
    assert not any(position.effects(0, each).victim for each in position.moves(0))
    assert rows(played("Benedict", fen + FREE, move)) == after


def test_benedict_b2_castling_converts_by_king_and_rook_and_a_promoted_pawn_as_what_it_is():
    castled = played("Benedict", '3k4/8/8/8/8/8/5n1p/4K2R w 0 {"flags":"8788"}', "e1g1")
    assert rows(castled) == "3k4/8/8/8/8/8/5N1P/5RK1"
    squares = [event.squares for event in castled.events if event.code == "converted"]
    assert [castled.grid.names[at] for (at,) in squares] == ["f2", "h2"]
    promoted = played("Benedict", "1r6/3P4/5r2/8/8/8/7k/4K3 w 0" + FREE, "d7d8n")
    assert rows(promoted) == "1r1N4/8/5r2/8/8/8/7k/4K3"
    assert rows(played("Benedict", "1r6/3P4/5r2/8/8/8/7k/4K3 w 0" + FREE, "d7d8q")) == "1R1Q4/8/5R2/8/8/8/7k/4K3"


def test_benedict_b3_a_rook_that_changes_sides_castles_again_once_it_is_back():
    lost = played("Benedict", '4k3/8/8/8/8/8/r7/R3K2R b 0 {"flags":"0788"}', "a2b2", "e1g1")
    assert rows(lost).endswith("R4RK1")
    taken = played("Benedict", '4k3/8/8/8/8/8/1r6/R3K2R b 0 {"flags":"0788"}', "b2a2")
    assert rows(taken).endswith("r3K2R")
    assert "c1" not in targets(taken, "e1")
    assert taken.standard_fen() is None
    assert load("Benedict").from_fen(taken.fen()) == taken
    again = played("Benedict", '4k3/8/8/8/8/8/8/r1B1K3 w 0 {"flags":"0888"}', "c1b2", "e8e7")
    assert rows(again).endswith("R3K3")
    assert "c1" in targets(again, "e1")


def test_benedict_b4_whose_king_changes_sides_has_lost_and_attacks_hinder_nothing():
    assert played("Benedict", "4k3/8/8/8/8/8/8/R3K3 w 0" + FREE, "a1a8").result() == ((1.0, 0.0), "extinct")
    attacked = load("Benedict").from_fen('4kr2/8/8/8/8/8/8/4K2R w 0 {"flags":"8788"}')
    assert "g1" in targets(attacked, "e1")


def test_benedict_b5_a_turn_that_converts_is_not_quiet():
    assert played("Benedict", "4k3/8/8/8/8/8/8/R3K3 w 0" + FREE, "a1a2", "e8e7").quiet == 2
    assert played("Benedict", "4k3/8/8/8/8/2r5/8/R3K3 w 0" + FREE, "a1a3").quiet == 0


@pytest.mark.parametrize(
    ("fen", "origin", "expected"),
    [
        ("4k3/3r4/8/8/8/8/3R4/4K3 w 0", "d2", set()),
        ("4k3/3r4/8/8/8/3b4/3R4/4K3 w 0", "d2", {"d1", "d3", "a2", "b2", "c2", "e2", "f2", "g2", "h2"}),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w 0", "e4", set()),
        ("4k3/8/8/4p3/4P3/3p4/8/4K3 w 0", "e4", set()),  # Blocked, not paralysed.
        ("4k3/8/8/3n4/8/4n3/5N2/4K3 w 0", "f2", {"d1", "d3", "e4", "g4", "h1", "h3"}),
        ("4k3/8/8/3n4/8/4N3/8/4K3 w 0", "e3", set()),
        ("3k4/8/8/3b4/4Q3/8/8/4K3 w 0", "e4", {"d5"}),
    ],
)
def test_madrasi_m1_a_piece_attacked_by_one_of_its_kind_does_not_move(fen, origin, expected):
    found = targets(load("Madrasi").from_fen(fen + FREE), origin)
    assert found & expected == expected
    assert bool(found) == bool(expected)


def test_madrasi_m1_a_paralysed_piece_gives_no_check():
    after = played("Madrasi", "r1bqkbnr/1ppp1ppp/p1n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w 6", "h5f7")
    assert [event.code for event in after.events] == ["captured", "check"]
    assert sorted(map(after.write, after.moves(1))) == ["d8e7", "d8f6"]
    assert played("Madrasi", after.fen(), "d8e7").kings_in_check(1) == ()


def test_madrasi_m2_no_move_frees_a_piece_that_attacks_the_own_king():
    assert targets(load("Madrasi").from_fen("6k1/8/8/8/R3r3/8/1N6/4K3 w 0" + FREE), "b2") == {"d1", "d3"}


def test_madrasi_m3_kings_stand_side_by_side_unless_the_option_frees_them():
    variant = load("Madrasi")
    apart = "8/8/8/3k4/8/3K4/8/4R3 b 0" + FREE
    assert "d4" in targets(variant.from_fen(apart), "d5")
    assert "d4" not in targets(variant.from_fen(apart, {"kings": "free"}), "d5")
    together = played("Madrasi", apart, "d5d4")
    assert together.kings_in_check(0) == ()
    assert targets(together, "d3") == set()
    assert played("Madrasi", together.fen(), "e1e4").result() == ((1.0, 0.0), "checkmate")
    with pytest.raises(FenError, match="could take the king"):
        variant.from_fen(together.fen(), {"kings": "free"})


def test_madrasi_m4_en_passant_paralyses_nobody():
    assert rows(played("Madrasi", "4k3/8/8/8/2p5/8/3P4/4K3 w 0" + FREE, "d2d4", "c4d3")) == "4k3/8/8/8/8/3p4/8/4K3"
    assert "d3" not in targets(played("Madrasi", "4k3/8/8/8/2p5/1P6/3P4/4K3 w 0" + FREE, "d2d4"), "c4")


def test_madrasi_m5_a_paralysed_rook_castles_and_a_paralysed_king_does_not():
    rook = load("Madrasi").from_fen('4k3/8/8/8/8/r7/8/R3K3 w 0 {"flags":"0888"}')
    assert targets(rook, "a1") == set()
    assert "c1" in targets(rook, "e1")
    king = load("Madrasi").from_fen('8/8/8/8/8/8/3k4/4K2R w 0 {"flags":"8788"}')
    assert targets(king, "e1") == set()


def test_marseillais_t1_each_move_of_a_turn_is_legal_by_itself():
    pinned = load("Marseillais").from_fen("4r2k/8/8/8/8/8/4B3/4K3 w 2" + FREE)
    assert targets(pinned, "e2") == set()
    checked = load("Marseillais").from_fen("4r2k/8/8/8/8/8/3B4/4K3 w 2" + FREE)
    assert {checked.write(move)[2:] for move in checked.moves(0)} == {"e3", "d1", "f1", "f2"}
    within = played("Marseillais", "4k3/8/8/8/8/8/8/4K2R w 2" + FREE, "e1e2")
    assert (within.to_act, within.left, within.plies) == ((0,), 1, 3)


def test_marseillais_t2_the_first_turn_has_one_move():
    start = load("Marseillais").start()
    assert start.tallies(0) == (Tally("left", 0, 1, 1),)
    black = played("Marseillais", start.fen(), "e2e4")
    assert (black.to_act, black.left, black.plies) == ((1,), 2, 1)
    assert black.tallies(0) == (Tally("left", 1, 2, 2),)


def test_marseillais_t3_a_check_ends_the_turn_and_so_does_a_position_without_a_second_move():
    check = played("Marseillais", "4k3/8/8/8/8/8/8/R3K3 w 2" + FREE, "a1a8")
    assert (check.to_act, check.left, check.plies) == ((1,), 2, 3)
    assert [event.code for event in check.events] == ["moved", "check", "cut"]
    last = played("Marseillais", "4k3/8/8/8/8/8/8/R3K3 w 2" + FREE, "a1a2", "a2a8")
    assert [event.code for event in last.events] == ["moved", "check"]
    stuck = played("Marseillais", "7k/8/8/7p/8/1q5P/8/K7 w 2" + FREE, "h3h4")
    assert (stuck.to_act, stuck.left, stuck.plies, stuck.result()) == ((1,), 2, 3, None)


def test_marseillais_t4_en_passant_with_the_first_move_or_with_both():
    twice = "4k3/8/8/8/1p4p1/8/P6P/4K3 w 2" + FREE
    both = played("Marseillais", twice, "a2a4", "h2h4", "b4a3", "g4h3")
    assert rows(both) == "4k3/8/8/8/8/p6p/8/4K3"
    one = played("Marseillais", twice, "a2a4", "h2h4", "b4a3", "e8e7")
    assert one.en_passant == ()  # Those of the turn before are over.
    assert targets(played("Marseillais", twice, "a2a4", "h2h4", "e8e7"), "b4") == {"b3"}
    assert targets(played("Marseillais", twice, "a2a4", "a4a5"), "b4") == {"b3"}
    first = played("Marseillais", twice, "a2a4", "e1e2")
    assert targets(first, "b4") == {"a3", "b3"}
    filled = played("Marseillais", "4k3/8/8/8/1p6/8/P2B4/4K3 w 2" + FREE, "a2a4", "d2c1")
    assert targets(filled, "b4") == {"a3", "b3"}
    covered = played("Marseillais", "4k3/8/8/8/1p6/8/PB6/4K3 w 2" + FREE, "a2a4", "b2a3", "b4a3")
    assert rows(covered) == "4k3/8/8/8/P7/p7/8/4K3"  # The bishop is captured, and not the pawn too.


@pytest.mark.parametrize(
    ("fen", "left"),
    [("w 0", 1), ("b 1", 2), ("b 2", 1), ("w 2", 2), ("w 3", 1), ("b 0", 1), ('w 0 {"left":"2"}', 2), ("w", 1)],
)
def test_marseillais_t5_the_counter_tells_the_moves_that_are_left(fen, left):
    variant = load("Marseillais")
    rank = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR "
    assert variant.from_fen(rank + fen).left == left
    # Of a pawn that has gone on vchess still writes what it passed.
    gone = variant.from_fen("4k3/8/8/P7/1p6/8/7P/4K3 b 3 iiii a3,-")
    assert gone.en_passant == ()


def test_alice_a1_a_piece_that_has_moved_is_on_the_other_board():
    after = played("Alice", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0", "g1f3", "e7e6", "f3e5", "f8c5")
    assert rows(after) == "rnbqk1nr/pppp1ppp/4s3/2c1N3/8/8/PPPPPPPP/RNBQKB1R"
    assert after.standard_fen() is None


def test_alice_a2_a_piece_sees_its_own_board_and_ends_where_the_other_one_is_free():
    position = load("Alice").from_fen("4k3/8/8/8/R2s3r/8/8/4K3 w 0" + FREE)
    rank = {square for square in targets(position, "a4") if square[1] == "4"}
    assert rank == {"b4", "c4", "e4", "f4", "g4", "h4"}
    assert rows(played("Alice", position.fen(), "a4h4")) == "4k3/8/8/8/3s3U/8/8/4K3"


@pytest.mark.parametrize(
    ("fen", "origin", "expected"),
    [
        ("7k/8/8/4u3/8/8/8/3RK3 w 0", "e1", {"d2", "f1", "f2"}),  # e2 is not safe behind the mirror.
        ("7k/8/8/8/8/8/5r2/4K3 w 0", "e1", {"d1", "f2"}),  # Nor are f1, e2 and d2 before it.
        ("7k/8/8/8/8/8/4r3/4K3 w 0", "e1", {"d1", "e2", "f1"}),
        ("4r2k/8/8/8/8/8/3B4/4K3 w 0", "d2", set()),  # It would not stay between.
        ("4r2k/8/8/8/8/8/3C4/4K3 w 0", "d2", {"e3"}),  # It comes from the other board.
    ],
)
def test_alice_a3_kings_are_safe_on_both_boards(fen, origin, expected):
    assert targets(load("Alice").from_fen(fen + FREE), origin) == expected


def test_alice_a3_mate_that_nobody_can_come_between():
    mate = played("Alice", load("Alice").start().fen(), "e2e4", "d7d5", "f1e2", "d5e4", "e2b5")
    assert mate.result() == ((1.0, 0.0), "checkmate")


@pytest.mark.parametrize(
    ("fen", "castles"),
    [
        ('4k3/8/8/8/8/8/8/RO2K3 w 0 {"flags":"0888"}', True),  # In nobody's way behind the mirror.
        ('4k3/8/8/8/8/8/8/RN2K3 w 0 {"flags":"0888"}', False),
        ('4k3/8/8/8/8/8/8/R1O1K3 w 0 {"flags":"0888"}', False),  # Where the king ends,
        ('4k3/8/8/8/8/8/8/R2OK3 w 0 {"flags":"0888"}', False),  # and where the rook does.
        ('2u1k3/8/8/8/8/8/8/R3K3 w 0 {"flags":"0888"}', False),  # Not safe behind the mirror,
        ('2r1k3/8/8/8/8/8/8/R3K3 w 0 {"flags":"0888"}', False),  # nor before it.
        ('3uk3/8/8/8/8/8/8/R3K3 w 0 {"flags":"0888"}', True),  # It passes on the first board alone.
        ('3rk3/8/8/8/8/8/8/R3K3 w 0 {"flags":"0888"}', False),
    ],
)
def test_alice_a4_castling_on_the_first_board(fen, castles):
    position = load("Alice").from_fen(fen)
    assert ("c1" in targets(position, "e1")) == castles
    if castles:
        move = position.read("e1c1")
        assert position.labels(0)[move] == "0-0-0"
        assert rows(position.play({0: move})).endswith("LU4")


@pytest.mark.parametrize(
    ("fen", "taker", "after"),
    [
        ("4k3/3p4/8/4P3/8/8/8/4K3 b 0", "e5d6", "4k3/8/3S4/8/8/8/8/4K3"),
        ("4k3/3p4/8/4S3/8/8/8/4K3 b 0", "e5d6", "4k3/8/3P4/8/8/8/8/4K3"),
        ("4k3/3p4/3O4/4P3/8/8/8/4K3 b 0", "", ""),  # Somebody stands on the square that was passed.
    ],
)
def test_alice_a5_en_passant_from_either_board(fen, taker, after):
    stepped = played("Alice", fen + FREE, "d7d5")
    assert load("Alice").from_fen(stepped.fen()).key() == stepped.key()
    if taker:
        assert rows(played("Alice", stepped.fen(), taker)) == after
    else:
        assert targets(stepped, "e5") == {"e6"}


def test_alice_a6_a_promoted_pawn_is_on_the_other_board():
    assert rows(played("Alice", "7k/8/8/8/8/8/p7/4K3 b 0" + FREE, "a2a1q")) == "7k/8/8/8/8/8/8/t3K3"
    assert rows(played("Alice", "1r5k/S7/8/8/8/8/8/4K3 w 0" + FREE, "a7a8n")) == "Nr5k/8/8/8/8/8/8/4K3"
    assert targets(load("Alice").from_fen("1r5k/S7/8/8/8/8/8/4K3 w 0" + FREE), "a7") == {"a8q", "a8r", "a8b", "a8n"}


def test_alice_a7_counts_pieces_alike_on_both_boards():
    variant = load("Alice")
    assert {symbol: variant.material[symbol] for symbol in "PSNOBCRUQT"} == {
        "P": 1, "S": 1, "N": 3, "O": 3, "B": 3, "C": 3, "R": 5, "U": 5, "Q": 9, "T": 9,
    }  # fmt: skip
    assert variant.start().standard_fen() is not None


TWO_KINGS = "rnbqkbn1/P5pr/8/8/8/8/7P/RNBQK2R w 0"
"""White's pawn on a7 may become a second king by capturing on b8."""


def test_extinction_e1_a_right_to_castle_goes_with_the_king_that_castles():
    variant = load("Extinction")
    second = after(variant.from_fen(TWO_KINGS), "a7b8k", "g7g6", "b8b7", "g6g5")
    assert "e1g1" in offered(second), "the other king has moved"
    drawn = variant.from_fen("rnbqkr2/p7/8/8/8/8/P3K3/RNBQ2KR w H - 0 1")
    assert "g1h1" in offered(after(drawn, "a2a3", "a7a6"))
    assert not {"g1h1", "e1g1"} & offered(after(drawn, "e2e1", "a7a6")), "by which king, no FEN could tell"
    for fen, moves in (
        ("rnbqkbn1/P3r1pr/8/8/8/8/7P/RNBQK2R w 0", ("a7b8k", "e7e1")),
        ("rnbqk2r/7p/8/8/8/8/4R1Pp/RNBQKBN1 b 0", ("h2h1k", "e2e8")),
    ):
        captured = after(variant.from_fen(fen), *moves)
        assert captured.result() is None
        assert offered(captured)
        assert variant.from_fen(captured.fen()) == captured.then(events=())


def test_alice_a_pawn_behind_the_mirror_makes_no_double_step():
    assert offered(load("Alice").from_fen("4k3/8/8/8/8/8/4S3/4K3 w 0"), "e2") == {"e2e3"}


MATE_ALONE = (
    "Alice", "Atomic", "Berolina", "Capablanca", "Cylinder", "Grand", "Grasshopper", "LosAlamos", "Madrasi", "Makruk",
    "Marseillais", "Minichess", "Progressive", "Rifle",
)  # fmt: skip
"""Games that are won by a mate alone, or by what a king cannot do either."""


@pytest.mark.parametrize("name", MATE_ALONE)
def test_a_bare_king_does_not_win_on_time_where_only_a_mate_wins(name):
    variant = load(name)
    files, ranks = variant.size
    empty = [str(files)] * (ranks - 3)
    rows = [f"k{files - 1}", f"{files - 1}R", *empty, f"{files - 1}K"]
    game = Game(variant.from_fen(f"{'/'.join(rows)} w 0"))
    assert (game.position.result(), game.out_of_time({0}).reason, game.out_of_time({1}).reason) == (
        None,
        "time_material",
        "time",
    )
