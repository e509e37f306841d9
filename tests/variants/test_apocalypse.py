"""Apocalypse, rule by rule, each from a position."""

import pytest

from variants.errors import FenError, SettingsError
from variants.position import Event, Eyes, Result
from variants.registry import load

Variant = load("Apocalypse")
NAMES = [f"{file}{rank}" for rank in "54321" for file in "abcde"]


def at(fen, **settings):
    return Variant.from_fen(fen, settings)


def play(position, *turns):
    """Play turns written `a2a3 a4a3`."""
    for turn in turns:
        white, black = turn.split()
        position = position.play({0: Variant.read(white), 1: Variant.read(black)})
    return position


def rows(position):
    return position.fen().split(" ")[0]


def offered(position, seat, risky):
    return sorted(Variant.write(move) for move in position.moves(seat) if position.risky(seat, move) is risky)


def legal(position, seat=0):
    return offered(position, seat, False)


def speculative(position, seat=0):
    return offered(position, seat, True)


def told(position):
    """The events of the last turn, as `code seat squares pieces`."""
    return [
        " ".join([code, "-" if seat is None else "wb"[seat], *(NAMES[square] for square in squares), "".join(pieces)])
        for code, seat, squares, pieces in position.events
    ]


def penalties(position):
    return position.fen()[-4:-2]


# A. Set-up and moves


def test_r1_initial_position():
    assert Variant.start().fen() == 'npppn/p3p/5/P3P/NPPPN w 0 {"whiteMove":"-","penalties":"00"}'


def test_r4_a_footman_becomes_a_horseman_with_fewer_than_two():
    assert legal(at("5/1P3/5/P3p/N4")) == ["a1b3", "a1c2", "a2a3", "b4b5n"]


def test_r5_a_footman_is_redeployed_with_two_horsemen_on_any_vacant_square_off_its_last_rank():
    ends = [move[4:] for move in legal(at("5/1P3/5/4p/N3N")) if move.startswith("b4b5")]
    taken = {"a1", "e1", "e2"}
    assert ends == sorted(name for name in NAMES if name[1] != "5" and name not in taken)


def test_r6_its_own_square_counts_as_vacant():
    assert "b4b5b4" in legal(at("5/1P3/5/4p/N3N"))
    assert "b4b5b4" not in legal(at("5/1P3/5/4p/N3N", redeploy_origin="occupied"))


def test_r7_a_capture_on_arrival_stands_though_the_footman_ends_elsewhere():
    assert rows(play(at("n4/1P2p/5/5/N3N"), "b4a5c3 e4e3")) == "5/5/2P1p/5/N3N"


def test_r8_nine_legal_moves_a_side_and_two_speculative_ones():
    start = Variant.start()
    assert [len(legal(start, seat)) for seat in (0, 1)] == [9, 9]
    assert speculative(start, 0) == ["a2b3", "e2d3"]
    assert speculative(start, 1) == ["a4b3", "e4d3"]


# B. The turn


def test_r10_a_move_made_legal_by_the_opponent_is_played():
    after = play(Variant.start(), "a2b3 a5b3")
    assert after.fen() == '1pppn/p3p/1P3/4P/NPPPN w 2 {"whiteMove":"-","penalties":"00"}'
    assert told(after) == ["moved b a5 b3 n", "moved w a2 b3 P", "held_arrival w b3 Pn", "collision_risk w b3 Pn",
                           "vanished b b3 n"]  # fmt: skip


def test_r10_r12_a_move_that_stays_illegal_is_discarded_with_one_point():
    after = play(Variant.start(), "a2b3 a4a3")
    assert after.fen() == 'npppn/4p/p4/P3P/NPPPN w 2 {"whiteMove":"-","penalties":"10"}'
    assert told(after) == ["moved b a4 a3 p", "failed_arrival w a2 b3 P", "penalty_first w "]


def test_r11_two_moves_illegal_on_the_board_are_both_discarded():
    after = play(Variant.start(), "a2b3 a4b3")
    assert rows(after) == rows(Variant.start())
    assert penalties(after) == "11"
    assert told(after) == ["failed_both w a2 b3 P", "failed_both b a4 b3 p", "penalty_first w ", "penalty_first b "]


def test_r14_a_capture_whose_target_left_is_made_without_capturing():
    after = play(at("5/p4/1p3/P3P/5"), "a2b3 b3b2")
    assert rows(after) == "5/p4/1P3/1p2P/5"
    assert told(after) == ["dodged w a2 b3 Pp", "moved b b3 b2 p"]


