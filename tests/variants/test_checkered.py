"""The rules of Checkered one by one, each from a position."""

from random import Random

import pytest

from tests.harness.lines_of_play import after, codes, offered
from variants.Checkered import Variant
from variants.grid import grid
from variants.position import Event, Eyes, Result, Tally

INDEX = grid(8, 8).index
DIAGRAM = "2kr4/pp6/2p5/4ss1r/1P2ns1P/2Np4/P1P1P1BP/R2o1RK1 b 0"
MATE = "7k/b5pp/8/8/8/8/6ss/7K w 4 "


def squares(*names):
    return tuple(INDEX[name] for name in names)


def at(fen, **named):
    """A position without castling and, where not named, without anything that passed."""
    given = {"flags": "8888" + "1" * 16, **named}
    rows_and_turn = fen if " " in fen else f"{fen} w"
    rows, turn, *plies = rows_and_turn.split(" ")
    fields = ",".join(f'"{name}":"{value}"' for name, value in given.items())
    return Variant.from_fen(f"{rows} {turn} {plies[0] if plies else 0} {{{fields}}}")


def symbol(position, name):
    return position.board[INDEX[name]]


# Stage 1: captures


@pytest.mark.parametrize(
    ("stage", "stones"),
    [("1", ("white", "black")), ("2w", ("quartered", "both")), ("2b", ("both", "quartered"))],
)
def test_each_seat_has_the_stone_of_the_pieces_that_it_commands(stage, stones):
    assert at("4k3/8/8/3c4/8/8/8/4K3", stage=stage).stones() == stones


def test_b1_a_capture_makes_one_checkered_piece():
    position = after(at("4k3/8/8/3n4/8/2N5/8/4K3"), "c3d5")
    assert symbol(position, "d5") == "o"
    assert symbol(position, "c3") == ""
    assert position.events == (
        Event("captured", 0, squares("c3", "d5"), ("N", "n")),
        Event("born", 0, squares("d5"), ("o",)),
    )


def test_b2_the_mover_chooses_between_the_two_natures():
    position = at(DIAGRAM)
    assert {"h5h4", "h5h4p"} <= offered(position, "h5")
    assert symbol(after(position, "h5h4"), "h4") == "u"
    assert symbol(after(position, "h5h4p"), "h4") == "s"
    seat = position.to_act[0]
    assert position.becomes(seat, Variant.read("h5h4p")) == "s"
    assert position.becomes(seat, Variant.read("h5h4")) == "u"
    assert position.becomes(seat, Variant.read("h5h8")) == "r"


def test_b3_a_king_that_captures_stays_a_king():
    position = after(at("7k/8/8/8/8/8/3n4/4K3"), "e1d2")
    assert symbol(position, "d2") == "K"
    assert codes(position) == ["captured"]


def test_b3_a_king_that_captures_a_rook_with_a_right_does_not_castle_with_it():
    position = at("4N3/b7/8/8/4R3/7P/8/R1K3kR b", flags="0788" + "1" * 16)
    taken = after(position, "g1h1")
    assert taken.fen().startswith("4N3/b7/8/8/4R3/7P/8/R1K4k w 1 ")
    assert '"flags":"0888' in taken.fen()
    assert codes(taken) == ["captured"]


def test_b4_a_pawn_that_captures_on_the_last_rank_has_four_choices():
    position = at("3r3k/4P3/8/8/8/8/8/K7")
    assert offered(position, "e7d8") == {"e7d8q", "e7d8r", "e7d8b", "e7d8n"}
    assert after(position, "e7d8n").events == (
        Event("captured", 0, squares("e7", "d8"), ("P", "r")),
        Event("promoted", 0, squares("d8"), ("P", "o")),
    )
    assert symbol(after(position, "e7e8q"), "e8") == "Q"


def test_b4_a_checkered_pawn_promotes_to_a_checkered_piece():
    assert symbol(after(at("7k/4s3/8/8/8/8/8/K7"), "e7e8r"), "e8") == "u"


