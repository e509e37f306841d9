"""Judges any position that somebody lays out, while he waits: rarely enough that nobody's game waits for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import gevent

from server.computer import tasks
from server.computer.pool import Busy, PoolError
from server.computer.reviewer import Thinkers, labels, must_be_narrow
from server.limits import REMEMBERED, Asker, Buckets
from server.refusal import Refusal
from variants.game import Game

SECONDS = 1.0
"""What is thought about a position: no longer than about a move, which may have to wait for it."""
PATIENCE = 15.0
"""Seconds that somebody waits until it is his turn, and thought about."""
QUEUED = 10.0
"""So many of them at most until it is his turn."""
RATE = 0.5
"""Positions a second that one address may have judged in the long run: half of what one process can do."""
BURST = 6
"""So many at once."""


class Analyst:
    """Asks the processes that think, as they have time. `limited` is false where nobody is slowed down."""

    def __init__(self, thinkers: Thinkers, random: Random, clock: Callable[[], float], limited: bool = True) -> None:
        self._thinkers = thinkers
        self._random = random
        self._buckets = Buckets(RATE if limited else 0, BURST, clock, REMEMBERED)

    def judge(self, variant: str, game: Game, asker: Asker) -> Mapping[str, Any]:
        """What is thought of the position that a game has come to; as `Reviewer.told` tells it. Raises Refusal."""
        position = game.position
        must_be_narrow(position)
        if not self._buckets.take(asker.network):
            raise Refusal("too_fast", "Too much at once. Wait a moment, then try again.")
        task = tasks.judge(variant, game, self._random, seconds=SECONDS)
        try:
            with gevent.Timeout(PATIENCE):
                found = self._thinkers.ask(task, SECONDS, asker, False, QUEUED)
        except (Busy, gevent.Timeout):
            raise Refusal("analysis_busy", "The computer has too much to think about. Try again in a minute.") from None
        except PoolError:
            raise Refusal("analysis_failed", "The computer could not evaluate this position.") from None
        return {"fen": position.fen(), "judgement": found, "labels": labels(position), "played": {}, "costs": {}}
