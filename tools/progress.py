"""The progress of long commands."""

from __future__ import annotations

import sys


class Progress:
    """Prints the progress of a long task to standard error: on a terminal in one line, else at each tenth."""

    def __init__(self) -> None:
        self._last = ("", -1)

    def __call__(self, what: str, done: int, total: int, line: str) -> None:
        """So many of `total` steps of a task are done, as the line says."""
        tenth = 10 * done // max(total, 1)
        if sys.stderr.isatty():
            print(f"\r{line}", end="\n" if done == total else "", file=sys.stderr, flush=True)
        elif (what, tenth) != self._last:
            print(line, file=sys.stderr, flush=True)
        self._last = what, tenth
