"""Looks at a puzzle as its readers may: plays it by the rules, and solves its mix by a programme of its own."""

from __future__ import annotations

from server.puzzles.puzzle import Puzzle
from tools.endgames.verify import programme
from tools.puzzles.verify import by_rules
from variants.position import Position

WITHIN = 2e-3
"""How far rounded odds may be from the value."""
ALONE = 0.045
"""What each move of a mix gives away at least, if it is played alone."""


def faults_of(puzzle: Puzzle, variant: type[Position]) -> list[str]:
    """What is wrong with a puzzle by the rules, and by what it says of itself."""
    return [*by_rules(puzzle, variant), *(_faults_of_mix(puzzle) if puzzle.theme == "mix" else [])]


def _faults_of_mix(puzzle: Puzzle) -> list[str]:
    faults = []
    value = programme(puzzle.points)
    if abs(value - puzzle.value) > WITHIN:
        faults.append(f"the value is {value}, not {puzzle.value}")
    odds = [puzzle.solution.get(move, 0.0) for move in puzzle.moves]
    columns = list(zip(*puzzle.points, strict=True))
    sure = min(sum(share * cell for share, cell in zip(odds, column, strict=True)) for column in columns)
    if value - sure > WITHIN:
        faults.append(f"the solution is sure of {sure} alone")
    rows = zip(puzzle.moves, puzzle.points, strict=True)
    return faults + [
        f"{move} alone gives nothing away" for move, row in rows if move in puzzle.solution and value - min(row) < ALONE
    ]
