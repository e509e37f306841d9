"""Real services for tests, each in a temporary folder and stopped by its process: PostgreSQL, Redis."""

import itertools
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from redis import Redis, RedisError
from redis.backoff import ConstantBackoff
from redis.client import Monitor
from redis.retry import Retry

from server.runtime.ports import free_port

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


class RedisServer:
    """A Redis server on a free port of this machine; `start` and `stop` may be called again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.address = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        """Start it, empty; returns once it answers."""
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self.folder)]
        self.process = subprocess.Popen(["redis-server", *options], stdout=subprocess.DEVNULL)
        client = Redis.from_url(self.address, retry=Retry(ConstantBackoff(0.05), 600), retry_on_error=[RedisError])
        with client:
            client.ping()

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()

    @contextmanager
    def overheard(self) -> Iterator[list[str]]:
        """All commands that clients send to it meanwhile; the list is whole afterwards."""
        heard: list[str] = []
        with Redis.from_url(self.address) as client, client.monitor() as monitor:
            listening = threading.Thread(target=_listen, args=(monitor, heard))
            listening.start()
            try:
                yield heard
            finally:
                client.echo(LAST)
                listening.join()


LAST = "the last command"


def _listen(monitor: Monitor, heard: list[str]) -> None:
    next_command: Callable[[], dict[str, Any]] = monitor.next_command
    while LAST not in (command := str(next_command()["command"])):
        heard.append(command)


@contextmanager
def redis() -> Iterator[RedisServer]:
    with tempfile.TemporaryDirectory(prefix="cavalier-") as folder:
        server = RedisServer(Path(folder))
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def postgres() -> Iterator[Postgres]:
    # Not below the folders of the tests, whose parents nobody else may read, and whose names are too long for a socket.
    with tempfile.TemporaryDirectory(prefix="cavalier-") as folder:
        server = Postgres(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop("immediate")
