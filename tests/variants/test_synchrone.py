"""Synchrone, rule by rule (`variants/Synchrone/LAW.md`), and against a slow second reading."""

from pathlib import Path
from random import Random

import pytest

from tests.harness.lines_of_play import codes, rows
from tests.variants.synchrone_reference import moves, read, turn
from variants.errors import FenError
from variants.perft import perft
from variants.position import Eyes, Result, Risk
from variants.registry import load

Variant = load("Synchrone")
GAME = Path(__file__).parents[1] / "data" / "synchrone" / "game.txt"
NONE = '{"flags":"8888","enpassant":"-"}'


def at(rows, passed="-", flags=""):
    """A position; castling from the orthodox squares unless `flags` say otherwise."""
    rest = f'{{"flags":"{flags}","enpassant":"{passed}"}}' if flags else f'{{"enpassant":"{passed}"}}'
    return Variant.from_fen(f"{rows} w 0 {rest}")


def offered(position, seat):
    return {position.write(move) for move in position.moves(seat)}


def play(position, *turns):
    for text in turns:
        actions = {}
        for seat, move in enumerate(text.split()):
            assert move in offered(position, seat), move
            actions[seat] = position.read(move)
        position = position.play(actions)
    return position


def test_s1_both_sides_move_from_the_orthodox_set_up():
    start = Variant.start()
    assert start.fen() == 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"0707","enpassant":"-"}'
    assert start.to_act == (0, 1)
    assert (perft(start, 1), perft(start, 2)) == (400, 199_443)
    drawn = Variant.start({"randomness": 1}, Random(3))
    assert drawn.to_act == (0, 1)
    assert drawn.board[:8] != start.board[:8]


def test_s2_a_king_may_stay_go_and_castle_where_it_can_be_captured():
    position = at("4k3/8/8/8/8/8/4r3/R3K2R")
    assert {"e1d1", "e1e2", "e1f2", "e1g1", "e1c1", "a1b1"} <= offered(position, 0)
    assert position.picture(Eyes.SPECTATOR).marks == {60: "check"}
    assert position.result() is None


def test_s3_a_king_is_captured_like_any_piece():
    after = play(at("4k3/8/8/8/8/8/4r3/R3K3", flags="8888"), "a1a2 e2e1")
    assert "captured" in codes(after)
    assert after.result() == Result((0.0, 1.0), "king_captured")


def test_s4_a_retake_is_offered_where_an_enemy_could_capture_and_is_risky():
    position = at("4k3/8/8/3p4/4P3/3P4/8/4KB2", flags="8888")
    assert "d3e4" in offered(position, 0), "the pawn on d5 could capture on e4"
    assert "f1d3" not in offered(position, 0), "nothing could capture on d3"
    move = position.read("d3e4")
    assert position.risks(0) == {move: Risk("retake", "stays", (move.path[1],), ("P",))}
    assert not position.risks(1)


def test_s4_an_own_king_is_never_a_target():
    position = at("4k3/8/8/8/8/8/4r3/R3K3", flags="8888")
    assert "a1e1" not in offered(position, 0)


