"""What a game of days has to tell one of its people by mail, and when; nothing of it depends on what is sealed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from server.game import DAY, TableState, artificial

DELAY = 600.0
"""Seconds that a mail waits: whoever moves meanwhile needs none, and a quick exchange of moves sends none."""

TOLD_LATE = DAY
"""Seconds after its end in which the end of a game is told."""


class Notice(NamedTuple):
    """Something to be told once."""

    id: str
    kind: str
    """`turn`, `low`, `joined` or `ended`."""
    due: float
    since: float
    """When it came about: who has looked at the table since then knows it."""


def notices(table: TableState, person: str) -> list[Notice]:
    """What this table has to tell one of its people, now or later if nothing happens there."""
    if table.control.kind != "turn" or not _others(table.sitting, person):
        return []
    found = []
    if table.status in ("open", "running") and not table.number and table.host == person:
        others = sum(who != person for who in table.chairs if who is not None and not artificial([who]))
        if table.seated_at > table.opening.opened_at:
            found.append(_notice(table, person, "joined", str(others), table.seated_at + DELAY, table.seated_at))
    mine = [seat for seat in table.waited_for() if table.chairs[seat] == person]
    if mine:
        began, turn = table.turn_began_at, f"{table.number}.{table.takebacks}"
        found.append(_notice(table, person, "turn", turn, began + DELAY, began))
        falls = table.clocks.since + min(table.clocks.left(seat, table.clocks.since) for seat in mine)
        low = falls - min(DAY, table.control.base / 4)
        found.append(_notice(table, person, "low", turn, low, low))
    if table.status in ("finished", "stopped") and table.number:
        found.append(_notice(table, person, "ended", "", table.last_at + DELAY, table.last_at))
    return found


def _notice(table: TableState, person: str, kind: str, which: str, due: float, since: float) -> Notice:
    return Notice(f"{kind}/{table.id}/{which}/{person}", kind, due, since)


def _others(sitting: Iterable[str], person: str) -> bool:
    return any(other != person for other in sitting)
