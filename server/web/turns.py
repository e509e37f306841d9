"""The turns of a game as players write them: the rows of the table beside a board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def rows(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A row for each number, of the turns of a spoken view; it goes on as long as each turn brings a later seat.

    What one seat does several times in a row stands in one cell. What nature does stands in the row of the move that
    follows from it. `turns` of a row are the numbers of its turns. The script makes the same rows (static/turns.js).
    """
    found: list[dict[str, Any]] = []
    before = [0]
    for group, seats in _groups(view):
        again = len(seats) == 1 and seats == before
        if not found or (min(seats) <= max(before) and not again):
            found.append({"number": len(found) + 1, "turns": [], "texts": {}, "sentences": []})
        before = seats
        for turn in group:
            found[-1]["turns"].append(turn["number"])
            for seat, text in turn["texts"].items():
                found[-1]["texts"][seat] = f"{found[-1]['texts'].get(seat, '')} {text}".strip()
            found[-1]["sentences"] += turn["notes"]
    return found


def _groups(view: Mapping[str, Any]) -> list[tuple[list[Mapping[str, Any]], list[int]]]:
    """Each turn of players with those of nature before it, and the seats that act; at the end those who are to act."""
    groups: list[tuple[list[Mapping[str, Any]], list[int]]] = []
    waiting: list[Mapping[str, Any]] = []
    for turn in view["turns"]:
        waiting.append(turn)
        if not natures(turn, view):
            groups.append((waiting, [int(seat) for seat in turn["texts"]]))
            waiting = []
    if waiting:
        choosing = [seat for seat, chair in enumerate(view["chairs"]) if chair["state"] == "choosing"]
        groups.append((waiting, choosing or [len(view["chairs"])]))
    return groups


def natures(turn: Mapping[str, Any], view: Mapping[str, Any]) -> bool:
    """Whether nature alone acted in a turn of this view."""
    return all(view["chairs"][int(seat)]["state"] == "nature" for seat in turn["texts"])


def latest_events(view: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The events that a board shows as the last ones: those of all turns in a row in which one seat acted alone.

    What nature does is shown with the turn before it. The script shows the same (static/board/story.js).
    """
    shown: list[Mapping[str, Any]] = []
    acted: set[str] = set()
    for turn in reversed(view["turns"]):
        if acted and (len(acted) > 1 or acted != turn["texts"].keys()):
            break
        shown[:0] = turn["events"]
        acted = set() if natures(turn, view) else set(turn["texts"])
    return shown
