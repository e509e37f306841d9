"""The computer at its seats: it is handed what a seat may know, thinks in other processes, and acts like anybody.

Where several act at once it seals first (`Act` holds people to that). Whatever becomes of its thoughts it has
acted some seconds later, so that nobody's game waits for more.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple, Protocol
from uuid import uuid4

import gevent

from server.bots.strengths import STRENGTHS
from server.computer import tasks
from server.computer.tasks import Task
from server.journal.sqlite import JournalError
from server.logs import report
from server.tables.action import Action
from server.tables.actions import Act, Claim, Decline, Offer
from server.tables.limits import Asker
from server.tables.lobby import Lobby
from server.tables.machines import machines, strength_of
from server.tables.refusal import Refusal
from server.tables.table import Table
from variants.position import Seat

log = logging.getLogger(__name__)

HURRIED = "computer_hurried"
"""The phrase that tells the others, once a game, that a move was not thought about."""

PATIENCE = 4.0
"""Seconds that its players wait for a thought beyond those the thought itself may take."""

QUEUED = 3.0
"""So many of them at most until somebody begins to think: what begins later would be ready too late."""

RETRY = 10.0
"""Seconds after which the computer comes back to a table where it could not act."""

SHARE = 20
"""With a clock, a move takes at most such a part of what is left."""

SETTLED = 10
"""Turns before which the computer agrees to no draw."""

REMEMBERED = 1000
"""Seats whose last opinion is kept."""


class Thinkers(Protocol):
    """Who thinks: a task and its seconds in, what was found out. May raise anything, and is given up if it waits."""

    @property
    def closed(self) -> bool:
        """Whether the house is being left: then nothing more is thought, and nothing done in haste."""

    def ask(self, task: Task, seconds: float, asker: Asker, urgent: bool, patience: float | None) -> Mapping[str, Any]:
        """What was found: see `Pool`."""


class Due(NamedTuple):
    """What the computer owes a table: at which seat, of which position, a move or the answer to an offer."""

    what: str
    table: str
    seat: Seat
    number: int
    takebacks: int


class Player:
    """All seats that the computer holds.

    `say` lets somebody say a phrase at a table, once (table, person, seat, phrase); `asker` tells where somebody is who
    plays it; `random` guesses what a seat cannot see and draws what it plays where nothing was thought.
    """

    def __init__(
        self,
        lobby: Lobby,
        thinkers: Thinkers,
        random: Random,
        say: Callable[[str, str, Seat, str], None],
        asker: Callable[[str], Asker],
    ) -> None:
        self._lobby = lobby
        self._thinkers = thinkers
        self._random = random
        self._say = say
        self._asker = asker
        self.at_work: dict[Due, gevent.Greenlet[[Due], None]] = {}
        """What it is just doing."""
        self._opinions: OrderedDict[tuple[str, Seat], float] = OrderedDict()
        """What each seat thought of its game when it last moved, from -1 to 1."""
        lobby.listeners.append(lambda table, _since, _brief: self.attend(table))
        lobby.readers.append(self.attend)

    def attend(self, table: Table) -> None:
        """Begin to do what is the computer's to do at a table. This waits for nothing."""
        for seat, person in enumerate(table.chairs):
            if strength_of(person) is None or table.status != "running":
                continue
            if seat in table.waited_for():
                self._begin(Due("move", table.id, seat, table.number, table.takebacks))
            if table.offers - {seat} and seat not in table.offers:
                self._begin(Due("answer", table.id, seat, table.number, table.takebacks))

    def _begin(self, due: Due) -> None:
        if due not in self.at_work:
            self.at_work[due] = gevent.spawn(self._work, due)

    def _work(self, due: Due) -> None:
        try:
            (self._move if due.what == "move" else self._answer)(due)
        except Exception as error:  # Whatever a variant or the journal does wrong, the computer comes back to it.
            report(log, "the computer could not act", error, table=due.table)
            gevent.spawn_later(RETRY, self._return_to, due.table)
        finally:
            del self.at_work[due]

    def _return_to(self, table_id: str) -> None:
        try:
            with self._lobby.looking(table_id) as table:
                self.attend(table)
        except Exception as error:  # The journal may still be out of reach.
            report(log, "the computer could not come back", error, table=table_id)
            gevent.spawn_later(RETRY, self._return_to, table_id)

    def _move(self, due: Due) -> None:
        with self._lobby.looking(due.table) as table:
            if not _stands(table, due):
                return
            person, moves = table.chairs[due.seat] or "", table.moves(due.seat)
            task = self._task(table, due.seat)
            people = set(table.chairs) - machines(table.chairs)
            asker = self._asker(min(person for person in people if person is not None))
            safe = [text for text, offer in moves.items() if not offer.row.get("risky")]
        thought = self._think(task, due, asker)
        if self._thinkers.closed:
            return
        text = thought if thought is not None and thought in moves else self._random.choice(safe or list(moves))
        with self._lobby.looking(due.table) as table:
            claims = table.game.claimable() is not None and self._opinions.get((due.table, due.seat), 0.0) < 0
        if claims:
            self._send(due, person, Claim(seat=due.seat, id=uuid4().hex))
            return
        act = Act(seat=due.seat, id=uuid4().hex, number=due.number, move=text, takebacks=due.takebacks)
        sent = self._send(due, person, act)
        if sent and text != thought:
            with suppress(Refusal):  # Who has said it too often lately, or all that there is room for, has said it.
                self._say(due.table, person, due.seat, HURRIED)

    def _think(self, task: Task, due: Due, asker: Asker) -> str | None:
        """The move that was found; None where thinking failed, or nobody was free to think."""
        try:
            with gevent.Timeout(task["seconds"] + PATIENCE, TimeoutError("nobody found the time")):
                found = self._thinkers.ask(task, task["seconds"], asker, True, QUEUED)
            move, value = str(found["move"]), float(found["value"])
        except Exception as error:  # Players are told, and the game goes on.
            report(log, "the computer moves without a thought", error, table=due.table)
            return None
        self._opinions[due.table, due.seat] = value
        self._opinions.move_to_end((due.table, due.seat))
        if len(self._opinions) > REMEMBERED:
            self._opinions.popitem(last=False)
        return move

    def _task(self, table: Table, seat: Seat) -> Task:
        strength = strength_of(table.chairs[seat])
        assert strength is not None
        seconds = STRENGTHS[strength].seconds
        if table.control.kind == "game":
            seconds = min(seconds, table.clocks.left(seat, self._lobby.clock()) / SHARE)
        return tasks.move(table.opening.variant, table.game, seat, self._random, strength=strength, seconds=seconds)

    def _answer(self, due: Due) -> None:
        """Agree to a draw in a game that has begun in earnest and that the computer does not think it will win."""
        with self._lobby.looking(due.table) as table:
            person = table.chairs[due.seat] or ""
            opinion = self._opinions.get((due.table, due.seat))
        agrees = opinion is not None and opinion <= 0 and due.number >= SETTLED
        answer = Offer if agrees else Decline
        self._send(due, person, answer(seat=due.seat, id=uuid4().hex))

    def _send(self, due: Due, person: str, action: Action) -> bool:
        answer = self._lobby.send(due.table, person, action)
        if answer["ok"]:
            return True
        if answer["refusal"].code in ("not_kept", "not_known"):
            raise JournalError(str(answer["refusal"]))
        # The game went on otherwise meanwhile: who changed it has called the computer anew.
        log.info("the computer came too late", extra={"table": due.table, "refusal": answer["refusal"].code})
        return False


def _stands(table: Table, due: Due) -> bool:
    """Whether the game is still where something was owed."""
    place = (table.number, table.takebacks)
    return place == (due.number, due.takebacks) and due.seat in table.waited_for()
