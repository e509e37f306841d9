"""Puzzles as they are kept: what one is, where they are read from, and which one is that of a day."""
