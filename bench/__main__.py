"""`python -m bench [start boards pages live turns perft soak loop relay weight cost loads]`.

Figures of these; without a name, of all but the last six. Each is one JSON line.

After all of them comes the table that `make strength` came to last.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module

from bench.strength import table

PARTS = ("start", "boards", "pages", "live", "turns", "perft")
ON_DEMAND = ("soak", "loop", "relay", "weight", "cost", "loads")
"""Trials that take minutes or hours, and what is read more than measured."""


def main(wanted: list[str]) -> int:
    """Print the figures of these parts, without any of all but those on demand; 2 for a part that is none."""
    for name in wanted:
        if name not in (*PARTS, *ON_DEMAND):
            print(f"bench: there is no part {name!r}; there are {', '.join((*PARTS, *ON_DEMAND))}.", file=sys.stderr)
            return 2
    for name in wanted or PARTS:
        for line in import_module(f"bench.{name}").figures():
            print(json.dumps(line, ensure_ascii=False), flush=True)
    if not wanted:
        print("\n".join(table()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
