"""Variants that were brought by the interface alone: they are short, pass `check`, and keep their own rules."""

import re
import time
from pathlib import Path
from random import Random

import pytest

from server.kit.check import check
from tests.harness.lines_of_play import after, codes, lines, offered, rows
from tests.harness.match import Match
from variants import registry
from variants.errors import FenError, MoveError

BROUGHT = Path(__file__).parent / "brought"
MOST = {"Rifle": 20, "Berolina": 30, "Antiking": 40, "Housed": 10, "Widened": 10, "Thrice": 10}
"""Lines of rules that each may have."""
LIKE = {"Housed": "Crazyhouse", "Widened": "Capablanca", "Thrice": "ThreeCheck"}
"""What is declared in ten lines, and the variant of the project with these rules."""
FIRST_STEP = 15.0
"""Seconds of processor time that a check may take which is not told how many games."""


def brought(name):
    return registry.load(name, [BROUGHT])


def at(name, fen):
    return brought(name).from_fen(fen)


@pytest.mark.parametrize("name", MOST)
def test_chess_with_one_rule_changed_is_short(name):
    sources = [path.read_text(encoding="utf-8") for path in (BROUGHT / name).glob("*.py")]
    plain = re.compile(r"\s*(#.*|from .*|import .*|\"\"\".*\"\"\")?")
    assert 0 < len([line for text in sources for line in text.splitlines() if not plain.fullmatch(line)]) <= MOST[name]


@pytest.mark.parametrize("name", [*MOST, "Bank", "Link"])
@pytest.mark.slow
def test_the_packaged_variants_pass_the_check(name):
    found = list(check(name, [BROUGHT], games=25))
    assert [(finding.what, *finding.lines) for finding in found if not finding.holds] == []
    assert len(found) > 8


@pytest.mark.parametrize("name", LIKE)
def test_a_variant_of_declared_facts_passes_the_first_step_soon(name):
    began = time.process_time()
    found = list(check(name, [BROUGHT]))
    assert time.process_time() - began < FIRST_STEP
    assert [(finding.what, *finding.lines) for finding in found if not finding.holds or not finding.checked] == []
    assert len(found) > 8


@pytest.mark.parametrize(("name", "like"), LIKE.items())
def test_declared_facts_give_the_rules_of_the_variant_of_that_name(name, like):
    random = Random(1)
    ours, theirs = brought(name).start(), registry.load(like).start()
    for _ in range(60):
        assert ours.fen() == theirs.fen()
        assert offered(ours) == offered(theirs)
        if ours.result() is not None:
            break
        move = random.choice(sorted(offered(ours)))
        ours, theirs = after(ours, move), after(theirs, move)


# Link: a move is one square, and one square is missing


def test_a_move_of_one_square_is_written_and_read():
    start = brought("Link").start()
    assert len(offered(start)) == 24
    assert start.write(start.read("a5")) == "a5"
    with pytest.raises(MoveError):
        start.read("c3")
    assert rows(after(start, "a5", "e1")) == "P4/5/2*2/5/4p"


def test_a_board_without_its_missing_square_is_refused_and_one_with_too_many():
    for fen in ("5/5/5/5/5", "5/5/2P2/5/5", "5/5/1**2/5/5", "*4/5/2*2/5/5"):
        with pytest.raises(FenError, match=r"Missing squares, and only these, are written “\*”: look at [abc][35]"):
            at("Link", fen)


@pytest.mark.parametrize(
    ("fen", "linked"),
    [
        ("5/5/PP*PP/5/5 b", False),  # Through the hole there is no way.
        ("5/2PP1/PP*1P/5/5 b", False),  # d4 and e3 do not touch: their corners lie across.
        ("5/2PPP/PP*2/5/5 b", True),  # b3 and c4 meet at a corner on the way from a1 to e5.
    ],
)
def test_a_chain_leads_round_the_hole(fen, linked):
    assert (at("Link", fen).result() is not None) == linked


def test_a_game_of_connection_is_played_at_a_table(tmp_path):
    match = Match(tmp_path, brought("Link"))
    match.open("Link", fen="5/1pp2/pp*2/5/1PPP1 w 7")
    for seat, move in ((0, "a1"), (1, "e5"), (0, "e1")):
        assert match.act(seat, move) == ""
    assert match.table.ending is not None
    assert match.table.ending.reason == "linked"
    match.journal.close()


# Chess with another rule


