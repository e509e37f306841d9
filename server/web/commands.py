"""The commands about the pages of a site: the link for its operator, and the rules as files."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

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


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@setting("site_address")
@setting("variants")
def export(folder: Path, site_address: str, variants: tuple[Path, ...]) -> None:
    """Write all rules pages, leaflets and diagrams into DIR, for any server of files, or to be opened from there."""
    from server.config import Config
    from server.site import create_app
    from server.web.export import Export

    with refusing(OSError):
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise Refused(f"{folder} is there already, and not an empty folder.")
        with TemporaryDirectory() as data:
            app = create_app(Config(data=Path(data), thinkers=0, variants=variants))
            try:
                made = Export(app, folder, site_address)
                made.run()
            finally:
                app.extensions["cavalier"].close()
    print(f"{len(made.files)} files in {folder}: open {folder / 'index.html'}.")