def test_b5_b15_b16_only_a_normal_pawn_takes_en_passant_and_the_heir_is_checkered():
    position = at("4k3/8/8/2sPp3/8/8/8/4K3", enpassant="e6")
    assert offered(position, "d5") == {"d5d6", "d5e6"}
    taken = after(position, "d5e6")
    assert (symbol(taken, "e6"), symbol(taken, "e5"), symbol(taken, "d5")) == ("s", "", "")
    assert codes(taken) == ["en_passant", "born"]
    assert offered(at("4k3/8/8/3sp3/8/8/8/4K3", enpassant="e6"), "d5") == {"d5d6"}


def test_b15_a_checkered_double_step_sets_no_square():
    assert after(at("4k3/8/8/8/3p4/8/4s3/K7"), "e2e4").en_passant == ()
    assert after(at("4k3/8/8/8/3p4/8/4P3/K7"), "e2e4").en_passant == ((INDEX["e3"], INDEX["e4"]),)


RIGHT = {"flags": "8788" + "1" * 16}


@pytest.mark.parametrize(
    ("fen", "named", "there", "not_there"),
    [
        # b2: equal natures give one move.
        ("r3k3/8/8/8/8/8/8/R3K3", {}, "a1a8", "a1a8p a1a8n a1a8b a1a8r a1a8q"),
        # b6, b7: checkered pieces serve the side to move, and are never captured.
        ("4k3/8/8/1p1u1P2/3n4/8/8/4K3 w", {}, "d5b5 d5b5p d5d4 d5d4n", "d5f5 d5f5p"),
        ("4k3/8/8/1p1u1P2/3n4/8/8/4K3 b", {}, "d5f5 d5f5p", "d5b5 d5d4"),
        ("4k3/8/8/3u4/3q4/8/8/7K b", {}, "", "d4d5 d4d5r"),
        # b8: a checkered pawn goes the way of its mover.
        ("4k3/8/8/8/4s3/8/8/4K3 w", {}, "e4e5", "e4e3"),
        ("4k3/8/8/8/4s3/8/8/4K3 b", {}, "e4e3", "e4e5"),
        # b9: a capture may not bear a piece that attacks the own king.
        ("7k/8/8/8/8/5n2/8/4K1N1", {}, "", "g1f3"),
        ("7k/8/8/8/8/5p2/8/4K1N1", {}, "g1f3p", "g1f3"),
        # b13, b14: double steps, and where a checkered pawn has one.
        ("4k3/8/8/8/8/8/s3P3/4K3", {}, "a2a4", ""),
        ("4k3/8/8/8/8/8/s3P3/4K3", {"flags": "8888" + "0" + "1" * 15}, "", "a2a4"),
        ("4k3/8/8/8/8/8/s3P3/4K3 b", {}, "a2a1q", ""),
        ("4k3/s7/8/8/8/8/8/4K3 w", {}, "", "a7a5"),
        ("4k3/s7/8/8/8/8/8/4K3 b", {}, "a7a5", ""),
        # b17: no castling out of, through or into a checkered attack.
        ("k7/8/8/8/8/8/8/4K2R", RIGHT, "e1g1", ""),
        ("k7/8/8/8/8/8/8/4K1cR", RIGHT, "", "e1g1"),
        ("k7/8/8/8/4u3/8/8/4K2R", RIGHT, "", "e1g1"),
        ("k7/8/8/8/5u2/8/8/4K2R", RIGHT, "", "e1g1"),
        ("k7/8/8/8/6u1/8/8/4K2R", RIGHT, "", "e1g1"),
        ("k7/8/8/8/7u/8/8/4K2R", RIGHT, "e1g1", ""),
        # s2: White and Black do not capture one another.
        ("r3k3/8/8/8/7o/8/8/R3K3 b", {"stage": "2w"}, "", "a1a8"),
        # s3: no move may leave either king attacked.
        ("4k3/4r3/8/8/4u3/8/4R3/4K3 b", {"stage": "2w"}, "e7e4 e2e4", "e7d7 e2d2"),
        ("8/8/8/2kK4/8/8/8/7u b", {"stage": "2w"}, "d5d6", ""),
        # d7: a checkered jump needs its flag in stage 2 too.
        ("k7/8/8/8/8/8/6s1/K7 b", {"stage": "2b", "flags": "88881111110111111111"}, "", "g2g4"),
        # s7: both kings castle, and only checkered attacks matter.
        ("4k2r/8/8/8/8/8/8/4K2R b", {"stage": "2w", "flags": "8787" + "1" * 16}, "e1g1 e8g8", ""),
        ("4k3/8/8/8/5r2/8/8/4K2R b", {"stage": "2w", **RIGHT}, "e1g1", ""),
        ("4k3/8/8/8/5u2/8/8/4K2R b", {"stage": "2w", **RIGHT}, "", "e1g1"),
    ],
)
def test_b2_to_s7_offered_moves(fen, named, there, not_there):
    moves = offered(at(fen, **named))
    assert moves >= set(there.split())
    assert not moves & set(not_there.split())


