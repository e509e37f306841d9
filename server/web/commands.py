"""The command about the pages of a site: the link for its operator."""

from __future__ import annotations

from pathlib import Path

import click

from server.commandline.ending import Refused, refusing
from server.commandline.options import setting


@click.command()
@setting("data")
@setting("journal")
def operator(data: Path, journal: str) -> None:
    """Print a link to the operator's page, valid for an hour."""
    if not data.is_dir():
        raise Refused(f"There is no data folder {data}: start the site first, or name its folder with --data.")
    from server.journal.datafolder import signing_key
    from server.journal.engine import JournalError
    from server.web.operator_key import made

    with refusing(OSError, ValueError, JournalError):
        key = made(_shared(journal, signing_key(data)) if journal else signing_key(data))
    print(f"/en/operator?key={key}")


def _shared(journal: str, own: bytes) -> bytes:
    """The key of all processes that share a journal."""
    from server.journal import keys
    from server.journal.store import Journal

    opened = Journal(journal)
    try:
        return keys.shared(opened, own)
    finally:
        opened.close()
