"""The real site as a process of its own, as `make serve` runs it, for tests that play on it from outside."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

ROOT = Path(__file__).resolve().parent.parent
UNHURRIED = {"CAVALIER_IDENTITY_RATE": "0", "CAVALIER_ADDRESS_RATE": "0"}
"""Tests do in a second what people do in a minute; whoever tests the limits sets them by options."""

STARTING = 90
"""Seconds after which a site that says nothing is given up."""


def without_digests(text: str) -> str:
    """A text without its digests and nonces: in one of them any move may be written by chance."""
    return re.sub(r"[0-9a-f]{8,}", "", text)


class Site:
    """A running process of the site: its address, and what it has logged."""

    program: tuple[str, ...] = ("-m", "server", "serve")
    """What Python is told to run."""

    def __init__(self, data: Path, log: TextIO, *options: str, root: Path = ROOT) -> None:
        self.data = data
        self._log = log
        command = [sys.executable, *self.program, "--port", "0", "--data", str(data), *options]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("CAVALIER_")}
        self.process = subprocess.Popen(
            command, cwd=root, env=environment | UNHURRIED, stdout=subprocess.PIPE, stderr=self._log, text=True
        )
        assert self.process.stdout is not None
        self.first_line = self.process.stdout.readline()
        found = re.fullmatch(r"Cavalier listens on (http://\S+/)\n", self.first_line)
        if found is None:
            self.close()
            raise AssertionError(f"The site did not start: {self.first_line!r} {self.log()}")
        self.url = found[1]

    def log(self) -> str:
        """All it has written to standard error so far."""
        # Not by seek and read: the site writes through the same file offset.
        number = self._log.fileno()
        return os.pread(number, os.fstat(number).st_size, 0).decode()

    def log_entries(self, since: int = 0) -> list[dict[str, Any]]:
        """The same as objects, one a line, without the first so many; a line that is being written is left out."""
        whole, _, _ = self.log().rpartition("\n")
        return [json.loads(line) for line in whole.splitlines()[since:]]

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and wait for the end; the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(STARTING)

    def close(self) -> None:
        """Stop it if it still runs."""
        self.stop()
        assert self.process.stdout is not None
        self.process.stdout.close()


class Patient(Site):
    """A process of `tests.patient`."""

    program = ("-m", "tests.patient", "serve")


@contextmanager
def site(data: Path, *options: str, root: Path = ROOT, kind: type[Site] = Site) -> Iterator[Site]:
    """A site on a free port of loopback with this data folder, of this checkout or a copy of it; stopped afterwards."""
    with tempfile.TemporaryFile("a+") as log:
        running = kind(data, log, *options, root=root)
        try:
            yield running
        finally:
            running.close()