def test_b10_a_checkered_check_is_answered_by_moving_that_very_piece():
    position = at("3k4/8/8/8/4u3/8/8/4K3")
    assert position.picture(Eyes.SPECTATOR).marks == {INDEX["e1"]: "check"}
    assert {"e4a4", "e4h4"} <= offered(position, "e4")
    assert "e4e3" not in offered(position)


def test_b12_a_checkered_move_cannot_be_undone_at_once():
    position = after(at("4k3/8/8/3u4/8/8/8/4K3 b"), "d5d4")
    assert "d4d5" not in offered(position)
    assert "d4d5" in offered(after(position, "e1f1", "e8f8"))


def test_b12_captures_and_promotions_can_be_undone():
    captured = after(at(DIAGRAM), "h5h4")
    assert "h4h5" in offered(captured)
    assert "h4h5" in offered(after(at(DIAGRAM), "h5h4p"))
    promoted = after(at("k7/4s3/8/8/8/8/8/K7"), "e7e8r")
    assert promoted.cmove == ()
    assert "e8e7" in offered(promoted)


def test_b13_a_double_step_is_spent_for_the_square():
    jumped = after(at("4k3/8/8/8/8/8/s3P3/4K3"), "e2e4")
    assert INDEX["e2"] not in jumped.double_steps
    assert jumped.fen().split('"')[3] == "8888" + "1111011111111111"


def test_b17_a_right_is_lost_when_anything_reaches_the_rook():
    position = at("4k3/8/8/8/8/8/8/4K2R w", flags="8788" + "1" * 16)
    taken = after(at("4k3/8/8/8/8/6n1/8/4K2R b", flags="8788" + "1" * 16), "g3h1")
    assert taken.castling == (None, None, None, None)
    assert after(position, "e1e2", "e8d8", "e2e1").castling == (None, None, None, None)
    assert after(position, "h1h2").castling == (None, None, None, None)
    assert after(position, "e1g1").castling == (None, None, None, None)


def test_b18_b19_the_page_diagram_is_mate_by_the_rule_against_undoing():
    mate = Variant.from_fen(MATE + '{"flags":"88880000000000000011","cmove":"g3g2"}')
    assert mate.result() == Result((0.0, 1.0), "checkmate")
    assert mate.moves(0) == ()
    without_bishop = Variant.from_fen(mate.fen().replace("b5pp", "6pp"))
    assert without_bishop.result() == Result((0.0, 1.0), "checkmate")
    assert offered(Variant.from_fen(MATE + '{"flags":"88880000000000000011"}')) == {"g2g3"}


def test_d6_the_switch_never_averts_the_end():
    mate = at("8/8/5s1Q/8/K3pR1k/8/8/5o2 b", flags="88880000011101110111", cmove="e3f1")
    assert mate.moves(1) == ()
    assert mate.result() == Result((1.0, 0.0), "checkmate")


# The switch


def test_c4_the_switch_keeps_turn_and_plies():
    position = at("4k3/p7/8/8/3o4/8/P7/4K3 w 12", cmove="f5d4")
    assert "e1e8" in offered(position)
    assert position.special(0, Variant.read("e1e8")) == "switch"
    assert position.notation({0: Variant.read("e1e8")}, 1) == {0: "Switch"}
    assert position.becomes(0, Variant.read("e1e8")) == "K"
    switched = after(position, "e1e8")
    assert (switched.stage, switched.to_act, switched.plies, switched.cmove) == ("2w", (0,), 12, ())
    assert switched.events == (Event("switched", 0, squares("e1", "e8"), ("K", "k")),)
    assert Variant.event_codes["switched"] is None  # No king goes anywhere.
    assert all(text.startswith("d4") for text in offered(switched))
    assert switched.tallies(Eyes.ALL) == (
        Tally("stage", None, 2, 2),
        Tally("checkered_army", 0, 1),
        Tally("both_armies", 1, 4),
    )
    assert position.tallies(Eyes.ALL) == (Tally("stage", None, 1, 2),)


