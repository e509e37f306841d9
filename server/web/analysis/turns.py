"""The turns of a game as players write them: the rows of the table beside a board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def rows(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The rows of a spoken view: the number of each, the numbers of its turns, a text a seat, sentences."""
    found: list[dict[str, Any]] = []
    for turn in view["turns"]:
        if not found or found[-1]["number"] != turn["row"]:
            found.append({"number": turn["row"], "turns": [], "texts": {}, "sentences": []})
        row = found[-1]
        row["turns"].append(turn["number"])
        for seat, text in turn["texts"].items():
            row["texts"][seat] = f"{row['texts'].get(seat, '')} {text}".strip()
        row["sentences"] += turn["notes"]
    return found