def test_r14_r22_footmen_that_capture_each_other_change_places():
    after = play(Variant.start(), "d1d2 e4e3", "d2e3 e3d2")
    assert after.fen() == 'npppn/p4/4P/P2pP/NPP1N w 4 {"whiteMove":"-","penalties":"00"}'
    assert told(after) == ["moved w d2 e3 P", "moved b e3 d2 p", "exchanged - d2 e3 Pp"]


@pytest.mark.parametrize("collision", ["risk", "classic"])
def test_r15_a_horseman_beats_a_footman(collision):
    after = play(at("5/p1p2/5/N3P/5", collision=collision), "a2c3 c4c3")
    assert rows(after) == "5/p4/2N2/4P/5"
    assert told(after) == ["moved w a2 c3 N", "moved b c4 c3 p", "collision_nature w c3 Np", "vanished b c3 p"]


def test_r15_a_footman_put_back_where_it_was_meets_its_captor_there():
    after = play(at("5/1P2p/3n1/4P/NN3"), "b4b5b4 d3b4")
    assert rows(after) == "5/1n2p/5/4P/NN3"
    assert told(after) == [
        "moved w b4 b5 b4 P",
        "moved b d3 b4 n",
        "redeployed w b5 b4 P",
        "collision_nature b b4 nP",
        "vanished w b4 P",
    ]


def test_r15_equal_natures_both_vanish():
    after = play(at("5/p1p2/5/2P1P/5"), "c2c3 c4c3")
    assert rows(after) == "5/p4/5/4P/5"
    assert told(after)[2:] == ["collision_equal - c3 Pp", "vanished w c3 P", "vanished b c3 p"]


def test_r15_the_nature_is_the_one_before_promotion():
    after = play(at("5/P3p/5/1n2P/5"), "a4a5n b2a4", "e2e3 a4b2")
    assert rows(after) == "N4/4p/4P/1n3/5"
    clash = play(at("5/P3p/1n3/4P/5"), "a4a5n b3a5")
    assert rows(clash) == "n4/4p/5/4P/5"
    assert told(clash)[2:] == ["collision_nature b a5 nP", "vanished w a5 P"]


def test_r16_the_riskier_move_prevails_and_may_promote():
    after = play(at("5/P3p/2n2/4P/5"), "a4b5n c3b5")
    assert rows(after) == "1N3/4p/5/4P/5"
    assert told(after)[2:] == ["held_arrival w b5 Pn", "collision_risk w b5 Pn", "vanished b b5 n", "promoted w b5 PN"]


def test_r16b_classic_decides_by_nature_even_where_one_move_was_speculative():
    after = play(at("5/P3p/2n2/4P/5", collision="classic"), "a4b5n c3b5")
    assert rows(after) == "1n3/4p/5/4P/5"
    assert penalties(after) == "00"
    assert told(after)[2:] == ["held_arrival w b5 Pn", "collision_nature b b5 nP", "vanished w b5 P"]
    equal = play(at("5/p3p/5/PP2P/5", collision="classic"), "b2a3 a4a3")
    assert rows(equal) == "5/4p/5/P3P/5"


def test_r16b_a_redeployment_that_only_arrives_on_the_shared_square_captures_and_ends_elsewhere():
    after = play(at("5/P3p/2n2/4P/NN3", collision="classic"), "a4b5c3 c3b5")
    assert rows(after) == "5/4p/2P2/4P/NN3"
    assert told(after) == ["moved b c3 b5 n", "captured w a4 b5 c3 Pn", "held_arrival w b5 Pn", "redeployed w b5 c3 P"]


def test_r17_passing_over_the_last_rank_does_not_collide():
    after = play(at("5/1P2p/2n2/4P/NN3"), "b4b5a2 c3b5")
    assert rows(after) == "1n3/4p/5/P3P/NN3"


def test_r18_a_redeployment_may_collide_where_it_ends_and_keeps_what_it_captured():
    after = play(at("n4/1P2p/2n2/4P/NN3"), "b4a5d1 c3d1")
    assert rows(after) == "5/4p/5/4P/NN1n1"
    assert told(after)[0] == "captured w b4 a5 d1 Pn"
    assert told(after)[2:] == ["redeployed w a5 d1 P", "collision_nature b d1 nP", "vanished w d1 P"]


def test_r19_a_speculative_move_of_a_captured_piece_is_discarded():
    after = play(at("5/2p1p/5/N3P/1P3"), "a2c3 e4e3")
    assert rows(after) == "5/2p2/2N1p/4P/1P3"
    taken = play(at("5/4p/p4/1P2P/5"), "b2c3 a3b2")
    assert told(taken) == ["captured b a3 b2 pP", "failed_mover w b2 c3 P", "penalty_first w "]


