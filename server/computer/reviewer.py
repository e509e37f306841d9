"""Reviews games that are over: what each position was worth and what each move cost, thought of when nobody plays.

One game at a time, by turns of those who asked; a long one lets those in between that came after it. A position is one
task for the processes that think, which take the moves of those who play before it. What was thought is kept, so that a
review that broke off goes on where it stopped.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

import gevent

from server.archive.walk import Walk
from server.bots.judge import VERSION
from server.computer import tasks
from server.computer.analyst import Thinkers, described, must_be_narrow
from server.computer.fairness import Queue
from server.computer.pool import Busy, PoolError
from server.computer.tasks import Task
from server.journal import reviews as review_store
from server.journal.sqlite import JournalError
from server.logs import report
from server.tables.limits import Asker
from server.tables.lobby import Lobby
from server.tables.refusal import Refusal
from server.tables.rights import by_people
from server.tables.table import Table
from server.tables.turn import Turn
from variants.errors import RulesError
from variants.position import Position, Seat

log = logging.getLogger(__name__)

SECONDS = 1.0
"""What is thought about one position."""
REST = 5.0
"""Seconds after which a position that nobody could judge is tried once more."""
SLICE = 60
"""Positions of one game after which it goes behind the others that wait."""
MOST_WAITING = 20
"""Games that wait until others are reviewed."""
MOST_WISHES = 5
"""So many of them at the wish of one person."""
MOST_TURNS = 1000
"""Turns of a game that is reviewed: a longer one would keep the others waiting for too long."""
MOST_TOLD = 100
"""Positions told at once."""
LONGEST_TOLD = 100_000
"""Letters of what was thought of them: while it is read and written, nobody else is served."""
REMEMBERED = 200
"""Games of which is remembered why they could not be reviewed."""

BROKEN_OFF = frozenset(
    {"resigned", "agreement", "too_long", "time", "time_all", "time_material", "abandoned", "abandoned_draw"}
)
"""Ends after which the last position could have been played on."""


class Progress(NamedTuple):
    """How far a review is: `none`, `waiting`, `working`, `done` or `failed`; positions judged, of how many; why not."""

    state: str
    done: int
    total: int
    fault: RulesError | None = None


class _Game(NamedTuple):
    """What a review needs to know of a game."""

    table: str
    variant: str
    rules: type[Position]
    settings: Mapping[str, Any]
    fen: str
    rules_version: int
    turns: list[Turn]
    total: int
    """One position before each turn, and the last one where it could have been played on."""

    @property
    def versions(self) -> list[int]:
        """Of the rules and of the judge."""
        return [self.rules.rules_version, VERSION]


class Reviewer:
    """The reviews of a lobby's games. Closed by `close`, before the journal is.

    `nodes` bounds what is thought about a position in place of the time; `rest` waits for so many seconds.
    """

    def __init__(
        self,
        lobby: Lobby,
        thinkers: Thinkers,
        random: Random,
        nodes: int | None = None,
        rest: Callable[[float], None] = gevent.sleep,
    ) -> None:
        self._lobby = lobby
        self._thinkers = thinkers
        self._random = random
        self._nodes = nodes
        self._rest = rest
        self._waiting: Queue[str] = Queue(MOST_WAITING)
        self._now: str | None = None
        self._faults: OrderedDict[str, RulesError] = OrderedDict()
        self._worker: gevent.Greenlet[[], None] | None = None

    def close(self) -> None:
        """Stop in the middle of it: what was thought is kept."""
        if self._worker is not None:
            self._worker.kill()

    def ask(self, table_id: str, asker: Asker) -> Progress:
        """Begin a review, or go on with it; `asker` is whose wish it is. Raises Refusal, JournalError.

        Where too many wait, the last wish of those who have most is refused.
        """
        game = self._game(table_id)
        _must_be_worth_it(game)
        progress = self._progress(game)
        if progress.state in ("done", "waiting", "working"):
            return progress
        if sum(_one(other) == _one(asker) for other in self._waiting.askers) >= MOST_WISHES:
            raise Refusal(
                "reviews_many",
                "You are waiting for {most} reviews. Ask again when one of them is ready.",
                most=MOST_WISHES,
            )
        self._waiting.add(table_id, asker)
        left_out = self._waiting.one_too_many()
        if left_out is not None:
            full = Refusal("reviews_full", "Many games are waiting for their review. Ask again in a few minutes.")
            if left_out == table_id:
                raise full
            self._fail(left_out, full)
        if self._worker is None or self._worker.dead:
            self._worker = gevent.spawn(self._work)
        return self._progress(game)

    def progress(self, table_id: str) -> Progress:
        """How far it is, also where none may be asked for. Raises Refusal for a game that is not over, JournalError."""
        return self._progress(self._game(table_id))

    def told(self, table_id: str, since: int) -> dict[int, dict[str, Any]]:
        """What was thought of the positions after `since` turns and later, as many as are told at once.

        Each is `{fen, judgement, labels, played, costs}`, the last three by seat. Raises Refusal, JournalError.
        """
        game = self._game(table_id)
        return review_store.load(self._lobby.journal, table_id, game.versions, since, MOST_TOLD, LONGEST_TOLD)

    def _game(self, table_id: str) -> _Game:
        with self._lobby.looking(table_id) as table:
            _must_be_over(table)
            opening, reason = table.opening, table.ending.reason if table.ending is not None else ""
            return _Game(
                table_id,
                opening.variant,
                table.rules,
                opening.settings,
                opening.fen,
                opening.rules_version,
                list(table.turns),
                table.number + (reason in BROKEN_OFF),
            )

    def _progress(self, game: _Game) -> Progress:
        done = len(review_store.numbers(self._lobby.journal, game.table, game.versions))
        fault = self._faults.get(game.table)
        if done >= game.total:
            state = "done"
        elif game.table == self._now:
            state = "working"
        elif game.table in self._waiting:
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
        if len(self._faults) > REMEMBERED:
            self._faults.popitem(last=False)

    def _review(self, game: _Game, asker: Asker) -> bool:
        """Judge what has not been judged; whether that was all of it."""
        journal = self._lobby.journal
        # Played again, and not read from what was kept: so positions know what cannot come again.
        walk = Walk(game.rules, game.fen, game.settings, game.rules_version)
        known = review_store.numbers(journal, game.table, game.versions)
        judged = 0
        for number in range(game.total):
            turn = game.turns[number] if number < len(game.turns) else None
            if number not in known:
                if judged >= SLICE and self._waiting:
                    return False
                judged += 1
                body = self._judged(game, walk, {} if turn is None else turn.actions, asker)
                review_store.keep(journal, game.table, number, game.versions, body, self._lobby.clock())
            if turn is not None:
                gevent.sleep(0)
                walk.play(turn.actions, turn.fen, version=turn.version)
        return True

    def _judged(self, game: _Game, walk: Walk, played: Mapping[Seat, str], asker: Asker) -> dict[str, Any]:
        must_be_narrow(walk.position)
        task = tasks.judge(game.variant, walk.game, self._random, seconds=SECONDS, nodes=self._nodes)
        return described(walk.position, self._thought(task, asker), played)

    def _thought(self, task: Task, asker: Asker) -> Mapping[str, Any]:
        try:
            return self._thinkers.ask(task, SECONDS, asker, urgent=False)
        except PoolError:
            self._rest(REST)
            return self._thinkers.ask(task, SECONDS, asker, urgent=False)


def _one(asker: Asker) -> str:
    """The same person at every address; of strangers, their address."""
    return asker.person or asker.network


def _must_be_over(table: Table) -> None:
    if table.status == "stopped":
        raise Refusal("review_stopped", "This game was stopped because the rules have changed. It has no review.")
    if table.status != "finished":
        raise Refusal("review_early", "A game is reviewed when it is over.")


def _must_be_worth_it(game: _Game) -> None:
    if not list(by_people((turn.actions for turn in game.turns), game.rules.chance)):
        raise Refusal("review_empty", "Nobody moved in this game: there is nothing to review.")
    if len(game.turns) > MOST_TURNS:
        raise Refusal("review_long", "Games of at most {most} turns are reviewed.", most=MOST_TURNS)
