"""How the point is shared where a game ends by no rule of its variant: drawn, given up, or out of time."""

from __future__ import annotations

from collections.abc import Collection

from variants.position import Position, Seat


def contenders(position: Position) -> list[Seat]:
    """The seats between which a game is still open: neither nature's nor out."""
    gone = position.chance | position.out()
    return [seat for seat in range(len(position.seats)) if seat not in gone]


def shared(among: Collection[Seat], seats: int) -> tuple[float, ...]:
    """Equal shares for these seats, of so many; nothing for the others."""
    return tuple(1 / len(among) if seat in among else 0.0 for seat in range(seats))


def lost_by(losers: Collection[Seat], position: Position) -> tuple[float, ...]:
    """The shares where these seats have lost, and the others share what there is."""
    winners = [seat for seat in contenders(position) if seat not in losers]
    return shared(winners, len(position.seats))


def drawn(position: Position) -> tuple[float, ...]:
    """The shares of a draw."""
    return shared(contenders(position), len(position.seats))
