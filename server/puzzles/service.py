"""The daily puzzle, and the first answer of each person to each puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, timedelta

from server.game import Refusal
from server.puzzles.puzzle import MarkedAnswer, Puzzle
from server.puzzles.store import PuzzleStore
from server.runtime.limits import Limits
from server.store import Journal
from server.store.answers import Answer, of, save


class PuzzleService:
    """The puzzles of a site and the answers of its people. `clock` gives seconds since the epoch."""

    def __init__(self, store: PuzzleStore, journal: Journal, clock: Callable[[], float], limits: Limits) -> None:
        self.store = store
        self._journal = journal
        self._clock = clock
        self._limits = limits

    def today(self) -> date:
        """The day of the daily puzzle, by UTC."""
        return datetime.fromtimestamp(self._clock(), UTC).date()

    def daily(self) -> Puzzle | None:
        """The puzzle of today; None before the first day of any puzzle."""
        return self.store.daily(self.today())

    def puzzle(self, puzzle_id: str) -> Puzzle:
        """The puzzle of this id. Raises Refusal."""
        puzzle = self.store.puzzles.get(puzzle_id)
        if puzzle is None:
            raise no_puzzle()
        return puzzle

    def answers_of(self, person: str | None) -> list[Answer]:
        """The answers of a person, the newest first; none for a stranger."""
        return of(self._journal, person) if person is not None else []

    def streak(self, answers: Iterable[Answer]) -> int:
        """The streak in these answers of a person: days in a row with a right first answer to the daily puzzle.

        It ends today, or yesterday while today's puzzle is not solved.
        """
        solved = {
            answer.day
            for answer in answers
            if answer.right and (daily := self.store.daily(answer.day)) is not None and daily.id == answer.puzzle
        }
        today = self.today()
        day = today if today in solved else today - timedelta(1)
        count = 0
        while day - timedelta(count) in solved:
            count += 1
        return count

    def save_answer(self, person: str, puzzle: Puzzle, marked: MarkedAnswer) -> None:
        """Store the answer of a person, unless there is an earlier one. Raises Refusal, JournalError."""
        if all(answer.puzzle != puzzle.id for answer in self.answers_of(person)):
            self._limits.check_new(person)
            save(self._journal, person, Answer(puzzle.id, self._clock(), round(marked.lost, 4), marked.right))


def no_puzzle() -> Refusal:
    """The refusal of an unknown puzzle."""
    return Refusal("no_puzzle", "There is no puzzle at this address.")
