"""Links between a process and a service that fail, and processes that stand still: what tests do to a running site."""

import os
import signal
import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from subprocess import Popen
from typing import Any

from tests.harness.client import PATIENCE
from tests.harness.site import until

UP, DOWN = "up", "down"
"""From the process to the service, and back."""

AT_ONCE = 65_536
"""Bytes that are passed on at a time."""

RESET = struct.pack("ii", 1, 0)
"""Close without waiting for anything: the other side sees a reset."""


class Link:
    """A port of this machine that leads to a service: to a port, or to a socket in a folder.

    What it does to connections can be changed at any moment: `cut`, `hold`, `delay`, and `restore`.
    """

    def __init__(self, target: int | Path) -> None:
        self.target = target
        self.delay = 0.0
        """Seconds by which everything arrives late, in both directions."""
        self._cut = False
        self._passing = {UP: threading.Event(), DOWN: threading.Event()}
        self._held = {UP: threading.Event(), DOWN: threading.Event()}
        self._connections: set[tuple[socket.socket, socket.socket]] = set()
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.restore()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """End all connections, and every new one at once."""
        with self._lock:
            self._cut = True
            connections = list(self._connections)
        for each in connections:
            _reset(*each)

    def hold(self, *directions: str) -> None:
        """Let nothing through in these directions: it waits until the link is restored, as in a network without one."""
        for direction in directions:
            self._held[direction].clear()
            self._passing[direction].clear()

    def holds(self, direction: str) -> bool:
        """Wait until something waits in a direction; whether it came in time."""
        return self._held[direction].wait(PATIENCE)

    def restore(self) -> None:
        """Let everything through again, what waits first."""
        self._cut, self.delay = False, 0.0
        for passing in self._passing.values():
            passing.set()

    def close(self) -> None:
        self.cut()
        for passing in self._passing.values():
            passing.set()
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                with self._lock:
                    far = None if self._cut else self._reach()
                    if far is not None:
                        self._connections.add((near, far))
                if far is None:
                    _reset(near)
                    continue
                for way in ((UP, near, far), (DOWN, far, near)):
                    threading.Thread(target=self._pass_on, args=(*way, (near, far)), daemon=True).start()

    def _reach(self) -> socket.socket | None:
        try:
            if isinstance(self.target, int):
                return socket.create_connection(("127.0.0.1", self.target))
            far = socket.socket(socket.AF_UNIX)
            far.connect(str(self.target))
            return far
        except OSError:
            return None

    def _pass_on(
        self, direction: str, source: socket.socket, sink: socket.socket, both: tuple[socket.socket, socket.socket]
    ) -> None:
        try:
            while data := source.recv(AT_ONCE):
                if self.delay:
                    time.sleep(self.delay)
                if not self._passing[direction].is_set():
                    self._held[direction].set()
                    self._passing[direction].wait()
                sink.sendall(data)
            self._passing[direction].wait()
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            _reset(*both)
        with self._lock:
            self._connections.discard(both)


def _reset(*ends: socket.socket) -> None:
    for end in ends:
        with suppress(OSError):
            if end.family == socket.AF_INET:
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
            # Whoever reads from it in another thread wakes up by this, and not by closing it.
            end.shutdown(socket.SHUT_RDWR)
        end.close()


def link(target: int | Path) -> closing[Link]:
    return closing(Link(target))


@contextmanager
def standing_still(process: "Popen[Any]") -> Iterator[None]:
    """A process does nothing meanwhile, and does not know; it goes on afterwards."""
    stop(process)
    try:
        yield
    finally:
        process.send_signal(signal.SIGCONT)


def stop(process: "Popen[Any]") -> None:
    """Let a process stand still until SIGCONT; returns once it does."""
    os.kill(process.pid, signal.SIGSTOP)
    until(lambda: Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0] == "T", 0.01)
