"""A server in a process of its own, and the processor time that it takes under a load."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from server.runtime.ports import free_port

Used = TypeVar("Used")

ROOT = Path(__file__).resolve().parent.parent
UNLIMITED = ("-m", "server", "serve", "--log-level", "error", "--identity-rate", "0", "--address-rate", "0")
"""The site, as Python is to start it, with all players at one address."""
STOP_SECONDS = 60.0
"""Seconds that a process gets to end."""


class Server:
    """A server on one port and one data folder, which may be killed and started again."""

    def __init__(self, program: Sequence[str], data: Path) -> None:
        self.data, self._program = data, program
        self.port = free_port()
        self.start()

    def start(self) -> None:
        """Start it; returns when it listens. Raises RuntimeError if it does not."""
        command = [sys.executable, *self._program, "--port", str(self.port), "--data", str(self.data)]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        if not self.process.stdout.readline():
            raise RuntimeError("the server did not start; what it said stands above")

    def stop(self, number: signal.Signals = signal.SIGTERM) -> None:
        """End it by this signal."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        self.process.wait(STOP_SECONDS)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def megabytes(self) -> float:
        """The memory it has now."""
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self.process.pid}/status").read_text())
        return round(int(found[1]) / 1024, 1) if found else 0.0


@contextmanager
def serving(program: Sequence[str] = UNLIMITED, data: Path | None = None) -> Iterator[Server]:
    """A server with this data folder or a new one, which is gone afterwards; as many connections as there may be."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with TemporaryDirectory() as folder:
        server = Server(program, data or Path(folder))
        try:
            yield server
        finally:
            server.stop(signal.SIGKILL)


def under_load(
    port: int, variant: str, games: int, rate: int, seconds: int, used: Callable[[], Used], cores: Sequence[int] = ()
) -> tuple[dict[str, Any], Used, Used]:
    """What the load generator saw on these cores, and what was `used` when it began to count and at the end."""
    options = {"port": port, "variant": variant, "games": games, "rate": rate, "seconds": seconds}
    command = [sys.executable, "-m", "bench.generator", json.dumps(options)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as generator:
        assert generator.stdout is not None
        try:
            if cores:
                os.sched_setaffinity(generator.pid, cores)
            if generator.stdout.readline() != "ready\n":
                raise RuntimeError("the load generator did not get ready; what it said stands above")
            time.sleep(seconds / 4)  # It begins to count then.
            before = used()
            line = generator.stdout.readline()
            return json.loads(line), before, used()
        finally:
            generator.kill()


def cpu_seconds(process: int | str) -> float:
    """Seconds of processor time that a process and its children have taken, those that have ended included."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        children = [path.read_text() for path in Path(f"/proc/{process}/task").glob("*/children")]
    except OSError:  # It has just ended.
        return 0.0
    own = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return own + sum(map(cpu_seconds, " ".join(children).split()))
