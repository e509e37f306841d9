"""Dark chess, rule by rule (`variants/Dark/LAW.md`): what is seen, what is told, what may be guessed."""

from pathlib import Path
from random import Random

import pytest

from tests.harness.lines_of_play import after, must_go, offered
from variants.army import GRID
from variants.errors import FenError
from variants.perft import perft
from variants.position import Eyes, Result
from variants.registry import load

Variant = load("Dark")
at = Variant.from_fen
GAME = Path(__file__).parents[1] / "data" / "dark" / "game.txt"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


def sees(position, seat):
    """The names of the squares that are not dark to this seat."""
    return {GRID.names[square] for square in range(64)} - {GRID.names[one] for one in position.picture(seat).marks}


def shown(position, viewer):
    return GRID.write_rows(position.picture(viewer).board)


def codes_seen(position, viewer):
    return [event.code for event in position.seen_events(viewer)]


def test_d1_the_set_up_and_the_first_moves_of_chess():
    start = Variant.start()
    assert start.fen().split(" ")[0] == START
    assert [perft(start, depth) for depth in (1, 2, 3)] == [20, 400, 8902]
    assert Variant.start({"randomness": 2}, Random(1)).fen().split(" ")[0] != START


def test_d2_a_king_may_be_left_or_put_in_check_without_a_warning():
    position = at("4k3/8/8/8/8/8/4r3/R3K2R w")
    assert {"e1f2", "e1d1", "e1g1", "e1c1", "a1b1"} <= offered(position)
    assert set(position.picture(0).marks.values()) == {"unseen"}
    assert codes_seen(after(position, "a1b1"), 1) == []


def test_d3_a_captured_king_ends_the_game():
    over = after(at("4k3/8/8/8/8/8/4r3/R3K2R w"), "a1b1", "e2e1")
    assert over.result() == Result((0.0, 1.0), "king_captured")
    assert Variant.from_fen(over.fen()) == over
    assert Variant.from_fen(over.fen()).result() == over.result()


def test_d4_d5_the_figure_of_the_public_page():
    position = after(Variant.start(), "e2e4", "d7d5")
    four = {f"{file}{rank}" for file in "abcdefgh" for rank in "1234"}
    assert sees(position, 0) == four | {"d5", "e5", "f5", "h5", "b5", "a6"}
    assert shown(position, 0) == "8/8/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR"


@pytest.mark.parametrize(
    ("fen", "seat", "seen", "dark"),
    [
        # d4: a line is seen up to the first piece.
        ("4k2r/8/8/8/8/7n/7P/K6R w", 0, "h3 e1", "h4 h8 e8"),
        ("r6k/8/8/n7/8/8/8/R6K w", 0, "a2 a3 a4 a5", "a6"),
        # d5: a pawn sees where it captures and what stands before it.
        ("4k3/8/8/8/8/4n3/4P3/4K3 w", 0, "d3 e3 f3", "e4"),
        ("4k3/8/8/8/4n3/8/4P3/4K3 w", 0, "e4", "e5"),
        ("4k3/8/8/8/8/4P3/8/4K3 w", 0, "e4", "e5"),
        ("4k3/4p3/8/8/8/8/8/4K3 w", 1, "d6 e6 f6 e5", "e4"),
        # d6: a right to castle shows what has to be empty for it, here also on d1.
        ('4k3/8/8/8/8/8/8/RK1n4 w 0 {"flags":"0888"}', 0, "c1 d1", "e1"),
        ('4k3/8/8/8/8/8/8/RK1n4 w 0 {"flags":"8888"}', 0, "c1", "d1"),
    ],
)
def test_d4_to_d6_seen_and_dark_squares(fen, seat, seen, dark):
    assert sees(at(fen), seat) >= set(seen.split())
    assert not sees(at(fen), seat) & set(dark.split())


