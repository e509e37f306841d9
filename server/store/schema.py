"""The tables of the journal; the migrations (`migrations/`) bring an older journal to exactly these."""

from __future__ import annotations

from sqlalchemy import REAL, Column, Double, ForeignKey, Index, Integer, MetaData, Table, Text, text
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeEngine

HEAD = "0017"
"""The newest migration."""

SECONDS_TYPE: TypeEngine[float] = Double().with_variant(REAL(), "sqlite")
"""Seconds since the epoch. In a strict table SQLite knows its type, which has 8 bytes, by this name alone."""

metadata = MetaData()


def _table(name: str, *parts: SchemaItem, rowid: bool = True) -> Table:
    return Table(name, metadata, *parts, sqlite_strict=True, sqlite_with_rowid=rowid)


tables = _table(
    "tables",
    Column("id", Text, primary_key=True, nullable=False),
    Column("variant", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("settings", Text, nullable=False),
    Column("fen", Text, nullable=False),
    Column("opened_at", SECONDS_TYPE, nullable=False),
    Column("status", Text, nullable=False),
    Column("changed_at", SECONDS_TYPE, nullable=False),
    Column("control", Text, nullable=False),
    Column("listed", Integer, nullable=False),
    Column("result", Text),
    Column("rated", Integer, nullable=False, server_default=text("0")),
    Column("rating_number", Integer),
    Index("tables_by_status", "status", "changed_at"),
)
"""One row per table of players. `settings` and `result` (the body of the entry that ended the game) are JSON.
`rating_number` is the number of a rated game that is over in the order in which its pool counts them, from 1."""

decisions = _table(
    "decisions",
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("sequence", Integer, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("person", Text, nullable=False),
    Column("message", Text, nullable=False),
    Column("entries", Text, nullable=False),
    Column("at", SECONDS_TYPE, nullable=False),
    Index(
        "decisions_by_message",
        "table_id",
        "person",
        "message",
        unique=True,
        sqlite_where=text("message <> ''"),
        postgresql_where=text("message <> ''"),
    ),
    rowid=False,
)
"""One row per decision: `sequence` counts the decisions of a table from 0, `number` is the number of turns after it,
`person` sent the message `message` that asked for it. `entries` is JSON: a list `[kind, number, seat, person, body,
asked]` for each entry, where `asked` says that the message asked for this one."""

sitters = _table(
    "sitters",
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", Text, nullable=False),
    Index("sitters_by_person", "person", "table_id"),
    rowid=False,
)
"""The people at each table, also those who have left, so that lists need not read its decisions."""

invitations = _table(
    "invitations",
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True, nullable=False),
    Column("person", Text, nullable=False),
    Column("at", SECONDS_TYPE, nullable=False),
    Index("invitations_by_person", "person"),
    rowid=False,
)
"""One row per table whose free chair is kept for one person."""

people = _table(
    "people",
    Column("id", Text, primary_key=True, nullable=False),
    Column("name", Text, nullable=False),
    Column("at", SECONDS_TYPE, nullable=False),
    Index("people_by_time", "at"),
)

chat = _table(
    "chat",
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("sequence", Integer, primary_key=True),
    Column("room", Text, nullable=False),
    Column("seat", Integer),
    Column("person", Text, nullable=False),
    Column("message", Text, nullable=False),
    Column("preset", Text),
    Column("text", Text),
    Column("at", SECONDS_TYPE, nullable=False),
    Column("number", Integer, nullable=False),
    Index("chat_by_person", "person", "table_id", "sequence"),
    rowid=False,
)

reviews = _table(
    "reviews",
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    Column("at", SECONDS_TYPE, nullable=False),
    Column("versions", Text, nullable=False),
)

keys = _table(
    "keys",
    Column("key", Text, primary_key=True, nullable=False),
    Column("person", Text, nullable=False),
    Index("keys_by_person", "person"),
)
"""One row per secret that was replaced or replaces another, as its digest: its person, "" once it is not valid."""

key_changes = _table(
    "key_changes",
    Column("sequence", Integer, primary_key=True, autoincrement=False),
    Column("key", Text, nullable=False),
)
"""One row per change of a row of `keys`, counted from 1: processes read those that are new to them."""

processes = _table(
    "processes",
    Column("id", Text, primary_key=True, nullable=False),
    Column("alive_at", SECONDS_TYPE, nullable=False),
)
"""One row per process: the last time at which it is known to have run."""

site = _table(
    "site",
    Column("name", Text, primary_key=True, nullable=False),
    Column("value", Text, nullable=False),
)
"""Values that all processes of a site share, such as the key that signs cookies."""

seeks = _table(
    "seeks",
    Column("person", Text, primary_key=True, nullable=False),
    Column("variants", Text, nullable=False),
    Column("controls", Text, nullable=False),
    Column("since", SECONDS_TYPE, nullable=False),
    Column("message", Text, nullable=False),
    Column("network", Text, nullable=False),
    Column("seen_at", SECONDS_TYPE, nullable=False),
    Column("paired", Text),
    Column("rated", Integer, nullable=False, server_default=text("0")),
    Column("distance", Integer),
)
"""The seeks of people who wait for an opponent. `variants` is JSON; `controls` are texts with blanks between; `seen_at`
is the last time at which a process had a connection of the person; `paired` is JSON too: the table, once the seek is
paired."""

solved = _table(
    "solved",
    Column("person", Text, primary_key=True, nullable=False),
    Column("puzzle", Text, primary_key=True, nullable=False),
    Column("at", SECONDS_TYPE, nullable=False),
    Column("lost", SECONDS_TYPE, nullable=False),
    Column("right", Integer, nullable=False),
    Index("solved_by_time", "at"),
    rowid=False,
)
"""One row per person and puzzle: the points, from 0 to 1, that the first answer gave away; whether it was right."""

mailboxes = _table(
    "mailboxes",
    Column("person", Text, primary_key=True, nullable=False),
    Column("address", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("asked_at", SECONDS_TYPE, nullable=False),
    Column("confirmed_at", SECONDS_TYPE),
    Column("sent_at", SECONDS_TYPE, nullable=False),
)
"""The address that a person gave for mail, in clear. Until it is confirmed, only the confirmation mail goes there."""

ratings = _table(
    "ratings",
    Column("pool", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("at", SECONDS_TYPE, nullable=False),
    Column("rating", SECONDS_TYPE, nullable=False),
    Column("deviation", SECONDS_TYPE, nullable=False),
    Column("volatility", SECONDS_TYPE, nullable=False),
    Column("previous", SECONDS_TYPE, nullable=False),
    Index("ratings_by_person", "person", "pool", "number"),
    Index("ratings_by_table", "table_id"),
    rowid=False,
)
"""One row per player of a rated game: the rating after it, and the one before it in `previous`. All follow from the
results of `tables` in the order of their `rating_number`."""

accounts = _table(
    "accounts",
    Column("person", Text, primary_key=True, nullable=False),
    Column("at", SECONDS_TYPE, nullable=False),
    Column("changed_at", SECONDS_TYPE, nullable=False),
    Column("closed_at", SECONDS_TYPE),
    Column("moderator", Integer, nullable=False),
    Column("private", Integer, nullable=False, server_default=text("0")),
    Index("accounts_by_time", "changed_at"),
)
"""The people with an account, since when, and when it was changed and closed."""

account_names = _table(
    "account_names",
    Column("reading", Text, primary_key=True, nullable=False),
    Column("name", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("at", SECONDS_TYPE, nullable=False),
    Column("until", SECONDS_TYPE),
    Index("account_names_by_person", "person"),
)
"""The unique names of accounts, since when. Names that look alike have one `reading`. A name that its account has
changed stays reserved for it until `until`."""

passkeys = _table(
    "passkeys",
    Column("id", Text, primary_key=True, nullable=False),
    Column("person", Text, nullable=False),
    Column("credential", Text, nullable=False),
    Column("counter", Integer, nullable=False),
    Column("at", SECONDS_TYPE, nullable=False),
    Column("used_at", SECONDS_TYPE, nullable=False),
    Index("passkeys_by_person", "person"),
)
"""The passkeys of accounts: the public part in Base64, the count of signatures that it told last, and when it was made
and last used."""

blocks = _table(
    "blocks",
    Column("person", Text, primary_key=True, nullable=False),
    Column("other", Text, primary_key=True, nullable=False),
    Column("at", SECONDS_TYPE, nullable=False),
    Column("active", Integer, nullable=False),
    Index("blocks_by_time", "at"),
    Index("blocks_by_other", "other"),
    rowid=False,
)
"""One row per person and somebody whom they block, since when; `active` is 0 once the block has ended, at this time."""

reports = _table(
    "reports",
    Column("id", Text, primary_key=True, nullable=False),
    Column("reporter", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("at", SECONDS_TYPE, nullable=False),
    Column("closed_at", SECONDS_TYPE),
    Column("moderator", Text, nullable=False),
    Index("reports_by_person", "person", "at"),
    Index("reports_by_reporter", "reporter"),
    Index("reports_by_time", "closed_at", "at"),
)
"""What people report of a person, perhaps at a table (else ""), until a moderator closes it."""

sanctions = _table(
    "sanctions",
    Column("id", Text, primary_key=True, nullable=False),
    Column("person", Text, nullable=False),
    Column("moderator", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("at", SECONDS_TYPE, nullable=False),
    Column("until", SECONDS_TYPE),
    Column("changed_at", SECONDS_TYPE, nullable=False),
    Column("answer", Text, nullable=False),
    Index("sanctions_by_person", "person", "at"),
    Index("sanctions_by_time", "changed_at"),
)
"""What moderators did about a person ("" is the operator of the site), until when it lasts, and the answer of this
person. Without `until` it lasts until it is ended."""

spent = _table(
    "spent",
    Column("token", Text, primary_key=True, nullable=False),
    Column("until", SECONDS_TYPE, nullable=False),
)
"""Digests of challenges and links that work once and were used, kept until they would have expired."""
