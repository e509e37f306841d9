"""Making puzzles: which positions teach, and that the same seeds make the same puzzles."""

from datetime import date
from functools import partial

import pytest

from server.puzzles.puzzle import Puzzle, Source
from server.puzzles.store import puzzles_in
from tests.puzzles.answers import faults_of
from tools.puzzles.__main__ import main
from tools.puzzles.make import Collection, Maker, make_puzzles
from tools.puzzles.scoring import Scores, score
from tools.puzzles.selection import MAX_GUESS_CHANCE, guess_chance, mix_of, theme_of
from tools.puzzles.sources import Candidate, self_play
from tools.puzzles.verify import by_search
from variants.position import Move
from variants.registry import load

DOBUTSU, CHESS = load("Dobutsu"), load("Chess")
MAKER = Maker("Dobutsu", 150, date(2026, 11, 23), frozenset(("best", "mix", "trap")))


def judged(worth, **fields):
    """A position in which one seat acts."""
    best = max(worth, key=worth.__getitem__)
    found = Scores(worth[best], {best: 1.0}, worth, [], {}, 3, False, 100)
    return found._replace(**fields)


@pytest.mark.parametrize(
    ("deep", "shallow", "greedy", "theme"),
    [
        ({"a": 0.7, "b": 0.4, "c": 0.3}, {"a": 0.4, "b": 0.5, "c": 0.3}, None, "trap"),
        ({"a": 0.7, "b": 0.4, "c": 0.6}, {"a": 0.4, "b": 0.3, "c": 0.5}, None, None),  # The second is nearly as good.
        ({"a": 0.7, "b": 0.4, "c": 0.54}, {"a": 0.4, "b": 0.3, "c": 0.5}, None, "trap"),
        ({"a": 0.7, "b": 0.4, "c": 0.3}, {"a": 0.5, "b": 0.3, "c": 0.3}, None, None),  # Everybody sees it.
        ({"a": 0.7, "b": 0.4, "c": 0.3}, {"a": 0.5, "b": 0.3, "c": 0.3}, {"a": 0.4, "b": 0.5, "c": 0.3}, "best"),
        ({"a": 1.0, "b": 0.4, "c": 0.3}, {"a": 0.5, "b": 0.3, "c": 0.3}, None, "best"),  # But a win by force stays.
        ({"a": 1.0, "b": 0.4, "c": 0.3}, {"a": 1.0, "b": 0.3, "c": 0.3}, None, None),  # If it does not win at once.
        ({"a": 1.0, "b": 0.85, "c": 0.3}, {"a": 0.5, "b": 0.6, "c": 0.3}, None, None),  # Anything wins.
        ({"a": 0.2, "b": 0.0, "c": 0.0}, {"a": 0.2, "b": 0.5, "c": 0.3}, None, None),  # Nothing helps.
        ({"a": 0.7, "b": 0.3}, {"a": 0.4, "b": 0.5}, None, None),  # Two moves alone.
    ],
)
def test_a_puzzle_of_one_move_has_a_clear_but_not_obvious_answer(deep, shallow, greedy, theme):
    assert theme_of(judged(deep), judged(shallow), judged(greedy or shallow)) == theme


PENNIES = judged(
    {"a": 0.5, "b": 0.5, "c": 0.2},
    value=0.5,
    odds={"a": 0.5, "b": 0.5},
    replies=["x", "y", "z"],
    points={"a": [1.0, 0.0, 1.0], "b": [0.0, 1.0, 1.0], "c": [0.2, 0.2, 0.2]},
)


def test_a_mix_teaches_where_each_of_its_moves_loses_alone():
    assert theme_of(PENNIES, PENNIES, PENNIES) == "mix"
    safe = PENNIES._replace(points={**PENNIES.points, "a": [1.0, 0.46, 1.0]})
    assert theme_of(safe, safe, safe) is None
    twice = PENNIES._replace(worth={"a": 0.5, "b": 0.5, "c": 0.495})
    assert theme_of(twice, twice, twice) is None, "another mix would be as good"


