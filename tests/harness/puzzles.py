"""Puzzles of the site's own store, chosen by what a test needs of them."""

import re

from server.puzzles import PuzzleStore
from server.puzzles.puzzle import Puzzle
from variants.registry import load_all

PUZZLES = PuzzleStore.read(load_all())


def is_plain(move: str) -> bool:
    """Whether a move is written as a square and another one."""
    return re.fullmatch(r"[a-h][1-8][a-h][1-8]", move) is not None


def find_puzzle(variant: str, theme: str, moves: int = 2) -> Puzzle:
    """The first puzzle of a variant and a theme whose answers are plain moves; a mix is one of so many moves."""
    return next(
        puzzle
        for puzzle in PUZZLES.of(variant)
        if puzzle.theme == theme
        and (theme != "mix" or len(puzzle.moves) == moves)
        and all(map(is_plain, puzzle.solution))
    )