def test_d5_d6_no_move_is_offered_onto_a_square_that_is_seen_to_be_occupied():
    assert "e2e4" not in offered(at("4k3/8/8/8/4n3/8/4P3/4K3 w"))
    assert "b1a1" not in offered(at('4k3/8/8/8/8/8/8/RK1n4 w 0 {"flags":"0888"}'))


def test_d7_who_can_capture_in_passing_sees_the_pawn_and_nobody_else_hears_of_a_jump():
    position = after(at("4k3/3p4/8/4P3/8/8/8/4K3 b"), "d7d5")
    assert "d5" in sees(position, 0)
    assert "e5d6" in offered(position)
    assert codes_seen(after(position, "e5d6"), 1) == ["taken"]
    plain = at("4k3/8/8/3pP3/8/8/8/4K3 w")
    assert "d5" not in sees(plain, 0)
    far = after(at("4k3/3p4/8/8/8/8/8/4K3 b"), "d7d5")
    assert "d5" not in sees(far, 0)
    assert codes_seen(far, 0) == []


def test_d8_the_rights_of_the_enemy_are_not_to_be_seen():
    one, other = (at(f'r3k2r/8/8/8/8/8/8/4K3 w 0 {{"flags":"{flags}"}}') for flags in ("8807", "8888"))
    assert one.picture(0) == other.picture(0)
    assert one.guess(0, Random(1)) == other.guess(0, Random(1))


def test_d9_when_it_is_over_everybody_sees_everything():
    over = after(at("4k3/8/8/8/8/8/4r3/R3K2R w"), "a1b1", "e2e1")
    for viewer in (0, 1, *Eyes):
        assert over.picture(viewer).board == over.board
        assert not over.picture(viewer).marks
        assert codes_seen(over, viewer) == ["moved", "taken"]


def test_d10_an_onlooker_sees_nothing_and_hears_nothing():
    position = after(Variant.start(), "e2e4", "d7d5", "e4d5")
    assert shown(position, Eyes.SPECTATOR) == "8/8/8/8/8/8/8/8"
    assert len(position.picture(Eyes.SPECTATOR).marks) == 64
    assert codes_seen(position, Eyes.SPECTATOR) == []


def test_d11_the_loser_learns_of_the_loss_and_not_of_the_capturing_piece():
    later = after(at("4k3/8/8/8/3p4/8/8/B3K3 w"), "a1d4")
    assert codes_seen(later, 0) == ["moved", "taken"]
    (event,) = later.seen_events(1)
    assert (event.code, event.seat, event.pieces) == ("taken", 1, ("p",))
    assert "d4" not in sees(later, 1)


@pytest.mark.parametrize(
    ("fen", "move", "codes"),
    [
        ("r3k3/8/8/8/8/8/8/R3K3 w", "a1a2", []),  # Its first square is behind it.
        ("r3k3/8/8/8/8/8/8/R3K3 w", "a1b1", []),
        ("r6r/4k3/8/8/8/8/N7/4K3 w", "a2b4", []),
        ("1r2k2r/8/8/8/N7/8/8/4K3 w", "a4b6", []),
        ("rr2k3/8/8/8/8/8/N7/4K3 w", "a2b4", ["moved"]),  # Both rooks look down their files.
        ("8/P7/8/8/7k/8/8/4K3 w", "a7a8q", []),
        ("1k6/P7/8/8/8/8/8/4K3 w", "a7a8q", ["moved", "promoted"]),
        ("3r2k1/P7/8/8/8/8/8/K7 w", "a7a8q", []),  # The rook sees a8 alone: the queen may be the first one.
        ("4k3/8/8/8/8/8/8/4K2R w", "e1g1", []),
        ("4k1r1/4r3/8/8/8/8/8/4K2R w", "e1g1", ["castled"]),
    ],
)
def test_d11_a_move_is_shown_to_a_seat_that_sees_all_its_squares(fen, move, codes):
    assert codes_seen(after(at(fen), move), 1) == codes
    assert codes_seen(after(at(fen), move), 0)


