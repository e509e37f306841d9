"""The commands that look after a site: backup, restore, another place for the journal, a test mail, ratings."""

from __future__ import annotations

from contextlib import closing, nullcontext
from os import environ
from pathlib import Path

import click

from server.cli.program import CommandError, FaultFound, as_command_error, require_modules, setting
from server.runtime import config
from server.runtime.parsing import mail_address

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
    require_modules(
        "A journal in a database needs", "install Cavalier with [cluster], as docs/operating.md says", "psycopg"
    )
    from server.store import DataError, transfer

    with as_command_error(DataError):
        rows = transfer.transfer_journal(data, journal, back)
    place = data / "journal.sqlite" if back else "the database"
    print(f"{place}: {rows} rows")


@click.group()
def mail() -> None:
    """Try out the mail of a site."""


@mail.command()
@click.argument("address")
@setting("site_address", as_text=True)
@setting("mail", as_text=True)
@setting("mail_from", as_text=True)
@setting("mail_password_file", as_text=True)
def test(address: str, **options: str | None) -> None:
    """Send one test message to ADDRESS with the settings of the site; repeat what the server says, if it refuses."""
    import ssl
    from secrets import token_hex
    from time import time

    from server.mail.messages import Letter, message
    from server.mail.smtp import NotSent, relay_of_settings, send

    settled = config.load(environ, options)
    if not settled.mail:
        raise CommandError("mail test: it needs --mail, --mail-from and --site-address, those of the site")
    try:
        receiver = mail_address(address)
    except ValueError as error:
        raise CommandError(f"mail test: {address!r} cannot be used, {error}") from error
    relay = relay_of_settings(settled.mail, settled.mail_password_file)
    site = settled.site_address
    letter = Letter("en", f"A test of the mail of {site}", [f"The mail of {site} arrives."], site)
    made = message(letter, settled.mail_from, receiver, token_hex(16), time())
    try:
        send(relay, made, ssl.create_default_context())
    except NotSent as error:
        raise FaultFound(f"{relay.host}:{relay.port} did not take the mail ({error}): {error.answer}") from error
    print(f"{relay.host}:{relay.port} took the mail for {receiver}. Look there whether it has come, and not as spam.")


@click.group()
def ratings() -> None:
    """Look after the ratings of a site."""


@ratings.command()
@setting("data")
@setting("journal")
def rebuild(data: Path, journal: str) -> None:
    """Make all ratings anew from the rated games in the journal.

    A site whose journal is a file must be stopped. The result is what the site has stored with each game.
    """
    from server.store import JOURNAL, DataError, Journal, JournalError, of_stopped_site
    from server.store import ratings as stored

    held = nullcontext() if journal else of_stopped_site(data)
    with as_command_error(DataError, JournalError), held, closing(Journal(journal or data / JOURNAL)) as opened:
        games = stored.rebuild(opened)
    print(f"{games} rated games")
