"""The database of a site: writes, the one function that writes them, and the interface of both engines."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from itertools import chain
from typing import Any, ClassVar, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Connection, Executable, Table, false
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

Answer = TypeVar("Answer")

_INSERTIONS: Mapping[str, Callable[[Table], sqlite.Insert | postgresql.Insert]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}
"""By dialect: insertions that may update instead."""

CONFLICTS = frozenset({"SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE", "23505"})
"""The error codes of SQLite and PostgreSQL for a row that exists already."""

Effect = Callable[[Connection], object]
"""Executes statements in an open transaction; may raise Conflict."""


class JournalError(Exception):
    """The database could not be opened or read, or a write is not known to be on disk."""

    def __init__(self, message: str, unknown: bool = False) -> None:
        self.unknown = unknown
        """Whether the outcome stays unknown, even after reading again."""
        super().__init__(message)


class Conflict(JournalError):
    """The row exists already: another caller or another process was first."""


class DecisionRow(NamedTuple):
    """A row of `decisions`."""

    table_id: str
    sequence: int
    number: int
    person: str
    message: str
    entries: str
    at: float


class Write(NamedTuple):
    """The write of one caller, all or none: a decision, and effects only if its row is new."""

    decision: DecisionRow | None = None
    effects: Sequence[Effect] = ()
    last: Sequence[Effect] = ()
    """Effects after those of the whole batch: a lock that one of these takes is the last that its batch waits for."""


class Database(ABC):
    """An open database. Only one greenlet at a time may write."""

    shared: ClassVar[bool]
    """Whether other processes may write to it too."""

    @abstractmethod
    def read(self, work: Callable[[Connection], Answer]) -> Answer:
        """The result of a function that only reads, with a connection. It sees all that was written before.

        Reads wait for each other, round-robin by address; a write waits for none of them.
        Raises JournalError if the database does not answer in time.
        """

    @abstractmethod
    def write(self, work: Callable[[Connection], Answer]) -> Answer:
        """The result of a function with a connection, which commits each statement unless in a `transaction`.

        Raises JournalError if the database does not answer in time.
        """

    def may_be_stored(self, error: Exception) -> bool:
        """Whether an error leaves the outcome unknown until the database answers again."""
        return False

    def fault_of(self, error: Exception) -> str:
        """The sentence with which the process ends if this error leaves unknown for good what is on disk; else ""."""
        return ""

    @abstractmethod
    def checkpoint(self) -> None:
        """Maintenance between two commits. Raises DBAPIError."""

    @abstractmethod
    def close(self, sound: bool) -> None:
        """Close the database; if it is not `sound`, without writing."""


def reason(error: BaseException) -> str:
    """The message of an error in one line; of SQLAlchemy's errors, that of the driver."""
    return " ".join(str(_cause(error)).split())


def error_code(error: Exception) -> str:
    """SQLite's name of an error, or the SQLSTATE of PostgreSQL; "" for an error of another kind."""
    driver = _cause(error)
    return str(getattr(driver, "sqlite_errorname", None) or getattr(driver, "sqlstate", None) or "")


def is_conflict(error: Exception) -> bool:
    """Whether an error means that the row exists already."""
    return isinstance(error, Conflict) or error_code(error) in CONFLICTS


def _cause(error: BaseException) -> BaseException:
    return error.orig or error if isinstance(error, DBAPIError) else error


def statement(executable: Executable, values: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None) -> Effect:
    """The effect that executes one statement."""
    return lambda connection: connection.execute(executable, values)


def change_one(change: Executable) -> Effect:
    """The effect that updates one row; Conflict if it matches none, because the row has changed."""

    def effect(connection: Connection) -> None:
        if connection.execute(change).rowcount != 1:
            raise Conflict("the row has changed")

    return effect


def upsert(table: Table, row: Mapping[str, Any], only: ColumnElement[bool] | None = None) -> Effect:
    """The effect that stores a row, replacing one with its primary key if that meets the condition `only`."""

    def effect(connection: Connection) -> None:
        insert = _INSERTIONS[connection.dialect.name](table)
        keys = table.primary_key.columns
        changed = {name: insert.excluded[name] for name in row if name not in keys}
        connection.execute(insert.on_conflict_do_update(index_elements=keys, set_=changed, where=only), row)

    return effect


def insert_first(table: Table, row: Mapping[str, Any]) -> Effect:
    """The effect that stores a row, unless there is one with its primary key."""
    return upsert(table, row, only=false())


@contextmanager
def transaction(connection: Connection) -> Iterator[None]:
    """One transaction for the statements of a block; rolled back if the block fails."""
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.dialect.name == "sqlite" else "BEGIN")
    try:
        yield
        connection.exec_driver_sql("COMMIT")
    except BaseException:
        # The database may have ended the transaction, or SQLAlchemy the connection, itself.
        with suppress(SQLAlchemyError):
            connection.exec_driver_sql("ROLLBACK")
        raise


def write_batch(batch: Sequence[Write], connection: Connection) -> None:
    """Write a batch, all or none: decisions first, in the same order in every process, to avoid deadlocks.

    Decisions are inserted by the driver: SQLAlchemy's own statements would cost as much as the rest of a commit.
    """
    rows = sorted(write.decision for write in batch if write.decision)
    effects = [effect for write in batch for effect in write.effects]
    effects += [effect for write in batch for effect in write.last]
    with transaction(connection) if effects else nullcontext():
        if rows:
            text = _insertion("?" if connection.dialect.name == "sqlite" else "%s", len(rows))
            connection.exec_driver_sql(text, tuple(chain.from_iterable(rows)))
        for effect in effects:
            effect(connection)


@cache
def _insertion(mark: str, rows: int) -> str:
    row = f"({', '.join([mark] * len(DecisionRow._fields))})"
    return f"INSERT INTO decisions ({', '.join(DecisionRow._fields)}) VALUES {', '.join([row] * rows)}"
