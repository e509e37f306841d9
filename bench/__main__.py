"""`python -m bench [boards pages live turns perft]`: measure all or some, one JSON line a figure."""

from __future__ import annotations

import json
import sys
from importlib import import_module

PARTS = ("boards", "pages", "live", "turns", "perft")


def main(wanted: list[str]) -> int:
    """Print the figures of these parts, of all without any; 2 after a sentence for a part that is not there."""
    for name in wanted:
        if name not in PARTS:
            print(f"bench: there is no part {name!r}; there are {', '.join(PARTS)}.", file=sys.stderr)
            return 2
    for name in wanted or PARTS:
        for line in import_module(f"bench.{name}").figures():
            print(json.dumps(line, ensure_ascii=False), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
