"""A disk that fails: system calls of a running site on the files of its journal answer with an error, by strace."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.harness.client import PATIENCE
from tests.harness.site import Site

WRITE = "pwrite64,write"
READ = "pread64,read"
SYNC = "fdatasync,fsync"


@contextmanager
def failing_disk(site: Site, calls: str, error: str, *files: Path) -> Iterator[None]:
    """From now until the end of the block these calls on these files fail with this error, and do nothing."""
    if shutil.which("strace") is None:
        absent("strace is missing")
    places = [option for file in files for option in ("-P", str(file))]
    command = ["strace", "-f", "-p", str(site.process.pid), *places]
    command += ["-e", f"trace={calls}", "-e", f"inject={calls}:error={error}", "-o", "/dev/null"]
    tracer = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert tracer.stderr is not None
        said = tracer.stderr.readline()
        if "attached" not in said:
            absent(f"strace cannot trace here: {said.strip()}")
        yield
    finally:
        if tracer.poll() is None:
            tracer.send_signal(signal.SIGINT)
        tracer.communicate(timeout=PATIENCE)


def absent(reason: str) -> None:
    """Skip the test; in continuous integration, where all that the tests need is set up, fail."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
