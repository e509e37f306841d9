"""What a game of days has to tell one of its people by mail, and when; nothing of it depends on what is sealed."""

from __future__ import annotations

from typing import NamedTuple

from server.game import DAY, TableState

DELAY = 600.0
"""Seconds that a mail waits: whoever moves meanwhile needs none, and a quick exchange of moves sends none."""

TOLD_LATE = DAY
"""Seconds after its end in which the end of a game is told."""

KINDS = ("low", "turn", "joined", "ended")
"""What matters most comes first."""


class Notice(NamedTuple):
    """Something to be told once."""

    kind: str
    """One of `KINDS`."""
    due: float
    since: float
    """When it came about: who has looked at the table since then knows it."""


def notices(table: TableState, person: str) -> list[Notice]:
    """What this table has to tell one of its people, now or later if nothing happens there, in the order of `KINDS`."""
    if table.control.kind != "turn" or all(other == person for other in table.sitting):
        return []
    pending = []
    mine = [seat for seat in table.waited_for() if table.chairs[seat] == person]
    if mine:
        clocks = table.clocks
        # What a stop of the site gave back makes no second news of it.
        falls = clocks.since + min(clocks.left(seat, clocks.since) - clocks.given_back[seat] for seat in mine)
        low = falls - min(DAY, table.control.base / 4)
        pending.append(Notice("low", low, low))
        pending.append(Notice("turn", table.turn_began_at + DELAY, table.turn_began_at))
    joined = table.seated_at > table.opening.opened_at and not table.number
    if joined and table.status in ("open", "running") and table.host == person:
        pending.append(Notice("joined", table.seated_at + DELAY, table.seated_at))
    if table.status in ("finished", "stopped") and table.number:
        pending.append(Notice("ended", table.ended_at + DELAY, table.ended_at))
    return pending