def test_r20_horsemen_are_counted_on_the_board_a_move_is_judged_on():
    fen = "5/P3p/2n2/P3N/3N1"
    assert "a4a5n" in speculative(at(fen))
    after = play(at(fen), "a4a5n c3e2")
    assert rows(after) == "N4/4p/5/P3n/3N1"
    assert told(after) == ["captured b c3 e2 nN", "moved w a4 a5 P", "held_promotion w e2 PN", "promoted w a5 PN"]
    kept = play(at(fen), "a4a5n e4e3")
    assert told(kept)[1:] == ["failed_promotion w a4 a5 P", "penalty_first w "]


def test_r21_a_redeployment_that_cannot_be_played_costs_a_point_and_moves_nothing():
    fen = "5/P3p/2n2/P3N/3N1"
    blocked = play(at(fen), "a4a5e4 c3b1")
    assert rows(blocked) == "5/P3p/5/P3N/1n1N1"
    assert told(blocked)[1:] == ["failed_departure w a4 e4 Pp", "penalty_first w "]
    too_few = play(at(fen), "a4a5c3 c3e2")
    assert told(too_few)[1:] == ["failed_redeployment w a4 a5 c3 P", "penalty_first w "]
    left = play(at(fen), "a4a5e4 e4e3")
    assert told(left)[1:] == ["moved w a4 a5 e4 P", "held_departure w e4 Pp", "redeployed w a5 e4 P"]


def test_r13_an_own_piece_may_be_avenged_on_its_square():
    fen = "5/4p/1p3/2P1P/N4"
    assert "a1c2" in speculative(at(fen))
    after = play(at(fen), "a1c2 b3c2")
    assert rows(after) == "5/4p/5/2N1P/5"
    assert told(after)[1:4] == ["moved w a1 c2 N", "held_retake w c2 NP", "collision_risk w c2 Np"]
    in_vain = play(at(fen), "a1c2 b3b2")
    assert told(in_vain)[1:] == ["failed_retake w a1 c2 NP", "penalty_first w "]


def test_r13_a_square_may_be_left_in_time():
    fen = "5/4p/5/P1n1P/2P2"
    assert "c1c2" in speculative(at(fen))
    after = play(at(fen), "c1c2 c2a1")
    assert told(after)[1:] == ["moved w c1 c2 P", "held_departure w c2 Pn"]
    assert told(play(at(fen), "c1c2 e4e3"))[1:] == ["failed_departure w c1 c2 Pn", "penalty_first w "]


def test_r13_a_footman_that_can_only_be_put_back_leaves_no_square():
    crowded = at("NNNNN/NNNNN/NNnnN/pNNNN/PPNNN")
    assert [move for move in legal(crowded, 1) if move[:2] == "a2"] == ["a2b1a2"]
    assert "a1a2" not in speculative(crowded)
    assert "a1a2" in speculative(at("NNNNN/NNNNN/1NnnN/pNNNN/PPNNN"))


@pytest.mark.parametrize("text", ["--", "a3a4", "a4a3", "a2a2", "a1a1", "a2a3n", "a1b3n", "a2a3b3", "a2a3a4a5", "e2e5"])
def test_r22b_any_well_spelled_move_gets_an_answer(text):
    after = play(Variant.start(), f"{text} e4e3")
    assert penalties(after) == "10"
    assert [event.code for event in after.events] == ["moved", "failed_impossible", "penalty_first"]
    actions = {0: Variant.read(text), 1: Variant.read("e4e3")}
    assert Variant.start().turn_notation(actions, after, Eyes.ALL)[0] == f"{text}?"
    assert [event.code for event in play(Variant.start(), f"{text} --").events][:2] == ["failed_impossible"] * 2


# C. The end


@pytest.mark.parametrize(
    ("fen", "result"),
    [
        ("5/4p/5/5/N4", Result((0.0, 1.0), "no_footmen")),
        ("n4/5/5/P4/5", Result((1.0, 0.0), "no_footmen")),
        ("n4/5/5/5/N4", Result((0.5, 0.5), "no_footmen_both")),
        ("5/4p/5/P4/5 w 0 20 -", Result((0.0, 1.0), "penalties")),
        ("5/4p/5/P4/5 w 0 12 -", Result((1.0, 0.0), "penalties")),
        ("5/4p/5/P4/5 w 0 22 -", Result((0.5, 0.5), "penalties_both")),
        ("5/4p/5/P4/5 w 0 11 -", None),
        ("5/5/p4/P4/5", Result((0.5, 0.5), "no_moves")),
        ("5/4p/p4/P4/5", Result((0.5, 0.5), "no_moves")),
    ],
)
def test_r23_to_r25_the_end(fen, result):
    assert at(fen).result() == result