TURNS = [
    ("s4 a retake stands if the capture came",
     "4k3/8/8/3p4/4P3/3P4/8/4K3", "d3e4 d5e4", "4k3/8/8/8/4P3/8/8/4K3", "retaken captured"),
    ("s4 who waits to take back goes nowhere if nothing came",
     "3rk3/8/8/3p4/4P3/3P4/3Q4/4K3", "d3e4 d5d4", "3rk3/8/8/8/3pP3/3P4/3Q4/4K3", "failed moved"),
    ("s4 who waits to take back can be passed",
     "4k3/8/8/3p2b1/4P3/3Q4/8/4K3", "d3e4 g5d2", "4k3/8/8/3p4/4P3/3Q4/3b4/4K3", "failed moved check"),
    ("s4 whoever captured is taken back",
     "4k3/8/6b1/3p4/4P3/5B2/8/3RK3", "f3e4 g6e4", "4k3/8/8/3p4/4B3/8/8/3RK3", "retaken captured"),
    ("s4 who waited in vain can be captured where it stands",
     "4k3/8/3r4/5p2/4P3/3Q4/8/4K3", "d3e4 d6d3", "4k3/8/8/5p2/4P3/3r4/8/4K3", "failed captured"),
    ("s6 what stands still is captured",
     "4k3/8/8/3p4/4P3/8/8/4K3", "e4d5 e8e7", "8/4k3/8/3P4/8/8/8/4K3", "captured moved"),
    ("s7 what moves away is not captured and the move stands",
     "4k3/8/8/3p4/4P3/8/8/4K3", "e4d5 d5d4", "4k3/8/8/3P4/3p4/8/8/4K3", "dodged moved"),
    ("s7 two that attack each other exchange places",
     "4k3/8/8/3p4/4P3/8/8/4K3", "e4d5 d5e4", "4k3/8/8/3P4/4p3/8/8/4K3", "dodged dodged"),
    ("s7 kings too",
     "8/8/8/3k4/3K4/8/8/8", "d4d5 d5d4", "8/8/8/3K4/3k4/8/8/8", "dodged dodged check check"),
    ("s7 pieces pass through one another on a line",
     "r3k3/8/8/8/8/8/8/R3K3 - 8888", "a1a7 a8a2", "4k3/R7/8/8/8/8/r7/4K3", "moved moved"),
    ("s7 and where their lines cross",
     "4k3/8/8/8/r7/8/8/1R2K3 - 8888", "b1b8 a4h4", "1R2k3/8/8/8/7r/8/8/4K3", "moved moved check"),
    ("s9 two pieces on one square both vanish",
     "3qk3/8/8/8/8/8/4P3/3RK3", "d1d4 d8d4", "4k3/8/8/8/8/8/4P3/4K3", "moved moved collided vanished vanished"),
    ("s9 of a king and another piece the king stays",
     "3rk3/8/8/8/8/8/8/4K3", "e1d1 d8d1", "4k3/8/8/8/8/8/8/3K4", "moved moved collided_king vanished"),
    ("s9 whosever it is",
     "4k3/8/8/8/8/8/3R4/4K3", "d2d8 e8d8", "3k4/8/8/8/8/8/8/4K3", "moved moved collided_king vanished"),
    ("s10 a king that castles collides with what comes to its square",
     "r3k3/8/1b6/8/8/8/8/R3K2R - 8788", "e1g1 b6g1", "r3k3/8/8/8/8/8/8/R4RK1", ""),
    ("s10 so does its rook",
     "r3kr2/8/8/8/8/8/8/R3K2R - 8788", "e1g1 f8f1", "r3k3/8/8/8/8/8/8/R5K1", ""),
    ("s10 there is no rook left to capture",
     "4k2r/8/8/8/8/8/8/R3K2R - 8788", "e1g1 h8h1", "4k3/8/8/8/8/8/8/R4RKr", ""),
    ("s10 a king that castles has dodged",
     "4k3/8/8/8/8/8/4r3/4K2R - 8788", "e1g1 e2e1", "4k3/8/8/8/8/8/8/4rRK1", ""),
    ("s11 a jumper that goes on has dodged",
     "4k3/8/8/3pP3/8/8/8/4K3 d6", "e5d6 d5d4", "4k3/8/3P4/8/3p4/8/8/4K3", "dodged moved"),
    ("s11 a capture in passing may collide and still takes", "3rk3/8/8/3pP3/8/8/8/4K3 d6", "e5d6 d8d6",
     "4k3/8/8/8/8/8/8/4K3", "en_passant moved collided vanished vanished"),
    ("s11 who waits to take back a pawn that is taken in passing moves there and takes nothing",
     "3qk3/8/8/3pP3/8/5B2/8/4K3 d6", "e5d6 d8d5", "4k3/8/3P4/3q4/8/5B2/8/4K3", "en_passant moved"),
    ("s13 who is retaken has become nothing",
     "r1r1k3/3P4/8/8/8/8/8/4K3", "d7c8n a8c8", "2r1k3/8/8/8/8/8/8/4K3", "captured retaken"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "turn", "expected", "events_of_turn"), [row[1:] for row in TURNS], ids=[row[0] for row in TURNS]
)
def test_s4_to_s13_a_turn_leads_to(before, turn, expected, events_of_turn):
    after = play(at(*before.split()), turn)
    assert rows(after) == expected
    assert not events_of_turn or " ".join(codes(after)) == events_of_turn
    assert after.result() is None


def test_s4_otherwise_the_move_fails_and_costs_the_turn():
    position = at("4k3/8/8/3p4/4P3/3P4/8/4K3")
    after = play(position, "d3e4 d5d4")
    assert rows(after) == "4k3/8/8/8/3pP3/3P4/8/4K3"
    assert codes(after) == ["failed", "moved"]
    actions = {0: position.read("d3e4"), 1: position.read("d5d4")}
    assert position.turn_notation(actions, after, Eyes.ALL) == {0: "dxe4?", 1: "d4"}
    assert position.notation({0: actions[0]}, 0) == {0: "dxe4"}


