"""The puzzles that people solve: which one is that of today, and the first answer of each person."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, timedelta

from server.game import Refusal
from server.puzzles.answers import MarkedAnswer
from server.puzzles.puzzle import Puzzle
from server.puzzles.store import PuzzleStore
from server.runtime.limits import Limits
from server.store import Journal
from server.store.answers import Answer, keep, of


class PuzzleService:
    """The puzzles of a site, and what its people have answered. `clock` gives seconds since the epoch."""

    def __init__(self, store: PuzzleStore, journal: Journal, clock: Callable[[], float], limits: Limits) -> None:
        self.store = store
        self._journal = journal
        self._clock = clock
        self._limits = limits

    def today(self) -> date:
        """The day of the daily puzzle, by UTC."""
        return datetime.fromtimestamp(self._clock(), UTC).date()

    def daily(self) -> Puzzle | None:
        """The puzzle of today; None where none was there yet."""
        return self.store.daily(self.today())

    def puzzle(self, puzzle_id: str) -> Puzzle:
        """The puzzle of this id. Raises Refusal."""
        puzzle = self.store.puzzles.get(puzzle_id)
        if puzzle is None:
            raise no_puzzle()
        return puzzle

    def answers_of(self, person: str | None) -> list[Answer]:
        """What somebody has answered, the newest first; nothing for a stranger."""
        return of(self._journal, person) if person is not None else []

    def streak(self, answers: Iterable[Answer]) -> int:
        """Days in a row on which the first answer to the puzzle of the day was right, of these answers of a person.

        They are counted up to today, or up to yesterday while today's is not solved.
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

    def keep(self, person: str, puzzle: Puzzle, marked: MarkedAnswer) -> None:
        """Keep what somebody answered, unless they have answered this before. Raises Refusal, JournalError."""
        if all(answer.puzzle != puzzle.id for answer in self.answers_of(person)):
            self._limits.check_new(person)
            keep(self._journal, person, Answer(puzzle.id, self._clock(), round(marked.lost, 4), marked.right))


def no_puzzle() -> Refusal:
    """Why a puzzle is refused that is not there."""
    return Refusal("no_puzzle", "There is no puzzle at this address.")