@pytest.mark.parametrize(
    ("name", "fen", "begin", "moves"),
    [
        # Who captures stays: a pawn that captures on the last rank stays a pawn.
        ("Rifle", "3r1k2/2P5/8/8/8/8/8/4K3 w", ("c7",), "c7d8 c7c8q c7c8r c7c8b c7c8n"),
        # The rook on f8 protects f2. The king shoots what stands there; else it can step to d1 alone.
        ("Rifle", "5r1k/8/8/8/8/8/5q2/4K3 w", (), "e1f2 e1d1"),
        # The bishop shoots the rook on a8, which it does not leave the diagonal for.
        ("Rifle", "r6k/8/8/8/8/5B2/8/K7 w", ("f3a",), "f3a8"),
        # The knight shields its king: it can shoot, and not go.
        ("Rifle", "4r2k/8/8/2p5/4N3/8/8/4K3 w", ("e4",), "e4c5"),
        ("Rifle", "3rkr2/8/8/8/8/8/8/R3K2R w", ("e1g1", "e1c1"), ""),
        ("Rifle", "4k3/8/8/8/8/8/8/R3K2R w", ("e1g1", "e1c1"), "e1g1 e1c1"),
        # Pawns go obliquely, two squares from home; what stands there blocks the double step too.
        ("Berolina", "4k3/8/8/8/8/8/4P3/4K3 w", ("e2",), "e2d3 e2f3 e2c4 e2g4"),
        ("Berolina", "4k3/8/8/8/4P3/8/8/4K3 w", ("e4",), "e4d5 e4f5"),
        ("Berolina", "4k3/p7/8/8/8/8/8/4K3 b", ("a7",), "a7b6 a7c5"),
        ("Berolina", "4k3/8/8/8/8/3p1p2/4P3/4K3 w", ("e2",), ""),
        # They take straight on, promote so and obliquely, and attack nothing else.
        ("Berolina", "4k3/8/8/3ppp2/4P3/8/8/4K3 w", ("e4",), "e4e5"),
        ("Berolina", "3n3k/3P4/8/8/8/8/8/K7 w", ("d7",), " ".join(f"d7{to}8{into}" for to in "cde" for into in "qrbn")),
        ("Berolina", "8/4k3/8/4P3/8/8/8/K7 b", ("e7e6", "e7d6", "e7f6"), "e7d6 e7f6"),
        # The antiking must be attacked: from a1 it can only go where the rook on b8 attacks.
        ("Antiking", "1r6/8/4k3/a6R/8/8/8/A3K3 w", (), "a1b1 a1b2"),
        # The rook on a8 attacks it: no own piece may step in between.
        ("Antiking", "r6k/8/8/7a/7R/8/8/A3K3 w", ("h4a4", "h4b4"), "h4b4"),
        # It takes own pieces alone, where they are attacked, and is taken by none.
        ("Antiking", "rr5k/8/8/7a/7R/8/1p6/AN2K3 w", ("a1b2", "a1b1"), ""),
        ("Antiking", "rr5k/8/8/7a/7R/8/8/AN2K3 w", ("a1b1",), "a1b1"),
        ("Antiking", "r6k/8/8/7a/7R/8/8/A3K3 b", ("a8a1",), ""),
    ],
)
def test_the_moves_are_those_of_the_changed_rule(name, fen, begin, moves):
    assert offered(at(name, fen), *begin) == set(moves.split())


@pytest.mark.parametrize(
    ("name", "fen", "moves", "board", "events"),
    [
        ("Rifle", "4k3/8/8/3p4/8/8/8/3RK3 w", "d1d5", "4k3/8/8/8/8/8/8/3RK3", ["captured"]),
        ("Rifle", "3r1k2/2P5/8/8/8/8/8/4K3 w", "c7d8", "5k2/2P5/8/8/8/8/8/4K3", ["captured"]),
        ("Rifle", "4k3/3p4/8/4P3/8/8/8/4K3 b", "d7d5 e5d6", "4k3/8/8/4P3/8/8/8/4K3", ["en_passant"]),
        ("Rifle", "4k3/p7/8/8/8/8/4p3/R3K2R w", "e1e2 a7a6", "4k3/8/p7/8/8/8/8/R3K2R", ["moved"]),
        # From e2 to c4 over d3; a black pawn on d4 takes straight on to d3. The pawn on e4 has not jumped.
        ("Berolina", "4k3/8/8/8/3pP3/8/4P3/4K3 w", "e2c4 d4d3", "4k3/8/8/8/4P3/3p4/8/4K3", ["en_passant"]),
        ("Antiking", "rr5k/8/8/7a/7R/8/8/AN2K3 w", "a1b1", "rr5k/8/8/7a/7R/8/8/1A2K3", ["captured"]),
    ],
)
def test_turns_follow_the_changed_rule(name, fen, moves, board, events):
    position = after(at(name, fen), *moves.split())
    assert (rows(position), codes(position)) == (board, events)
    assert brought(name).from_fen(position.fen()) == position.then(quiet=0, events=())
    assert not {"e1g1", "e1c1"} & offered(position), "who has shot does not castle"


def test_they_begin_with_as_many_moves_as_counted_by_hand():
    assert [lines(brought("Rifle").start(), depth) for depth in (1, 2)] == [20, 400]
    # Single steps: one from a and from h, two from each of b to g, 14 in all. Double steps: one from each of a, b, g
    # and h, two from each of c to f, 12 in all. The knights have 4.
    assert lines(brought("Berolina").start(), 1) == 30


@pytest.mark.parametrize(
    ("name", "fen", "marks"),
    [
        ("Berolina", "8/8/4k3/4P3/8/8/8/4K3 b", {20: "check"}),
        ("Berolina", "8/8/3k4/4P3/8/8/8/4K3 b", {}),
        ("Antiking", "rnbqkbnr/pppppppp/3A4/8/8/3a4/PPPPPPPP/RNBQKBNR w", {}),
        ("Antiking", "7r/8/4k3/a6R/8/8/8/A3K3 w", {56: "check"}),
        ("Antiking", "8/8/8/a6R/8/8/1k6/A3K3 w", {56: "check"}),  # A king attacks no antiking.
    ],
)
def test_a_king_is_in_check_by_the_changed_rule(name, fen, marks):
    assert at(name, fen).picture(0).marks == marks


def test_an_antiking_that_cannot_be_attacked_is_mated_and_each_side_has_one():
    # Black's rook attacks the whole h-file, where the antiking cannot get in one move, and nothing beside a1.
    assert at("Antiking", "7r/8/4k3/a6R/8/8/8/A3K3 w").result() == ((0.0, 1.0), "checkmate")
    for fen in ("4k3/8/8/a6R/8/8/8/4K3 w", "r3k3/8/8/a6R/8/8/8/AA2K3 w"):
        with pytest.raises(FenError, match="antiking"):
            at("Antiking", fen)
