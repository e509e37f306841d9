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
        told, telling = os.pipe()
        request = json.dumps([module, list(arguments), dict(environment)]).encode()
        try:
            socket.send_fds(_door(), [request], [writing, errors.fileno(), telling])
        finally:
            os.close(writing)
            os.close(telling)
        self.stdout: IO[str] | None = os.fdopen(reading)
        self._told = os.fdopen(told)
        self.pid = int(self._told.readline())
        self.returncode: int | None = None
        self._reading = threading.Lock()

    def __del__(self) -> None:
        self._told.close()

    def poll(self) -> int | None:
        """The exit status, negative for a signal; None while it runs."""
        return self._look(0)

    def wait(self, timeout: float | None = None) -> int:
        """The exit status, once it has ended. Raises subprocess.TimeoutExpired after so many seconds."""
        status = self._look(timeout)
        if status is None:
            raise subprocess.TimeoutExpired([str(self.pid)], timeout or 0)
        return status

    def _look(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._told], [], [], timeout)[0]:
            with self._reading:
                self.returncode = int(self._told.readline()) if self.returncode is None else self.returncode
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


_doors: list[socket.socket] = []


def _door() -> socket.socket:
    """Where the process takes requests that forks for this one."""
    if not _doors:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LARGEST)
        number = theirs.fileno()
        command = [sys.executable, "-m", "tests.harness.zygote", str(number)]
        running = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, pass_fds=[number])
        theirs.close()

        def close() -> None:
            ours.close()
            running.wait()

        atexit.register(close)
        _doors.append(ours)
    return _doors[0]


def _load() -> None:
    """What processes of the site import, `server.app.serve` first, which patches the standard library."""
    for name in ("server.app.serve", "server.cli", "server.engine", "tests.harness.planted_faults"):
        importlib.import_module(name)
    gc.freeze()


def fork_for_others(door: socket.socket) -> None:
    """Fork a process for each request that comes, until nobody is left to send one; a child returns at its end."""
    _load()
    # Those of gevent begin an event loop.
    fork, wait, close = (get_original("os", name) for name in ("fork", "waitpid", "close"))
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        request, descriptors, _, _ = socket.recv_fds(door, LARGEST, 3)
        if not request:
            return
        if fork() == 0:
            break
        for descriptor in descriptors:
            close(descriptor)
    # This one waits for the process that was asked for: whoever asked is not its parent.
    door.close()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    output, errors, telling = descriptors
    pid = fork()
    if pid != 0:
        close(output)
        close(errors)
        os.write(telling, f"{pid}\n".encode())
        _, status = wait(pid, 0)
        os.write(telling, f"{os.waitstatus_to_exitcode(status)}\n".encode())
        os._exit(0)
    close(telling)
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
    fork_for_others(socket.socket(fileno=int(sys.argv[1])))