@pytest.mark.parametrize(
    ("points", "solution"),
    [
        ([[0.0, 0.2961], [1.0, 0.2143]], [0.726, 0.274]),
        ([[0.8333, 0.75], [0.75, 1.0]], [0.75, 0.25]),
        ([[0.1593, 0.0], [0.0, 0.2234], [0.0, 0.2234]], [0.584, 0.416, 0.0]),
    ],
)
def test_a_mix_that_whoever_guesses_finds_is_known(points, solution):
    moves = ["a", "b", "c"][: len(points)]
    mixed = [sum(share * row[at] for share, row in zip(solution, points, strict=True)) for at in (0, 1)]
    lucky = Puzzle.model_construct(theme="mix", moves=moves, replies=["x", "y"], points=points, value=min(mixed))
    assert guess_chance(lucky) > MAX_GUESS_CHANCE
    steep = lucky.model_copy(update={"moves": ["a", "b"], "points": [[1.0, 0.0], [0.0, 1.0]], "value": 0.5})
    assert guess_chance(steep) == pytest.approx(1 / 21)


def test_a_mix_keeps_the_replies_that_matter():
    mix = mix_of(PENNIES)
    assert mix == {
        "moves": ["a", "b"],
        "replies": ["x", "y"],
        "points": [[1.0, 0.0], [0.0, 1.0]],
        "solution": {"a": 0.5, "b": 0.5},
        "value": 0.5,
    }


def test_the_same_seeds_make_the_same_puzzles_and_each_is_correct():
    def run():
        found = make_puzzles(partial(self_play, DOBUTSU), MAKER, Collection([], DOBUTSU), range(1, 7))
        return [puzzle for _, puzzles in found for puzzle in puzzles]

    first = run()
    assert first
    assert first == run()
    assert [faults_of(puzzle, DOBUTSU) for puzzle in first] == [[]] * len(first)
    assert [list(by_search(puzzle, DOBUTSU, 1)) for puzzle in first] == [[]] * len(first)


@pytest.mark.slow
def test_the_command_resumes_after_the_last_seed_and_verifies(tmp_path, capsys):
    def call(*arguments):
        assert main([*arguments, "--data", str(tmp_path)]) == 0
        return capsys.readouterr().out

    for name, steps in (("whole", ("2",)), ("parts", ("1", "2"))):
        for count in steps:
            call("make", "Dobutsu", "--nodes", "150", "--count", count, "--out", str(tmp_path / name))
    assert (tmp_path / "whole").read_text() == (tmp_path / "parts").read_text()
    assert len(list(puzzles_in(tmp_path / "whole", "Dobutsu"))) >= 2
    (tmp_path / "puzzles").mkdir()
    (tmp_path / "whole").rename(tmp_path / "puzzles" / "Dobutsu.jsonl")
    assert " 0 with a fault" in call("verify", "Dobutsu", "--rules")


def test_a_game_of_chance_is_refused(tmp_path, capsys):
    assert main(["make", "Dice", "--out", str(tmp_path / "x")]) == 2
    assert "not exact enough" in capsys.readouterr().err


def test_a_wrong_answer_is_found_by_the_search():
    mate = CHESS.from_fen('6k1/5ppp/8/8/8/8/1n3PPP/R5K1 w 0 {"flags":"8888","enpassant":"-"}')
    found = score(mate, 0, 500)
    assert found.best() == "a1a8"
    fields = {"variant": "Chess", "fen": mate.fen(), "seat": 0, "theme": "best", "value": 1.0, "nodes": 500}
    puzzle = Puzzle.model_construct(**fields, solution={"a1a8": 1.0})
    assert list(by_search(puzzle, CHESS, 500)) == []
    wrong = puzzle.model_copy(update={"solution": {"a1b1": 1.0}})
    assert any("a1a8" in fault for fault in by_search(wrong, CHESS, 500))
    other = puzzle.model_copy(update={"value": 0.8})
    assert any("the value is 1.000, not 0.800" in fault for fault in by_search(other, CHESS, 500))
    gone = puzzle.model_copy(update={"exact": True})
    assert any("table" in fault for fault in by_search(gone, CHESS, 500))


def test_a_plain_recapture_is_left_out():
    position = DOBUTSU.from_fen('1le/cG1/1LC/2G b 29 {"hands":"E"}')
    source = Source(kind="self-play", seed=1, turn=9)
    square = next(move for move in position.moves(1) if position.write(move) == "c4b3").path[-1]
    assert isinstance(next(iter(position.moves(1))), Move)
    assert MAKER.puzzle(Candidate(position, 1, source)) is not None
    assert MAKER.puzzle(Candidate(position, 1, source, frozenset({square}))) is None
