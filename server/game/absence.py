"""Absence of players that a game waits for, and when the others may claim the game."""

from __future__ import annotations

from collections.abc import Sequence

from server.game.facts import Facts
from server.game.players import artificial
from server.game.state import TableState
from variants.position import Seat

AWAY = 5.0
"""Seconds without a connection after which a player is shown as gone; a page is reloaded in less."""


def is_gone(state: TableState, seat: Seat, facts: Facts) -> bool:
    """Whether the player of this seat of a running game has been absent for `AWAY` seconds."""
    since = _unseen_since(state, seat, facts)
    return since is not None and facts.at >= since + AWAY


def claims(state: TableState, facts: Facts) -> dict[Seat, float]:
    """The seats to act whose players are absent, and the moment when the others may claim.

    Not those that have made no first move: without it there is nothing to claim.
    """
    if not facts.absent_since:
        return {}
    moved = [seat for seat in state.waited_for() if seat not in state.clocks.unmoved]
    times = _claim_times(state, moved, facts)
    return {seat: opens for seat, opens in times.items() if is_gone(state, seat, facts)}


def claimable(state: TableState, seat: Seat, facts: Facts) -> list[Seat]:
    """The absent seats against which this one may claim now."""
    return [other for other, opens in claims(state, facts).items() if opens <= facts.at and other != seat]


def never_came(state: TableState, facts: Facts) -> list[Seat]:
    """The seats whose first move is due, and whose players have been absent for as long as a claim takes."""
    if not facts.absent_since:
        return []
    unmoved = [seat for seat in state.waited_for() if seat in state.clocks.unmoved]
    return [seat for seat, opens in _claim_times(state, unmoved, facts).items() if opens <= facts.at]


def next_moment(state: TableState, facts: Facts, grace: float) -> float | None:
    """When the table must be checked without an action; None for never.

    Flags are looked at this many seconds of `grace` after they have fallen; absences when they will be shown, and when
    they will allow a claim.
    """
    unseen = [_unseen_since(state, seat, facts) for seat in facts.absent_since]
    absences = [since + AWAY for since in unseen if since is not None]
    if absences:
        absences += _claim_times(state, state.waited_for(), facts).values()
    flag = state.clocks.deadline()
    falls = [flag + grace] if flag is not None else []
    return min([moment for moment in absences if moment > facts.at] + falls, default=None)


def _unseen_since(state: TableState, seat: Seat, facts: Facts) -> float | None:
    """The moment since which the player of this seat is absent from all their seats; None if present.

    The computer and the chance player are always present; a free seat is never absent.
    """
    player = state.chairs[seat]
    if state.status != "running" or seat not in facts.absent_since or player is None or artificial([player]):
        return None
    own = state.seats_of(player)
    if not facts.absent_since.keys() >= set(own):
        return None
    return max(state.seated_at, *(facts.absent_since[each] for each in own))


def _claim_times(state: TableState, seats: Sequence[Seat], facts: Facts) -> dict[Seat, float]:
    """When the others may claim against each of these seats to act, if its player stays absent."""
    patience = state.control.patience
    if patience is None:
        return {}
    unseen = {seat: since for seat in seats if (since := _unseen_since(state, seat, facts)) is not None}
    if not unseen or len(state.sitting) == 1:
        return {}
    # Absence counts from the beginning of the turn.
    return {seat: max(since, state.turn_began_at) + patience for seat, since in unseen.items()}
