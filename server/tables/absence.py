"""Absent players whom a table waits for, and when the others may claim."""

from __future__ import annotations

from collections.abc import Sequence

from server.tables.machines import machines
from server.tables.state import State
from variants.position import Seat

AWAY = 5.0
"""Seconds without a connection after which somebody is shown as gone; a page is reloaded in less."""


def gone_since(table: State, seat: Seat, at: float) -> float | None:
    """Since when nobody looks from this seat of a running game, once that has lasted; else None."""
    since = _unseen_since(table, seat)
    return since if since is not None and at >= since + AWAY else None


def claim_opens(table: State, at: float) -> dict[Seat, float]:
    """The seats that are waited for though nobody is there, and when the others may claim against each.

    Not those that have made no first move: without it there is nothing to claim.
    """
    if not _somebody_unseen(table):
        return {}
    moved = [seat for seat in table.waited_for() if seat not in table.clocks.unmoved]
    return {seat: opens for seat, opens in _claims(table, moved).items() if gone_since(table, seat, at) is not None}


def never_came(table: State, at: float) -> list[Seat]:
    """The seats whose first move is waited for, and whose players have been gone for as long as a claim takes."""
    unmoved = [seat for seat in table.waited_for() if seat in table.clocks.unmoved] if table.clocks.unmoved else []
    return [seat for seat, opens in _claims(table, unmoved).items() if opens <= at]


def next_moment(table: State, at: float, grace: float = 0.0) -> float | None:
    """When the table is to be looked at though nobody does anything, None for never.

    Flags are looked at so many seconds after they have fallen, else at once; absences when they will be shown, and
    when they will allow a claim.
    """
    moments: list[float] = []
    if _somebody_unseen(table):
        unseen = [_unseen_since(table, seat) for seat in range(len(table.chairs))]
        moments = [since + AWAY for since in unseen if since is not None]
        moments += _claims(table, table.waited_for()).values()
    flag = next_flag(table)
    falls = [flag + grace] if flag is not None else []
    return min([moment for moment in moments if moment > at] + falls, default=None)


def next_flag(table: State) -> float | None:
    """When the next flag falls if nobody does anything; None for never."""
    return table.clocks.deadline() if table.control.kind != "none" else None


def _somebody_unseen(table: State) -> bool:
    """Whether there is a seat of a running game from which no connection looks."""
    looks, name = table.presence.looks, table.id
    return table.status == "running" and not all(looks(name, seat) for seat in range(len(table.chairs)))


def _unseen_since(table: State, seat: Seat) -> float | None:
    """Since when the player of this seat has watched a running game from none of their seats; None if they do.

    Machines are always there; a free seat misses nobody.
    """
    if table.status != "running" or table.presence.looks(table.id, seat):
        return None
    if table.chairs[seat] is None or machines([table.chairs[seat]]):
        return None
    latest = 0.0
    for each in table.seats_of(table.chairs[seat]):
        since = table.presence.gone_since(table.id, each, table.seated_at)
        if since is None:
            return None
        latest = max(latest, since)
    return latest


def _claims(table: State, seats: Sequence[Seat]) -> dict[Seat, float]:
    """When the others may claim against each of these seats, which are waited for, if nobody comes there until then."""
    patience = table.control.patience
    if patience is None:
        return {}
    unseen = {seat: since for seat in seats if (since := _unseen_since(table, seat)) is not None}
    if not unseen or len(table.sitting) == 1:
        return {}
    # Absence counts from the beginning of the turn.
    return {seat: max(since, table.turn_began_at) + patience for seat, since in unseen.items()}