def test_c4_the_switch_clears_the_passing_square():
    position = at("4k3/8/8/3Pp2o/8/8/8/K7", enpassant="e6")
    assert after(position, "a1e8").en_passant == ()


def test_c1_without_the_option_there_is_no_switch():
    assert "e1e8" not in offered(at("4k3/p7/8/8/3o4/8/P7/4K3", stage="1-"))
    assert Variant.start({"switch": False}).stage == "1-"
    assert Variant.start({"switch": False}).tallies(0) == (Tally("stage", None, 1, 1),)


@pytest.mark.parametrize(
    ("rows", "may"),
    [
        ("4k3/8/8/8/3o4/8/8/4K3", True),
        ("4k3/8/8/8/8/8/8/4K3", False),  # nothing checkered
        ("7k/8/8/8/8/8/8/K3u3", False),  # a king could be taken at once
        ("8/8/8/8/3s4/4k3/8/7K", False),  # a checkered pawn goes both ways then
        ("7k/8/8/8/8/p7/s7/7K", True),  # the pawn can still promote
        ("7k/8/8/3P4/3s4/3p4/8/7K", False),  # the only checkered pawn could not go either way
    ],
)
def test_c2_when_the_switch_is_offered(rows, may):
    position = at(rows)
    assert any(position.special(seat, move) for seat in position.to_act for move in position.moves(seat)) == may


def test_c3_the_switch_answers_a_check_by_normal_pieces():
    position = at("4k3/8/8/8/4r2o/8/8/4K3")
    assert position.picture(0).marks
    assert not after(position, "e1e8").picture(0).marks


# Stage 2


def test_s1_s2_the_other_side_moves_both_colours_and_captures_are_orthodox():
    position = at("4k3/8/8/8/3o4/2N1p3/8/4K3 b", stage="2w")
    texts = offered(position)
    assert {"c3b5", "e3e2", "e8e7", "e1f2"} <= texts
    captured = after(at("4k3/8/8/4p3/3o4/8/8/4K3 b", stage="2w"), "e5d4")
    assert symbol(captured, "d4") == "p"
    assert codes(captured) == ["captured"]
    taken = after(at("4k3/8/2p5/8/3o4/8/8/4K3 w", stage="2w"), "d4c6")
    assert symbol(taken, "c6") == "o"


def test_s3_one_move_must_answer_both_checks():
    position = at("4k3/8/8/8/u3t3/1r6/8/R3K3 b", stage="2w")
    assert position.picture(0).marks == {INDEX["e8"]: "check", INDEX["e1"]: "check"}
    assert offered(position) == set()
    assert position.result() == Result((1.0, 0.0), "checkmate")


def test_s4_checkered_pawns_go_and_promote_both_ways():
    position = at("k7/4s3/8/8/3s4/2P1p3/6s1/K7 b", stage="2b")
    assert offered(position, "d4") == {"d4d5", "d4d3", "d4c3", "d4e3"}
    assert {"e7e8q", "e7e5", "g2g1n", "g2g4"} <= offered(position)
    assert symbol(after(position, "g2g1n"), "g1") == "o"


def test_s6_d4_en_passant_only_beside_the_landing_square():
    jumped = after(at("k7/2s5/8/1P6/8/8/8/K7 b", stage="2b"), "c7c5")
    assert jumped.en_passant == ((INDEX["c6"], INDEX["c5"]),)
    assert "b5c6" in offered(jumped)
    phantom = after(at("k7/1ps5/8/8/8/8/8/K7 b", stage="2b"), "c7c5")
    assert "b7c6" not in offered(phantom)
    by_checkered = after(at("k7/8/8/8/3s4/8/2P5/K7 b", stage="2w"), "c2c4")
    assert after(by_checkered, "d4c3").events == (Event("en_passant", 0, squares("d4", "c3"), ("s", "P")),)


