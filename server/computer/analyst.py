"""Evaluates any position on request, at a limited rate, so that games in progress are not delayed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from random import Random
from typing import Any, cast

import gevent

from server.bots.costs import costs
from server.bots.judge import Judgement
from server.computer import tasks
from server.computer.pool import Busy, Engines, PoolError
from server.game import Refusal
from server.runtime.limits import MOST_BUCKETS, Asker, TokenBuckets
from variants.game import Game
from variants.position import Position, Seat

EVALUATION_SECONDS = 1.0
"""Time to evaluate one position: no longer than a move takes, which may have to wait for it."""
EVALUATION_TIMEOUT = 15.0
"""Seconds until a request is answered or refused."""
EVALUATION_QUEUE_TIMEOUT = 10.0
"""Seconds of these that a request may wait in the queue."""
EVALUATIONS_PER_SECOND = 0.5
"""Positions per second that one address may have evaluated in the long run: half of what one process can do."""
EVALUATION_BURST = 6
"""Positions that one address may have evaluated at once."""
MOST_MOVE_PAIRS = 6000
"""Pairs of moves in a position that is evaluated: each pair is looked at once, and these take two seconds on a slow
machine."""


class Analyst:
    """Sends positions to the engine processes. With `limited` false there is no rate limit."""

    def __init__(self, engines: Engines, random: Random, clock: Callable[[], float], limited: bool = True) -> None:
        self._engines = engines
        self._random = random
        self._buckets = TokenBuckets(EVALUATIONS_PER_SECOND if limited else 0, EVALUATION_BURST, clock, MOST_BUCKETS)

    def judge(self, variant: str, game: Game, asker: Asker) -> Mapping[str, Any]:
        """The evaluation of a game's current position; as `Reviewer.told` returns it. Raises Refusal."""
        must_be_narrow(game.position)
        if not self._buckets.take(asker.network):
            raise Refusal("too_fast", "Too much at once. Wait a moment, then try again.")
        task = tasks.judgement_task(variant, game, self._random, seconds=EVALUATION_SECONDS, lines=True)
        try:
            with gevent.Timeout(EVALUATION_TIMEOUT):
                found = self._engines.ask(task, EVALUATION_SECONDS, asker, False, EVALUATION_QUEUE_TIMEOUT)
        except (Busy, gevent.Timeout):
            raise Refusal("analysis_busy", "The computer has too much to think about. Try again in a minute.") from None
        except PoolError:
            raise Refusal("analysis_failed", "The computer could not evaluate this position.") from None
        return described(game.position, found, {})


def described(position: Position, judgement: Mapping[str, Any], played: Mapping[Seat, str]) -> dict[str, Any]:
    """An evaluation and the moves that were played in the position, as it is stored and sent."""
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
    """Raise Refusal where two seats have too many pairs of moves to evaluate."""
    if position.hidden or len(position.seats) != 2:
        return  # Random playouts visit only the positions they reach.
    if prod(len(list(position.moves(seat))) for seat in position.to_act) > MOST_MOVE_PAIRS:
        raise Refusal(
            "too_wide", "There are more than {most} pairs of moves here: too many to evaluate.", most=MOST_MOVE_PAIRS
        )