def test_s4b_a_move_that_could_be_castling_and_a_retake_is_the_castling():
    position = at("4k3/8/8/8/6r1/8/8/5KR1", flags="8688")
    assert [position.write(move) for move in position.moves(0)].count("f1g1") == 1
    assert position.read("f1g1") not in position.risks(0)
    after = play(position, "f1g1 g4g1")
    assert codes(after)[:2] == ["castled", "dodged"]
    assert rows(after) == "4k3/8/8/8/8/8/8/5RK1", "the rook collided with the king, which stays"


@pytest.mark.parametrize(
    ("before", "flags", "text", "expected"),
    [
        ("k6r/8/8/8/8/8/8/5NKR", "8788", "g1h1 a8b8", "1k5r/8/8/8/8/8/8/5NKR"),
        ("k6r/8/8/8/8/8/8/5NKR", "8788", "g1h1 h8h1", "k7/8/8/8/8/8/8/5N1K"),
        ("1rkn4/8/8/8/8/8/8/1R4K1", "8818", "b1b2 c8b8", "1rkn4/8/8/8/8/8/1R6/6K1"),
        ("1rkn4/8/8/8/8/8/8/1R4K1", "8818", "b1b8 c8b8", "1k1n4/8/8/8/8/8/8/6K1"),
    ],
)
def test_s4b_where_the_king_cannot_castle_it_takes_back_on_its_rook(before, flags, text, expected):
    position = at(before, flags=flags)
    seat = 0 if flags[2:] == "88" else 1
    move = position.read(text.split()[seat])
    assert move in position.risks(seat)
    assert position.labels(seat)[move] == ("Kxh1", "Kxb8")[seat]
    assert rows(play(position, text)) == expected


def test_s5_both_moves_happen_at_once():
    after = play(Variant.start(), "e2e4 d7d5", "e4d5 d8d5")
    assert rows(after) == "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR"
    assert codes(after) == ["captured", "retaken"]


def test_s8_a_king_that_captures_can_be_retaken():
    after = play(at("8/8/8/3k4/4P3/8/4R3/4K3"), "e2e4 d5e4")
    assert rows(after) == "8/8/8/8/4R3/8/8/4K3"
    assert after.result() == Result((1.0, 0.0), "king_captured")


def test_s9_two_kings_both_vanish():
    after = play(at("8/8/4k3/8/4K3/8/8/8"), "e4e5 e6e5")
    assert rows(after) == "8/8/8/8/8/8/8/8"
    assert after.result() == Result((0.5, 0.5), "kings_captured")


def test_s11_a_pawn_that_jumped_is_taken_in_passing():
    after = play(at("4k3/3p4/8/4P3/8/8/8/4K3"), "e1d1 d7d5")
    assert after.fen().endswith('"enpassant":"d6"}')
    taken = play(after, "e5d6 e8d8")
    assert rows(taken) == "3k4/8/3P4/8/8/8/8/3K4"
    assert codes(taken)[0] == "en_passant"


def test_s12_both_may_have_jumped():
    after = play(at("4k3/3p4/8/4P3/3p4/8/4P3/4K3"), "e2e4 d7d5")
    assert after.fen().endswith('"enpassant":"d6,e3"}')
    assert "e5d6" in offered(after, 0)
    assert "d4e3" in offered(after, 1)
    both = play(after, "e5d6 d4e3")
    assert rows(both) == "4k3/8/3P4/8/8/4p3/8/4K3"
    assert codes(both) == ["en_passant", "en_passant"]
    assert both.fen().endswith('"enpassant":"-"}')


def test_s12_a_jump_that_collides_or_over_a_square_that_was_reached_cannot_be_taken():
    collided = play(at("4k3/3p4/8/4P3/8/8/8/3RK3"), "d1d5 d7d5")
    assert collided.fen() == f"4k3/8/8/4P3/8/8/8/4K3 w 2 {NONE}"
    reached = play(at("4k3/3p4/8/4P3/8/8/3R4/4K3"), "d2d6 d7d5")
    assert rows(reached) == "4k3/8/3R4/3pP3/8/8/8/4K3"
    assert reached.fen().endswith('"enpassant":"-"}')


