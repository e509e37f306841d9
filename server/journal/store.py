"""The journal: an accepted action is on disk before any client learns of it; a table is the replay of its decisions."""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import Connection, Select, delete, exists, func, select

from server.game import Entry, Opening, Row
from server.journal.commits import Commits
from server.journal.engine import (
    Change,
    DecisionRow,
    Engine,
    JournalError,
    Met,
    SitterRow,
    Statement,
    Submission,
    TableRow,
)
from server.journal.entries import Kept
from server.journal.filed import SQLiteFile
from server.journal.schema import chat, decisions, people, processes, reviews, site, sitters, tables
from server.loop import breathe

OPENING = [
    tables.c[name]
    for name in ("id", "variant", "rules_version", "settings", "fen", "opened_at", "control", "listed", "status")
]
LAST_NUMBER = (
    select(decisions.c.number)
    .where(decisions.c.table_id == tables.c.id)
    .order_by(decisions.c.sequence.desc())
    .limit(1)
    .scalar_subquery()
)
LISTED_TABLES = select(
    *(tables.c[name] for name in ("id", "variant", "settings", "control", "status", "changed_at")),
    LAST_NUMBER.label("number"),
)


class Journal(Commits):
    """The tables, the people and the keys of a site: in a SQLite file, or in a PostgreSQL database (its address).

    Raises JournalError where it cannot be opened.
    """

    def __init__(self, place: Path | str) -> None:
        super().__init__(_engine(place))
        # A file has one process at a time.
        self._process = secrets.token_hex(8) if self.shared else ""

    def open_table(
        self,
        opening: Opening,
        entries: Row,
        status: str,
        also: tuple[str, int, Row] | None = None,
        waits: Sequence[tuple[str, str]] = (),
    ) -> None:
        """Keep a new table with its first entries, and a decision of another table (its id, sequence and entries).

        `waits` are those that it ends, by person and message. All or none. Returns when they are on disk; raises
        JournalError, and Conflict where the number there is taken, or where somebody waits no longer.
        """
        opened = TableRow(
            opening.id,
            opening.variant,
            opening.rules_version,
            json.dumps(dict(opening.settings)),
            opening.fen,
            opening.opened_at,
            status,
            opening.opened_at,
            opening.control,
            int(opening.listed),
        )
        rows = [_row(opening.id, 0, entries)] if entries else []
        rows += [_row(*also)] if also else []
        sitters = _sat(opening.id, entries)
        seats = {row.person: row.seat for row in sitters}
        met = []
        for person, message in waits:
            (other,) = (each for each, _ in waits if each != person)
            met.append(Met(person, message, _text({"table": opening.id, "seat": seats[person], "other": other})))
        self.commit(Submission(rows, opened, sitters, met=met))

    def append(self, table: str, sequence: int, entries: Row, status: str | None) -> None:
        """Append a decision with this sequence number, and the table's new status if it has one.

        All or none. Returns when they are on disk; raises JournalError, and Conflict where the number is taken.
        """
        last, change = entries[-1], None
        if status is not None:
            change = Change(table, status, last.at, _text(last.body) if last.kind == "end" else None)
        self.commit(Submission([_row(table, sequence, entries)], None, _sat(table, entries), change))

    def rename(self, person: str, name: str, at: float) -> None:
        """Keep the name that a person took at this time. Raises JournalError."""
        keep = self.engine.insert(people)
        keep = keep.on_conflict_do_update(
            index_elements=["id"], set_={"name": keep.excluded.name, "at": keep.excluded["at"]}
        )
        self.write((keep, {"id": person, "name": name, "at": at}))

    def names(self, since: float = 0.0) -> dict[str, str]:
        """Every name that was chosen since this time, by the person's public id."""
        return dict(map(tuple, self.read(select(people.c.id, people.c.name).where(people.c["at"] >= since))))

    def untouched(self, before: float, most: int) -> list[str]:
        """Tables without a played turn that have not changed since before this time."""
        played = exists().where(decisions.c.table_id == tables.c.id, decisions.c.number > 0)
        query = select(tables.c.id).where(
            tables.c.status.in_(("open", "aborted")), tables.c.changed_at < before, ~played
        )
        return [table for (table,) in self.read(query.limit(most))]

    def unseated(self, before: float, most: int) -> list[str]:
        """People who chose their names before this time and sit or sat at no table."""
        seated = exists().where(sitters.c.person == people.c.id)
        query = select(people.c.id).where(people.c["at"] < before, ~seated).limit(most)
        return [person for (person,) in self.read(query)]

    def forget(self, forgotten: Sequence[str], nobodies: Sequence[str]) -> None:
        """Remove these tables with all that is kept of them, and these names. Raises JournalError."""
        rooms: list[Statement] = [
            (delete(kind).where(kind.c.table_id.in_(forgotten)), None) for kind in (chat, reviews, decisions, sitters)
        ]
        of_tables = (delete(tables).where(tables.c.id.in_(forgotten)), None)
        self.write(*rooms, of_tables, (delete(people).where(people.c.id.in_(nobodies)), None))

    def alive(self, at: float) -> None:
        """Record that this process ran at this time. Raises JournalError."""
        keep = self.engine.insert(processes)
        keep = keep.on_conflict_do_update(index_elements=["id"], set_={"alive_at": keep.excluded.alive_at})
        self.write((keep, {"id": self._process, "alive_at": at}))

    def last_alive(self) -> float:
        """The last time recorded by `alive`, of any process; 0 if there is none."""
        found = self.read(select(processes.c.alive_at))
        return max((at for (at,) in found), default=0.0)

    def gone(self, before: float) -> bool:
        """Forget the processes that have not recorded anything since this time; whether there were some."""
        gone = [name for (name,) in self.read(select(processes.c.id).where(processes.c.alive_at < before))]
        if gone:
            self.write((delete(processes).where(processes.c.id.in_(gone)), None))
        return bool(gone)

    def share(self, name: str, value: str) -> str:
        """What all processes of the site have under this name: this value, if it is the first. Raises JournalError."""
        keep = self.engine.insert(site).on_conflict_do_nothing(index_elements=["name"])
        self.write((keep, {"name": name, "value": value}))
        ((shared,),) = self.read(select(site.c.value).where(site.c.name == name))
        return str(shared)

    def table(self, table: str) -> tuple[Opening, str, list[Row]] | None:
        """The opening, the status and the decisions of a table, or None if there is none."""

        def read(connection: Connection) -> tuple[Any, Sequence[Any]]:
            found = connection.execute(select(*OPENING).where(tables.c.id == table)).one_or_none()
            columns = (decisions.c.message, decisions.c.entries, decisions.c["at"])
            rows = select(*columns).where(decisions.c.table_id == table).order_by(decisions.c.sequence)
            return found, connection.execute(rows).all()

        found, rows = self.run(read)
        if found is None:
            return None
        name, variant, version, settings, fen, opened_at, control, listed, status = found
        opening = Opening(name, variant, version, json.loads(settings), fen, opened_at, control, bool(listed))
        return opening, status, _in_steps(rows)

    def since(self, table: str, sequence: int) -> list[Row]:
        """The decisions of a table from this sequence number on."""
        columns = (decisions.c.message, decisions.c.entries, decisions.c["at"])
        query = select(*columns).where(decisions.c.table_id == table, decisions.c.sequence >= sequence)
        return _in_steps(self.read(query.order_by(decisions.c.sequence)))

    def lengths(self, asked: Iterable[str]) -> dict[str, int]:
        """How many decisions each of these tables has."""
        newest = select(decisions.c.sequence).where(decisions.c.table_id == tables.c.id)
        query = select(tables.c.id, newest.order_by(decisions.c.sequence.desc()).limit(1).scalar_subquery())
        found = self.read(query.where(tables.c.id.in_(list(asked))))
        return {table: 0 if last is None else last + 1 for table, last in found}

    def tables(self, status: str, most: int) -> list[Kept]:
        """The newest listed tables of a status."""
        return self._kept(LISTED_TABLES.where(tables.c.status == status, tables.c.listed != 0), most)

    def tables_of(self, person: str, most: int, status: str | None = None) -> list[Kept]:
        """The tables at which a person sits or sat, of one status or of all, newest first.

        Without those that were withdrawn or aborted.
        """
        mine = select(sitters.c.table_id).where(sitters.c.person == person)
        query = LISTED_TABLES.where(tables.c.id.in_(mine), tables.c.status != "aborted")
        return self._kept(query if status is None else query.where(tables.c.status == status), most)

    def still_open(self, asked: Iterable[str]) -> set[str]:
        """Those of these tables at which a chair is free."""
        query = select(tables.c.id).where(tables.c.status == "open", tables.c.id.in_(list(asked)))
        return {table for (table,) in self.read(query)}

    def results(self, asked: Sequence[str]) -> dict[str, dict[str, Any]]:
        """How those of these tables ended that did, by id: what their entries of this kind hold."""
        query = select(tables.c.id, tables.c.result).where(tables.c.id.in_(asked), tables.c.result.is_not(None))
        return {table: json.loads(result) for table, result in self.read(query)}

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
        """The latest moment until which a clock of a running game is known to have run; 0 where no game has one."""
        running = (tables.c.status == "running", tables.c.control != "none")
        latest = select(func.max(decisions.c["at"])).select_from(tables).join(decisions).where(*running)
        ((found,),) = self.read(latest)
        return 0.0 if found is None else max(found, self.last_alive())

    def _kept(self, query: Select[Any], most: int) -> list[Kept]:
        def read(connection: Connection) -> tuple[Sequence[Any], Sequence[Any]]:
            rows = connection.execute(query.order_by(tables.c.changed_at.desc()).limit(most)).all()
            seats = select(sitters.c.table_id, sitters.c.seat, sitters.c.person)
            ids = [row.id for row in rows]
            return rows, connection.execute(seats.where(sitters.c.table_id.in_(ids)).order_by(sitters.c.seat)).all()

        rows, seats = self.run(read)
        sat: dict[str, list[tuple[int, str]]] = {row.id: [] for row in rows}
        for table, seat, person in seats:
            sat[table].append((seat, person))
        return [Kept._make([*row[:2], orjson.loads(row.settings), *row[3:], sat[row.id]]) for row in rows]