def test_r26_promoting_ones_last_footman_loses_unless_the_enemy_loses_his_too():
    assert play(at("5/P3p/5/5/N4"), "a4a5n e4e3").result() == Result((0.0, 1.0), "no_footmen")
    assert play(at("5/P4/5/4p/N4"), "a4a5n e2e1n").result() == Result((0.5, 0.5), "no_footmen_both")


def test_r27_footmen_come_before_penalties():
    assert at("5/4p/5/5/N4 w 0 02 -").result() == Result((0.0, 1.0), "no_footmen")


def test_r28_the_limits_of_long_games():
    assert Variant.draws == (3, "automatic", 50)
    position = at("n4/4p/5/P4/N4")
    assert play(position, "a1b3 a5b3").quiet == 0
    shuffle = play(position, "a1c2 a5c4", "c2a1 c4a5")
    assert shuffle.quiet == 2
    assert shuffle.key() == position.key()
    assert play(shuffle, "a2a3 a5c4").quiet == 0
    assert play(shuffle, "a2b3 a5c4").quiet == 3
    assert play(shuffle, "a2b3 a5c4").key() != play(shuffle, "-- --").key()


def test_r29_plies_go_up_by_two_and_penalties_are_whites_then_blacks():
    assert play(Variant.start(), "a2a3 a4b3", "e2e3 d5d4").fen().endswith('w 4 {"whiteMove":"-","penalties":"01"}')


# D. Options


def test_the_option_promotion_free_knows_no_limit_and_no_redeployment():
    assert [move for move in legal(at("5/1P3/5/4p/N3N", promotion="free")) if move[:2] == "b4"] == ["b4b5n"]


def test_the_option_last_footman_forbidden_keeps_it_a_footman():
    fen = "5/1P3/5/4p/N4"
    assert "b4b5n" in legal(at(fen))
    assert "b4b5n" not in legal(at(fen, last_footman="forbidden"))
    assert "b4b5b4" in legal(at("5/1P3/5/4p/N3N", last_footman="forbidden"))
    assert "b4b5n" not in legal(at("5/1P3/5/4p/N3N", last_footman="forbidden", promotion="free"))


def test_a_footman_may_become_the_last_one_before_it_promotes():
    position = at("n3n/P3p/5/2p2/1P2N", last_footman="forbidden")
    assert "a4b5n" in speculative(position)
    assert told(play(position, "a4b5n c2c1b5"))[-1] == "promoted w b5 PN"
    after = play(position, "a4b5n c2b1b5")
    assert told(after)[-2:] == ["failed_last_footman w a4 b5 P", "penalty_first w "]


def test_the_option_speculation_never_offers_nothing_risky_and_discards_it():
    start = Variant.start({"speculation": "never"})
    assert not speculative(start)
    assert len(legal(start)) == 9
    after = play(start, "a2b3 a5b3")
    assert rows(after) == "1pppn/p3p/1n3/P3P/NPPPN"
    assert penalties(after) == "10"


def test_presets_and_settings():
    assert Variant.complete(Variant.presets["apocalypse"]) == Variant.start().settings
    assert dict(Variant.complete(Variant.presets["wikipedia"])) == {
        "collision": "classic", "promotion": "restricted", "last_footman": "forbidden", "redeploy_origin": "free",
        "speculation": "never",
    }  # fmt: skip
    assert Variant.complete(Variant.presets["apocalypsechess"])["promotion"] == "free"
    with pytest.raises(SettingsError, match="There is no option “pace”"):
        Variant.start({"pace": 1})


# FEN, notation, tallies


