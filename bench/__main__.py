"""`python -m bench [start boards live perft searches soak relay weight cost ratings]`.

Figures of these; without a name, of the first five. Each is one JSON line.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module

PARTS = ("start", "boards", "live", "perft", "searches")
ON_DEMAND = ("soak", "relay", "weight", "cost", "ratings")
"""Figures that take minutes or hours, and what is read more than measured."""


def main(wanted: list[str]) -> int:
    """Print the figures of these parts, without any of all but those on demand; 2 for a part that is none."""
    for name in wanted:
        if name not in (*PARTS, *ON_DEMAND):
            print(f"bench: there is no part {name!r}; there are {', '.join((*PARTS, *ON_DEMAND))}.", file=sys.stderr)
            return 2
    for name in wanted or PARTS:
        for line in import_module(f"bench.{name}").figures():
            print(json.dumps(line, ensure_ascii=False), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
