"""Files of PGN as strangers write them: each in `tests/data/pgn`, with the right answer beside it.

A right answer names the moves (`fault` where the rules refuse one), the score, some tags and what is passed over; or
the code of the refusal with its line. `tree` is the movetext of the tree that is read and written.
"""

import json
from pathlib import Path

import pytest

from tests.harness.pgn import json_of, pgn_of, replayed, tree_of
from variants.errors import RulesError

FILES = sorted((Path(__file__).parents[2] / "data" / "pgn").glob("*.pgn"))
RIGHT = {file.stem: json.loads(file.with_suffix(".json").read_text()) for file in FILES}
READ = [file for file in FILES if "refused" not in RIGHT[file.stem]]
REFUSED = [file for file in FILES if "refused" in RIGHT[file.stem]]
POINTS = {"1-0": (1, 0), "0-1": (0, 1), "1/2-1/2": (0.5, 0.5)}


def movetext(content):
    """The movetext of a file in one line, without its score."""
    return " ".join(content.decode().split("\n\n", 1)[1].split()).rsplit(" ", 1)[0]


@pytest.mark.parametrize("file", READ, ids=lambda file: file.stem)
def test_a_file_of_strangers_is_read_and_what_is_passed_over_told(file):
    right = RIGHT[file.stem]
    game = replayed(file.read_bytes())
    assert right["moves"] in (" ".join(text for turn in game.turns for text in turn.texts.values()), None)
    assert (game.fault and game.fault.code) == right.get("fault")
    assert [list(each) for each in game.passed] == right["passed"]
    if "score" in right:
        assert game.ending.points == POINTS[right["score"]]


@pytest.mark.parametrize("file", READ, ids=lambda file: file.stem)
def test_a_file_of_strangers_becomes_a_tree_that_is_written_and_read_again(file):
    right = RIGHT[file.stem]
    if "fault" in right:
        with pytest.raises(RulesError, match="Line 1"):
            tree_of(file.read_bytes())
        return
    tree = tree_of(file.read_bytes())
    assert right.get("tree_turns", len(tree.nodes)) == len(tree.nodes)
    assert [list(each) for each in tree.passed] == right.get("tree_passed", right["passed"])
    for name, value in {**right.get("tags", {}), **right.get("tree_tags", {})}.items():
        assert tree.tags[name] == value
    written = pgn_of(tree)
    assert movetext(written) == right.get("tree", movetext(written))
    again = tree_of(written)
    assert (again.nodes, again.comment, again.marks, again.passed) == (tree.nodes, tree.comment, tree.marks, ())
    assert tree.tags.items() <= again.tags.items()
    data = tree_of(json_of(tree))
    assert (data.nodes, data.comment, data.marks, data.tags) == (tree.nodes, tree.comment, tree.marks, dict(tree.tags))
    fault = replayed(written).fault
    # As a record, a line that goes on after an automatic draw is refused.
    assert (fault.code if fault else "") == ("record_turn" if "drawn_before_its_end" in right else "")


@pytest.mark.parametrize("file", REFUSED, ids=lambda file: file.stem)
@pytest.mark.parametrize("reader", [replayed, tree_of])
def test_a_file_that_says_too_little_is_refused_by_name(file, reader):
    right = RIGHT[file.stem]
    with pytest.raises(RulesError) as refused:
        reader(file.read_bytes())
    assert refused.value.code == right["refused"]
    assert refused.value.parameters.get("line") == (right["line"] and str(right["line"]))
    assert getattr(refused.value, "titles", []) == right.get("titles", [])


def test_each_game_of_a_file_is_read_by_its_number():
    content = next(file for file in FILES if file.stem == "a10_several_games").read_bytes()
    assert [len(replayed(content, number).turns) for number in (1, 2, 3)] == [2, 2, 0]
    assert tree_of(content, 2).tags["White"] == "Cleo"
    with pytest.raises(RulesError, match="None of the games") as refused:
        replayed(content, 4)
    assert refused.value.code == "pgn_no_game"


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0"


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ('[Variant "Shogi"]\n\n1. c4 g6 2. Bxh8=+ Kd8 *', "c3c4 g7g6 b2h8h e9d8"),
        ('[Variant "Shogi"]\n\n1. c4 g6 2. Bxh8=+! Rxh8 *', "c3c4 g7g6 b2h8h b8h8"),
        ('[Variant "Shogi"]\n\n1. c3c4 g7g6 2. b2h8+ e9d8 *', "c3c4 g7g6 b2h8h e9d8"),
        ('[Variant "Shogi"]\n[FEN "4k4/9/9/9/4+P4/9/9/9/4K4 b - 1"]\n\n1. +Pe6 Kd8 *', "e5e6 e9d8"),
        (f'[Variant "Dice"]\n[FEN "{START}"]\n\n1. =p 2. a2a3 *', "=p a2a3"),
        ('[FEN "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1"]\n\n1. 0-0 {good} 1... Kd7 *', "e1g1 e8d7"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 (1. d4 d5) 1-0", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1"),
        ('[Variant "Three-check"]\n\n1. e4 *', "e2e4"),
        ('[Variant "King of the Hill"]\n\n1. e4 *', "e2e4"),
    ],
)
def test_what_belongs_to_a_move_is_no_remark_and_no_score(text, moves):
    game = replayed(text.encode())
    assert (" ".join(move for turn in game.moves for move in turn), game.passed, game.fault) == (moves, (), None)


@pytest.mark.parametrize("score", ["", " *"])
def test_a_text_without_a_score_ends_where_the_rules_end_the_game(score):
    mated = replayed(f"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#{score}".encode())
    assert (mated.fault, mated.ending.points, mated.ending.reason) == (None, (1.0, 0.0), "checkmate")
    assert replayed(f"1. e4 e5{score}".encode()).ending is None


@pytest.mark.parametrize("moves", ["1. H2-E2 H9-G7 1-0", "1. P-7f P-3d 1-0"])
def test_a_text_of_which_no_move_was_understood_is_refused(moves):
    with pytest.raises(RulesError, match="is not a move"):
        replayed(f'[Variant "Xiangqi"]\n[Result "1-0"]\n\n{moves}'.encode())
