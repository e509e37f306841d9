"""One row of the journal for each decision, in place of one for each of its entries."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

USER_VERSION = 8
"""Makes programs from before Alembic refuse the journal by name."""

POSTGRESQL = """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        variant TEXT NOT NULL,
        rules_version INTEGER NOT NULL,
        settings TEXT NOT NULL,
        fen TEXT NOT NULL,
        opened_at DOUBLE PRECISION NOT NULL,
        status TEXT NOT NULL,
        changed_at DOUBLE PRECISION NOT NULL,
        control TEXT NOT NULL DEFAULT 'none',
        listed INTEGER NOT NULL DEFAULT 1,
        result TEXT
    );
    CREATE INDEX tables_by_status ON tables (status, changed_at);
    CREATE TABLE decisions (
        table_id TEXT NOT NULL REFERENCES tables (id),
        sequence INTEGER NOT NULL,
        number INTEGER NOT NULL,
        person TEXT NOT NULL,
        message TEXT NOT NULL,
        entries TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        previous TEXT,
        PRIMARY KEY (table_id, sequence)
    );
    CREATE UNIQUE INDEX decisions_by_message ON decisions (table_id, person, message) WHERE message <> '';
    CREATE TABLE sitters (
        table_id TEXT NOT NULL REFERENCES tables (id),
        seat INTEGER NOT NULL,
        person TEXT NOT NULL,
        PRIMARY KEY (table_id, seat)
    );
    CREATE INDEX sitters_by_person ON sitters (person, table_id);
    CREATE TABLE people (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL DEFAULT 0
    );
    CREATE INDEX people_by_time ON people (at);
    CREATE TABLE chat (
        table_id TEXT NOT NULL REFERENCES tables (id),
        sequence INTEGER NOT NULL,
        room TEXT NOT NULL,
        seat INTEGER,
        person TEXT NOT NULL,
        message TEXT NOT NULL,
        preset TEXT,
        text TEXT,
        at DOUBLE PRECISION NOT NULL,
        number INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (table_id, sequence)
    );
    CREATE TABLE reviews (
        table_id TEXT NOT NULL REFERENCES tables (id),
        number INTEGER NOT NULL,
        body TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        versions TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (table_id, number)
    );
    CREATE TABLE keys (
        key TEXT PRIMARY KEY,
        person TEXT NOT NULL
    );
    CREATE TABLE life (
        alive_at DOUBLE PRECISION NOT NULL
    );
"""
"""What a PostgreSQL database begins with: there is none from before this migration."""

ROWS_PER_STATEMENT = 500
"""Rows that are written by one statement."""

FOLLOW = {"end": {"turn", "offer"}, "takeback": {"ask_back"}, "rematch": {"again"}}
"""Kinds of entries that were made together with the entry before them, where that is of one of these kinds."""

Old = Sequence[Any]
"""table_id, sequence, number, kind, seat, person, message, body, at"""


def upgrade() -> None:
    """Put the entries of each decision into one row; keep sitters and results where lists find them."""
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        for statement in filter(str.strip, POSTGRESQL.split(";")):
            connection.exec_driver_sql(statement)
        return
    decisions = op.create_table(
        "decisions",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("sequence", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("entries", sa.Text, nullable=False),
        sa.Column("at", sa.REAL, nullable=False),
        sa.Column("previous", sa.Text),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "sitters",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person", sa.Text, nullable=False),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
    op.execute("ALTER TABLE tables ADD COLUMN result TEXT")
    op.execute("INSERT OR REPLACE INTO sitters SELECT table_id, seat, person FROM entries WHERE kind = 'sit'")
    op.execute(
        "UPDATE tables SET result = (SELECT body FROM entries WHERE table_id = tables.id AND kind = 'end')"
        " WHERE status IN ('finished', 'aborted')"
    )
    for (table,) in connection.exec_driver_sql("SELECT id FROM tables").all():
        rows = list(_rows(connection.exec_driver_sql(ENTRIES, (table,)).all()))
        for first in range(0, len(rows), ROWS_PER_STATEMENT):
            connection.execute(decisions.insert(), rows[first : first + ROWS_PER_STATEMENT])
    op.execute("DROP TABLE entries")
    op.create_index(
        "decisions_by_message",
        "decisions",
        ["table_id", "person", "message"],
        unique=True,
        sqlite_where=sa.text("message <> ''"),
    )
    op.create_index("sitters_by_person", "sitters", ["person", "table_id"])
    op.execute(f"PRAGMA user_version = {USER_VERSION}")


ENTRIES = (
    "SELECT table_id, sequence, number, kind, seat, person, message, body, at FROM entries"
    " WHERE table_id = ? ORDER BY sequence"
)


def _rows(entries: Sequence[Old]) -> Iterator[dict[str, Any]]:
    """The decisions of a table, from its entries."""
    known: set[tuple[str, str]] = set()
    for sequence, group in enumerate(_together(entries)):
        last = group[-1]
        person, message = next(((one[5], one[6]) for one in group if one[6]), (last[5], ""))
        if (person, message) in known:
            # An id that a client used again, after so many messages that the first use was forgotten.
            message = ""
        known.add((person, message))
        yield {
            "table_id": last[0],
            "sequence": sequence,
            "number": last[2] + (last[3] == "turn"),
            "person": person,
            "message": message,
            "entries": json.dumps(
                [[one[3], one[2], one[4], one[5], json.loads(one[7]), bool(message and one[6])] for one in group],
                ensure_ascii=False,
                separators=(",", ":"),
            ),
            "at": last[8],
        }


def _together(entries: Sequence[Old]) -> Iterator[list[Old]]:
    """The entries in groups: those that one decision made."""
    group: list[Old] = []
    for entry in entries:
        if group and not _belongs(group, entry):
            yield group
            group = []
        group.append(entry)
    if group:
        yield group


def _belongs(group: list[Old], entry: Old) -> bool:
    """Whether an entry was made by the decision of those before it."""
    before, kind = group[-1], entry[3]
    if entry[8] != before[8]:
        return False
    # Seals that no player asked to break were broken by the seal that follows them.
    broken = before[3] == "unseal" and not before[5] and kind in ("unseal", "seal")
    # The first people of a table sat down when it was opened.
    opening = kind == "sit" and not entry[6] and all(one[3] in ("dice", "sit") for one in group)
    return broken or opening or before[3] in FOLLOW.get(kind, ())
