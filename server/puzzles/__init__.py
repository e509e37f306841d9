"""Puzzles: their model and files, the puzzle of the day, answers and streaks."""

from server.puzzles.service import PuzzleService
from server.puzzles.store import PuzzleStore
