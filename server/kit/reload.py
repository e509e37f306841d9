"""Runs the site anew whenever a file of a variant changes: for those who write one, not for a public site.

Each time in a new process, so that nothing of the old rules stays in memory. It looks for changes itself, twice a
second: that needs nothing but the standard library, works on every file system, and the site itself is not burdened.
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

EVERY = 0.5
"""Seconds between two looks."""

STOP_SECONDS = 10.0
"""Seconds the old process gets to stop."""

WATCHED = frozenset({".py", ".md", ".svg"})

Files = Mapping[str, tuple[int, int]]
"""Path -> when it was changed, and its size."""


def run(settled: Config) -> int:
    """Serve until told to stop; the exit status of the site where it ended by itself."""
    packages = [folder for entry in installed() for folder in entry.folders()]
    root = registry.HOME.parent
    folders = (registry.HOME, root / "rules", root / "pieces", *settled.variants, *packages)
    command = [sys.executable, "-m", "server.kit.reload", "serve", *_options(settled)]
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
    """The files that variants are made of, as they are now."""
    stamps = {}
    for folder in folders:
        for place, below, names in os.walk(folder):
            below[:] = [name for name in below if name[0] not in "._"]
            for path in (os.path.join(place, name) for name in names if Path(name).suffix in WATCHED):
                with suppress(FileNotFoundError):  # Gone since; the next look will miss it.
                    about = os.stat(path)
                    stamps[path] = (about.st_mtime_ns, about.st_size)
    return stamps


def _serve_until_changed(command: Sequence[str], folders: Sequence[Path], seen: Files) -> int | None:
    """Run the site; its status if it ended by itself, None if something changed, and has stopped changing."""
    # Its standard input ends with us, whatever ends us.
    process = subprocess.Popen(command, stdin=subprocess.PIPE)
    try:
        while process.poll() is None:
            time.sleep(EVERY)
            now = files(folders)
            if now != seen:
                # An editor may write a file in several steps.
                while (later := files(folders)) != now:
                    now = later
                    time.sleep(EVERY)
                return None
        return process.returncode
    finally:
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _options(settled: Config) -> list[str]:
    """The options that say all that the configuration says."""
    options = []
    for each in config.settings():
        value = getattr(settled, each.name)
        if each.name == "port" and value == 0:
            # It stays the same from start to start, so that pages that are open find the site again.
            value = free_port(settled.address)
        if value not in ((), "", None):
            options += [config.option(each), config.written(value)]
    return options


def _stop_with_input() -> None:
    """Stop this process when its standard input ends, which means that the parent process has ended."""
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    # The command line of a site that is looked after. A thread that began later would belong to gevent; and what is
    # imported above is what the command line imports before gevent patches it.
    _thread.start_new_thread(_stop_with_input, ())
    runpy.run_module("server", run_name="__main__")
