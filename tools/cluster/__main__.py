"""Runs a whole site of several processes on one machine: `python -m tools.cluster`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from server.cli.program import CONTEXT, Program, as_command_error, run


@click.command(cls=Program, context_settings=CONTEXT)
@click.option("--port", type=click.IntRange(0, 65535), default=8000, help="the port of the proxy; 0 for any free one")
@click.option("--processes", type=click.IntRange(1, 16), default=3, help="how many processes serve")
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    default=Path("data/cluster"),
    help="the folder of PostgreSQL's files, of the logs and of what each process keeps",
)
def cluster(port: int, processes: int, data: Path) -> None:
    """Run PostgreSQL, Redis, HAProxy and several processes of the site on this machine, until it is stopped.

    The other settings of the site are taken from the environment.
    """
    from server.store import DataError, locked
    from tools.cluster.running import Cluster
    from tools.cluster.services import CannotStart

    with as_command_error(CannotStart, DataError, OSError), locked(data):
        Cluster(data, port, processes).run()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command of the arguments; return its exit status."""
    return run(cluster, "python -m tools.cluster", arguments)


if __name__ == "__main__":
    sys.exit(main())
