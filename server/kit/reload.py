"""Restarts the site whenever a file of a variant changes: for authors of variants, not for a public site.

Each start is a new process, so that no old rules stay in memory. Files are polled twice a second, which needs only the
standard library, works on every file system, and costs the site nothing.
"""

from __future__ import annotations

import _thread
import os
import runpy
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from server.runtime import Config, config
from server.runtime.ports import free_port
from variants import registry
from variants.packages import installed

POLL_INTERVAL = 0.5
"""Seconds between two polls."""

STOP_TIMEOUT = 10.0
"""Seconds that the old process has to stop."""

WATCHED = frozenset({".py", ".md", ".svg", ".jsonl"})

Files = Mapping[str, tuple[int, int]]
"""Path -> time of the last change, and size."""


def run(configuration: Config) -> int:
    """Serve until stopped; the exit status of the site if it ends by itself."""
    packages = [folder for entry in installed() for folder in entry.folders()]
    root = registry.HOME.parent
    folders = (registry.HOME, root / "rules", root / "pieces", *configuration.variants, *packages)
    command = [sys.executable, "-m", "server.kit.reload", "serve", *_options(configuration)]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    seen = files(folders)
    try:
        while True:
            status = _serve_until_changed(command, folders, seen)
            if status is not None:
                return status
            seen = files(folders)
            print("A variant has changed: the site restarts.", flush=True)
    except KeyboardInterrupt:
        return 0


def files(folders: Iterable[Path]) -> Files:
    """The files of variants, with their current stamps."""
    stamps = {}
    for folder in folders:
        for place, below, names in os.walk(folder):
            below[:] = [name for name in below if name[0] not in "._"]
            for path in (os.path.join(place, name) for name in names if Path(name).suffix in WATCHED):
                with suppress(FileNotFoundError):  # Deleted meanwhile; the next poll notices it.
                    about = os.stat(path)
                    stamps[path] = (about.st_mtime_ns, about.st_size)
    return stamps


def _serve_until_changed(command: Sequence[str], folders: Sequence[Path], seen: Files) -> int | None:
    """Run the site; its status if it ended by itself, None once files have changed and no longer change."""
    # Its standard input ends when this process ends.
    process = subprocess.Popen(command, stdin=subprocess.PIPE)
    try:
        while process.poll() is None:
            time.sleep(POLL_INTERVAL)
            now = files(folders)
            if now != seen:
                # An editor may write a file in several steps.
                while (later := files(folders)) != now:
                    now = later
                    time.sleep(POLL_INTERVAL)
                return None
        return process.returncode
    finally:
        process.terminate()
        try:
            process.wait(STOP_TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _options(configuration: Config) -> list[str]:
    """The configuration as command line options."""
    options = []
    for each in config.settings():
        value = getattr(configuration, each.name)
        if each.name == "port" and value == 0:
            # The same port at each restart, so that open pages find the site again.
            value = free_port(configuration.address)
        if text := config.written(value):
            options += [config.option(each), text]
    return options


def _stop_with_input() -> None:
    """Stop this process when its standard input ends, because the parent process has ended."""
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    # The command line of a watched site. The thread must start before gevent patches threads, and this module imports
    # only what the command line imports before that.
    _thread.start_new_thread(_stop_with_input, ())
    runpy.run_module("server", run_name="__main__")
