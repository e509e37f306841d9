"""The journals of the versions before Alembic, which counted their migrations in `PRAGMA user_version`."""

from alembic import op

revision = "0001"
down_revision = None

STEPS = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        variant TEXT NOT NULL,
        rules_version INTEGER NOT NULL,
        settings TEXT NOT NULL,
        fen TEXT NOT NULL,
        opened_at REAL NOT NULL,
        status TEXT NOT NULL,
        changed_at REAL NOT NULL
    ) STRICT;
    CREATE INDEX tables_by_status ON tables (status, changed_at);
    CREATE TABLE entries (
        table_id TEXT NOT NULL REFERENCES tables (id),
        sequence INTEGER NOT NULL,
        number INTEGER NOT NULL,
        kind TEXT NOT NULL,
        seat INTEGER,
        person TEXT NOT NULL,
        message TEXT NOT NULL,
        body TEXT NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY (table_id, sequence)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE people (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL
    ) STRICT;
    """,
    """
    ALTER TABLE tables ADD COLUMN control TEXT NOT NULL DEFAULT 'none';
    ALTER TABLE tables ADD COLUMN listed INTEGER NOT NULL DEFAULT 1;
    CREATE INDEX entries_of_sitters ON entries (person, table_id) WHERE kind = 'sit';
    CREATE TABLE chat (
        table_id TEXT NOT NULL REFERENCES tables (id),
        sequence INTEGER NOT NULL,
        room TEXT NOT NULL,
        seat INTEGER,
        person TEXT NOT NULL,
        message TEXT NOT NULL,
        preset TEXT,
        text TEXT,
        at REAL NOT NULL,
        PRIMARY KEY (table_id, sequence)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE life (
        alive_at REAL NOT NULL
    ) STRICT;
    """,
    """
    CREATE TABLE reviews (
        table_id TEXT NOT NULL REFERENCES tables (id),
        number INTEGER NOT NULL,
        body TEXT NOT NULL,
        at REAL NOT NULL,
        PRIMARY KEY (table_id, number)
    ) STRICT;
    """,
    """
    ALTER TABLE reviews ADD COLUMN versions TEXT NOT NULL DEFAULT '';
    """,
    """
    ALTER TABLE chat ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
    UPDATE chat SET number = counted.number FROM (
        SELECT table_id, sequence, row_number() OVER (PARTITION BY table_id, room ORDER BY sequence) AS number FROM chat
    ) AS counted WHERE chat.table_id = counted.table_id AND chat.sequence = counted.sequence;
    """,
    """
    CREATE TABLE keys (
        key TEXT PRIMARY KEY,
        person TEXT NOT NULL
    ) STRICT;
    """,
    """
    ALTER TABLE people ADD COLUMN at REAL NOT NULL DEFAULT 0;
    UPDATE people SET at = CAST(strftime('%s', 'now') AS REAL);
    CREATE INDEX people_by_time ON people (at);
    """,
)
"""What each of those versions added to the one before."""


def upgrade() -> None:
    """Do the steps that this journal has not gone through; a new one goes through all.

    None for a PostgreSQL database: the first ones begin with the next migration.
    """
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        return
    (version,) = connection.exec_driver_sql("PRAGMA user_version").one()
    for step in STEPS[version:]:
        for statement in filter(str.strip, step.split(";")):
            connection.exec_driver_sql(statement)
