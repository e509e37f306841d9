"""The journal: every accepted action is on disk before anybody hears of it; a table is the replay of its rows."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

import gevent
import orjson
from gevent.event import AsyncResult, Event
from gevent.threadpool import ThreadPool

from server.loop import breathe
from server.tables.schema import Files, connect, damage
from server.tables.schema import JournalError as JournalError

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")
Statement = tuple[str, Sequence[Any]]
Row = tuple[str, int, int, str, int | None, str, str, str, float]

_COLUMNS = ", ".join(f"json_extract(value, '$[{column}]')" for column in range(9))
INSERT_ROWS = f"INSERT INTO entries SELECT {_COLUMNS} FROM json_each(?)"
"""All rows of a commit in one statement: each statement makes the thread wait for its turn at the interpreter."""


CHECKPOINT = 200
"""Commits after which what stands in the file beside the journal is copied into it."""

LOOK = 5.0
"""Seconds between two looks whether the files are still there, where nobody acts."""

UNSYNCED = frozenset({"SQLITE_IOERR_FSYNC", "SQLITE_IOERR_DIR_FSYNC"})
"""What SQLite calls a sync that failed: the system may have dropped what was to be written, and a second sync succeed.
"""

DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
"""How the names of the errors begin by which SQLite says that what it read makes no sense."""


@dataclass(frozen=True)
class Opening:
    """The first row of a table: what it takes to start it again."""

    id: str
    variant: str
    rules_version: int
    settings: Mapping[str, Any]
    fen: str
    opened_at: float
    control: str = "none"
    """The time control, as `control.parse` reads it."""
    listed: bool = True
    """Whether the lists of open tables and of games name it; else only who knows its address finds it."""


@dataclass(frozen=True)
class Entry:
    """One accepted action: its kind, who sent it from which seat by which message, and what it carries.

    `number` is the count of turns played before it, `at` the time in seconds since the epoch (UTC).
    """

    kind: str
    number: int
    seat: int | None
    person: str
    message: str
    body: Mapping[str, Any]
    at: float


class Kept(NamedTuple):
    """A table as the journal lists it: its status and since when, turns played, and (seat, person) as they sat down."""

    id: str
    variant: str
    control: str
    status: str
    changed_at: float
    number: int
    sitters: list[tuple[int, str]]


_KEPT = """
    SELECT id, variant, control, status, changed_at,
           (SELECT number + (kind = 'turn') FROM entries WHERE table_id = id ORDER BY sequence DESC LIMIT 1),
           (SELECT json_group_array(json_array(seat, person)) FROM entries WHERE table_id = id AND kind = 'sit')
    FROM tables