def test_s7_d2_both_kings_castle():
    position = at("4k2r/8/8/8/8/8/8/4K2R b", stage="2w", flags="8787" + "1" * 16)
    texts = position.notation({1: Variant.read("e1g1")}, 1), position.notation({1: Variant.read("e8g8")}, 1)
    assert texts == ({1: "0-0(g1)"}, {1: "0-0(g8)"})
    assert after(position, "e1g1").castling == (None, None, None, INDEX["h8"])


def test_s9_the_last_checkered_piece_taken_ends_the_game():
    position = at("4k3/8/8/4p3/3o4/8/8/4K3 b", stage="2w")
    assert after(position, "e5d4").result() == Result((0.0, 1.0), "eliminated")


def test_s9_checkered_pieces_that_cannot_move_draw():
    position = at("8/1p6/k7/s7/K6N/8/8/2B5 b", stage="2b")
    assert position.result() == Result((0.5, 0.5), "stalemate")


# Words, counts, keys


def test_notation_distinguishes_all_pieces_the_seat_may_move():
    rooks = at("7k/8/8/8/8/4K3/8/R2u4")
    assert rooks.notation({0: Variant.read("a1b1")}, 0) == {0: "Rab1"}
    assert rooks.notation({0: Variant.read("d1b1")}, 0) == {0: "Rdb1"}
    capture = at(DIAGRAM)
    assert capture.notation({1: Variant.read("h5h4p")}, 0) == {1: "Rxh4=P"}
    assert capture.notation({1: Variant.read("h5h4")}, 0) == {1: "Rxh4"}
    both = at("7k/8/8/4p3/8/4P3/8/K6o b", stage="2w")
    assert both.notation({1: Variant.read("e3e4")}, 0) == {1: "e3e4"}
    assert both.notation({1: Variant.read("e5e4")}, 0) == {1: "e5e4"}


def test_quiet_counts_what_can_be_taken_back():
    position = at("4k3/8/8/8/3s4/8/4P3/R3K3")
    assert after(position, "d4d5").quiet == 1
    assert after(position, "d4d5", "e8d8").quiet == 2
    assert after(position, "e2e3").quiet == 0
    assert after(at("4k3/8/8/8/8/8/s7/4K3"), "a2a4").quiet == 0


def test_random_starts_keep_all_flags_and_castle():
    for seed in range(50):
        position = Variant.start({"randomness": 2}, Random(seed))
        assert position.fen().split('"')[3][4:] == "1" * 16
        assert None not in position.castling
        assert Variant.from_fen(position.fen()) == position


# Time

BARE = ("4k3/8/8/8/8/8/8/R3K3", "4k3/pppppppp/8/8/8/8/8/4K3", "4k3/8/8/3q4/8/8/8/4K3")


def bare(position):
    """The side that has only its king."""
    return 0 if sum(symbol.isupper() for symbol in position.board if symbol not in "stuco") == 1 else 1


@pytest.mark.parametrize("rows", BARE)
def test_e5_a_bare_king_could_not_win_where_nothing_is_checkered(rows):
    position = at(rows)
    weak = bare(position)
    assert (position.could_win(weak), position.could_win(1 - weak)) == (False, True)


@pytest.mark.parametrize(
    ("rows", "stage"),
    [
        *[("4k3/8/8/8/8/8/s7/R3K3", "1"), ("4k3/7p/8/8/8/8/8/R3K3", "1"), ("n3k3/8/8/8/8/8/8/R3K3", "1")],
        *[("4k3/8/8/8/8/8/s7/4K3", "2w"), ("4k3/8/8/8/8/8/s7/4K3", "2b")],
    ],
)
def test_e5_with_any_other_piece_and_in_stage_2_either_side_could_win(rows, stage):
    position = at(rows, stage=stage)
    assert position.could_win(0)
    assert position.could_win(1)


@pytest.mark.parametrize("seed", range(20))
def test_e5_a_side_judged_unable_to_win_never_wins_in_random_play(seed):
    random = Random(seed)
    position = at(BARE[seed % len(BARE)])
    weak = bare(position)
    for _ in range(150):
        result = position.result()
        if result is not None:
            assert result.points[weak] < 1
            return
        assert not position.could_win(weak)
        (seat,) = position.to_act
        position = position.play({seat: random.choice(list(position.moves(seat)))})
