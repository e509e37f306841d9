"""What keeps a journal: an engine reads it, and writes in one commit what several callers wait for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, TypeVar

from sqlalchemy import Connection, Executable
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError

Answer = TypeVar("Answer")
Values = Mapping[str, Any] | Sequence[Mapping[str, Any]] | None
Statement = tuple[Executable, Values]
Insert = sqlite.Insert | postgresql.Insert


class JournalError(Exception):
    """The journal could not be opened, or a write is not known to be on disk."""

    def __init__(self, message: str, unknown: bool = False) -> None:
        self.unknown = unknown
        """Whether it stays unknown if the write is on disk, even after reading the journal again."""
        super().__init__(message)


class Conflict(JournalError):
    """The journal already has a decision of this number, or of this message."""


class DecisionRow(NamedTuple):
    """A row of `decisions`."""

    table_id: str
    sequence: int
    number: int
    person: str
    message: str
    entries: str
    at: float


class SitterRow(NamedTuple):
    """A row of `sitters`."""

    table_id: str
    seat: int
    person: str


class TableRow(NamedTuple):
    """A new row of `tables`."""

    id: str
    variant: str
    rules_version: int
    settings: str
    fen: str
    opened_at: float
    status: str
    changed_at: float
    control: str
    listed: int


class Change(NamedTuple):
    """The new status of a table, since when, and how it ended if it has."""

    id: str
    status: str
    changed_at: float
    result: str | None


class Met(NamedTuple):
    """A wait that ends because there is a table for it: by its person and message, and JSON that tells of the table."""

    person: str
    message: str
    paired: str


class Submission(NamedTuple):
    """What one caller writes, all or none: decisions with what they bring about, or other statements.

    Waits count only in a journal that several processes share.
    """

    decisions: Sequence[DecisionRow] = ()
    opened: TableRow | None = None
    sitters: Sequence[SitterRow] = ()
    change: Change | None = None
    met: Sequence[Met] = ()
    statements: Sequence[Statement] = ()


class Engine(ABC):
    """One journal, open. Only one greenlet at a time may write."""

    shared: ClassVar[bool]
    """Whether other processes may write to it too."""

    @abstractmethod
    def run(self, work: Callable[[Connection], Answer]) -> Answer:
        """The result of this function. It may be called twice. Raises DBAPIError, JournalError."""

    @abstractmethod
    def write(self, batch: list[Submission]) -> list[Exception | None]:
        """Commit each, together if possible: the error of each that was not kept."""

    @abstractmethod
    def insert(self, table: Any) -> Insert:
        """An insertion that may update instead (`on_conflict_do_update`)."""

    @abstractmethod
    def clash(self, error: Exception) -> bool:
        """Whether an error says that such a row is there already."""

    @abstractmethod
    def judge(self, error: Exception) -> str:
        """The fault of the journal that an error shows, "" where it shows none.

        A fault is a sentence: it is unknown what is on disk, and nothing more can be kept.
        """

    @abstractmethod
    def tidy(self) -> None:
        """Called now and then between two commits. Raises DBAPIError."""

    @abstractmethod
    def ahead(self) -> tuple[float, float]:
        """Seconds that the clock of the journal is ahead of this machine's monotonic one, and how many it may be off.

        Raises DBAPIError, JournalError.
        """

    @abstractmethod
    def close(self, sound: bool) -> None:
        """Let go of the journal; where it is not `sound`, without writing."""


def cause(error: Exception) -> BaseException:
    """The database's own error behind one of SQLAlchemy, else the error itself."""
    return error.orig or error if isinstance(error, DBAPIError) else error
