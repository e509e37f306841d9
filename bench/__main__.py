"""`python -m bench [start boards pages live turns perft soak fuzz loop law way relay weight cost drain
faults]`.

Figures of these; without a name, of all but the last ten. Each is one JSON line. `--minutes 5` says how long
`faults` lasts.

After all of them comes the table that `make strength` came to last.
"""

from __future__ import annotations

import argparse
import json
import sys
from importlib import import_module

from bench.strength import table

PARTS = ("start", "boards", "pages", "live", "turns", "perft")
ON_DEMAND = ("soak", "fuzz", "loop", "law", "way", "relay", "weight", "cost", "drain", "faults")
"""Trials that take minutes or hours, and what is read more than measured."""


def main(wanted: list[str]) -> int:
    """Print the figures of these parts, without any of all but those on demand; 2 for a part that is none."""
    parser = argparse.ArgumentParser()
    parser.add_argument("parts", nargs="*")
    parser.add_argument("--minutes", type=float)
    chosen = parser.parse_args(wanted)
    wanted = chosen.parts
    more = {"faults": {"minutes": chosen.minutes}} if chosen.minutes else {}
    for name in wanted:
        if name not in (*PARTS, *ON_DEMAND):
            print(f"bench: there is no part {name!r}; there are {', '.join((*PARTS, *ON_DEMAND))}.", file=sys.stderr)
            return 2
    for name in wanted or PARTS:
        for line in import_module(f"bench.{name}").figures(**more.get(name, {})):
            print(json.dumps(line, ensure_ascii=False), flush=True)
    if not wanted:
        print("\n".join(table()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
