"""Artificial players: the computer at each of its strengths, and the chance player."""

from __future__ import annotations

from collections.abc import Iterable

STRENGTHS = (1, 2, 3)
"""Easy, medium and strong."""

DICE = "dice"
"""The public id of the chance player, who holds the seats of dice."""

DELETED = "deleted-"
"""The beginning of the public ids that took the place of those of people who deleted what was stored of them."""

_STRENGTH_OF = {f"computer-{strength}": strength for strength in STRENGTHS}
"""The public ids of the computer. No person has such an id: theirs are digests."""


def computer_id(strength: int) -> str:
    """The public id of the computer at this strength."""
    return f"computer-{strength}"


def deleted_id(token: str) -> str:
    """The public id of a deleted person, with a random token."""
    return f"{DELETED}{token}"


def is_deleted(player: str) -> bool:
    """Whether this is the public id of a deleted person."""
    return player.startswith(DELETED)


def strength_of(player: str | None) -> int | None:
    """The strength of the computer; None for another player, and for a free seat."""
    return _STRENGTH_OF.get(player or "")


def artificial(players: Iterable[str | None]) -> set[str]:
    """Those of these players who are artificial."""
    return {player for player in players if player is not None and (player == DICE or player in _STRENGTH_OF)}
