"""Puzzles as they are kept: what one is, where they are read from, which one is that of a day, who solved which."""

from server.puzzles.service import PuzzleService
from server.puzzles.store import PuzzleStore
