"""Notices of challenges, and to the players of a game with days for a turn. They depend on nothing sealed."""

from __future__ import annotations

from typing import NamedTuple

from server.game import DAY, TableState

DELAY = 600.0
"""Seconds before a notice is due: a player who moves meanwhile needs none."""

CHALLENGE_DELAY = 30.0
"""Seconds before the notice of a challenge is due: its sender may withdraw it, but waits at the table."""

END_NOTICE_PERIOD = DAY
"""Seconds after the end of a game in which a notice of it is sent."""

KINDS = ("low", "challenged", "turn", "joined", "ended")
"""The kinds of notices, the most important first."""


class Notice(NamedTuple):
    """A notice, sent once."""

    kind: str
    """One of `KINDS`."""
    due: float
    since: float
    """The time of its cause: a player who opened the table later already knows it."""


def notices(table: TableState, person: str) -> list[Notice]:
    """The notices of a table to one of its people, due now or later if nothing changes, in the order of `KINDS`.

    A person who does not sit at it is invited to it.
    """
    if table.status == "open" and person not in table.sitting:
        return [Notice("challenged", table.opening.opened_at + CHALLENGE_DELAY, table.opening.opened_at)]
    if table.control.kind != "turn" or all(other == person for other in table.sitting):
        return []
    pending = []
    mine = [seat for seat in table.waited_for() if table.chairs[seat] == person]
    if mine:
        clocks = table.clocks
        # Time that was credited after downtime causes no second notice.
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
