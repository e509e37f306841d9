"""The commands that back up the data of a site, put a backup into its place, and move the journal to another engine."""

from __future__ import annotations

from pathlib import Path

import click

from server.commandline.ending import Refused, refusing
from server.commandline.options import setting
from server.commandline.work import Shown, needing

_folder = click.argument("folder", type=click.Path(path_type=Path))


def _in_file(journal: str) -> None:
    """Refuse for a journal in a database: the folder may still hold the file that it was moved from."""
    if journal:
        raise Refused("--journal: the journal and the key are in a database: back it up with pg_dump.")


@click.command()
@_folder
@setting("data")
@setting("journal")
def backup(folder: Path, data: Path, journal: str) -> None:
    """Copy the journal and the key of a site, also while it runs.

    FOLDER is a new or empty folder to hold the backup.
    """
    _in_file(journal)
    from server.journal import backup

    with refusing(backup.BackupError):
        held = backup.backup(data, folder)
    print(f"{folder}: {held.tables} tables with {held.decisions} decisions, and the key that signs cookies")


@click.command()
@_folder
@setting("data")
@setting("journal")
@click.option("--replace", is_flag=True, help="delete the journal and the key that are there now")
def restore(folder: Path, data: Path, journal: str, replace: bool) -> None:
    """Put a backup into the data folder of a site that is stopped.

    FOLDER is the folder that holds the backup.
    """
    _in_file(journal)
    from server.journal import backup

    with refusing(backup.BackupError):
        held = backup.restore(folder, data, replace)
    print(f"{data}: {held.tables} tables with {held.decisions} decisions, and the key that signs cookies")


@click.command()
@setting("data")
@setting("journal")
@click.option("--back", is_flag=True, help="move it from the database into a file of the data folder")
def migrate(data: Path, journal: str, back: bool) -> None:
    """Move the journal of a site that is stopped from its file into a PostgreSQL database.

    Every row is compared afterwards. What it is moved from is left as it was. After an interruption, run it again.
    """
    if not journal:
        raise Refused("--journal: the address of the database is missing.")
    needing("To move the journal needs", "cluster", "psycopg")
    from server.journal import moving

    with refusing(moving.MoveError):
        rows = moving.move(data, journal, back, Shown())
    place = data / "journal.sqlite" if back else "the database"
    print(f"{place}: {rows} rows, each compared with what it was copied from")
