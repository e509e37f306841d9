"""The turns of a game as players write them: the rows of the table beside a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def rows(turns: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """A row for each number, of turns as a spoken view has them; it goes on as long as each turn brings a later seat.

    `turns` of a row are the numbers of its turns. The script makes the same rows (static/turns.js).
    """
    found: list[dict[str, Any]] = []
    for turn in turns:
        if not found or min(map(int, turn["texts"])) <= max(map(int, found[-1]["texts"])):
            found.append({"number": len(found) + 1, "turns": [], "texts": {}, "sentences": []})
        found[-1]["turns"].append(turn["number"])
        found[-1]["texts"].update(turn["texts"])
        found[-1]["sentences"] += turn["sentences"]
    return found
