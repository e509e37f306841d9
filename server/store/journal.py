"""The journal: tables and their decisions. A decision is on disk before any client gets it."""

from __future__ import annotations

import json
import secrets
import time
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

import orjson
from sqlalchemy import ColumnElement, Connection, Select, bindparam, delete, exists, func, insert, select, update

from server.game import Entry, Opening, Row
from server.runtime.loop import yield_to_loop
from server.store.commits import GroupCommit
from server.store.database import (
    Database,
    DecisionRow,
    Effect,
    JournalError,
    Write,
    change_one,
    insert_first,
    statement,
    upsert,
)
from server.store.postgres import PostgreSQL
from server.store.schema import (
    accounts,
    chat,
    decisions,
    invitations,
    people,
    processes,
    reviews,
    seeks,
    site,
    sitters,
    tables,
)
from server.store.sqlite import SQLiteFile

PART = 200
"""Decisions that are read at once."""

OPENING = [*(tables.c[field.name] for field in fields(Opening)), tables.c.status]
LAST_NUMBER, LAST_DECISION = (
    select(column)
    .where(decisions.c.table_id == tables.c.id)
    .order_by(decisions.c.sequence.desc())
    .limit(1)
    .scalar_subquery()
    for column in (decisions.c.number, decisions.c.sequence)
)
# Built once: building a statement takes longer than executing it.
DECISIONS_SINCE = (
    select(decisions.c.message, decisions.c.entries, decisions.c["at"])
    .where(decisions.c.table_id == bindparam("table"), decisions.c.sequence >= bindparam("sequence"))
    .order_by(decisions.c.sequence)
    .limit(bindparam("most"))
)
TABLE_CHANGE = update(tables).where(tables.c.id == bindparam("of"))
LISTED_TABLES = select(
    *(tables.c[name] for name in ("id", "variant", "settings", "control", "status", "changed_at", "rated")),
    LAST_NUMBER.label("number"),
)


class Seeker(NamedTuple):
    """A person whose seek ends at a table: the message of the seek, and the opponent."""

    person: str
    message: str
    other: str


class TableRow(NamedTuple):
    """A table as a row of lists: its status and since when, the number of turns, and (seat, person) by seat."""

    id: str
    variant: str
    settings: Mapping[str, Any]
    control: str
    status: str
    changed_at: float
    rated: bool
    number: int
    sitters: list[tuple[int, str]]