def _engine(place: Path | str) -> Engine:
    if isinstance(place, Path):
        return SQLiteFile(place)
    # Imported here: a site with a file of its own does without the packages of a cluster.
    try:
        from server.journal.postgres import PostgreSQL
    except ImportError as error:
        raise JournalError(
            f"The journal cannot be opened: {error.name} is not installed. It comes with the extra cavalier[cluster]."
        ) from error
    return PostgreSQL(place)


def _row(table: str, sequence: int, entries: Row) -> DecisionRow:
    """A decision as it is kept."""
    last = entries[-1]
    person, message = next(((each.person, each.message) for each in entries if each.message), (last.person, ""))
    told = [[each.kind, each.number, each.seat, each.person, each.body, bool(each.message)] for each in entries]
    number = last.number + (last.kind in ("turn", "left"))
    return DecisionRow(table, sequence, number, person, message, _text(told), last.at)


def _in_steps(rows: Sequence[Any]) -> list[Row]:
    """Decisions as they were kept, read without holding up the other callers."""
    kept = []
    for row in rows:
        breathe()
        kept.append(_decided(*row))
    return kept


def _decided(message: str, told: str, at: float) -> Row:
    """A decision as it was kept."""
    return tuple(
        Entry(kind, number, seat, person, message if asked else "", body, at)
        for kind, number, seat, person, body, asked in orjson.loads(told)
    )


def _sat(table: str, entries: Row) -> list[SitterRow]:
    return [
        SitterRow(table, each.seat, each.person) for each in entries if each.kind == "sit" and each.seat is not None
    ]


def _text(value: Any) -> str:
    # A named tuple, such as an event, is kept as a list, and a read-only mapping as an object.
    return orjson.dumps(value, default=_plain).decode()


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else list(value)
