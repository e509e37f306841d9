"""Long work of commands: what it needs installed, and how far it is."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from server.commandline.ending import Refused


def needing(who: str, command: str, *modules: str) -> None:
    """Refuse where modules are missing; `who` begins the sentence, the command that installs them ends it."""
    if not all(map(find_spec, modules)):
        raise Refused(f"{who} {' and '.join(modules)}: {command}.")


class Shown:
    """Tells how far the work is: on a terminal in one line, else at each tenth."""

    def __init__(self) -> None:
        self._last = ("", -1)

    def __call__(self, what: str, done: int, there: int, line: str) -> None:
        """So much of what there is of something is done, as the line says."""
        tenth = 10 * done // max(there, 1)
        if sys.stderr.isatty():
            print(f"\r{line}", end="\n" if done == there else "", file=sys.stderr, flush=True)
        elif (what, tenth) != self._last:
            print(line, file=sys.stderr, flush=True)
        self._last = what, tenth
