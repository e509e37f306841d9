"""`python -m bench [start boards pages live turns perft soak]`: some figures, or all but the soak; one JSON line each.

After all of them comes the table that `make strength` came to last.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module

from bench.strength import table

PARTS = ("start", "boards", "pages", "live", "turns", "perft")
ON_DEMAND = ("soak",)
"""Takes minutes, and is a trial more than a measurement."""


def main(wanted: list[str]) -> int:
    """Print the figures of these parts, of all but the soak without any; 2 after a sentence for a part that is none."""
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
