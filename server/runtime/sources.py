"""Where a process gets time and chance from. All that it does not decide itself comes in by a constructor."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random, SystemRandom
from string import ascii_lowercase, digits

import gevent

Later = Callable[[float, Callable[[], None]], object]

DIGITS = {"nonce": 32, "seed": 64, "secret": 36, "message": 32, "challenge": 64, "report": 32, "sanction": 32}
"""Hexadecimal digits of the tokens of each kind: 128 bits of a nonce, 256 of a seed, 144 of a secret."""

TABLE_LENGTH = 20
"""Letters and digits of a table's id: 36 ** 20, over a hundred bits."""


def unguessable(kind: str) -> str:
    """A new token: the id of a `table`, or hexadecimal digits for the other kinds."""
    if kind == "table":
        return "".join(secrets.choice(ascii_lowercase + digits) for _ in range(TABLE_LENGTH))
    return secrets.token_hex(DIGITS[kind] // 2)


@dataclass(frozen=True)
class Sources:
    """Where time and chance come from; by default from the machine."""

    now: Callable[[], float] | None = None
    """The clock of the site, in seconds since the epoch; None for one made of the machine's and the journal's."""
    steady: Callable[[], float] = time.monotonic
    """Seconds that never jump, from any beginning."""
    random: Random = field(default_factory=SystemRandom)
    token: Callable[[str], str] = unguessable
    """Answers a new token of a kind, as `unguessable` does."""
    later: Later = gevent.spawn_later
    """Calls a function after a number of seconds."""
