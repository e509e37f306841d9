"""The commands that back up the data of a site, put a backup into its place, and move the journal to another engine."""

from __future__ import annotations

from pathlib import Path

import click

from server.commandline.ending import Refused, refusing
from server.commandline.options import setting
from server.commandline.work import Shown, needing

_folder = click.argument("folder", type=click.Path(path_type=Path))


def _needing_database() -> None:
    needing("A journal in a database needs", "cluster", "psycopg")


@click.command()
@_folder
@setting("data")
@setting("journal")
def backup(folder: Path, data: Path, journal: str) -> None:
    """Copy the journal and the key of a site, also while it runs.

    FOLDER is a new or empty folder to hold the backup.
    """
    if journal:
        _needing_database()
    from server.journal import backup

    with refusing(backup.BackupError):
        held = backup.backup(data, folder, journal, Shown())
    print(f"{folder}: {held.tables} tables with {held.decisions} decisions, and the key that signs cookies")


@click.command()
@_folder
@setting("data")
@setting("journal")
@click.option("--replace", is_flag=True, help="delete the journal and the key that are in the data folder now")
def restore(folder: Path, data: Path, journal: str, replace: bool) -> None:
    """Put a backup into the data folder of a site that is stopped, or into an empty database.

    FOLDER is the folder that holds the backup, of either kind of journal. Into a database every row is compared
    afterwards; after an interruption, run it again.
    """
    if journal:
        _needing_database()
        if replace:
            raise Refused("--replace: nothing in a database is deleted: name an empty one with --journal.")
    from server.journal import backup

    with refusing(backup.BackupError):
        held = backup.restore_database(folder, journal, Shown()) if journal else backup.restore(folder, data, replace)
    place = "the database" if journal else data
    print(f"{place}: {held.tables} tables with {held.decisions} decisions, and the key that signs cookies")


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
    _needing_database()
    from server.journal import moving

    with refusing(moving.MoveError):
        rows = moving.move(data, journal, back, Shown())
    place = data / "journal.sqlite" if back else "the database"
    print(f"{place}: {rows} rows, each compared with what it was copied from")
