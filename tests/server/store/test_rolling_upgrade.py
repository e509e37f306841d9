"""Migrations only add: the release before goes on with the journal of the new one.

A clone may have no older program, so this program is the older one of two that play one game on one database. The newer
is a copy of it with one migration and columns more, which it fills and the older one does not know. With rows in it a
migration must leave all of the schema as it was, and every statement that names just these columns must work as before.
"""

import json
import shutil
from contextlib import closing, contextmanager

import psycopg
import pytest
from sqlalchemy import MetaData, create_engine, make_url, text
from sqlalchemy.exc import DBAPIError

from server.records import verification
from server.store import Journal, JournalError, migrate
from server.store.schema import HEAD
from tests.harness.checkout import ROOT
from tests.harness.client import Client, open_table
from tests.harness.cluster import play, watch
from tests.harness.crowd import Crowd
from tests.harness.migrations import NEXT, add_migration
from tests.harness.site import known_key, site
from variants.registry import load_all

pytestmark = pytest.mark.slow

ADDED = (
    "ALTER TABLE people ADD COLUMN colour TEXT NOT NULL DEFAULT 'none'",
    "ALTER TABLE chat ADD COLUMN mood TEXT",
    "ALTER TABLE decisions ADD COLUMN weight INTEGER NOT NULL DEFAULT 7",
    "ALTER TABLE tables ADD COLUMN cup TEXT",
    "CREATE TABLE cups (id TEXT PRIMARY KEY)",
    "CREATE INDEX decisions_by_weight ON decisions (weight)",
)
"""What the next version adds."""

NEXT_SCHEMA = f"""
HEAD = {NEXT!r}
people.append_column(Column("colour", Text, nullable=False, default="green"))
chat.append_column(Column("mood", Text, default="cheerful"))
tables.append_column(Column("cup", Text))
Table("cups", metadata, Column("id", Text, primary_key=True))
"""

TAKING = {
    "a column": "ALTER TABLE chat DROP COLUMN preset",
    "a table": "DROP TABLE site",
    "another type": "ALTER TABLE decisions ALTER COLUMN number TYPE BIGINT",
    "no null": "ALTER TABLE seeks ALTER COLUMN paired SET NOT NULL",
    "another default": "ALTER TABLE tables ALTER COLUMN listed SET DEFAULT 0",
    "a key": "ALTER TABLE keys DROP CONSTRAINT keys_pkey",
    "a unique index": "DROP INDEX decisions_by_message",
    "a new column to fill": "ALTER TABLE keys ADD COLUMN at INTEGER NOT NULL",
    "one of each": "CREATE UNIQUE INDEX one_name ON people (name)",
    "a check": "ALTER TABLE tables ADD CONSTRAINT known CHECK (status <> 'unheard of')",
    "a trigger": "CREATE TRIGGER no BEFORE UPDATE ON reviews FOR EACH ROW EXECUTE FUNCTION"
    " suppress_redundant_updates_trigger()",
    "a row": "DELETE FROM people",
    "a value": "UPDATE sitters SET person = upper(person)",
}
"""Migrations that take something from the version before."""

FACTS = (
    # No old column may change, nor a new one ask to be filled.
    "SELECT table_name, column_name, data_type, is_nullable, coalesce(column_default, '')"
    " FROM information_schema.columns WHERE table_schema = current_schema()",
    # Neither a new condition on an old table nor one that is gone: the program asks for it by `ON CONFLICT`.
    "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"
    " WHERE connamespace = current_schema()::regnamespace",
    "SELECT tablename, indexname, indexdef FROM pg_indexes"
    " WHERE schemaname = current_schema() AND indexdef LIKE 'CREATE UNIQUE%'",
    "SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
)
"""What a program relies on, from the database's own catalogue; the first column names the table."""


