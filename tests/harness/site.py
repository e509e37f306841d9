"""The real site as a child process, as `make serve` runs it, for tests that play on it from outside."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from server.store import KEY as KEY_FILE
from tests.harness.checkout import ROOT, bare_environment
from tests.harness.client import KEY, NOON, Client, cookie
from tests.harness.program import Machine

NO_LIMITS = {"CAVALIER_IDENTITY_RATE": "0", "CAVALIER_ADDRESS_RATE": "0", "CAVALIER_ENGINE": "none"}
"""Tests do in a second what people do in a minute; whoever tests the limits sets them by options."""

START_TIMEOUT = 90
"""Seconds after which a site that says nothing is given up."""

COLD, PATIENT = Machine(), Machine(patient=True)


def until(holds: Callable[[], object], every: float = 0.0) -> None:
    """Ask every so many seconds until it holds. Raises AssertionError where it does not for long."""
    ends = time.monotonic() + START_TIMEOUT
    while not holds():
        assert time.monotonic() < ends, "it never came to hold"
        time.sleep(every)


def known_key(folder: Path) -> Path:
    """This folder, made if need be, with the key by which `cookie` signs."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / KEY_FILE).write_bytes(KEY)
    return folder


def without_digests(text: str) -> str:
    """A text without its digests and nonces: in one of them any move may be written by chance."""
    return re.sub(r"[0-9a-f]{8,}", "", text)


class Site:
    """A running process of the site: its address, and what it has logged."""

    program: tuple[str, ...] = ("server", "serve")
    """The module that Python runs, and the first of its arguments."""

    signed_at: int | None = None
    """When cookies were signed; None is now."""

    def __init__(
        self,
        data: Path,
        log: TextIO,
        *options: str,
        root: Path = ROOT,
        machine: Machine | None = None,
    ) -> None:
        self.data = data
        self._log = log
        program = self.program
        if machine is not None:
            program = ("tests.harness.program", json.dumps(machine._asdict()), *program[1:])
        command = [sys.executable, "-m", *program, "--port", "0", "--data", str(data), *options]
        environment = {**bare_environment(), **NO_LIMITS}
        self.process = subprocess.Popen(
            command, cwd=root, env=environment, stdout=subprocess.PIPE, stderr=log, text=True
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
        """The lines of the log as objects, from this one on; a line that is being written is left out."""
        whole, _, _ = self.log().rpartition("\n")
        return [json.loads(line) for line in whole.splitlines()[since:]]

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal and wait for the end; the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(START_TIMEOUT)

    def client(self, name: str = "") -> Client:
        """The browser of a returning person, where the key is known; without a name, of a new one."""
        return Client(self.url, {"cavalier": cookie(name, self.signed_at)} if name else {})

    def close(self) -> None:
        """Stop it if it still runs."""
        self.stop()
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def site(data: Path, *options: str, root: Path = ROOT, machine: Machine | None = COLD) -> Iterator[Site]:
    """A site on a free port of loopback with this data folder, on this machine; stopped afterwards.

    Without a machine, and in a copy of this checkout, it is the program as people run it.
    """
    with tempfile.TemporaryFile("a+") as log:
        running = Site(data, log, *options, root=root, machine=machine if root == ROOT else None)
        try:
            yield running
        finally:
            running.close()


class ScriptedSite(Site):
    """A site without chance, whose clock stands still until a test turns it (`tests.harness.scripted_program`)."""

    program = ("tests.harness.scripted_program",)
    signed_at = NOON

    def turn_clock(self, seconds: float) -> None:
        """Let these seconds pass; flags that fall by then have fallen when this returns."""
        assert Client(self.url).get(f"/-/clock/{seconds}").status == 200

    def set_seed(self, seed: str) -> None:
        """Give this seed to all tables with a chance player that are opened from here on."""
        assert Client(self.url).post("/-/seed", seed=seed).status == 200

    def memory(self) -> dict[str, int]:
        """The number of objects that the process keeps for those who are connected, by kind."""
        counted: dict[str, int] = json.loads(Client(self.url).get("/-/memory").body)
        return counted

    def until_empty(self) -> None:
        """Wait until the site keeps nothing for those who were connected. All connections are closed by now."""
        self.until(lambda: not self.memory()["connections"])
        # The news of who has come and gone is sent a second later.
        self.turn_clock(1.0)
        self.until(lambda: not any(self.memory().values()))

    until = staticmethod(until)


@contextmanager
def scripted_site(data: Path, *options: str) -> Iterator[ScriptedSite]:
    """A scripted site with a data folder whose key is known; killed afterwards."""
    if not (data / KEY_FILE).exists():
        known_key(data)
    with tempfile.TemporaryFile("a+") as log:
        running = ScriptedSite(data, log, *options)
        try:
            yield running
        finally:
            running.process.kill()
            running.close()