class Journal(GroupCommit):
    """The tables, the people and the keys of a site: in a SQLite file, or in a PostgreSQL database (its address).

    Raises JournalError where it cannot be opened.
    """

    def __init__(self, place: Path | str) -> None:
        super().__init__(_database(place))
        # A file is used by one process at a time.
        self._process = secrets.token_hex(8) if self.shared else ""

    def open_table(
        self,
        opening: Opening,
        entries: Row,
        status: str,
        also: tuple[str, int, Row] | None = None,
        seekers: Sequence[Seeker] = (),
        more: Sequence[Effect] = (),
    ) -> None:
        """Store a new table with its first entries, and a decision of another table (its id, sequence and entries).

        This ends the seeks of `seekers`, who sit down; `more` are effects beside it. All or none. Returns when they are
        on disk; raises JournalError, and Conflict where the number there is taken, or where a seek has ended.
        """
        row = {
            **vars(opening),
            "settings": json.dumps(dict(opening.settings)),
            "listed": int(opening.listed),
            "rated": int(opening.rated),
            "status": status,
            "changed_at": opening.opened_at,
        }
        effects = [
            statement(insert(tables), row),
            statement(insert(decisions), _row(opening.id, 0, entries)._asdict()),
            *_seat(opening.id, entries),
            *_pair(opening.id, entries, seekers),
            *more,
        ]
        self.commit(Write(_row(*also) if also else None, effects))

    def append(
        self,
        table: str,
        sequence: int,
        row: Row,
        status: str | None,
        seekers: Sequence[Seeker] = (),
        last: Sequence[Effect] = (),
    ) -> None:
        """Append a decision with this sequence number, and the table's new status if it has one.

        This ends the seeks of `seekers`, who sit down; `last` are effects of the decision beside it. All or none.
        Returns when they are on disk; raises JournalError, and Conflict where the number is taken, or where a seek has
        ended.
        """
        effects = [*_seat(table, row), *_pair(table, row, seekers)]
        if status is not None:
            final = row[-1]
            change = {"of": table, "status": status, "changed_at": final.at}
            if final.kind == "end":
                change["result"] = _text(final.body)
            effects.append(statement(TABLE_CHANGE, change))
        self.commit(Write(_row(table, sequence, row), effects, last))

    def rename(self, person: str, name: str, at: float) -> None:
        """Store the name that a person chose at this time. Raises JournalError."""
        self.write(upsert(people, {"id": person, "name": name, "at": at}))

    def names(self, since: float = 0.0) -> dict[str, str]:
        """Every name that was chosen since this time, by the person's public id."""
        return dict(map(tuple, self.read(select(people.c.id, people.c.name).where(people.c["at"] >= since))))

    def untouched(self, before: float, most: int) -> list[str]:
        """Tables without a played turn that have not changed since before this time."""
        return [table for (table,) in self.read(select(tables.c.id).where(*_untouched(before)).limit(most))]

    def unseated(self, before: float, most: int) -> list[str]:
        """People without an account who chose their names before this time and never sat at a table."""
        return [person for (person,) in self.read(select(people.c.id).where(*_unseated(before)).limit(most))]

    def forget(
        self, forgotten: Sequence[str], touched_before: float, nobodies: Sequence[str], named_before: float
    ) -> list[str]:
        """Delete those of these tables, with all their rows, and of these names that are still untouched and unseated.

        Answers the people whose names were deleted. Raises JournalError.
        """
        nameless: Sequence[str] = ()

        def effect(connection: Connection) -> None:
            nonlocal nameless
            still = select(tables.c.id).where(tables.c.id.in_(forgotten), *_untouched(touched_before))
            # Locked, so that nobody sits down meanwhile in another process.
            gone = connection.scalars(still.with_for_update()).all()
            for part in (chat, reviews, invitations, decisions, sitters):
                connection.execute(delete(part).where(part.c.table_id.in_(gone)))
            connection.execute(delete(tables).where(tables.c.id.in_(gone)))
            unseated = delete(people).where(people.c.id.in_(nobodies), *_unseated(named_before))
            nameless = connection.scalars(unseated.returning(people.c.id)).all()

        self.write(effect)
        return list(nameless)

    def alive(self, at: float) -> None:
        """Store a heartbeat of this process at this time. Raises JournalError."""
        self.write(upsert(processes, {"id": self._process, "alive_at": at}))

    def last_alive(self) -> float:
        """The last heartbeat of any process; 0 for none."""
        ((latest,),) = self.read(select(func.max(processes.c.alive_at)))
        return latest or 0.0

    def gone(self, before: float) -> bool:
        """Delete the processes without a heartbeat since this time; whether there were any."""
        gone = [name for (name,) in self.read(select(processes.c.id).where(processes.c.alive_at < before))]
        if gone:
            self.write(statement(delete(processes).where(processes.c.id.in_(gone))))
        return bool(gone)

    def share(self, name: str, value: str) -> str:
        """The value of this name, shared by all processes: this one, if it is the first. Raises JournalError."""
        self.write(insert_first(site, {"name": name, "value": value}))
        ((shared,),) = self.read(select(site.c.value).where(site.c.name == name))
        return str(shared)

    def clock_offset(self) -> tuple[float, float]:
        """Seconds that PostgreSQL's clock is ahead of this machine's monotonic one, and the uncertainty of that.

        Raises JournalError.
        """

        def ask(connection: Connection) -> tuple[float, float]:
            before = time.monotonic()
            at = connection.exec_driver_sql("SELECT extract(epoch FROM clock_timestamp())::float8").scalar_one()
            after = time.monotonic()
            return float(at) - (before + after) / 2, (after - before) / 2

        return self.run(ask)

    def table(self, table: str) -> tuple[Opening, str, list[Row]] | None:
        """The opening, the status and the decisions of a table, or None if there is none."""

        table_rows = self.read(select(*OPENING).where(tables.c.id == table))
        if not table_rows:
            return None
        ((name, variant, version, settings, fen, opened_at, control, listed, rated, status),) = table_rows
        flags = bool(listed), bool(rated)
        opening = Opening(name, variant, version, orjson.loads(settings), fen, opened_at, control, *flags)
        return opening, status, self.since(table, 0)

    def since(self, table: str, sequence: int) -> list[Row]:
        """The decisions of a table from this sequence number on, read in parts, so that other reads go between."""
        rows: list[Row] = []
        while True:
            part = self.read(DECISIONS_SINCE, {"table": table, "sequence": sequence + len(rows), "most": PART})
            rows += _read_rows(part)
            if len(part) < PART:
                return rows

    def lengths(self, table_ids: Iterable[str]) -> dict[str, int]:
        """The number of decisions of each of these tables."""
        query = select(tables.c.id, LAST_DECISION)
        rows = self.read(query.where(tables.c.id.in_(list(table_ids))))
        return {table: 0 if last is None else last + 1 for table, last in rows}

    def tables(self, status: str, most: int) -> list[TableRow]:
        """The newest listed tables of a status."""
        return self.rows(LISTED_TABLES.where(tables.c.status == status, tables.c.listed != 0), most)

    def tables_of(self, person: str, most: int, status: str | None = None, shown: bool = False) -> list[TableRow]:
        """The tables at which a person sits or sat, of one status or of all, newest first.

        Without those that were withdrawn or aborted; with `shown`, only those that are listed or rated.
        """
        mine = select(sitters.c.table_id).where(sitters.c.person == person)
        query = LISTED_TABLES.where(tables.c.id.in_(mine), tables.c.status != "aborted")
        if shown:
            query = query.where((tables.c.listed != 0) | (tables.c.rated != 0))
        return self.rows(query if status is None else query.where(has_status(status)), most)

    def still_open(self, table_ids: Iterable[str]) -> set[str]:
        """Those of these tables that are still open."""
        query = select(tables.c.id).where(tables.c.status == "open", tables.c.id.in_(list(table_ids)))
        return {table for (table,) in self.read(query)}

    def progress(self, persons: Collection[str]) -> dict[str, dict[str, int]]:
        """By person, the last decision of each open or running table at which they sit or to which they are invited.

        Raises JournalError.
        """
        progress: dict[str, dict[str, int]] = {person: {} for person in persons}
        for mine in (sitters, invitations):
            query = select(mine.c.person, tables.c.id, LAST_DECISION).join(tables, tables.c.id == mine.c.table_id)
            query = query.where(mine.c.person.in_(list(persons)), tables.c.status.in_(("open", "running")))
            for person, table, last in self.read(query):
                progress[person][table] = last
        return progress

    def results(self, table_ids: Sequence[str]) -> dict[str, dict[str, Any]]:
        """By id, the body of the `end` entry of those of these tables that have one."""
        query = select(tables.c.id, tables.c.result).where(tables.c.id.in_(table_ids), tables.c.result.is_not(None))
        return {table: orjson.loads(result) for table, result in self.read(query)}

    def count_tables(self, person: str) -> Counter[str]:
        """The number of a person's tables of each status."""
        mine = select(sitters.c.table_id).where(sitters.c.person == person)
        query = select(tables.c.status, func.count()).where(tables.c.id.in_(mine)).group_by(tables.c.status)
        return Counter(dict(map(tuple, self.read(query))))

    def timed(self) -> list[str]:
        """The running tables with a clock."""
        query = select(tables.c.id).where(tables.c.status == "running", tables.c.control != "none")
        return [table for (table,) in self.read(query)]

    def ticked_at(self) -> float:
        """The latest moment at which a clock of a running game is known to have run; 0 for none."""
        running = (tables.c.status == "running", tables.c.control != "none")
        latest = select(func.max(decisions.c["at"])).select_from(tables).join(decisions).where(*running)
        ((latest_at,),) = self.read(latest)
        return 0.0 if latest_at is None else max(latest_at, self.last_alive())

    def rows(self, query: Select[Any], most: int) -> list[TableRow]:
        """The newest tables that a query based on `LISTED_TABLES` finds. Raises JournalError."""

        def read(connection: Connection) -> tuple[Sequence[Any], Sequence[Any]]:
            rows = connection.execute(query.order_by(tables.c.changed_at.desc()).limit(most)).all()
            seats = select(sitters.c.table_id, sitters.c.seat, sitters.c.person)
            ids = [row.id for row in rows]
            return rows, connection.execute(seats.where(sitters.c.table_id.in_(ids)).order_by(sitters.c.seat)).all()

        rows, seats = self.run(read)
        sat: dict[str, list[tuple[int, str]]] = {row.id: [] for row in rows}
        for table, seat, person in seats:
            sat[table].append((seat, person))
        return [
            TableRow._make([*row[:2], orjson.loads(row.settings), *row[3:], sat[row.id]])._replace(
                rated=bool(row.rated)
            )
            for row in rows
        ]


