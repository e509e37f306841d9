"""Reviews of finished games: the value of each position and the cost of each move, searched while engines are free.

A game is reviewed from its end: the value of a turn is that of the position after it. Games are reviewed one at a time,
round-robin per client; a long game pauses for the next ones in the queue. Each position is one low-priority task of the
engine processes. Evaluations are stored, so an interrupted review resumes.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

import gevent

from server.engine.evaluation import ReviewedGame, ReviewEvaluator
from server.engine.fair_queue import FairQueue
from server.engine.pool import Busy, EnginePool, PoolError
from server.game import Refusal, TableState, without_chance
from server.runtime.limits import Asker
from server.runtime.logs import report
from server.runtime.lru import LRU
from server.store import Journal, JournalError
from server.store import reviews as review_store
from server.tables import Tables
from variants.errors import RulesError

log = logging.getLogger(__name__)

POSITIONS_IN_A_ROW = 60
"""Positions of one game that are evaluated before the next game in the queue."""
MOST_GAMES_WAITING = 20
"""Games that may wait for their review."""
MOST_REQUESTS = 5
"""Games of one person's requests that may wait."""
PART_THAT_TURNED = 1 / 3
"""The largest part of a game's positions that is searched for longer: 20 turns with both seats acting take at most
18 s."""
MOST_REVIEW_TURNS = 1000
"""Turns of a game that is reviewed: a longer one would delay the others for too long."""
MOST_POSITIONS_SENT = 100
"""Positions in one answer."""
MOST_LETTERS_SENT = 100_000
"""Letters in one answer, whose decoding and encoding hold the event loop."""
MOST_FAULTS = 200
"""Games whose failure is remembered."""

BROKEN_OFF = frozenset(
    {"resigned", "agreement", "too_long", "time", "time_all", "time_material", "abandoned", "abandoned_draw"}
)
"""Reasons of games whose play could have continued from the last position."""


class Progress(NamedTuple):
    """How far a review is: `none`, `waiting`, `working`, `done` or `failed`; positions done and in all; its fault."""

    state: str
    done: int
    total: int
    fault: RulesError | None = None


