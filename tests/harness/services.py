"""Real services for tests, each in a temporary folder and stopped by its process: PostgreSQL, Redis."""

import itertools
import signal
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import psycopg
from redis import Redis
from redis.client import Monitor

from tools.cluster import services

STOPS = {"fast": signal.SIGINT, "immediate": signal.SIGQUIT}


class Postgres:
    """A server that listens on a socket in its folder; `start` and `stop` may be called again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._names = map("site{}".format, itertools.count())
        self._program, _ = services.postgres(folder)
        self.start = self._program.start

    def stop(self, mode: str = "immediate") -> None:
        """Stop it in a mode of PostgreSQL's own, `immediate` or `fast`."""
        assert self._program.process is not None
        self._program.process.send_signal(STOPS[mode])
        self._program.process.wait()

    def database(self) -> str:
        """The address of a new empty database."""
        name = next(self._names)
        with psycopg.connect(f"host={self.folder} user=cavalier dbname=postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"postgresql://cavalier@/{name}?host={self.folder}"


class RedisServer:
    """A Redis server on a free port of this machine; `start` and `stop` may be called again, and it is empty then."""

    def __init__(self, folder: Path) -> None:
        program, self.address = services.redis(folder)
        self.port = urlsplit(self.address).port or 0
        self.start, self.stop = program.start, program.stop

    @contextmanager
    def monitored(self) -> Iterator[list[str]]:
        """All commands that clients send to it meanwhile; the list is whole afterwards."""
        commands: list[str] = []
        with Redis.from_url(self.address) as client, client.monitor() as monitor:
            listening = threading.Thread(target=_listen, args=(monitor, commands))
            listening.start()
            try:
                yield commands
            finally:
                client.echo(LAST)
                listening.join()


LAST = "the last command"


def _listen(monitor: Monitor, commands: list[str]) -> None:
    next_command: Callable[[], dict[str, Any]] = monitor.next_command
    while LAST not in (command := str(next_command()["command"])):
        commands.append(command)


Server = TypeVar("Server", Postgres, RedisServer)


@contextmanager
def started(kind: Callable[[Path], Server]) -> Iterator[Server]:
    """A server of this kind."""
    # Not below the folders of the tests, whose parents nobody else may read, and whose names are too long for a socket.
    with tempfile.TemporaryDirectory(prefix="cavalier-") as folder:
        server = kind(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()


redis, postgres = partial(started, RedisServer), partial(started, Postgres)