def _database(place: Path | str) -> Database:
    try:
        return SQLiteFile(place) if isinstance(place, Path) else PostgreSQL(place)
    except ImportError as error:
        # The driver is not installed: a site with a file does not need the packages of a cluster.
        raise JournalError(
            f"The journal cannot be opened: {error.name} is not installed. It comes with the extra cavalier[cluster]."
        ) from error


def has_status(status: str) -> ColumnElement[bool]:
    """Whether a table that is found by other columns has this status.

    As an expression: SQLite would take the index of the status, and read all such tables of the site.
    """
    return tables.c.status.concat("") == status


def _untouched(before: float) -> Sequence[ColumnElement[bool]]:
    """The conditions of `Journal.untouched`."""
    changed = (decisions.c.number > 0) | (decisions.c["at"] >= before)
    touched = exists().where(decisions.c.table_id == tables.c.id, changed)
    return tables.c.status.in_(("open", "aborted")), tables.c.changed_at < before, ~touched


def _unseated(before: float) -> Sequence[ColumnElement[bool]]:
    """The conditions of `Journal.unseated`."""
    seated = exists().where(sitters.c.person == people.c.id)
    known = exists().where(accounts.c.person == people.c.id)
    return people.c["at"] < before, ~seated, ~known


def _row(table: str, sequence: int, row: Row) -> DecisionRow:
    """A decision as it is stored."""
    last = row[-1]
    person, message = next(((each.person, each.message) for each in row if each.message), (last.person, ""))
    entries = [[each.kind, each.number, each.seat, each.person, each.body, bool(each.message)] for each in row]
    number = last.number + (last.kind in ("turn", "left"))
    return DecisionRow(table, sequence, number, person, message, _text(entries), last.at)