class Reviews:
    """Reviews games. Closed by `close`, before the journal is. `rest` waits for a number of seconds."""

    def __init__(
        self,
        tables: Tables,
        journal: Journal,
        engines: EnginePool,
        random: Random,
        clock: Callable[[], float],
        rest: Callable[[float], None] = gevent.sleep,
    ) -> None:
        self._tables = tables
        self._journal = journal
        self._clock = clock
        self._evaluator = partial(ReviewEvaluator, engines, random, rest)
        self._waiting: FairQueue[str] = FairQueue(MOST_GAMES_WAITING)
        self._now: str | None = None
        self._faults: LRU[str, RulesError] = LRU(MOST_FAULTS)
        self._worker: gevent.Greenlet[[], None] | None = None

    def close(self) -> None:
        """Stop at once; the stored evaluations remain."""
        if self._worker is not None:
            self._worker.kill()

    def ask(self, table_id: str, asker: Asker) -> Progress:
        """Begin or resume a review for this client. Raises Refusal, JournalError.

        If too many wait, the newest request of the client with most of them is refused.
        """
        game = self._game(table_id)
        _check_worth_it(game)
        progress = self._progress(game)
        if progress.state in ("done", "waiting", "working"):
            return progress
        if sum(_requester(other) == _requester(asker) for other in self._waiting.askers) >= MOST_REQUESTS:
            raise Refusal(
                "reviews_many",
                "You are waiting for {most} reviews. Ask again when one of them is ready.",
                most=MOST_REQUESTS,
            )
        self._waiting.add(table_id, asker)
        left_out = self._waiting.drop_overflow()
        if left_out is not None:
            full = Refusal("reviews_full", "Many games are waiting for their review. Ask again in a few minutes.")
            if left_out == table_id:
                raise full
            self._fail(left_out, full)
        if self._worker is None or self._worker.dead:
            self._worker = gevent.spawn(self._work)
        return self._progress(game)

    def progress(self, table_id: str) -> Progress:
        """The progress of a review. Raises Refusal for a game that is not over, JournalError."""
        return self._progress(self._game(table_id))

    def page(self, table_id: str, before: int) -> dict[int, dict[str, Any]]:
        """The evaluations of positions before turn number `before`, the last first, as many as fit into one answer.

        Each is `{fen, judgement, labels, played, costs}`, the last three by seat. Raises Refusal, JournalError.
        """
        game = self._game(table_id)
        return review_store.load(self._journal, table_id, game.versions, before, MOST_POSITIONS_SENT, MOST_LETTERS_SENT)

    def _game(self, table_id: str) -> ReviewedGame:
        with self._tables.reading(table_id) as table:
            _check_over(table)
            broken_off = table.ending is not None and table.ending.reason in BROKEN_OFF
            return ReviewedGame(table.opening, table.rules, list(table.turns), table.number + broken_off)

    def _progress(self, game: ReviewedGame) -> Progress:
        table_id = game.opening.id
        done = len(review_store.numbers(self._journal, table_id, game.versions))
        fault = self._faults.get(table_id)
        if done >= game.total:
            state = "done"
        elif table_id == self._now:
            state = "working"
        elif table_id in self._waiting:
            state = "waiting"
        else:
            state = "none" if fault is None else "failed"
        return Progress(state, done, game.total, fault if state == "failed" else None)

    def _work(self) -> None:
        while self._waiting:
            self._now, asker = self._waiting.take()
            try:
                if not self._review(self._game(self._now), asker):
                    self._waiting.add(self._now, asker)
            except (RulesError, PoolError, JournalError) as error:
                self._fail(self._now, error)
            except Exception as error:  # Whatever the rules of one variant raise, the next game may be another's.
                report(log, "a review broke off", error, table=self._now)
                self._fail(self._now, error)
            finally:
                self._now = None

    def _fail(self, table_id: str, error: Exception) -> None:
        match error:
            case RulesError():
                fault = error.with_traceback(None)
            case Busy():
                fault = Refusal("review_busy", "The computer has too much to think about. Ask again later.")
            case PoolError():
                fault = Refusal("review_failed", "The computer could not evaluate a position. Ask again to go on.")
            case JournalError():
                fault = Refusal("review_not_kept", "The review could not be saved. Ask again to go on.")
            case _:
                fault = Refusal("review_broke", "The review stopped early. It is our fault, and it has been logged.")
        self._faults[table_id] = fault

    def _review(self, game: ReviewedGame, asker: Asker) -> bool:
        """Evaluate the positions that have no evaluation; False if the next game is due before all are done."""
        table_id = game.opening.id
        known = review_store.numbers(self._journal, table_id, game.versions)
        lines, departed = game.lines()
        last = min(game.total, len(lines))
        evaluated, deeper = 0, round((last - len(known)) * PART_THAT_TURNED)
        evaluator = self._evaluator(game.opening.variant, asker, deeper)
        for number in reversed(range(last)):
            if number in known:
                continue
            if evaluated >= POSITIONS_IN_A_ROW and self._waiting:
                return False
            evaluated += 1
            after = self._scores(game, number + 1) if number + 1 < last else None
            played = game.turns[number].actions if number < len(game.turns) else {}
            body = evaluator.evaluate(lines[number], played, after)
            review_store.save(self._journal, table_id, number, game.versions, body, self._clock())
        if departed is not None:
            raise departed
        return True

    def _scores(self, game: ReviewedGame, number: int) -> Sequence[float]:
        """The scores of an evaluated position."""
        evaluations = review_store.load(self._journal, game.opening.id, game.versions, number + 1, 1, MOST_LETTERS_SENT)
        scores: Sequence[float] = evaluations[number]["judgement"]["scores"]
        return scores


def _requester(asker: Asker) -> str:
    """The person, or the address of a stranger."""
    return asker.person or asker.network


def _check_over(table: TableState) -> None:
    if table.status == "stopped":
        raise Refusal("review_stopped", "This game was stopped because the rules have changed. It has no review.")
    if table.status != "finished":
        raise Refusal("review_early", "A game is reviewed when it is over.")


def _check_worth_it(game: ReviewedGame) -> None:
    if not list(without_chance((turn.actions for turn in game.turns), game.rules.chance)):
        raise Refusal("review_empty", "Nobody moved in this game: there is nothing to review.")
    if len(game.turns) > MOST_REVIEW_TURNS:
        raise Refusal("review_long", "Games of at most {most} turns are reviewed.", most=MOST_REVIEW_TURNS)