@pytest.mark.parametrize(
    "text",
    [
        "npppn/p3p/5/P3P/NPPPN",
        "npppn/p3p/5/P3P/NPPPN w",
        "npppn/p3p/5/P3P/NPPPN w 0",
        "npppn/p3p/5/P3P/NPPPN w 0 00",
        "npppn/p3p/5/P3P/NPPPN w 0 00 -",
        "npppn/p3p/5/P3P/NPPPN w 0 {}",
        'npppn/p3p/5/P3P/NPPPN {"penalties":"00"}',
        'npppn/p3p/5/P3P/NPPPN w 0 {"whiteMove":"-"}',
        'npppn/p3p/5/P3P/NPPPN w 0 {"penalties":"00", "whiteMove":"-"}',
    ],
)
def test_a_fen_is_read_in_every_form(text):
    assert Variant.from_fen(text).fen() == Variant.start().fen()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("npppn/p3p/5/P3P/NPPPN b 0", "Both sides move at once: the FEN must have “w”, not “b”."),
        ("npppn/p3p/5/P3P/NPPPN x 0", "The side to move must be one of w, b, not “x”."),
        ("npppn/p3p/5/P3P/NPPPN w 0 00 a2a3", "A position holds no secret: whiteMove must be “-”, not “a2a3”."),
        ('5/p4/5/P4/5 w 0 {"whiteMove":"a2a3"}', "A position holds no secret: whiteMove must be “-”, not “a2a3”."),
        ("5/p4/5/P4/5 w 0 03 -", "The penalties are two digits from 0 to 2, White's then Black's, not “03”."),
        ("5/p4/5/P4/5 w 0 0 -", "The penalties are two digits from 0 to 2, White's then Black's, not “0”."),
        ("5/p4/5/P4/5 w 0 ²0 -", "The penalties are two digits from 0 to 2, White's then Black's, not “²0”."),
        ("5/p4/5/P4/5 w 0 00 - 1", "“1” is one field too many in the FEN."),
        ("2P2/p4/5/P4/5", "A footman cannot stand on its last rank, as on c5."),
        ("5/p4/5/P4/4p", "A footman cannot stand on its last rank, as on e1."),
        ("5/q4/5/P4/5", "Rank 4 of the board: “q” is not a piece."),
        ('5/p4/5/P4/5 w 0 {"cmove":"-"}', "The FEN has an unknown key “cmove”; known: whiteMove, penalties."),
    ],
)
def test_a_bad_fen_is_refused_by_name(text, said):
    with pytest.raises(FenError) as refused:
        Variant.from_fen(text)
    assert str(refused.value) == said


def notes(position, seat=0):
    return {Variant.write(move): position.notation({seat: move}, seat)[seat] for move in position.moves(seat)}


def test_notation_as_players_write_it():
    noted = notes(at("1n2p/P4/1p1p1/2P1P/NN1P1"))
    assert noted["a4b5c3"] == "axb5/c3"
    assert noted["a4a5b2"] == "a5/b2"
    assert noted["a1b3"] == "Nxb3"
    assert noted["c2c3"] == "c3"
    assert noted["c2d3"] == "cxd3"
    assert noted["b1c3"] == "Nc3"
    assert notes(at("4p/P4/5/4P/N4"))["a4a5n"] == "a5=N"
    assert notes(at("np3/P4/5/4P/N4"))["a4b5n"] == "axb5=N"


def test_notation_tells_two_horsemen_apart_by_file_then_rank_then_both():
    assert notes(at("4p/5/5/4P/N3N"))["a1c2"] == "Nac2"
    assert notes(at("4p/N4/5/4P/N4"))["a1c2"] == "Nc2"
    by_rank = notes(at("N3p/5/5/4P/4N"))
    assert by_rank["e1d3"] == "Nd3"
    assert notes(at("1N2p/5/5/1N2P/5"))["b2d3"] == "Nd3"
    same_file = notes(at("4p/1N3/5/1N2P/5"))
    assert (same_file["b4d3"], same_file["b2d3"]) == ("N4d3", "N2d3")
    three = notes(at("4p/N4/5/N3N/4P"))
    assert (three["a4c3"], three["a2c3"], three["e2c3"]) == ("N4c3", "Na2c3", "Nec3")


def test_notation_marks_what_did_not_stand_only_when_both_actions_are_known():
    start = Variant.start()
    bold, safe = Variant.read("a2b3"), Variant.read("a4a3")
    assert start.notation({0: bold}, 0) == {0: "axb3"}
    actions = {0: bold, 1: safe}
    assert start.turn_notation(actions, start.play(actions), Eyes.SPECTATOR) == {0: "axb3?", 1: "a3"}


def test_tallies_are_penalties_and_footmen():
    assert at("5/p3p/5/P4/N4 w 0 10 -").tallies(0) == (
        ("penalties", 0, 1, 2), ("penalties", 1, 0, 2), ("footmen", 0, 1, None), ("footmen", 1, 2, None),
    )  # fmt: skip


def test_a_third_point_changes_nothing():
    over = play(at("5/4p/5/P4/5 w 0 20 -"), "-- e4e3")
    assert penalties(over) == "20"
    assert Event("penalty_second", 0) not in over.events
