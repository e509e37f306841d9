"""The database of a site: what a caller writes, the one way by which both engines write it, and their interface."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from functools import cache
from itertools import chain
from typing import Any, ClassVar, NamedTuple, TypeVar

from sqlalchemy import ColumnElement, Connection, Executable, Table, delete
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError

from server.store.schema import decisions

Answer = TypeVar("Answer")

_INSERTIONS: Mapping[str, Callable[[Table], sqlite.Insert | postgresql.Insert]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}
"""By dialect: insertions that may update instead."""

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
        """The result of this function, which only reads and may be called twice. Raises DBAPIError, JournalError."""

    @abstractmethod
    def write(self, batch: Sequence[Write]) -> list[Exception | None]:
        """Commit these writes together, if possible: the error of each that was not kept."""

    @abstractmethod
    def is_conflict(self, error: Exception) -> bool:
        """Whether an error says that such a row is there already."""

    @abstractmethod
    def fault_of(self, error: Exception) -> str:
        """The sentence that ends the process where an error leaves unknown what is on disk; "" where it does not."""

    @abstractmethod
    def checkpoint(self) -> None:
        """Called now and then between two commits. Raises DBAPIError."""

    @abstractmethod
    def close(self, sound: bool) -> None:
        """Close the database; where it is not `sound`, without writing."""


def cause(error: Exception) -> BaseException:
    """The driver's own error behind one of SQLAlchemy, else the error itself."""
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

    def effect(connection: Connection) -> None:
        connection.execute(_INSERTIONS[connection.dialect.name](table).on_conflict_do_nothing(), row)

    return effect


def write_batch(
    connect: Callable[[], AbstractContextManager[Connection]],
    batch: Sequence[Write],
    may_be_stored: Callable[[Exception], bool],
) -> list[Exception | None]:
    """Write a batch in one transaction; if that fails, each write in its own, so that a bad row costs no other caller.

    Nothing is written twice: where an error leaves open whether the batch `may_be_stored`, all of it gets that error.
    """
    try:
        with connect() as connection:
            return _write(connection, batch)
    except Exception as error:
        if len(batch) == 1 or may_be_stored(error):
            return [error] * len(batch)
    return [error for write in batch for error in write_batch(connect, [write], may_be_stored)]


def _write(connection: Connection, batch: Sequence[Write]) -> list[Exception | None]:
    """Write a batch in one transaction, in one order of tables in every process, so that none waits in a circle."""
    rows = sorted(write.decision for write in batch if write.decision)
    if not any(write.effects for write in batch):
        _insert_decisions(connection, rows)
        return [None] * len(batch)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.dialect.name == "sqlite" else "BEGIN")
    try:
        if rows:
            _insert_decisions(connection, rows)
        errors = [_carry_out(connection, write) for write in batch]
        connection.exec_driver_sql("COMMIT")
    except BaseException:
        # The database may have ended the transaction, or the connection, itself.
        with suppress(DBAPIError):
            connection.exec_driver_sql("ROLLBACK")
        raise
    return errors


def _insert_decisions(connection: Connection, rows: Sequence[DecisionRow]) -> None:
    """Insert all of these rows in one statement, or raise DBAPIError: a conflict where one of them is not new.

    By the driver: SQLAlchemy's own statements would cost as much as the rest of a commit.
    """
    text = _insertion("?" if connection.dialect.name == "sqlite" else "%s", len(rows))
    connection.exec_driver_sql(text, tuple(chain.from_iterable(rows)))


@cache
def _insertion(mark: str, rows: int) -> str:
    row = f"({', '.join([mark] * len(DecisionRow._fields))})"
    return f"INSERT INTO decisions ({', '.join(DecisionRow._fields)}) VALUES {', '.join([row] * rows)}"


def _carry_out(connection: Connection, write: Write) -> Exception | None:
    """Let the effects of a write happen, all or none with its decision; the error of one that cannot."""
    if not write.effects:
        return None
    connection.exec_driver_sql("SAVEPOINT effects")
    try:
        for effect in write.effects:
            effect(connection)
    except Exception as error:
        try:
            connection.exec_driver_sql("ROLLBACK TO effects")
            if write.decision is not None:
                row = (decisions.c.table_id == write.decision.table_id, decisions.c.sequence == write.decision.sequence)
                connection.execute(delete(decisions).where(*row))
        except DBAPIError:
            # The transaction ended with the effect's own error.
            raise error from None
        return error
    finally:
        with suppress(DBAPIError):
            connection.exec_driver_sql("RELEASE effects")
    return None
