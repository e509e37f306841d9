"""Time and chance of the site as a test wants them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from server.runtime.sources import Sources, unguessable


def scripted(
    now: Callable[[], float] | None = None, random: Random | None = None, **kinds: Callable[[], str]
) -> Sources:
    """The clock, a random source, and where tokens of these kinds come from; all else is the machine's."""
    given: dict[str, Any] = {} if random is None else {"random": random}
    return Sources(now=now, token=lambda kind: kinds[kind]() if kind in kinds else unguessable(kind), **given)