def test_d12_a_player_is_not_shown_the_opponents_moves():
    start = Variant.start()
    move = start.read("g1f3")
    assert start.notation({0: move}, 0) == {0: "Nf3"}
    assert start.notation({0: move}, 1) == {0: "…"}
    assert start.notation({0: move}, Eyes.SPECTATOR) == {0: "…"}
    assert start.notation({0: move}, Eyes.ALL) == {0: "Nf3"}
    assert not list(start.moves(1))


def drawn(position):
    """All that the house tells a seat of its moves beside their labels."""
    (seat,) = position.to_act
    return {
        position.write(move): (position.becomes(seat, move), move in position.risks(seat), position.special(seat, move))
        for move in position.moves(seat)
    }


def lively(position, random):
    """Any move that leaves the king, and rather something rare."""
    (seat,) = position.to_act
    moves = [move for move in position.moves(seat) if position.board[move.path[1]] not in ("K", "k")]
    moves = moves or list(position.moves(seat))
    rare = [move for move in moves if move.into or abs(move.path[0] - move.path[1]) in (2, 16)]
    chosen = random.choice(rare if rare and random.random() < 0.4 else moves)
    return position.play({seat: chosen})


def test_d13_a_guess_is_the_same_to_whom_it_is_made_for_and_can_be_played_on():
    guesses = 0
    for seed in range(25):
        random = Random(seed)
        position = Variant.start({"randomness": seed % 3}, random)
        for _ in range(120):
            if position.result() is not None:
                break
            for viewer in (0, 1, Eyes.SPECTATOR):
                guess = position.guess(viewer, random)
                assert guess.picture(viewer) == position.picture(viewer)
                assert guess.seen_events(viewer) == position.seen_events(viewer)
                assert guess.result() is None
                assert Variant.from_fen(guess.fen()).key() == guess.key()
                if viewer in position.to_act:
                    assert dict(guess.labels(position.to_act[0])) == dict(position.labels(position.to_act[0]))
                    assert drawn(guess) == drawn(position), "nor does what a chooser draws tell more"
                assert sum(map(bool, guess.board)) == sum(map(bool, position.board))
                guesses += 1
            position = lively(position, random)
    assert guesses > 5000


def test_d13_a_determinization_does_not_depend_on_hidden_pieces():
    """Positions that a seat cannot tell apart are guessed alike; the guesses are many."""
    one, other = at("q3k3/8/8/8/8/8/8/K7 w"), at("7q/2k5/8/8/8/8/8/K7 w")
    assert one.picture(0) == other.picture(0)
    guesses = [[position.guess(0, Random(seed)) for seed in range(300)] for position in (one, other)]
    for square in range(64):
        for symbol in "qk":
            counts = [sum(guess.board[square] == symbol for guess in found) for found in guesses]
            assert max(counts) < 30, "nowhere far more often than elsewhere"
    assert len({guess.board for guess in guesses[0]}) > 250


def test_d13_a_second_queen_is_taken_for_a_pawn():
    position = at("qq2k3/8/8/8/8/8/8/K7 w")
    for seed in range(20):
        guess = position.guess(0, Random(seed))
        assert sorted(filter(None, guess.board)) == ["K", "k", "p", "q"]


def test_d13_what_a_jump_tells_is_kept_by_those_who_know_it():
    own = after(at("4k3/8/8/8/3p4/8/4P3/4K3 w"), "e2e4")
    assert all(own.guess(0, Random(seed)).en_passant == own.en_passant for seed in range(20))
    assert all(not own.guess(0, Random(seed)).board[GRID.index["e3"]] for seed in range(50))
    assert own.guess(1, Random(1)).en_passant == own.en_passant, "Black can capture"
    far = after(at("4k3/8/8/8/7p/8/4P3/4K3 w"), "e2e4")
    assert far.guess(1, Random(1)).en_passant == ()