@contextmanager
def connected(url):
    engine = create_engine(make_url(url).set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def facts(connection):
    return {tuple(row) for query in FACTS for row in connection.execute(text(query)) if row[0] != "alembic_version"}


def write(connection, schema, mark):
    """A row in each table of this schema, and a change to it, by statements that name just its columns."""
    for table in schema.sorted_tables:
        row = {column.name: mark if column.type.python_type is str else len(mark) for column in table.columns}
        connection.execute(table.insert(), row)
        connection.execute(table.update().where(*(table.c[name] == value for name, value in row.items())), row)


def read(connection, schema):
    return {table.name: sorted(map(repr, connection.execute(table.select()))) for table in schema.sorted_tables}


def check(url):
    """Fail where the program of the schema in this database could not go on after the migrations that it lacks."""
    with connected(url) as connection:
        schema = MetaData()
        schema.reflect(connection)
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
        schema.remove(schema.tables["alembic_version"])
        write(connection, schema, "x")
        stored, relied = read(connection, schema), facts(connection)
        migrate.migrate(connection, found)
        assert read(connection, schema) == stored, "a row is not as it was"
        write(connection, schema, "yy")
        for name, rows in read(connection, schema).items():
            assert len(rows) == len(stored[name]) + 1, f"a row of {name} was not kept"
        now = facts(connection)
        assert relied <= now, "something that the version before relies on is gone"
        old = {fact for fact in now - relied if fact[0] in schema.tables}
        asking = {fact for fact in old if len(fact) == 3 or (fact[3] == "NO" and not fact[4])}
        assert not asking, "the version before does not do what is asked for"
        for table in reversed(schema.sorted_tables):
            connection.execute(table.delete())


def new(url):
    Journal(url).close()
    return url


def test_a_database_of_the_next_version_differs_only_by_its_additions(migrations, postgres_server):
    add_migration(migrations, *ADDED)
    check(new(postgres_server.database()))


@pytest.mark.parametrize("taken", TAKING)
def test_a_migration_that_takes_something_away_is_found_out(migrations, postgres_server, taken):
    add_migration(migrations, TAKING[taken])
    with connected(new(postgres_server.database())) as empty:
        migrate.migrate(empty, HEAD)
    url = new(postgres_server.database())
    with pytest.raises((AssertionError, DBAPIError)):
        check(url)


@pytest.fixture(scope="module")
def newer(tmp_path_factory):
    """The program of the next version: a copy of this one with a migration more, and columns that it fills."""
    checkout = tmp_path_factory.mktemp("next") / "checkout"
    checkout.mkdir()
    shutil.copytree(ROOT / "server", checkout / "server", ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("variants", "rules", "pieces", "static", "tests"):
        (checkout / part).symlink_to(ROOT / part)
    add_migration(checkout / "server" / "store" / "migrations", *ADDED)
    with (checkout / "server" / "store" / "schema.py").open("a") as schema:
        schema.write(NEXT_SCHEMA)
    return checkout


def rows(url, query):
    with psycopg.connect(url) as connection:
        return connection.execute(query).fetchall()


def test_a_process_of_the_version_before_and_one_of_the_next_play_one_game(tmp_path, newer, postgres_server):
    url = postgres_server.database()
    for name in ("old", "new"):
        known_key(tmp_path / name)
    where = ("--journal", url)
    with site(tmp_path / "old", *where) as old:
        crowd = Crowd(old)
        try:
            crowd.until(10)
            # The older process serves while the newer one changes the schema, and afterwards.
            with site(tmp_path / "new", *where, root=newer) as new:
                assert rows(url, "SELECT version_num FROM alembic_version") == [(NEXT,)]
                acknowledged = crowd.until(len(crowd.acknowledged) + 10)
                ann, bob = (each.client(each.data.name) for each in (old, new))
                table = open_table("Apocalypse", ann, bob)
                for seat, client in enumerate((ann, bob)):
                    watch(client, table, seat)
                play(ann, bob, table, 0, "a2a3", "a4a3")
                play(ann, bob, table, 1, "b1b2", "b5b4")
                for seat, client in enumerate((ann, bob)):
                    assert client.call("say", table=table, seat=seat, id="said", preset="hello", text=None)["ok"]
                for client in (ann, bob):
                    client.until(lambda client=client: len(client.events["said"]) == 2)
                    assert client.post("/en/name", name="Robin").status == 303
                assert bob.call("takeback", table=table, seat=1, to=1, id="back")["ok"]
                ann.until(lambda: ann.views[-1]["back"])
                assert ann.call("takeback", table=table, seat=0, to=1, id="yes")["ok"]
                bob.until(lambda: bob.views[-1]["takebacks"] == 1)
                crowd.stop()
                assert set(acknowledged) <= set(rows(url, "SELECT table_id, message FROM decisions"))
                # The older process is replaced: its player goes on at the newer one.
                old.process.kill()
                old.process.wait()
                ann.url = new.url
                ann.hang_up_http()
                assert watch(ann, table, 0)["turns"] == watch(bob, table, 1)["turns"]
                assert ann.call("resign", table=table, seat=0, id="over")["ok"]
                record = Client(new.url).get(f"/en/game/{table}/record.json").text()
                assert verification.replay(verification.read(record, load_all()), load_all()).fault is None
                assert json.loads(record)["result"]
        finally:
            crowd.stop()
    assert set(rows(url, "SELECT mood FROM chat")) == {(None,), ("cheerful",)}, "each wrote by its own schema"
    assert {colour for (colour,) in rows(url, "SELECT colour FROM people")} == {"none", "green"}
    with pytest.raises(JournalError, match=f"its schema has version {NEXT}, this program knows {HEAD}; update it"):
        closing(Journal(url))
