"""How fast moves are generated and played, on rows of perft that are too slow for the tests.

A leaf is one legal move text at the last ply; `leaves/s` counts the moves there without
playing them, and `played leaves/s` plays each. A count that is wrong ends the run with an error.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.figures import Figure, figure
from variants.orthodox import Orthodox
from variants.perft import perft
from variants.registry import load

ROWS = Path(__file__).with_name("perft_rows.json")


def played_perft(position: Orthodox, depth: int) -> int:
    """The number of leaves so deep, with every leaf's position made."""
    if depth == 0:
        return 1
    seat = position.to_act[0]
    return sum(played_perft(position.play({seat: move}), depth - 1) for move in position.moves(seat))


WAYS = {"": (perft, "leaves/s"), "playing": (played_perft, "played leaves/s")}


def figures() -> Iterator[Figure]:
    """Measure every row of the file once.

    Each has `name`, `variant` ("" for orthodox chess), `fen`, `depth`, `nodes`; `by` is a way of `WAYS` to count.
    Raises AssertionError where a count is wrong.
    """
    for row in json.loads(ROWS.read_text(encoding="utf-8")):
        kind: Any = load(row["variant"]) if row["variant"] else Orthodox
        count, unit = WAYS[row.get("by", "")]
        position = kind.from_fen(row["fen"])
        began = time.process_time()
        nodes = count(position, row["depth"])
        seconds = time.process_time() - began
        if nodes != row["nodes"]:
            raise AssertionError(f"{row['name']}: {nodes} leaves instead of {row['nodes']}")
        yield figure(f"perft {row['name']}", unit, [nodes / seconds], leaves=nodes)