def test_d14_nothing_to_move_draws():
    assert at("4b1NK/4PpPP/5P1P/8/8/8/8/k7 w").result() == Result((0.5, 0.5), "no_moves")
    assert at("4b1NK/4PpPP/5P1P/8/8/8/8/k7 b").result() is None


def test_d15_quiet_turns_are_counted_and_repetition_is_not():
    assert after(Variant.start(), "g1f3", "g8f6").quiet == 2
    assert Variant.draws.occurrences is None
    assert Variant.draws.quiet_turns == 100


@pytest.mark.parametrize(
    ("fen", "code"),
    [
        ("8/8/8/8/8/8/8/8 w", "fen_kings"),
        ("4k3/8/8/8/8/8/8/3KK3 w", "fen_kings"),
        ("P3k3/8/8/8/8/8/8/4K3 w", "fen_pawn"),
        ('4k3/8/8/8/8/8/8/4K3 w 0 {"enpassant":"d6"}', "fen_enpassant"),
    ],
)
def test_d16_positions_that_no_game_can_have_are_refused_by_name(fen, code):
    with pytest.raises(FenError) as refused:
        at(fen)
    assert refused.value.code == code


def test_sight_agrees_with_an_independent_implementation():
    """Squares as pairs, pieces one by one, in positions of random games."""
    compared = 0
    for seed in range(20):
        random, position = Random(seed), Variant.start()
        for _ in range(100):
            if position.result() is not None:
                break
            for seat in (0, 1):
                assert sees(position, seat) == by_the_book(position.fen(), seat == 0)
                compared += 1
            position = lively(position, random)
    assert compared > 1500


STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
ASLANT = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
LEAPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
WAYS = {"r": (STRAIGHT, 8), "b": (ASLANT, 8), "q": (STRAIGHT + ASLANT, 8), "k": (STRAIGHT + ASLANT, 1), "n": (LEAPS, 1)}


def by_the_book(fen, white):
    """The names of the squares that White, or Black, sees in a position of a game from the orthodox squares."""
    rows, turn, _, rest = fen.split(" ", 3)
    flags, en_passant = rest.split('"')[3::4]
    en_passant = en_passant if (turn == "w") == white else "-"
    board = {}
    for number, row in enumerate(rows.split("/")):
        file = 1
        for sign in row:
            if not sign.isdigit():
                board[file, 8 - number] = sign
            file += int(sign) if sign.isdigit() else 1
    found = set()
    ahead, home = (1, 2) if white else (-1, 7)
    for (file, rank), sign in board.items():
        if sign.isupper() != white:
            continue
        found.add((file, rank))
        ways, far = WAYS.get(sign.lower(), ([], 0))
        for x, y in ways:
            for step in range(1, far + 1):
                found.add((file + x * step, rank + y * step))
                if (file + x * step, rank + y * step) in board:
                    break
        if sign in "Pp":
            found |= {(file + x, rank + ahead) for x in (-1, 0, 1)}
            if rank == home and (file, rank + ahead) not in board:
                found.add((file, rank + 2 * ahead))
            if (
                en_passant != "-"
                and abs("abcdefgh".index(en_passant[0]) + 1 - file) == 1
                and int(en_passant[1]) == rank + ahead
            ):
                found.add(("abcdefgh".index(en_passant[0]) + 1, rank))
    rights = flags[:2] if white else flags[2:]
    rank = 1 if white else 8
    for flag, files in zip(rights, ((2, 3, 4), (6, 7)), strict=True):
        found |= {(file, rank) for file in files if flag != "8"}
    return {f"{'abcdefgh'[file - 1]}{rank}" for file, rank in found if 1 <= file <= 8 and 1 <= rank <= 8}


def test_a_game_from_beginning_to_end():
    must_go(Variant.start(), GAME)
