"""The real site as a process of its own, as `make serve` runs it, for tests that play on it from outside."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from tests.forking import ROOT, Forked

UNHURRIED = {"CAVALIER_IDENTITY_RATE": "0", "CAVALIER_ADDRESS_RATE": "0"}
"""Tests do in a second what people do in a minute; whoever tests the limits sets them by options."""

STARTING = 90
"""Seconds after which a site that says nothing is given up."""


def without_digests(text: str) -> str:
    """A text without its digests and nonces: in one of them any move may be written by chance."""
    return re.sub(r"[0-9a-f]{8,}", "", text)


def started(
    module: str, arguments: Sequence[str], settings: Mapping[str, str], log: TextIO, root: Path | None = None
) -> "Forked | subprocess.Popen[str]":
    """A module of the program as a process of its own, with these settings alone.

    It is forked where all is loaded, or else, where a root is given, Python begins anew there and loads it.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CAVALIER_")}
    if root is None:
        return Forked(module, arguments, {**environment, **settings}, log)
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.Popen(
        command, cwd=root, env={**environment, **settings}, stdout=subprocess.PIPE, stderr=log, text=True
    )


class Site:
    """A running process of the site: its address, and what it has logged."""

    program: tuple[str, ...] = ("server", "serve")
    """The module that Python runs, and how its arguments begin."""

    anew = False
    """Whether Python begins anew, with nothing loaded."""

    def __init__(self, data: Path, log: TextIO, *options: str, root: Path = ROOT) -> None:
        self.data = data
        self._log = log
        arguments = [*self.program[1:], "--port", "0", "--data", str(data), *options]
        self.process = started(self.program[0], arguments, UNHURRIED, log, root if self.anew or root != ROOT else None)
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

    program = ("tests.patient", "serve")


@contextmanager
def site(data: Path, *options: str, root: Path = ROOT, kind: type[Site] = Site) -> Iterator[Site]:
    """A site on a free port of loopback with this data folder, of this checkout or a copy of it; stopped afterwards."""
    with tempfile.TemporaryFile("a+") as log:
        running = kind(data, log, *options, root=root)
        try:
            yield running
        finally:
            running.close()
