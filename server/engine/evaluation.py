"""Evaluations of positions: of any position on request, and of those of a finished game for its review."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from random import Random
from typing import Any, NamedTuple, cast

import gevent

from server.bots.costs import costs, joined
from server.bots.evaluation import EVALUATION_VERSION, Evaluation
from server.engine.pool import Busy, EnginePool, PoolError
from server.engine.protocol import evaluation_task
from server.game import Opening, Refusal, ReplayMismatch, Turn
from server.runtime.limits import MOST_BUCKETS, Asker, TokenBuckets
from variants.errors import RulesError
from variants.game import Game
from variants.position import Position, Seat

EVALUATION_SECONDS = 1.0
"""Seconds to evaluate one position: no longer than a move, which may have to wait for it."""
LONGER_SECONDS = 5.0
"""Seconds of a longer evaluation of one position, which counts as several."""
EVALUATION_QUEUE_TIMEOUT = 10.0
"""Seconds that a request may wait in the queue."""
EVALUATIONS_PER_SECOND = 0.5
"""Positions per second that one address may have evaluated in the long run: half the capacity of one process."""
EVALUATION_BURST = 6
"""Positions that one address may have evaluated at once."""
MOST_MOVE_PAIRS = 6000
"""Pairs of moves in a position that is evaluated: each is visited once, which takes two seconds on a slow machine."""

POSITION_SECONDS = 0.45
"""Seconds to evaluate one position of a review."""
TURNING_SECONDS = 1.35
"""Seconds to evaluate it again, if the game turned there."""
TURNING_RISK = 0.05
"""The risk of a move from which on its position is searched for longer, and, if one seat acts, the best move is
evaluated by the position after it, as the played one is."""
MOST_BETTER = 3
"""Moves of one position that are evaluated in this way."""
POSITION_RETRY_DELAY = 5.0
"""Seconds after which a failed evaluation is repeated once."""


class Evaluator:
    """Evaluates any position, at a limited rate, so that games in progress are not delayed.

    With `limited` false there is no rate limit.
    """

    def __init__(self, engines: EnginePool, random: Random, clock: Callable[[], float], limited: bool = True) -> None:
        self._engines = engines
        self._random = random
        self._buckets = TokenBuckets(EVALUATIONS_PER_SECOND if limited else 0, EVALUATION_BURST, clock, MOST_BUCKETS)

    def evaluate(self, variant: str, game: Game, asker: Asker, longer: bool = False) -> Mapping[str, Any]:
        """The evaluation of a game's current position; as `Reviews.page` returns it. Raises Refusal.

        A `longer` one takes five times as long, and as much of the rate.
        """
        check_narrow(game.position)
        seconds = LONGER_SECONDS if longer else EVALUATION_SECONDS
        if not self._buckets.take(asker.network, seconds / EVALUATION_SECONDS):
            raise Refusal("too_fast", "Too much at once. Wait a moment, then try again.")
        task = evaluation_task(variant, game, self._random, seconds=seconds, lines=True)
        try:
            evaluation = self._engines.ask(task, seconds, asker, False, EVALUATION_QUEUE_TIMEOUT)
        except Busy:
            raise Refusal("analysis_busy", "The computer has too much to think about. Try again in a minute.") from None
        except PoolError:
            raise Refusal("analysis_failed", "The computer could not evaluate this position.") from None
        return describe(game.position, evaluation, {})


def describe(position: Position, evaluation: Mapping[str, Any], played: Mapping[Seat, str]) -> dict[str, Any]:
    """An evaluation and the moves that were played in the position, as it is stored and sent."""
    return {
        "fen": position.fen(),
        "judgement": evaluation,
        "labels": {
            str(seat): {position.write(move): label for move, label in position.labels(seat).items()}
            for seat in position.to_act
        },
        "played": {str(seat): text for seat, text in played.items()},
        "costs": {str(seat): cost._asdict() for seat, cost in costs(cast(Evaluation, evaluation), played).items()},
    }


def check_narrow(position: Position) -> None:
    """Raise Refusal if two seats have too many pairs of moves to evaluate."""
    if position.hidden or len(position.seats) != 2:
        return  # Random playouts visit only the positions they reach.
    if prod(len(list(position.moves(seat))) for seat in position.to_act) > MOST_MOVE_PAIRS:
        raise Refusal(
            "too_wide", "There are more than {most} pairs of moves here: too many to evaluate.", most=MOST_MOVE_PAIRS
        )


class ReviewedGame(NamedTuple):
    """A game as a review needs it."""

    opening: Opening
    rules: type[Position]
    turns: list[Turn]
    total: int
    """The number of positions: before each turn, and the last one if play could have continued."""

    @property
    def versions(self) -> list[int]:
        """The versions of the rules and of the evaluation."""
        return [self.rules.rules_version, EVALUATION_VERSION]

    def lines(self) -> tuple[list[Game], RulesError | None]:
        """The game after each number of turns, and why there are no more where today's rules lead elsewhere.

        Replayed, so that each position knows what can never recur.
        """
        lines = [Game(self.rules.from_fen(self.opening.fen, self.opening.settings))]
        for turn in self.turns:
            gevent.sleep(0)
            try:
                lines.append(turn.replay(lines[-1]))
            except ReplayMismatch as error:
                return lines, error.refusal
        return lines, None


@dataclass
class ReviewEvaluator:
    """Evaluates the positions of one finished game, for the client that asked for its review."""

    engines: EnginePool
    random: Random
    rest: Callable[[float], None]
    """Waits for a number of seconds."""
    variant: str
    asker: Asker
    deeper: int
    """How many positions may still be searched again, for longer."""

    def evaluate(self, line: Game, played: Mapping[Seat, str], after: Sequence[float] | None) -> dict[str, Any]:
        """The evaluation of a game's current position, and of the turn that led from it to one with these scores.

        Raises PoolError, and Refusal where there are too many moves.
        """
        evaluation = self._search_turn(line, played, after, POSITION_SECONDS)
        if self.deeper > 0 and any(cost.risk >= TURNING_RISK for cost in costs(evaluation, played).values()):
            self.deeper -= 1
            evaluation = self._search_turn(line, played, after, TURNING_SECONDS)
        if after is not None:
            evaluation = self._compare_best(line, evaluation, set(played.values()))
        return describe(line.position, evaluation, played)

    def _search_turn(
        self, line: Game, played: Mapping[Seat, str], after: Sequence[float] | None, seconds: float
    ) -> Evaluation:
        evaluation = self._search(line, seconds)
        return evaluation if after is None else joined(evaluation, played, after)

    def _compare_best(self, line: Game, evaluation: Evaluation, searched: set[str]) -> Evaluation:
        """The evaluation, with the best move searched as deep as the played one if that gave much away."""
        if evaluation["kind"] != "turn" or not searched.issubset(evaluation["moves"]):
            return evaluation
        (seat,) = line.position.to_act
        for _ in range(MOST_BETTER):
            moves = evaluation["moves"]
            best = max(moves, key=moves.__getitem__)
            if best in searched or moves[best] - min(moves[move] for move in searched) < TURNING_RISK:
                break
            then = line.play({seat: line.position.read(best)})
            if then.ending() is not None or len(then.position.to_act) > 1:
                break
            searched.add(best)
            evaluation = joined(evaluation, {seat: best}, self._search(then, POSITION_SECONDS)["scores"])
        return evaluation

    def _search(self, line: Game, seconds: float) -> Evaluation:
        """The evaluation by an engine process; a failed search is repeated once."""
        check_narrow(line.position)
        task = evaluation_task(self.variant, line, self.random, seconds=seconds)
        try:
            evaluation = self.engines.ask(task, seconds, self.asker, urgent=False)
        except PoolError:
            self.rest(POSITION_RETRY_DELAY)
            evaluation = self.engines.ask(task, seconds, self.asker, urgent=False)
        return cast(Evaluation, evaluation)
