"""Variants that were brought by the interface alone: they are short, pass `check`, and keep their own rules."""

import ast
import io
import tokenize
from pathlib import Path

import pytest

from server.kit.check import check
from tests.harness.lines_of_play import after, lines
from tests.harness.match import Match
from variants import registry
from variants.errors import FenError, MoveError

BROUGHT = Path(__file__).parent / "brought"
MOST = {"Rifle": 20, "Berolina": 30, "Antiking": 40}
"""Lines of rules that each may have."""


def brought(name):
    return registry.load(name, [BROUGHT])


def at(name, fen):
    return brought(name).from_fen(fen)


def offered(position, *begin):
    """The moves of whoever acts, or those that begin with one of these texts."""
    (seat,) = position.to_act
    return {text for text in map(position.write, position.moves(seat)) if text.startswith(begin or "")}


def rows(position):
    return position.fen().split(" ")[0]


def rule_lines(source):
    """Lines with code: without blanks, comments, docstrings and imports."""
    skipped = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import | ast.ImportFrom) or (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        ):
            skipped.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    empty = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    found = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in empty:
            found.update(range(token.start[0], token.end[0] + 1))
    return len(found - skipped)


@pytest.mark.parametrize("name", MOST)
def test_chess_with_one_rule_changed_is_short(name):
    sources = [path.read_text(encoding="utf-8") for path in (BROUGHT / name).glob("*.py")]
    assert 0 < sum(map(rule_lines, sources)) - 1 <= MOST[name], "`__all__` is no rule"


@pytest.mark.parametrize("name", [*MOST, "Link"])
@pytest.mark.slow
def test_what_was_brought_passes_the_check(name):
    found = list(check(name, [BROUGHT], games=25))
    assert [(finding.what, *finding.lines) for finding in found if not finding.holds] == []
    assert len(found) > 8


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
    match.game("Link", fen="5/1pp2/pp*2/5/1PPP1 w 7")
    for seat, move in ((0, "a1"), (1, "e5"), (0, "e1")):
        assert match.act(seat, move) == ""
    assert match.table.ending is not None
    assert match.table.ending.reason == "linked"
    match.journal.close()


# Rifle: who captures stays


def test_rifle_who_captures_stays_where_it_was():
    position = at("Rifle", "4k3/8/8/3p4/8/8/8/3RK3 w")
    shot = after(position, "d1d5")
    assert rows(shot) == "4k3/8/8/8/8/8/8/3RK3"
    assert [event.code for event in shot.events] == ["captured"]


def test_rifle_a_pawn_that_captures_on_the_last_rank_stays_a_pawn():
    position = at("Rifle", "3r1k2/2P5/8/8/8/8/8/4K3 w")
    assert offered(position, "c7") == {"c7d8", "c7c8q", "c7c8r", "c7c8b", "c7c8n"}
    assert rows(after(position, "c7d8")) == "5k2/2P5/8/8/8/8/8/4K3"


def test_rifle_a_king_shoots_what_is_protected_and_a_checker_that_is_far():
    # The queen on f2 is protected by the rook on f8; the king shoots it and stays on e1, which nothing attacks.
    # All it could do otherwise is to step to d1, which the queen does not reach.
    assert offered(at("Rifle", "5r1k/8/8/8/8/8/5q2/4K3 w")) == {"e1f2", "e1d1"}
    # The rook on a8 is attacked by the bishop, which shoots it without leaving the diagonal.
    assert "f3a8" in offered(at("Rifle", "r6k/8/8/8/8/5B2/8/K7 w"))


def test_rifle_a_piece_that_shields_its_king_may_shoot_and_not_go():
    # The knight on e4 shields the king on e1 from the rook on e8. It can shoot c5 and remain there.
    assert offered(at("Rifle", "4r2k/8/8/2p5/4N3/8/8/4K3 w"), "e4") == {"e4c5"}


def test_rifle_en_passant_removes_the_pawn_and_moves_nothing():
    position = after(at("Rifle", "4k3/3p4/8/4P3/8/8/8/4K3 b"), "d7d5")
    assert rows(after(position, "e5d6")) == "4k3/8/8/4P3/8/8/8/4K3"


def test_rifle_no_castling_through_an_attack_and_none_after_a_shot_of_the_king():
    assert not {"e1g1", "e1c1"} & offered(at("Rifle", "3rkr2/8/8/8/8/8/8/R3K2R w"))
    assert {"e1g1", "e1c1"} <= offered(at("Rifle", "4k3/8/8/8/8/8/8/R3K2R w"))
    shot = after(at("Rifle", "4k3/p7/8/8/8/8/4p3/R3K2R w"), "e1e2", "a7a6")
    assert rows(shot) == "4k3/8/p7/8/8/8/8/R3K2R"
    assert not {"e1g1", "e1c1"} & offered(shot)


def test_rifle_begins_as_chess_does():
    start = brought("Rifle").start()
    assert [lines(start, depth) for depth in (1, 2)] == [20, 400]
    # Twelve moves of a game in which a pawn shoots: 1.e4 d5 2.exd5 leaves the pawn on e4.
    assert rows(after(start, "e2e4", "d7d5", "e4d5")) == "rnbqkbnr/ppp1pppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"


# Berolina: pawns go obliquely and take straight on


