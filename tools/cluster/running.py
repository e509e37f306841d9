"""Runs a cluster: starts its programs in order, restarts those that end, and stops them all."""

from __future__ import annotations

import signal
import sys
import threading
from pathlib import Path

from server.runtime.ports import free_port
from tools.cluster.proxy import proxy
from tools.cluster.services import CannotStart, Program, listens, postgres, redis

LOOK_INTERVAL = 0.5
"""Seconds between two checks whether the processes of all programs still run."""


class Cluster:
    """The programs of a site: services, server processes, and the proxy in front of them.

    Raises CannotStart where a program is missing, or something listens on the port already.
    """

    def __init__(self, folder: Path, port: int, processes: int) -> None:
        # HAProxy would share a port with another HAProxy: each gets some of the connections.
        if port and listens(port)():
            raise CannotStart(f"Cannot listen on 127.0.0.1, port {port}: it is in use")
        folder = folder.resolve()
        folder.mkdir(parents=True, exist_ok=True)
        # PostgreSQL runs as another account where root starts it.
        folder.chmod(0o711)
        database, journal = postgres(folder / "postgres")
        news, address = redis(folder)
        environment = {"CAVALIER_JOURNAL": journal, "CAVALIER_REDIS": address}
        ports = [free_port() for _ in range(processes)]
        self.sites = [_site(folder, number, port, environment) for number, port in enumerate(ports)]
        self.port = port or free_port()
        self.programs = [database, news, *self.sites, proxy(folder, "127.0.0.1", self.port, ports)]
        self._told_to_stop = threading.Event()

    def start(self) -> None:
        """Start all of them. Raises CannotStart; then none is left."""
        try:
            for each in self.programs:
                each.start()
        except CannotStart:
            self.stop()
            raise

    def run(self) -> None:
        """Print the address and restart programs that end, until SIGTERM or SIGINT; then stop them all."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._told_to_stop.set())
        try:
            self.start()
            print(f"Cavalier listens on http://127.0.0.1:{self.port}/", flush=True)
            while not self._told_to_stop.wait(LOOK_INTERVAL):
                self.look_after()
        finally:
            self.stop()

    def look_after(self) -> None:
        """Restart the programs that ended."""
        for each in self.programs:
            if not each.running:
                print(f"cavalier: {each.name} has ended, and is started again.", file=sys.stderr, flush=True)
                try:
                    each.start()
                except CannotStart as error:  # It is tried again half a second later.
                    print(f"cavalier: {error}", file=sys.stderr, flush=True)

    def stop(self) -> None:
        """Stop them, the proxy first."""
        for each in reversed(self.programs):
            each.stop()


def _site(folder: Path, number: int, port: int, environment: dict[str, str]) -> Program:
    data = folder / f"site{number}"
    command = [sys.executable, "-m", "server", "serve", "--port", str(port), "--proxies", "1", "--data", str(data)]
    return Program(f"site{number}", folder, command, listens(port), environment)
