"""Processes of the site that are forked from one which has loaded the program: loading is most of what a start costs.

A run of the tests starts hundreds of them. One process for each worker of the tests imports what they all need, with
no thread begun and no file opened. A child runs its module as `python -m` does, with its own arguments and environment
and an event loop of its own.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

import gevent
from gevent.monkey import get_original

ROOT = Path(__file__).resolve().parents[2]
LARGEST = 1 << 18
"""Bytes of one request: arguments and environment."""


class ForkedProcess:
    """A running process, used as a `subprocess.Popen` whose standard output is a pipe of text."""

    def __init__(self, module: str, arguments: Sequence[str], environment: Mapping[str, str], errors: IO[str]) -> None:
        reading, writing = os.pipe()
        status_reader, status_writer = os.pipe()
        request = json.dumps([module, list(arguments), dict(environment)]).encode()
        try:
            socket.send_fds(_connection(), [request], [writing, errors.fileno(), status_writer])
        finally:
            os.close(writing)
            os.close(status_writer)
        self.stdout: IO[str] | None = os.fdopen(reading)
        self._status = os.fdopen(status_reader)
        self.pid = int(self._status.readline())
        self.returncode: int | None = None
        self._reading = threading.Lock()

    def __del__(self) -> None:
        self._status.close()

    def poll(self) -> int | None:
        """The exit status, negative for a signal; None while it runs."""
        return self._poll(0)

    def wait(self, timeout: float | None = None) -> int:
        """The exit status, once it has ended. Raises subprocess.TimeoutExpired after so many seconds."""
        status = self._poll(timeout)
        if status is None:
            raise subprocess.TimeoutExpired([str(self.pid)], timeout or 0)
        return status

    def _poll(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._status], [], [], timeout)[0]:
            with self._reading:
                self.returncode = int(self._status.readline()) if self.returncode is None else self.returncode
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal if it still runs."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)


_connections: list[socket.socket] = []


def _connection() -> socket.socket:
    """Where the process takes requests that forks for this one."""
    if not _connections:
        client, server = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LARGEST)
        number = server.fileno()
        command = [sys.executable, "-m", "tests.harness.fork_server", str(number)]
        running = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, pass_fds=[number])
        server.close()

        def close() -> None:
            client.close()
            running.wait()

        atexit.register(close)
        _connections.append(client)
    return _connections[0]


def _load() -> None:
    """What processes of the site import, `server.app.serve` first, which patches the standard library."""
    for name in ("server.app.serve", "server.cli", "server.engine", "tests.harness.planted_faults"):
        importlib.import_module(name)
    gc.freeze()


def serve(requests: socket.socket) -> None:
    """Fork a process for each request that comes, until nobody is left to send one; a child returns at its end."""
    _load()
    # Those of gevent begin an event loop.
    fork, wait, close = (get_original("os", name) for name in ("fork", "waitpid", "close"))
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        request, descriptors, _, _ = socket.recv_fds(requests, LARGEST, 3)
        if not request:
            return
        if fork() == 0:
            break
        for descriptor in descriptors:
            close(descriptor)
    # This one waits for the process that was asked for: whoever asked is not its parent.
    requests.close()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    output, errors, status_writer = descriptors
    pid = fork()
    if pid != 0:
        close(output)
        close(errors)
        os.write(status_writer, f"{pid}\n".encode())
        _, status = wait(pid, 0)
        os.write(status_writer, f"{os.waitstatus_to_exitcode(status)}\n".encode())
        os._exit(0)
    close(status_writer)
    os.dup2(output, 1)
    os.dup2(errors, 2)
    close(output)
    close(errors)
    gevent.reinit()
    module, arguments, environment = json.loads(request)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[1:] = arguments
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
