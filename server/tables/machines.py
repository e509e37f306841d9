"""Who sits at a table and is no person: the computer, at each strength at which it plays, and the dice."""

from __future__ import annotations

from collections.abc import Iterable

STRENGTHS = (1, 2, 3)
"""Easy, medium and strong."""

DICE = "dice"
"""Sits at the seats of chance players."""

_STRENGTH_OF = {f"computer-{strength}": strength for strength in STRENGTHS}
"""No person who came through a door has such an id: theirs are digests."""


def machine(strength: int) -> str:
    """Who plays at this strength."""
    return f"computer-{strength}"


def strength_of(person: str | None) -> int | None:
    """How strong the computer plays that is this person; None for people, and for nobody."""
    return _STRENGTH_OF.get(person or "")


def machines(people: Iterable[str | None]) -> set[str]:
    """Those of them who are no people."""
    return {person for person in people if person is not None and (person == DICE or person in _STRENGTH_OF)}
