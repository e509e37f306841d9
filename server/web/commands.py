"""The command for the operator of a site."""

from __future__ import annotations

from pathlib import Path

import click

from server.commandline.ending import Refused, refusing
from server.commandline.options import setting


@click.command()
@setting("data")
def operator(data: Path) -> None:
    """Print a link to the operator's page, valid for an hour."""
    if not data.is_dir():
        raise Refused(f"There is no data folder {data}: start the site first, or name its folder with --data.")
    from server.journal.datafolder import signing_key
    from server.web.operator_key import made

    with refusing(OSError, ValueError):
        key = made(signing_key(data))
    print(f"/en/operator?key={key}")
