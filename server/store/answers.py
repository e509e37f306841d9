"""The answers of people to puzzles, the first one of each person to each puzzle."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import NamedTuple

from sqlalchemy import delete, func, select

from server.store.database import insert_first, statement
from server.store.journal import Journal
from server.store.schema import solved

MOST_ANSWERS = 10_000
"""The newest answers of one person that are read."""


class Answer(NamedTuple):
    """The first answer of a person to a puzzle."""

    puzzle: str
    at: float
    """Seconds since the epoch."""
    lost: float
    """Points, from 0 to 1, that it gave away."""
    right: bool

    @property
    def day(self) -> date:
        """The day of the answer, by UTC."""
        return datetime.fromtimestamp(self.at, UTC).date()


def save(journal: Journal, person: str, answer: Answer) -> None:
    """Store an answer, unless there is one to this puzzle. Returns when it is on disk; raises JournalError."""
    row = {**answer._asdict(), "person": person, "right": int(answer.right)}
    journal.write(insert_first(solved, row))


def of(journal: Journal, person: str) -> list[Answer]:
    """The answers of a person, the newest first. Raises JournalError."""
    columns = (solved.c.puzzle, solved.c["at"], solved.c.lost, solved.c["right"])
    query = select(*columns).where(solved.c.person == person).order_by(solved.c["at"].desc()).limit(MOST_ANSWERS)
    return [Answer(puzzle, at, lost, bool(right)) for puzzle, at, lost, right in journal.read(query)]


def forget(journal: Journal, before: float) -> int:
    """Delete the answers from before this time; their number. Raises JournalError."""
    old = solved.c["at"] < before
    ((count,),) = journal.read(select(func.count()).select_from(solved).where(old))
    if count:
        journal.write(statement(delete(solved).where(old)))
    return int(count)
