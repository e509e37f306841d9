"""Puzzles as they are kept: what one is, where they are read from, which one is that of a day, who solved which."""

from server.puzzles.shelf import Shelf
from server.puzzles.solving import Solving

__all__ = ["Shelf", "Solving"]