"""


class _Part(NamedTuple):
    """What one caller wants kept, all or none: statements, then rows of `entries`."""

    statements: list[Statement]
    rows: list[Row]


class Journal:
    """A SQLite file that one native thread reads and writes.

    Whoever calls waits for his answer without holding up the other greenlets; what is handed in
    while a commit is under way goes into the next one together (group commit).
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.failed = Event()
        """Set when nobody knows any more what is on disk: nothing more is taken, and the process is to stop."""
        self.fault = ""
        """Why it failed: a sentence that names the file."""
        self._commits = 0
        self._thread = ThreadPool(1)
        self._waiting: list[tuple[_Part, AsyncResult[Exception | None]]] = []
        self._wake = Event()
        self._closing = False
        try:
            self._connection = self._in_thread(connect, path)
            self._files = self._in_thread(Files, path)
        except (sqlite3.Error, OSError, JournalError) as error:
            self._thread.kill()
            raise JournalError(f"The journal {path} cannot be opened: {error}") from error
        self._writer = gevent.spawn(self._write)
        self._watcher = gevent.spawn(self._watch)

    @property
    def closed(self) -> bool:
        """Whether nothing more is taken."""
        return self._closing

    def close(self) -> None:
        """Commit what is waiting, then close the file; one that has failed is left as it is."""
        self._closing = True
        self._watcher.kill()
        self._wake.set()
        self._writer.join()
        if not self.fault:
            self._thread.apply(self._connection.close)
        self._thread.kill()

    def open_table(self, opening: Opening, entries: Iterable[Entry], status: str, also: Iterable[Row] = ()) -> None:
        """Keep a new table with its first entries, and rows of other tables (see `rows`) that belong to it.

        All or none. Returns when they are on disk; raises JournalError.
        """
        row = (
            opening.id,
            opening.variant,
            opening.rules_version,
            json.dumps(dict(opening.settings)),
            opening.fen,
            opening.opened_at,
            status,
            opening.opened_at,
            opening.control,
            opening.listed,
        )
        first: Statement = ("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        self._commit(_Part([first], [*rows(opening.id, 0, entries), *also]))

    def append(self, table: str, sequence: int, entries: Sequence[Entry], status: str | None) -> None:
        """Keep these entries from this sequence number on, and the table's new status if it has one.

        All or none. Returns when they are on disk; raises JournalError.
        """
        statements: list[Statement] = []
        if status is not None:
            change = (status, entries[-1].at, table)
            statements.append(("UPDATE tables SET status = ?, changed_at = ? WHERE id = ?", change))
        self._commit(_Part(statements, rows(table, sequence, entries)))

    def rename(self, person: str, name: str, at: float) -> None:
        """Keep the name that a person has taken at this moment. Raises JournalError."""
        self.write(
            "INSERT INTO people (id, name, at) VALUES (?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET name = excluded.name, at = excluded.at",
            (person, name, at),
        )

    def names(self) -> dict[str, str]:
        """Every name that was given, by the person's public id."""
        return dict(self.read("SELECT id, name FROM people"))

    def untouched(self, before: float, most: int) -> list[str]:
        """Tables at which nobody has played a turn, and that have not changed since before this moment."""
        turns = "SELECT 1 FROM entries WHERE table_id = id AND kind = 'turn'"
        sql = (
            "SELECT id FROM tables WHERE status IN ('open', 'aborted') AND changed_at < ?"
            f" AND NOT EXISTS ({turns}) LIMIT ?"
        )
        return [table for (table,) in self.read(sql, (before, most))]

    def unseated(self, before: float, most: int) -> list[str]:
        """People who took their names before this moment and sit or sat at no table."""
        seats = "SELECT 1 FROM entries WHERE kind = 'sit' AND person = people.id"
        sql = f"SELECT id FROM people WHERE at < ? AND NOT EXISTS ({seats}) LIMIT ?"
        return [person for (person,) in self.read(sql, (before, most))]

    def forget(self, tables: Sequence[str], people: Sequence[str]) -> None:
        """Remove these tables with all that is kept of them, and these names. Raises JournalError."""
        given = "(SELECT value FROM json_each(?))"
        rooms = [
            (f"DELETE FROM {kind} WHERE {key} IN {given}", (json.dumps(list(tables)),))
            for kind, key in (("chat", "table_id"), ("reviews", "table_id"), ("entries", "table_id"), ("tables", "id"))
        ]
        self.write_together(*rooms, (f"DELETE FROM people WHERE id IN {given}", (json.dumps(list(people)),)))

    def keys(self) -> dict[str, str]:
        """The digests of secrets that were replaced or replace another, with their persons; "" for one that is gone."""
        return dict(self.read("SELECT key, person FROM keys"))

    def replace_keys(self, old: Iterable[str], new: Mapping[str, str]) -> None:
        """Forget these digests of secrets and keep those, with their persons. Raises JournalError."""
        forget = [("DELETE FROM keys WHERE key = ?", (key,)) for key in old]
        keep = [("INSERT OR REPLACE INTO keys VALUES (?, ?)", row) for row in new.items()]
        self.write_together(*forget, *keep)

    def alive(self, at: float) -> None:
        """Keep that the process was at work at this moment. Raises JournalError."""
        self.write("INSERT INTO life (rowid, alive_at) VALUES (1, ?) ON CONFLICT DO UPDATE SET alive_at = ?", (at, at))

    def last_alive(self) -> float:
        """When a process last said that it was at work; 0 if none ever did."""
        return max((at for (at,) in self.read("SELECT alive_at FROM life")), default=0.0)

    def table(self, table: str) -> tuple[Opening, str, list[Entry]] | None:
        """The opening, the status and the entries of a table, or None if there is none."""

        def read(connection: sqlite3.Connection) -> tuple[Any, list[Any]]:
            found = connection.execute(
                "SELECT id, variant, rules_version, settings, fen, opened_at, control, listed, status"
                " FROM tables WHERE id = ?",
                (table,),
            ).fetchone()
            entries = connection.execute(
                "SELECT kind, number, seat, person, message, body, at FROM entries"
                " WHERE table_id = ? ORDER BY sequence",
                (table,),
            ).fetchall()
            return found, entries

        found, rows = self._run(read)
        if found is None:
            return None
        name, variant, version, settings, fen, opened_at, control, listed, status = found
        opening = Opening(name, variant, version, json.loads(settings), fen, opened_at, control, bool(listed))
        entries = []
        for kind, number, seat, person, message, body, at in rows:
            breathe()
            entries.append(Entry(kind, number, seat, person, message, orjson.loads(body), at))
        return opening, status, entries

    def tables(self, status: str, most: int) -> list[Kept]:
        """The newest listed tables of a status."""
        return self._kept("WHERE status = ? AND listed ORDER BY changed_at DESC LIMIT ?", (status, most))

    def tables_of(self, person: str, most: int, status: str | None = None) -> list[Kept]:
        """The tables at which somebody sits or sat, of one status or of all, newest first.

        None that was withdrawn or aborted.
        """
        chosen = "SELECT table_id FROM entries WHERE kind = 'sit' AND person = ?"
        return self._kept(
            f"WHERE id IN ({chosen}) AND status != 'aborted' AND status = ifnull(?, status)"
            " ORDER BY changed_at DESC LIMIT ?",
            (person, status, most),
        )

    def still_open(self, tables: Iterable[str]) -> set[str]:
        """Those of these tables at which a chair is free."""
        sql = "SELECT id FROM tables WHERE status = 'open' AND id IN (SELECT value FROM json_each(?))"
        return {table for (table,) in self.read(sql, (json.dumps(list(tables)),))}

    def results(self, tables: Sequence[str]) -> dict[str, dict[str, Any]]:
        """How those of these tables ended that did, by id: what their entries of this kind hold."""
        sql = "SELECT table_id, body FROM entries WHERE kind = 'end' AND table_id IN (SELECT value FROM json_each(?))"
        return {table: json.loads(body) for table, body in self.read(sql, (json.dumps(list(tables)),))}

    def count_tables(self, person: str) -> Counter[str]:
        """At how many tables of each status somebody sits."""
        rows = self.read(
            "SELECT status, count(DISTINCT id) FROM tables JOIN entries ON table_id = id"
            " WHERE kind = 'sit' AND person = ? GROUP BY status",
            (person,),
        )
        return Counter(dict(rows))

    def timed(self) -> list[str]:
        """The running tables with a clock."""
        return [table for (table,) in self.read("SELECT id FROM tables WHERE status = 'running' AND control != 'none'")]

    def ticked_at(self) -> float:
        """The latest moment until which a clock of a running game is known to have run; 0 where no game has one."""
        ((latest,),) = self.read(
            "SELECT max((SELECT max(at) FROM entries WHERE table_id = id))"
            " FROM tables WHERE status = 'running' AND control != 'none'"
        )
        return 0.0 if latest is None else max(latest, self.last_alive())

    def read(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows that a query finds. Raises JournalError."""
        return self._run(lambda connection: connection.execute(sql, values).fetchall())

    def write(self, sql: str, values: Sequence[Any]) -> None:
        """Do one statement. Returns when what it changed is on disk; raises JournalError."""
        self.write_together((sql, values))

    def write_together(self, *statements: Statement) -> None:
        """Do these statements, all or none. Returns when what they changed is on disk; raises JournalError."""
        self._commit(_Part(list(statements), []))

    def _kept(self, where: str, values: Sequence[Any]) -> list[Kept]:
        return [
            Kept._make([*columns, [(seat, person) for seat, person in json.loads(sitters)]])
            for *columns, sitters in self.read(_KEPT + where, values)
        ]

    def _run(self, work: Callable[[sqlite3.Connection], Answer]) -> Answer:
        if self.fault:
            raise JournalError(self.fault, unknown=True)
        try:
            return self._in_thread(work, self._connection)
        except sqlite3.Error as error:
            self._judge(error)
            raise JournalError(f"The journal cannot be read: {error}") from error

    def _in_thread(self, work: Callable[..., Answer], *arguments: object) -> Answer:
        answer, error = self._thread.apply(_caught, (work, *arguments))
        if error is not None:
            raise error
        return cast(Answer, answer)

    def _commit(self, part: _Part) -> None:
        if self._closing:
            raise JournalError("The journal is closed.")
        done: AsyncResult[Exception | None] = AsyncResult()
        self._waiting.append((part, done))
        self._wake.set()
        error = done.get()
        if error is not None:
            raise JournalError(f"The journal did not take it: {error}", unknown=bool(self.fault)) from error

    def _write(self) -> None:
        while True:
            self._wake.wait()
            self._wake.clear()
            while self._waiting:
                batch, self._waiting = self._waiting, []
                errors = self._write_apart([part for part, _ in batch])
                for (_, done), error in zip(batch, errors, strict=True):
                    done.set(error)
                self._commits += 1
                if self._commits % CHECKPOINT == 0 and not self.fault:
                    self._copy_back()
            if self._closing:
                return

    def _write_apart(self, batch: list[_Part]) -> list[Exception | None]:
        if self.fault:
            return [JournalError(self.fault, unknown=True)] * len(batch)
        try:
            errors = self._in_thread(_write_batch, self._connection, batch)
        except Exception as error:  # Whoever waits must hear of it, whatever broke in the thread.
            return [error] * len(batch)
        for each in filter(None, errors):
            self._judge(each)
        self._look()
        return [JournalError(self.fault, unknown=True)] * len(batch) if self.fault else errors

    def _copy_back(self) -> None:
        try:
            self._in_thread(lambda: self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall())
        except sqlite3.Error as error:
            self._judge(error)
            log.warning("the journal could not be copied back", extra={"fault": str(error)})

    def _watch(self) -> None:
        """Look now and then, so that a site where nobody acts notices it too."""
        while not self.fault:
            gevent.sleep(LOOK)
            self._look()

    def _look(self) -> None:
        """Fail where a file of the journal is no longer in its place: what is kept in it would be lost."""
        try:
            lost = self._in_thread(self._files.lost)
        except OSError as error:
            self._fail(f"The files of the journal {self._path} cannot be looked at: {error.strerror}.")
            return
        if lost is not None:
            self._fail(f"The file {lost} was removed or exchanged while it was in use: nothing more can be kept in it.")

    def _judge(self, error: Exception) -> None:
        """Fail where an error leaves it open what is on disk."""
        name = _name(error)
        if name in UNSYNCED:
            self._fail(
                f"The journal {self._path} could not be synced to disk ({error}): nobody knows whether the last actions"
                " are on it. Look after the disk, then start again."
            )
        elif name.startswith(DAMAGED):
            # A read that fails is told by the same name: only if the file can be read it is known to be damaged.
            with suppress(sqlite3.Error, OSError):
                self._in_thread(self._files.read)
                found = self._in_thread(damage, self._connection)
                if found:
                    self._fail(f"The journal {self._path} is damaged ({found}). Restore a backup.")

    def _fail(self, fault: str) -> None:
        self.fault = self.fault or fault
        log.critical("the journal has failed", extra={"fault": self.fault})
        self.failed.set()


def _caught(work: Callable[..., Answer], *arguments: object) -> tuple[Answer | None, Exception | None]:
    # What is raised in a native thread is printed there, whoever is waiting to deal with it.
    try:
        return work(*arguments), None
    except Exception as error:
        return None, error


def rows(table: str, sequence: int, entries: Iterable[Entry]) -> list[Row]:
    """Entries of a table from this sequence number on, as they are kept."""
    return [
        (table, sequence + step, e.number, e.kind, e.seat, e.person, e.message, _text(e.body), e.at)
        for step, e in enumerate(entries)
    ]


def _name(error: Exception) -> str:
    """What SQLite calls an error, "" for one of another kind."""
    return str(getattr(error, "sqlite_errorname", ""))


def _text(body: Mapping[str, Any]) -> str:
    # A named tuple, such as an event, is kept as a list.
    return orjson.dumps(dict(body), default=list).decode()


def _write_batch(connection: sqlite3.Connection, batch: list[_Part]) -> list[Exception | None]:
    """Commit the batch as one; if that fails, each part apart, so that one bad row costs nobody else his move."""
    try:
        _transaction(connection, batch)
    except Exception as error:
        if _name(error) in UNSYNCED:  # What may be on disk must not be written once more.
            return [error] * len(batch)
        if len(batch) == 1:
            return [error]
        return [error for part in batch for error in _write_batch(connection, [part])]
    return [None] * len(batch)


def _transaction(connection: sqlite3.Connection, batch: list[_Part]) -> None:
    rows = orjson.dumps([row for part in batch for row in part.rows]).decode()
    statements = [statement for part in batch for statement in part.statements]
    if not statements:
        connection.execute(INSERT_ROWS, (rows,))
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for sql, values in statements:
            connection.execute(sql, values)
        connection.execute(INSERT_ROWS, (rows,))
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
