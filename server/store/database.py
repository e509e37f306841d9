"""The database of a site: what a caller writes, the one way by which it is written, and what either engine offers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from itertools import chain
from typing import Any, ClassVar, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Connection, Executable, Table, false
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError

Answer = TypeVar("Answer")

_INSERTIONS: Mapping[str, Callable[[Table], sqlite.Insert | postgresql.Insert]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}
"""By dialect: insertions that may update instead."""

CONFLICTS = frozenset({"SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE", "23505"})
"""What SQLite and PostgreSQL say where such a row is there already."""

Effect = Callable[[Connection], object]
"""Executes statements in a transaction that is open; it may raise Conflict."""


class JournalError(Exception):
    """The database could not be opened or read, or a write is not known to be on disk."""

    def __init__(self, message: str, unknown: bool = False) -> None:
        self.unknown = unknown
        """Whether it stays unknown if the write is on disk, even after reading again."""
        super().__init__(message)


class Conflict(JournalError):
    """Such a row is there already: another caller or another process was first."""


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
    """What one caller writes, all or none: a decision, and effects that happen only if its row is new."""

    decision: DecisionRow | None = None
    effects: Sequence[Effect] = ()


class Database(ABC):
    """A database, open. Only one greenlet at a time may write."""

    shared: ClassVar[bool]
    """Whether other processes may write to it too."""

    @abstractmethod
    def run(self, work: Callable[[Connection], Answer]) -> Answer:
        """The result of this function. What its connection is given is committed at once, but in a `transaction`.

        Raises JournalError where the database does not answer in time.
        """

    def may_be_stored(self, error: Exception) -> bool:
        """Whether an error leaves open what the database has stored, until it answers again."""
        return False

    def fault_of(self, error: Exception) -> str:
        """The sentence that ends the process where an error leaves unknown what is on disk; "" where it does not."""
        return ""

    @abstractmethod
    def checkpoint(self) -> None:
        """Called now and then between two commits. Raises DBAPIError."""

    @abstractmethod
    def close(self, sound: bool) -> None:
        """Close the database; where it is not `sound`, without writing."""


def reason(error: BaseException) -> str:
    """What an error says, in one line: of one of SQLAlchemy, what the driver said."""
    return " ".join(str(_cause(error)).split())


def error_code(error: Exception) -> str:
    """SQLite's name of an error, or the SQLSTATE of PostgreSQL; "" for an error of another kind."""
    driver = _cause(error)
    return str(getattr(driver, "sqlite_errorname", None) or getattr(driver, "sqlstate", None) or "")


def is_conflict(error: Exception) -> bool:
    """Whether an error says that such a row is there already."""
    return isinstance(error, Conflict) or error_code(error) in CONFLICTS


def _cause(error: BaseException) -> BaseException:
    return error.orig or error if isinstance(error, DBAPIError) else error


def statement(executable: Executable, values: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None) -> Effect:
    """The effect that executes one statement."""
    return lambda connection: connection.execute(executable, values)


def change_one(change: Executable) -> Effect:
    """The effect that executes an update of one row; Conflict where it finds none, because that has changed."""

    def effect(connection: Connection) -> None:
        if connection.execute(change).rowcount != 1:
            raise Conflict("the row has changed")

    return effect


def upsert(table: Table, row: Mapping[str, Any], only: ColumnElement[bool] | None = None) -> Effect:
    """The effect that stores a row in place of the one with its primary key, which is left where it is not `only`."""

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
    """One transaction for all that the connection is given in a block; rolled back where the block fails."""
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.dialect.name == "sqlite" else "BEGIN")
    try:
        yield
        connection.exec_driver_sql("COMMIT")
    except BaseException:
        # The database may have ended the transaction, or the connection, itself.
        with suppress(DBAPIError):
            connection.exec_driver_sql("ROLLBACK")
        raise


def write_batch(batch: Sequence[Write], connection: Connection) -> None:
    """Write a batch, all or none: decisions first, in one order in every process, so that none waits in a circle.

    Decisions are inserted by the driver: SQLAlchemy's own statements would cost as much as the rest of a commit.
    """
    rows = sorted(write.decision for write in batch if write.decision)
    effects = [effect for write in batch for effect in write.effects]
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
