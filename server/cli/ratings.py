"""The commands about ratings: making them anew."""

from __future__ import annotations

from contextlib import closing, nullcontext
from pathlib import Path

import click

from server.cli.options import setting
from server.cli.program import as_command_error


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
    from server.store import JOURNAL, DataError, Journal, JournalError, locked
    from server.store import ratings as stored

    held = nullcontext() if journal else locked(data)
    with as_command_error(DataError, JournalError), held, closing(Journal(journal or data / JOURNAL)) as opened:
        games = stored.rebuild(opened)
    print(f"{games} rated games")
