"""Real services for tests, each in a temporary folder and stopped by its process: PostgreSQL."""

import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

ACCOUNT = "postgres"
"""Who runs PostgreSQL where the tests run as root, whom it refuses."""


def program(name: str) -> str:
    """Where a program of PostgreSQL is: Debian keeps them away from the path. Raises FileNotFoundError."""
    found = [*sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True), shutil.which(name)]
    place = next(filter(None, found), None)
    if place is None:
        raise FileNotFoundError(f"{name} is not installed; Debian and Ubuntu: sudo apt-get install postgresql")
    return str(place)


class Postgres:
    """A server that listens on a socket in its folder; `start` and `stop` may be called again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._names = map("site{}".format, itertools.count())
        self._account = ACCOUNT if os.geteuid() == 0 else None
        if self._account:
            shutil.chown(folder, ACCOUNT)
        self._run("initdb", "--auth=trust", "--username=cavalier", "--encoding=UTF8", "--locale=C", "--no-sync")

    def start(self) -> None:
        """Start it; returns once it answers."""
        # A small cache, and no network: many servers run beside each other. What it promises for the disk stays on.
        settings = f"-c listen_addresses='' -c unix_socket_directories={self.folder} -c shared_buffers=16MB"
        self._run("pg_ctl", "start", "--wait", "--silent", f"--log={self.folder}/log", f"--options={settings}")

    def stop(self, mode: str = "fast") -> None:
        """Stop it: `fast`, or `immediate` as in a crash."""
        self._run("pg_ctl", "stop", "--wait", "--silent", f"--mode={mode}")

    def database(self) -> str:
        """The address of a new empty database."""
        name = next(self._names)
        with psycopg.connect(self._conninfo(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"postgresql://cavalier@/{name}?host={self.folder}"

    def _conninfo(self) -> str:
        return f"host={self.folder} user=cavalier dbname=postgres"

    def _run(self, name: str, *options: str) -> None:
        subprocess.run(
            [program(name), f"--pgdata={self.folder}/data", *options],
            check=True,
            stdout=subprocess.DEVNULL,
            user=self._account,
            cwd=self.folder,
        )


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A server that is running."""
    # Not below the folders of the tests, whose parents nobody else may read, and whose names are too long for a socket.
    with tempfile.TemporaryDirectory(prefix="cavalier-") as folder:
        server = Postgres(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop("immediate")
