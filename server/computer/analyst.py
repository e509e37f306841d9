"""Judges any position that somebody lays out, while he waits: rarely enough that nobody's game waits for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from random import Random
from typing import Any, Protocol, cast

import gevent

from server.bots.judge import Judgement, costs
from server.computer import tasks
from server.computer.pool import Busy, PoolError
from server.computer.tasks import Task
from server.tables.limits import REMEMBERED, Asker, Buckets
from server.tables.refusal import Refusal
from variants.game import Game
from variants.position import Position, Seat

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
WIDEST = 6000
"""Pairs of moves in a position that is judged: each is looked at once whatever it costs, and these are two seconds on
a slow machine."""


class Thinkers(Protocol):
    """Who thinks: see `Pool`."""

    def ask(
        self, task: Task, seconds: float, asker: Asker, urgent: bool, patience: float | None = None
    ) -> Mapping[str, Any]:
        """What was found. Raises PoolError."""


class Analyst:
    """Asks the processes that think, as they have time. `limited` is false where nobody is slowed down."""

    def __init__(self, thinkers: Thinkers, random: Random, clock: Callable[[], float], limited: bool = True) -> None:
        self._thinkers = thinkers
        self._random = random
        self._buckets = Buckets(RATE if limited else 0, BURST, clock, REMEMBERED)

    def judge(self, variant: str, game: Game, asker: Asker) -> Mapping[str, Any]:
        """What is thought of the position that a game has come to; as `Reviewer.told` tells it. Raises Refusal."""
        must_be_narrow(game.position)
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
        return described(game.position, found, {})


def described(position: Position, judgement: Mapping[str, Any], played: Mapping[Seat, str]) -> dict[str, Any]:
    """What was thought of a position and of the moves that were played there, as it is kept and told."""
    return {
        "fen": position.fen(),
        "judgement": judgement,
        "labels": {
            str(seat): {position.write(move): label for move, label in position.labels(seat).items()}
            for seat in position.to_act
        },
        "played": {str(seat): text for seat, text in played.items()},
        "costs": {str(seat): cost._asdict() for seat, cost in costs(cast(Judgement, judgement), played).items()},
    }


def must_be_narrow(position: Position) -> None:
    """Raise Refusal where two have so many pairs of moves that nobody has the time to look at each."""
    if position.hidden or len(position.seats) != 2:
        return  # Trial games look at what they come to.
    if prod(len(list(position.moves(seat))) for seat in position.to_act) > WIDEST:
        raise Refusal("too_wide", "There are more than {most} pairs of moves here: too many to evaluate.", most=WIDEST)