def test_berolina_pawns_go_obliquely_and_two_squares_from_home():
    assert offered(at("Berolina", "4k3/8/8/8/8/8/4P3/4K3 w"), "e2") == {"e2d3", "e2f3", "e2c4", "e2g4"}
    assert offered(at("Berolina", "4k3/8/8/8/4P3/8/8/4K3 w"), "e4") == {"e4d5", "e4f5"}
    assert offered(at("Berolina", "4k3/p7/8/8/8/8/8/4K3 b"), "a7") == {"a7b6", "a7c5"}


def test_berolina_pawns_take_straight_on_and_are_blocked_by_nothing_there():
    assert offered(at("Berolina", "4k3/8/8/3ppp2/4P3/8/8/4K3 w"), "e4") == {"e4e5"}
    # What stands obliquely ahead blocks a step, and the double step beyond it.
    assert offered(at("Berolina", "4k3/8/8/8/8/3p1p2/4P3/4K3 w"), "e2") == set()


def test_berolina_pawns_give_check_straight_on():
    position = at("Berolina", "8/8/4k3/4P3/8/8/8/4K3 b")
    assert position.picture(0).marks == {20: "check"}
    assert "e6e5" in offered(position)
    assert at("Berolina", "8/8/3k4/4P3/8/8/8/4K3 b").picture(0).marks == {}
    # The king may not go to e6, d6 or f6 is free of the pawn on e5: it attacks e6 alone.
    assert offered(at("Berolina", "8/4k3/8/4P3/8/8/8/K7 b"), "e7") & {"e7e6", "e7d6", "e7f6"} == {"e7d6", "e7f6"}


def test_berolina_en_passant_takes_the_pawn_that_jumped_and_no_other():
    # From e2 to c4 over d3; a black pawn on d4 takes straight on to d3. The pawn on e4 has not jumped.
    position = after(at("Berolina", "4k3/8/8/8/3pP3/8/4P3/4K3 w"), "e2c4")
    assert '"enpassant":"d3c4"' in position.fen()
    assert brought("Berolina").from_fen(position.fen()) == position.then(quiet=0)
    taken = after(position, "d4d3")
    assert rows(taken) == "4k3/8/8/8/4P3/3p4/8/4K3"
    assert [event.code for event in taken.events] == ["en_passant"]
    assert position.labels(1)[position.read("d4d3")] == "dxd3"


def test_berolina_promotes_obliquely_and_by_a_capture():
    position = at("Berolina", "3n3k/3P4/8/8/8/8/8/K7 w")
    assert offered(position, "d7") == {f"d7{to}8{into}" for to in "cde" for into in "qrbn"}


def test_berolina_begins_with_30_moves():
    # Single steps: one from a and from h, two from each of b to g, 14 in all. Double steps: one from each of a, b, g
    # and h, two from each of c to f, 12 in all. The knights have 4.
    assert lines(brought("Berolina").start(), 1) == 30


# Antiking: each side has a second king, which must be attacked


def test_antiking_begins_with_both_antikings_attacked():
    start = brought("Antiking").start()
    assert rows(start) == "rnbqkbnr/pppppppp/3A4/8/8/3a4/PPPPPPPP/RNBQKBNR"
    assert start.picture(0).marks == {}


def test_antiking_one_that_nothing_attacks_is_in_check_and_must_be_helped():
    # Nothing of Black's attacks a1. Its rook attacks the whole h-file, so the antiking cannot get there in one move;
    # a2, b1 and b2 are not attacked either: White is mated.
    mated = at("Antiking", "7r/8/4k3/a6R/8/8/8/A3K3 w")
    assert mated.picture(0).marks == {56: "check"}
    assert mated.result() == ((0.0, 1.0), "checkmate")
    # With a rook on b8 it steps to b1 or b2, which that rook attacks.
    assert offered(at("Antiking", "1r6/8/4k3/a6R/8/8/8/A3K3 w")) == {"a1b1", "a1b2"}


def test_antiking_a_move_may_not_leave_the_own_antiking_unattacked():
    # The rook on a8 attacks a1 along the file: no white piece may step in between.
    position = at("Antiking", "r6k/8/8/7a/7R/8/8/A3K3 w")
    assert "h4a4" not in offered(position)
    assert "h4b4" in offered(position)


def test_antiking_a_king_attacks_no_antiking():
    assert at("Antiking", "8/8/8/a6R/8/8/1k6/A3K3 w").picture(0).marks == {56: "check"}


def test_antiking_takes_own_pieces_alone_and_is_taken_by_none():
    # On b2 stands a black pawn, on b1 a white knight; the rook on b8 attacks the b-file down to b2 only.
    position = at("Antiking", "rr5k/8/8/7a/7R/8/1p6/AN2K3 w")
    moves = offered(position, "a1")
    assert "a1b2" not in moves, "an enemy"
    assert "a1b1" not in moves, "b1 is attacked by a pawn of a2 or c2, and there is none"
    position = at("Antiking", "rr5k/8/8/7a/7R/8/8/AN2K3 w")
    assert "a1b1" in offered(position, "a1"), "an own piece, and the rook attacks its square"
    assert rows(after(position, "a1b1")) == "rr5k/8/8/7a/7R/8/8/1A2K3"
    assert "a8a1" not in offered(at("Antiking", "r6k/8/8/7a/7R/8/8/A3K3 b"))


def test_antiking_each_side_has_one():
    for fen in ("4k3/8/8/a6R/8/8/8/4K3 w", "r3k3/8/8/a6R/8/8/8/AA2K3 w"):
        with pytest.raises(FenError, match="antiking"):
            at("Antiking", fen)
