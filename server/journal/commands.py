"""The commands that back up the data of a site and put a backup into its place."""

from __future__ import annotations

from pathlib import Path

import click

from server.commandline.ending import refusing
from server.commandline.options import setting

_folder = click.argument("folder", type=click.Path(path_type=Path))


@click.command()
@_folder
@setting("data")
def backup(folder: Path, data: Path) -> None:
    """Copy the journal and the key of a site, also while it runs.

    FOLDER is a new or empty folder to hold the backup.
    """
    from server.journal import backup

    with refusing(backup.BackupError):
        held = backup.backup(data, folder)
    print(f"{folder}: {held.tables} tables with {held.decisions} decisions, and the key that signs cookies")


@click.command()
@_folder
@setting("data")
@click.option("--replace", is_flag=True, help="delete the journal and the key that are there now")
def restore(folder: Path, data: Path, replace: bool) -> None:
    """Put a backup into the data folder of a site that is stopped.

    FOLDER is the folder that holds the backup.
    """
    from server.journal import backup

    with refusing(backup.BackupError):
        held = backup.restore(folder, data, replace)
    print(f"{data}: {held.tables} tables with {held.decisions} decisions, and the key that signs cookies")
