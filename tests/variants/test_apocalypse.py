"""Apocalypse, rule by rule, each from a position."""

import pytest

from tests.harness.lines_of_play import codes, rows
from variants.errors import FenError, SettingsError
from variants.position import Event, Eyes, Result, Risk
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


def offered(position, seat, risky):
    return sorted(Variant.write(move) for move in position.moves(seat) if (move in position.risks(seat)) is risky)


def legal(position, seat=0):
    return offered(position, seat, False)


def speculative(position, seat=0):
    return offered(position, seat, True)


def described(position):
    """The events of the last turn, as `code seat squares pieces`."""
    lines = []
    for code, seat, squares, pieces in position.events:
        words = [code, "-" if seat is None else "wb"[seat], *(NAMES[square] for square in squares), "".join(pieces)]
        lines.append(" ".join(filter(None, words)))
    return lines


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


def test_r8_nine_legal_moves_a_side_and_two_speculative_ones():
    start = Variant.start()
    assert [len(legal(start, seat)) for seat in (0, 1)] == [9, 9]
    assert speculative(start, 0) == ["a2b3", "e2d3"]
    assert speculative(start, 1) == ["a4b3", "e4d3"]


# B. The turn


TURNS = [
    ("r7 a capture on arrival stands though the footman ends elsewhere",
     "n4/1P2p/5/5/N3N", "b4a5c3 e4e3", "5/5/2P1p/5/N3N",
     "captured w b4 a5 c3 Pn, moved b e4 e3 p, redeployed w a5 c3 P"),
    ("r10 a move made legal by the opponent is played",
     "npppn/p3p/5/P3P/NPPPN", "a2b3 a5b3", "1pppn/p3p/1P3/4P/NPPPN",
     "moved b a5 b3 n, moved w a2 b3 P, held_arrival w b3 Pn, collision_risk w b3 Pn, vanished b b3 n"),
    ("r10 r12 a move that stays illegal is discarded with one point",
     "npppn/p3p/5/P3P/NPPPN", "a2b3 a4a3", "npppn/4p/p4/P3P/NPPPN",
     "moved b a4 a3 p, failed_arrival w a2 b3 P, penalty_first w"),
    ("r11 two moves illegal on the board are both discarded",
     "npppn/p3p/5/P3P/NPPPN", "a2b3 a4b3", "npppn/p3p/5/P3P/NPPPN",
     "failed_both w a2 b3 P, failed_both b a4 b3 p, penalty_first w, penalty_first b"),
    ("r13 an own piece is avenged on its square",
     "5/4p/1p3/2P1P/N4", "a1c2 b3c2", "5/4p/5/2N1P/5",
     "captured b b3 c2 pP, moved w a1 c2 N, held_retake w c2 NP, collision_risk w c2 Np, vanished b c2 p"),
    ("r13 or in vain",
     "5/4p/1p3/2P1P/N4", "a1c2 b3b2", "5/4p/5/1pP1P/N4",
     "moved b b3 b2 p, failed_retake w a1 c2 NP, penalty_first w"),
    ("r13 a square is left in time",
     "5/4p/5/P1n1P/2P2", "c1c2 c2a1", "5/4p/5/P1P1P/n4",
     "moved b c2 a1 n, moved w c1 c2 P, held_departure w c2 Pn"),
    ("r13 or not",
     "5/4p/5/P1n1P/2P2", "c1c2 e4e3", "5/5/4p/P1n1P/2P2",
     "moved b e4 e3 p, failed_departure w c1 c2 Pn, penalty_first w"),
    ("r14 a capture whose target left is made without capturing",
     "5/p4/1p3/P3P/5", "a2b3 b3b2", "5/p4/1P3/1p2P/5",
     "dodged w a2 b3 Pp, moved b b3 b2 p"),
    ("r15 a horseman beats a footman",
     "5/p1p2/5/N3P/5", "a2c3 c4c3", "5/p4/2N2/4P/5",
     "moved w a2 c3 N, moved b c4 c3 p, collision_nature w c3 Np, vanished b c3 p"),
    ("r15 by classic rules too",
     "5/p1p2/5/N3P/5 classic", "a2c3 c4c3", "5/p4/2N2/4P/5",
     "moved w a2 c3 N, moved b c4 c3 p, collision_nature w c3 Np, vanished b c3 p"),
    ("r15 a footman put back where it was meets its captor there",
     "5/1P2p/3n1/4P/NN3", "b4b5b4 d3b4", "5/1n2p/5/4P/NN3",
     "moved w b4 b5 b4 P, moved b d3 b4 n, redeployed w b5 b4 P, collision_nature b b4 nP, vanished w b4 P"),
    ("r15 equal natures both vanish",
     "5/p1p2/5/2P1P/5", "c2c3 c4c3", "5/p4/5/4P/5",
     "moved w c2 c3 P, moved b c4 c3 p, collision_equal - c3 Pp, vanished w c3 P, vanished b c3 p"),
    ("r15 the nature is the one before promotion",
     "5/P3p/1n3/4P/5", "a4a5n b3a5", "n4/4p/5/4P/5",
     "moved w a4 a5 P, moved b b3 a5 n, collision_nature b a5 nP, vanished w a5 P"),
    ("r16 the riskier move prevails and may promote",
     "5/P3p/2n2/4P/5", "a4b5n c3b5", "1N3/4p/5/4P/5",
     "moved b c3 b5 n, moved w a4 b5 P, held_arrival w b5 Pn, collision_risk w b5 Pn, vanished b b5 n, "
     "promoted w b5 PN"),
    ("r16b classic decides by nature even where one move was speculative",
     "5/P3p/2n2/4P/5 classic", "a4b5n c3b5", "1n3/4p/5/4P/5",
     "moved b c3 b5 n, moved w a4 b5 P, held_arrival w b5 Pn, collision_nature b b5 nP, vanished w b5 P"),
    ("r16b and lets equals vanish",
     "5/p3p/5/PP2P/5 classic", "b2a3 a4a3", "5/4p/5/P3P/5",
     "moved b a4 a3 p, moved w b2 a3 P, held_arrival w a3 Pp, collision_equal - a3 Pp, vanished w a3 P, "
     "vanished b a3 p"),
    ("r16b a redeployment that only arrives on the shared square captures and ends elsewhere",
     "5/P3p/2n2/4P/NN3 classic", "a4b5c3 c3b5", "5/4p/2P2/4P/NN3",
     "moved b c3 b5 n, captured w a4 b5 c3 Pn, held_arrival w b5 Pn, redeployed w b5 c3 P"),
    ("r17 passing over the last rank does not collide",
     "5/1P2p/2n2/4P/NN3", "b4b5a2 c3b5", "1n3/4p/5/P3P/NN3",
     "moved w b4 b5 a2 P, moved b c3 b5 n, redeployed w b5 a2 P"),
    ("r18 a redeployment may collide where it ends and keeps what it captured",
     "n4/1P2p/2n2/4P/NN3", "b4a5d1 c3d1", "5/4p/5/4P/NN1n1",
     "captured w b4 a5 d1 Pn, moved b c3 d1 n, redeployed w a5 d1 P, collision_nature b d1 nP, vanished w d1 P"),
    ("r19 a speculative move of a captured piece is discarded",
     "5/4p/p4/1P2P/5", "b2c3 a3b2", "5/4p/5/1p2P/5",
     "captured b a3 b2 pP, failed_mover w b2 c3 P, penalty_first w"),
    ("r20 horsemen are counted on the board a move is judged on",
     "5/P3p/2n2/P3N/3N1", "a4a5n c3e2", "N4/4p/5/P3n/3N1",
     "captured b c3 e2 nN, moved w a4 a5 P, held_promotion w e2 PN, promoted w a5 PN"),
    ("r20 where they are still two",
     "5/P3p/2n2/P3N/3N1", "a4a5n e4e3", "5/P4/2n1p/P3N/3N1",
     "moved b e4 e3 p, failed_promotion w a4 a5 P, penalty_first w"),
    ("r21 a redeployment to a square that is not free costs a point and moves nothing",
     "5/P3p/2n2/P3N/3N1", "a4a5e4 c3b1", "5/P3p/5/P3N/1n1N1",
     "moved b c3 b1 n, failed_departure w a4 e4 Pp, penalty_first w"),
    ("r21 so does one with too few horsemen",
     "5/P3p/2n2/P3N/3N1", "a4a5c3 c3e2", "5/P3p/5/P3n/3N1",
     "captured b c3 e2 nN, failed_redeployment w a4 a5 c3 P, penalty_first w"),
    ("r21 to a square that was left in time it is played",
     "5/P3p/2n2/P3N/3N1", "a4a5e4 e4e3", "5/4P/2n1p/P3N/3N1",
     "moved b e4 e3 p, moved w a4 a5 e4 P, held_departure w e4 Pp, redeployed w a5 e4 P"),
]  # fmt: skip