def _read_rows(stored_rows: Sequence[Any]) -> list[Row]:
    """Decisions from their rows, yielding to the loop."""
    rows = []
    for message, entries, at in stored_rows:
        yield_to_loop()
        rows.append(
            tuple(
                Entry(kind, number, seat, person, message if is_request else "", body, at)
                for kind, number, seat, person, body, is_request in orjson.loads(entries)
            )
        )
    return rows


def _seat(table: str, row: Row) -> list[Effect]:
    """The rows of those who sat down."""
    sitter_rows = [
        {"table_id": table, "seat": each.seat, "person": each.person}
        for each in row
        if each.kind == "sit" and each.seat is not None
    ]
    return [statement(insert(sitters), sitter_rows)] if sitter_rows else []


def _pair(table: str, entries: Row, seekers: Sequence[Seeker]) -> list[Effect]:
    """Store the table, the seat and the opponent in each seek; Conflict if one of them has ended."""
    seats = {each.person: each.seat for each in entries if each.kind == "sit"}
    effects = []
    for person, message, other in sorted(seekers):  # In a fixed order, to avoid deadlocks between processes.
        paired = _text({"table": table, "seat": seats[person], "other": other})
        mine = (seeks.c.person == person, seeks.c.message == message, seeks.c.paired.is_(None))
        effects.append(change_one(update(seeks).where(*mine).values(paired=paired)))
    return effects


def _text(value: Any) -> str:
    # A named tuple, such as an event, becomes a list, and a read-only mapping an object.
    return orjson.dumps(value, default=_plain).decode()


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else list(value)
