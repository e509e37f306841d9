"""How many days in a row somebody has solved the puzzle of the day on that day."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

from server.puzzles.store import PuzzleStore


def streak(puzzle_store: PuzzleStore, solved: Iterable[tuple[str, date]], today: date) -> int:
    """Days in a row up to today, or up to yesterday while today's is not solved.

    `solved` are the ids of puzzles whose first answer was right, each with its day.
    """
    days = {day for puzzle, day in solved if (daily := puzzle_store.daily(day)) is not None and daily.id == puzzle}
    day = today if today in days else today - timedelta(1)
    count = 0
    while day in days:
        count += 1
        day -= timedelta(1)
    return count
