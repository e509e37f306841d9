"""The services of a cluster: finds, starts, probes and stops PostgreSQL and Redis."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from server.runtime.ports import free_port

STARTING = 30.0
"""Seconds after which the start of a program counts as failed."""

STOPPING = 10.0
"""Seconds after which a program that does not stop is killed."""

ASK_AGAIN = 0.05
"""Seconds between two probes of a starting program."""

ACCOUNT = "postgres"
"""The user that runs PostgreSQL if root starts the cluster: PostgreSQL refuses root."""

DATABASE = "cavalier"

LOOPBACK = "127.0.0.1"


class CannotStart(Exception):
    """A program is missing or does not start; the message says which and what helps."""


def program(name: str, package: str) -> str:
    """Where a program is; Debian keeps those of PostgreSQL away from the path. Raises CannotStart."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: -float(path.parts[4]))
    place = str(found[0]) if found else shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")
    if place is None:
        raise CannotStart(f"{name} is not installed. Debian and Ubuntu: sudo apt-get install {package}.")
    return place


class Program:
    """A program that runs in the foreground; what it prints goes into a file named after it, its owner's alone.

    `answers` is asked until it does so; `ending` is the signal that lets it end in order.
    """

    def __init__(
        self,
        name: str,
        folder: Path,
        command: Sequence[str],
        answers: Callable[[], bool],
        environment: Mapping[str, str] | None = None,
        ending: int = signal.SIGTERM,
        account: str | None = None,
    ) -> None:
        self.name, self.log = name, folder / f"{name}.log"
        self._command, self._answers, self._ending = command, answers, ending
        self._environment, self._account = environment, account
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def running(self) -> bool:
        """Whether its process is running."""
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        """Start the program and wait until it answers. Raises CannotStart."""
        self.log.touch(0o600)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=None if self._environment is None else {**os.environ, **self._environment},
                user=self._account,
                # A key pressed in the terminal stops the cluster, which then stops its programs in order.
                start_new_session=True,
            )
        ends = time.monotonic() + STARTING
        while not self._answers():
            if not self.running or time.monotonic() > ends:
                self.stop()
                raise CannotStart(f"{self.name} does not start; {self.log} says why.")
            time.sleep(ASK_AGAIN)

    def stop(self) -> None:
        """Terminate the program; kill it if that takes too long."""
        if self.process is None:
            return
        if self.running:
            self.process.send_signal(self._ending)
        try:
            self.process.wait(STOPPING)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def listens(port: int) -> Callable[[], bool]:
    """Whether a program listens on a port of this machine."""

    def ask() -> bool:
        with closing(socket.socket()) as asked:
            return asked.connect_ex((LOOPBACK, port)) == 0

    return ask


def postgres(folder: Path) -> tuple[Program, str]:
    """A PostgreSQL server with its data in this folder, and the address of its database; it listens on no network.

    The folder is made at the first start. Raises CannotStart.
    """
    account = ACCOUNT if os.geteuid() == 0 else None
    server, initdb = program("postgres", "postgresql"), program("initdb", "postgresql")
    data = folder / "data"
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    if account:
        shutil.chown(folder, account)
    if len(str(folder)) > 80:
        raise CannotStart(f"The name of the folder {folder} is too long for a socket: choose a shorter one.")
    if not (data / "PG_VERSION").exists():
        shutil.rmtree(data, ignore_errors=True)
        made = [initdb, f"--pgdata={data}", "--auth=trust", f"--username={DATABASE}", "--encoding=UTF8", "--locale=C"]
        done = subprocess.run(made, user=account, cwd=folder, capture_output=True, text=True)
        if done.returncode:
            raise CannotStart(f"PostgreSQL cannot make {data}: {done.stderr.strip()}")
    command = [server, "-D", str(data), "-c", "listen_addresses=", "-c", f"unix_socket_directories={folder}"]
    return (
        # SIGINT is PostgreSQL's own "fast" end: it hangs up on its clients, and all is on disk.
        Program("postgres", folder, command, lambda: _has_database(folder), ending=signal.SIGINT, account=account),
        f"postgresql://{DATABASE}@/{DATABASE}?host={folder}",
    )


def _has_database(folder: Path) -> bool:
    import psycopg

    try:
        with psycopg.connect(f"host={folder} user={DATABASE} dbname=postgres", autocommit=True) as connection:
            found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (DATABASE,)).fetchone()
            if found is None:
                connection.execute(f"CREATE DATABASE {DATABASE}")
    except psycopg.Error:
        return False
    return True


def redis(folder: Path) -> tuple[Program, str]:
    """A Redis server on a free port of this machine, and its address with the password; it keeps nothing on disk.

    Raises CannotStart.
    """
    server = program("redis-server", "redis-server")
    port, password, settings = free_port(), secrets.token_urlsafe(24), folder / "redis.conf"
    settings.touch(0o600)
    settings.write_text(f'port {port}\nbind {LOOPBACK}\nrequirepass {password}\nsave ""\nappendonly no\ndir {folder}\n')
    return (
        Program("redis", folder, [server, str(settings)], listens(port)),
        f"redis://:{password}@{LOOPBACK}:{port}/0",
    )
