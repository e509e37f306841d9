"""The computer player: it knows what its seat may know, asks an engine process, and acts like any player.

If several seats act at once the computer seals first, which `Act` enforces. It acts within the time of its search and
`MOVE_TIME_MARGIN`, whatever the engine does.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import NamedTuple

import gevent

from server.bots.strengths import STRENGTHS
from server.engine.pool import EnginePool
from server.engine.protocol import Task, move_task
from server.game import Act, Action, Claim, Decline, Offer, Refusal, TableState, artificial, computer_id, strength_of
from server.runtime.limits import Asker
from server.runtime.logs import report, with_request_id
from server.runtime.lru import LRU
from server.runtime.sources import Sources
from server.store import JournalError
from server.tables import Events, TableChanged, TableLoaded, TableOpened, Tables
from variants.errors import RulesError
from variants.position import Seat

log = logging.getLogger(__name__)

HURRIED = "computer_hurried"
"""The phrase, said once a game, for a move that was played without a search."""

MOVE_TIME_MARGIN = 7.0
"""Seconds that a move may take beyond the time of its search."""

MOVE_QUEUE_TIMEOUT = 6.0
"""Seconds of the margin that a task may wait in the queue: as long as a longer evaluation keeps the only process."""

CLOCK_SHARE = 0.5
"""With a clock, at most this part of the remaining time is waited."""

RETRY_DELAY = 10.0
"""Seconds after which the computer tries again to act at a table."""

CLOCK_DIVISOR = 20
"""With a clock, a move takes at most the remaining time divided by this."""

EARLIEST_DRAW = 10
"""Turns before which the computer agrees to no draw."""

OTHERS_TIMEOUT = 3.0
"""Seconds after which a process acts for the computer if the one that made the last change has not."""

MOST_VALUES = 1000
"""Seats whose last value is remembered."""


def opponent(engines: EnginePool, strength: int) -> str:
    """The public id of the computer at this strength. Raises Refusal if there are no engine processes."""
    if not engines.runs:
        raise Refusal("no_computer", "The computer does not play here.")
    return computer_id(strength)


class Due(NamedTuple):
    """Something that the computer has to do at a table: a move, or the answer to an offer, of a seat in a position."""

    what: str
    table: str
    seat: Seat
    number: int
    takebacks: int


class ComputerPlayer:
    """All seats that the computer holds.

    `say` sends a preset phrase once per table (table, person, seat, phrase); `asker` maps a person to the client to
    charge for a search; `sources.random` draws determinizations, and the move where the search failed.
    `alone`: no other process acts for the computer at the same tables.
    """

    def __init__(
        self,
        tables: Tables,
        events: Events,
        clock: Callable[[], float],
        engines: EnginePool,
        sources: Sources,
        say: Callable[[TableState, str, Seat, str], None],
        asker: Callable[[str], Asker],
        alone: bool = True,
    ) -> None:
        self._tables = tables
        self._clock = clock
        self._engines = engines
        self._random, self._later, self._message = sources.random, sources.later, partial(sources.token, "message")
        self._say = say
        self._asker = asker
        self._alone = alone
        self._watched: set[str] = set()
        """Tables at which another process should act for the computer."""
        self.at_work: dict[Due, gevent.Greenlet[[Due], None]] = {}
        """What is in progress."""
        self._values: LRU[tuple[str, Seat], float] = LRU(MOST_VALUES)
        """The value that each seat's last search found, from -1 to 1."""
        events.subscribe(TableChanged, lambda event: self._changed(event.state, event.local))
        events.subscribe(TableLoaded, lambda event: self._changed(event.state, local=False))
        events.subscribe(TableOpened, self._opened)

    def attend(self, table: TableState) -> None:
        """Start everything that the computer has to do at a table. Returns at once."""
        for due in _due(table):
            if due not in self.at_work:
                self.at_work[due] = gevent.spawn(with_request_id(self._work), due)

    def _changed(self, table: TableState, local: bool) -> None:
        """Attend if this process made the change; if another one did, after some seconds."""
        if local or self._alone:
            self.attend(table)
        elif table.id not in self._watched and any(_due(table)):
            self._watched.add(table.id)
            self._later(OTHERS_TIMEOUT, partial(self._stand_in, table.id))

    def _stand_in(self, table_id: str) -> None:
        self._watched.discard(table_id)
        self._return_to(table_id)

    def _opened(self, event: TableOpened) -> None:
        """Load a new table of the computer, which may have to move first."""
        if artificial(entry.person for entry in event.new.entries if entry.kind == "sit"):
            gevent.spawn(with_request_id(self._return_to), event.new.opening.id)

    def _work(self, due: Due) -> None:
        try:
            (self._move if due.what == "move" else self._answer)(due)
        except Exception as error:  # Whatever a variant or the journal does wrong, the computer tries again later.
            report(log, "the computer could not act", error, table=due.table)
            self._later(RETRY_DELAY, partial(self._return_to, due.table))
        finally:
            del self.at_work[due]

    def _return_to(self, table_id: str) -> None:
        if self._engines.closed:
            return
        try:
            with self._tables.reading(table_id) as table:
                self.attend(table)
        except Exception as error:  # The journal may still fail.
            report(log, "the computer could not come back", error, table=table_id)
            self._later(RETRY_DELAY, partial(self._return_to, table_id))

    def _move(self, due: Due) -> None:
        with self._tables.reading(due.table) as table:
            if due not in _due(table):
                return
            person, moves = table.chairs[due.seat] or "", table.moves(due.seat)
            task = self._task(table, due.seat)
            people = set(table.chairs) - artificial(table.chairs)
            asker = self._asker(min(person for person in people if person is not None))
            safe = [text for text, offer in moves.items() if not offer.row.get("risky")]
            patience = MOVE_QUEUE_TIMEOUT
            if table.control.kind == "game":
                patience = min(patience, table.clocks.left(due.seat, self._clock()) * CLOCK_SHARE)
        found = self._search(task, due, asker, patience)
        if self._engines.closed:
            return
        text = found if found is not None and found in moves else self._random.choice(safe or list(moves))
        with self._tables.reading(due.table) as table:
            claims = table.game.claimable() is not None and self._values.get((due.table, due.seat), 0.0) < 0
        if claims:
            self._send(due, person, Claim(seat=due.seat, id=self._message()))
            return
        act = Act(seat=due.seat, id=self._message(), number=due.number, move=text, takebacks=due.takebacks)
        sent = self._send(due, person, act)
        if sent and text != found:
            # The rate limit: the phrase is left out.
            with suppress(Refusal), self._tables.reading(due.table) as table:
                self._say(table, person, due.seat, HURRIED)

    def _search(self, task: Task, due: Due, asker: Asker, patience: float) -> str | None:
        """The move of the search; None if it failed or no process was free within the patience, in seconds."""
        try:
            with gevent.Timeout(task["seconds"] + MOVE_TIME_MARGIN, TimeoutError("no process answered in time")):
                answer = self._engines.ask(task, task["seconds"], asker, True, patience)
            move, value = str(answer["move"]), float(answer["value"])
        except Exception as error:  # The computer says so at the table, and plays another move.
            report(log, "no engine answered; the computer plays a move at random", error, table=due.table)
            return None
        self._values[due.table, due.seat] = value
        return move

    def _task(self, table: TableState, seat: Seat) -> Task:
        strength = strength_of(table.chairs[seat])
        assert strength is not None
        seconds = STRENGTHS[strength].seconds
        if table.control.kind == "game":
            seconds = min(seconds, table.clocks.left(seat, self._clock()) / CLOCK_DIVISOR)
        return move_task(table.opening.variant, table.game, seat, self._random, strength=strength, seconds=seconds)

    def _answer(self, due: Due) -> None:
        """Agree to a draw after the opening, unless it expects to win, or the other one would lose by repeating."""
        with self._tables.reading(due.table) as table:
            person = table.chairs[due.seat] or ""
            value = self._values.get((due.table, due.seat))
            wins = any(loser != due.seat for _, loser in table.game.nearly_lost())
        agrees = value is not None and value <= 0 and due.number >= EARLIEST_DRAW and not wins
        answer = Offer if agrees else Decline
        self._send(due, person, answer(seat=due.seat, id=self._message()))

    def _send(self, due: Due, person: str, action: Action) -> bool:
        try:
            self._tables.act(due.table, person, action)
        except RulesError as refusal:
            if refusal.code in ("not_kept", "not_known"):
                raise JournalError(str(refusal)) from refusal
            # The game has changed, and that change has already called `attend`.
            log.info("the computer came too late", extra={"table": due.table, "refusal": refusal.code})
            return False
        return True


def _due(table: TableState) -> Iterator[Due]:
    """What the computer has to do at a table now."""
    for seat, person in enumerate(table.chairs):
        if strength_of(person) is None or table.status != "running":
            continue
        if seat in table.waited_for():
            yield Due("move", table.id, seat, table.number, table.takebacks)
        if table.offers - {seat} and seat not in table.offers:
            yield Due("answer", table.id, seat, table.number, table.takebacks)
