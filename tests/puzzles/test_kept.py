"""The puzzles that come with the variants: each is played by the rules, and each mix solved again."""

import pytest

from server.puzzles.store import PuzzleStore, built_in_file, puzzles_in
from tests.puzzles.answers import faults_of
from tools.puzzles.make import Collection
from tools.puzzles.selection import FORCED_WIN, MAX_GUESS_CHANCE, guess_chance
from variants.registry import discover

VARIANTS = discover().variants
NAMES = [name for name, variant in VARIANTS.items() if built_in_file(name, variant).exists()]


def test_variants_have_puzzles():
    assert len(NAMES) >= 2


@pytest.mark.parametrize("name", NAMES)
def test_every_puzzle_is_correct_instructive_and_unique(name):
    variant = VARIANTS[name]
    collection = Collection([], variant)
    for puzzle in puzzles_in(built_in_file(name, variant), name):
        assert faults_of(puzzle, variant) == [], puzzle.id
        assert collection.add(puzzle), f"{puzzle.id} or its image came before"
        if puzzle.theme == "best":
            assert puzzle.value < FORCED_WIN or len(puzzle.line) > 1, f"{puzzle.id} is won at once"
        if puzzle.theme == "mix":
            assert guess_chance(puzzle) <= MAX_GUESS_CHANCE, f"{puzzle.id} is found by whoever guesses"


@pytest.mark.parametrize(
    ("theme", "change", "said"),
    [
        ("mix", {"value": 0.99}, "the value is"),
        ("mix", {"points": [[0.5] * 9] * 2}, "the value is"),
        ("mix", {"solution": "one"}, "the solution is sure of"),
        ("mix", {"moves": ["a1a1", "a2a2"]}, "a move that is offered, is not legal"),
        ("mix", {"replies": ["a1a1"] * 9}, "a reply is not legal"),
        ("best", {"solution": {"a1a1": 1.0}}, "the solution, or a move"),
        ("best", {"costs": {}}, "not every legal move has a cost"),
        ("best", {"costs": "none"}, "another move costs nothing"),
        ("best", {"line": [{"0": "a1a1", "1": "a1a1"}]}, "turn 1 of the line cannot be played"),
        ("best", {"seat": 5}, "the seat is not to act"),
    ],
)
def test_a_puzzle_that_is_wrong_is_found(theme, change, said):
    stored = PuzzleStore.read(VARIANTS).puzzles.values()
    puzzle = next(p for p in stored if p.theme == theme and len(p.moves) in (0, 2))
    if change == {"solution": "one"}:
        change = {"solution": {puzzle.moves[0]: 1.0}}
    elif change == {"costs": "none"}:
        change = {"costs": dict.fromkeys(puzzle.costs, 0.0)}
    assert any(said in fault for fault in faults_of(puzzle.model_copy(update=change), VARIANTS[puzzle.variant]))
