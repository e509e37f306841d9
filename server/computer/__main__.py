"""The command of an engine process: it wires rules, searches and endgame tables together."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from server.bots.estimate import Known
from server.computer.worker import Thinker, serve
from server.tablebase.known import FOLDER, known_of
from server.tablebase.numbering import NumberingError
from server.tablebase.table import TableError
from variants.position import Position


def thinker(folders: Sequence[Path], data: Path) -> Thinker:
    """One that asks the tables of endgames in the data folder, and does without those that cannot be used."""

    def known(name: str, variant: type[Position]) -> Known | None:
        try:
            return known_of(data / FOLDER, name, variant)
        except (NumberingError, TableError) as error:
            print(error, file=sys.stderr, flush=True)
            return None

    return Thinker(folders, known)


def main(arguments: Sequence[str] | None = None) -> None:
    """Think until standard input ends."""
    parser = argparse.ArgumentParser(prog="server.computer", description=__doc__)
    parser.add_argument("--variants", action="append", default=[], type=Path, help="a folder that holds more variants")
    parser.add_argument("--data", required=True, type=Path, help="the folder of the journal")
    chosen = parser.parse_args(arguments)
    serve(thinker(chosen.variants, chosen.data).answer)


if __name__ == "__main__":
    main()