def test_s12_a_jump_whose_first_square_is_reached_can_be_taken():
    behind = play(at("4k3/3p4/8/4PB2/8/8/8/4K3"), "f5d7 d7d5")
    assert behind.fen().endswith('"enpassant":"d6"}')
    assert Variant.from_fen(behind.fen()) == behind
    assert "e5d6" in offered(behind, 0)


def test_s13_promotion_after_a_dodge_and_in_a_collision():
    dodged = play(at("2r1k3/3P4/8/8/8/8/8/4K3"), "d7c8q c8b8")
    assert rows(dodged) == "1rQ1k3/8/8/8/8/8/8/4K3"
    assert codes(dodged)[:3] == ["dodged", "moved", "promoted"]
    clash = play(at("2r1k3/3P4/8/8/8/8/8/4K3"), "d7d8q c8d8")
    assert rows(clash) == "4k3/8/8/8/8/8/8/4K3"
    assert codes(clash) == ["moved", "moved", "collided", "vanished", "vanished"]
    assert clash.events[2].pieces == ("P", "r"), "a pawn, as it was"


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        ("e1e2 e8e7", "8888"),
        ("a1b1 a8b8", "8787"),
        ("a1a8 e8f8", "8788"),
        ("a1a8 h8g8", "8788"),
        ("e1g1 h8h1", "8808"),
        ("a1a2 h8h1", "8808"),
    ],
)
def test_s14_rights_go_with_king_and_rook_and_with_who_comes_to_the_corner(text, flags):
    after = play(at("r3k2r/8/8/8/8/8/8/R3K2R", flags="0707"), text)
    assert f'"flags":"{flags}"' in after.fen()


def test_s14_rights_go_with_a_captured_king():
    after = play(at("4k3/8/8/8/8/8/4r3/R3K2R", flags="0788"), "h1h2 e2e1")
    assert '"flags":"8888"' in after.fen()
    assert Variant.from_fen(after.fen()) == after


def test_s14_a_retake_that_failed_leaves_the_rights():
    position = at("4k3/8/8/8/8/8/1b6/R2QK3", flags="0888")
    after = play(position, "d1a1 b2c3")
    assert codes(after)[0] == "failed"
    assert '"flags":"0888"' in after.fen()


def test_s15_both_kings_captured_draw():
    after = play(at("4k3/4R3/8/8/8/8/4r3/4K3"), "e7e8 e2e1")
    assert after.result() == Result((0.5, 0.5), "kings_captured")
    assert Variant.from_fen(after.fen()).result() == after.result()


def test_s16_nothing_to_declare_draws():
    after = play(at("6NK/4PpPP/5P2/1b5P/8/8/8/k7"), "h5h6 b5e8")
    assert not offered(after, 0)
    assert offered(after, 1)
    assert after.result() == Result((0.5, 0.5), "no_moves")


def test_s17_a_turn_without_capture_collision_or_pawn_is_quiet():
    start = Variant.start()
    assert play(start, "g1f3 g8f6").quiet == 1
    assert play(start, "g1f3 g8f6", "f3g1 e7e6").quiet == 0
    assert play(at("3qk3/8/8/8/8/8/8/3RK3"), "d1d4 d8d4").quiet == 0
    assert start.key() != at("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", flags="8707").key()
    jumped = play(at("4k3/3p4/8/4P3/8/8/8/4K3"), "e1d1 d7d5")
    assert jumped.key() != at(rows(jumped), flags="8888").key()


@pytest.mark.parametrize(("before", "counts"), [("4k3/3p4/8/4P3/8/8/8/4K3", True), ("4k3/3p4/8/P7/8/8/8/4K3", False)])
def test_s17_a_jump_counts_where_it_can_be_answered_en_passant(before, counts):
    jumped = play(at(before), "e1d1 d7d5")
    assert (jumped.key() != jumped.then(en_passant=()).key()) == counts