@pytest.mark.parametrize(("fen", "turn", "expected", "events"), [pytest.param(*turn, id=rule) for rule, *turn in TURNS])
def test_r7_to_r21_a_turn_leads_to(fen, turn, expected, events):
    board, _, collision = fen.partition(" ")
    after = play(at(board, collision=collision or "risk"), turn)
    assert rows(after) == expected
    assert ", ".join(described(after)) == events
    assert [events.count(f"penalty_first {side}") for side in "wb"] == [int(points) for points in penalties(after)]


def test_r14_r22_footmen_that_capture_each_other_change_places():
    after = play(Variant.start(), "d1d2 e4e3", "d2e3 e3d2")
    assert after.fen() == 'npppn/p4/4P/P2pP/NPP1N w 4 {"whiteMove":"-","penalties":"00"}'
    assert described(after) == ["moved w d2 e3 P", "moved b e3 d2 p", "exchanged - d2 e3 Pp"]


def test_r15_a_promoted_footman_has_the_nature_of_a_horseman_in_the_next_turn():
    assert rows(play(at("5/P3p/5/1n2P/5"), "a4a5n b2a4", "e2e3 a4b2")) == "N4/4p/4P/1n3/5"


@pytest.mark.parametrize(
    ("fen", "move"), [("5/4p/1p3/2P1P/N4", "a1c2"), ("5/4p/5/P1n1P/2P2", "c1c2"), ("5/P3p/2n2/P3N/3N1", "a4a5n")]
)
def test_r13_r20_a_move_is_speculative_that_the_opponent_can_make_legal(fen, move):
    assert move in speculative(at(fen))


