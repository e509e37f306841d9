"""The UCI engine of this machine, and one that does what a test says."""

import sys
from pathlib import Path

from server.engine.searches import Searcher
from server.engine.uci import MEMORY, EngineFailed, UciEngine
from server.engine.uci_search import UciSearch
from server.runtime.config import Config

__all__ = ["MEMORY", "EngineFailed", "UciEngine", "UciSearch", "fake_engine", "installed_engine", "searcher_with"]

FAKE = """#!{python}
import os, sys, time
open({log!r}, "a").write("started %d\\n" % os.getpid())
for line in sys.stdin:
    open({log!r}, "a").write(line)
    word = line.split()[0]
    if word == "uci":
        print("id name Fake 1")
        print("option name UCI_Variant type combo default chess var chess var xiangqi")
        print("uciok")
    if word == "go":
        {go}
    sys.stdout.flush()
"""


def installed_engine() -> str:
    """The path of the engine that a site here would use by default; "" for none."""
    return Config().uci_engine()


def searcher_with(folder: Path, path: str) -> Searcher:
    """A searcher of an engine process, with an engine and no tables of endgames."""
    return Searcher([], folder, UciSearch(path))


def fake_engine(folder: Path, go: str) -> tuple[str, Path]:
    """An engine that answers each search by this statement: its path, and the file of what it is sent."""
    path, log = folder / "fake", folder / "log"
    path.write_text(FAKE.format(python=sys.executable, log=str(log), go=go), encoding="utf-8")
    path.chmod(0o755)
    return str(path), log