@pytest.mark.parametrize(
    ("fen", "code"),
    [
        ("4k3/8/8/8/8/8/8/4K3 b", "fen_turn_black"),
        ("4k3/8/8/8/8/8/8/3KK3 w", "fen_kings"),
        ("P3k3/8/8/8/8/8/8/4K3 w", "fen_pawn"),
        ('4k3/8/8/4P3/8/8/8/4K3 w 0 {"enpassant":"d6"}', "fen_jumped"),
        ('4k3/8/3n4/3pP3/8/8/8/4K3 w 0 {"enpassant":"d6"}', "fen_jumped"),
        ('4k3/8/8/8/3pP3/8/8/4K3 w 0 {"enpassant":"e4"}', "fen_jumped"),
        ('4k3/8/8/2pp4/8/8/8/4K3 w 0 {"enpassant":"c6,d6"}', "fen_jumps"),
        ('4k3/8/8/2pp4/8/8/8/4K3 w 0 {"enpassant":"c6,"}', "fen_form"),
    ],
)
def test_s18_an_unreachable_position_is_refused_by_name(fen, code):
    with pytest.raises(FenError) as refused:
        Variant.from_fen(fen)
    assert refused.value.code == code


def test_s18_the_plies_go_up_by_two():
    assert play(Variant.start(), "e2e4 e7e5").fen().split(" ")[1:3] == ["w", "2"]


def test_a_game_from_beginning_to_end():
    position = Variant.start()
    lines = GAME.read_text().splitlines()
    for line in lines[:-1]:
        texts, fen = line.split("  ", 1)
        actions = {}
        for seat, text in enumerate(texts.split()):
            known = {label: move for move, label in position.labels(seat).items()}
            actions[seat] = known[text.rstrip("?")]
        after = position.play(actions)
        assert " ".join(position.turn_notation(actions, after, Eyes.ALL).values()) == texts
        position = after
        assert position.fen() == fen
    result = position.result()
    assert result is not None
    assert f"{result.points[0]:g}-{result.points[1]:g} {result.reason}" == lines[-1]


def test_random_games_agree_with_the_second_reading():
    """Moves, positions and ends; captures, promotions and kings' lives are sought, so that games come to something."""
    turns = 0
    for seed in range(40):
        random, position = Random(seed), Variant.start()
        for _ in range(150):
            state = read(position.fen())
            for seat in (0, 1):
                assert offered(position, seat) == moves(state, seat == 0)
            if position.result() is not None:
                break
            texts = [lively(position, seat, random) for seat in (0, 1)]
            outcome = turn(state, *texts)
            position = position.play({seat: position.read(text) for seat, text in enumerate(texts)})
            assert read(position.fen()) == outcome.state, texts
            ended = position.result()
            assert (len(outcome.kings) < 2) == (ended is not None and ended.reason != "no_moves")
            turns += 1
    assert turns > 2000


@pytest.mark.parametrize("randomness", [1, 2])
def test_positions_from_drawn_starts_agree_with_the_second_reading(randomness):
    """Pieces are taken off a drawn start, so that castlings and retakes of a king on its rook come often."""
    both = 0
    for seed in range(500):
        random = Random(seed)
        start = Variant.start({"randomness": randomness}, random)
        board = [piece if piece in "KkRr" or random.random() < 0.4 else "" for piece in start.board]
        open_rook = random.choice([square for square, piece in enumerate(board) if not piece])
        board[open_rook] = random.choice("QqRr")
        position = start.then(board=tuple(board))
        for _ in range(3):
            if position.result() is not None:
                break
            state = read(position.fen())
            for seat in (0, 1):
                assert offered(position, seat) == moves(state, seat == 0)
            texts = [royal(position, seat, random) for seat in (0, 1)]
            both += any(position.board[move.path[1]] in "Rr" for move in map(position.read, texts))
            outcome = turn(state, *texts)
            position = position.play({seat: position.read(text) for seat, text in enumerate(texts)})
            assert read(position.fen()) == outcome.state, texts
    assert both > 100


def royal(position, seat, random):
    """A move of the king onto its own rook if there is one, else any."""
    found = list(position.moves(seat))
    own = [move for move in found if position.board[move.path[0]] == "Kk"[seat]]
    onto = [move for move in own if position.board[move.path[1]] == "Rr"[seat]]
    return position.write(random.choice(onto or found))


def lively(position, seat, random):
    """A move that leaves the enemy king alive if it can, and rather a capture or something rare."""
    found = [move for move in position.moves(seat) if position.board[move.path[1]] not in ("K", "k")]
    found = found or list(position.moves(seat))
    risks = position.risks(seat)
    rare = [move for move in found if move.into or abs(move.path[0] - move.path[1]) == 2 or move in risks]
    captures = [move for move in found if position.board[move.path[1]]]
    for liked in (rare, captures):
        if liked and random.random() < 0.3:
            return position.write(random.choice(liked))
    return position.write(random.choice(found))