def test_r13_a_footman_that_can_only_be_put_back_leaves_no_square():
    crowded = at("NNNNN/NNNNN/NNnnN/pNNNN/PPNNN")
    assert [move for move in legal(crowded, 1) if move[:2] == "a2"] == ["a2b1a2"]
    assert "a1a2" not in speculative(crowded)
    assert "a1a2" in speculative(at("NNNNN/NNNNN/1NnnN/pNNNN/PPNNN"))


@pytest.mark.parametrize("text", ["--", "a3a4", "a4a3", "a2a2", "a1a1", "a2a3n", "a1b3n", "a2a3b3", "a2a3a4a5", "e2e5"])
def test_r22b_any_well_spelled_move_gets_an_answer(text):
    after = play(Variant.start(), f"{text} e4e3")
    assert penalties(after) == "10"
    assert codes(after) == ["moved", "failed_impossible", "penalty_first"]
    actions = {0: Variant.read(text), 1: Variant.read("e4e3")}
    assert Variant.start().turn_notation(actions, after, Eyes.ALL)[0] == f"{text}?"
    assert codes(play(Variant.start(), f"{text} --"))[:2] == ["failed_impossible"] * 2


@pytest.mark.parametrize(("points", "price"), [("00", "penalty"), ("01", "penalty"), ("10", "defeat")])
def test_r13_r24_a_risky_move_says_what_it_needs_and_the_second_point_costs_the_game(points, price):
    position = at(f"npppn/p3p/5/P3P/NPPPN w 0 {points} -")
    assert position.risks(0)[Variant.read("e2d3")] == Risk("arrival", price, (NAMES.index("d3"),))
    assert Variant.read("e2e3") not in position.risks(0)
    many = at("n1n2/p1p2/1P2P/P1P2/N1N2")
    risks = [risk for seat in (0, 1) for risk in many.risks(seat).values()]
    assert {risk.needs for risk in risks} <= many.needs_codes


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


def test_r27_a_side_without_footmen_loses_before_penalties_count():
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
    assert described(play(position, "a4b5n c2c1b5"))[-1] == "promoted w b5 PN"
    after = play(position, "a4b5n c2b1b5")
    assert described(after)[-2:] == ["failed_last_footman w a4 b5 P", "penalty_first w"]


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
        ("5/p4/5/P4/5 w 0 03 -", "The value of “penalties” in the FEN cannot be “03”; it can be “00”, for example."),
        ("5/p4/5/P4/5 w 0 0 -", "The value of “penalties” in the FEN cannot be “0”; it can be “00”, for example."),
        ("5/p4/5/P4/5 w 0 ²0 -", "The value of “penalties” in the FEN cannot be “²0”; it can be “00”, for example."),
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


def test_notation_distinguishes_two_horsemen_by_file_then_rank_then_both():
    assert notes(at("4p/5/5/4P/N3N"))["a1c2"] == "Nac2"
    assert notes(at("4p/N4/5/4P/N4"))["a1c2"] == "Nc2"
    by_rank = notes(at("N3p/5/5/4P/4N"))
    assert by_rank["e1d3"] == "Nd3"
    assert notes(at("1N2p/5/5/1N2P/5"))["b2d3"] == "Nd3"
    same_file = notes(at("4p/1N3/5/1N2P/5"))
    assert (same_file["b4d3"], same_file["b2d3"]) == ("N4d3", "N2d3")
    three = notes(at("4p/N4/5/N3N/4P"))
    assert (three["a4c3"], three["a2c3"], three["e2c3"]) == ("N4c3", "Na2c3", "Nec3")


def test_notation_marks_failed_moves_only_once_both_are_known():
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
