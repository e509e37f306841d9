"""The commands that back up the data of a site, put a backup into its place, and move the journal to another engine."""

from __future__ import annotations

from pathlib import Path

import click

from server.cli.options import setting
from server.cli.program import CommandError, as_command_error, require_modules

_folder = click.argument("folder", type=click.Path(path_type=Path))


def _refuse_database(command: str, instead: str, journal: str) -> None:
    if journal:
        raise CommandError(f"{command}: a journal in a database is {instead}, as docs/operating.md says")


@click.command()
@_folder
@setting("data")
@setting("journal")
def backup(folder: Path, data: Path, journal: str) -> None:
    """Copy the journal and the key of a site, also while it runs.

    FOLDER is a new or empty folder to hold the backup. A journal in a database is backed up with pg_dump.
    """
    _refuse_database("backup", "backed up with pg_dump", journal)
    from server.store import DataError, backup

    with as_command_error(DataError):
        held = backup.backup(data, folder)
    print(f"{folder}: {held.tables} tables with {held.decisions} decisions, and the key that signs cookies")


@click.command()
@_folder
@setting("data")
@setting("journal")
@click.option("--replace", is_flag=True, help="delete the journal and the key that are in the data folder now")
def restore(folder: Path, data: Path, journal: str, replace: bool) -> None:
    """Put a backup into the data folder of a site that is stopped.

    FOLDER is the folder that holds the backup.
    """
    _refuse_database("restore", "restored with pg_restore", journal)
    from server.store import DataError, backup

    with as_command_error(DataError):
        held = backup.restore(folder, data, replace)
    print(f"{data}: {held.tables} tables with {held.decisions} decisions, and the key that signs cookies")


@click.command()
@setting("data")
@setting("journal")
@click.option("--back", is_flag=True, help="move it from the database into a file of the data folder")
def migrate(data: Path, journal: str, back: bool) -> None:
    """Move the journal of a site that is stopped from its file into an empty PostgreSQL database.

    All rows are moved, or none. What it is moved from is left as it was.
    """
    if not journal:
        raise CommandError("--journal: the address of the database is missing.")
    require_modules("A journal in a database needs", "pip install 'cavalier[cluster]'", "psycopg")
    from server.store import DataError, transfer

    with as_command_error(DataError):
        rows = transfer.transfer_journal(data, journal, back)
    place = data / "journal.sqlite" if back else "the database"
    print(f"{place}: {rows} rows")
