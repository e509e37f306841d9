"""Live games over Socket.IO: which connection watches which table, and the views sent after each action."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, Request, request
from flask_socketio import SocketIO
from pydantic import BaseModel, ValidationError

from server.game import ACTIONS, Refusal, TableState, shared_eyes, unsaved, viewer_of
from server.house import House
from server.runtime import metrics
from server.runtime.logs import report
from server.runtime.loop import doing, yield_to_loop
from server.store import JournalError
from server.tables import OnlookersChanged, SeatChanged, TableChanged, guarded
from server.web.identity import visitor
from server.web.language import wanted
from server.wire.messages import Leave, Watch, at_table
from server.wire.sockets import UNKNOWN, EventPacket, guard, is_our_own, quiet
from server.wire.timed import timed
from server.wire.watchers import Watchers, Watching
from variants.errors import RulesError
from variants.position import Seat, Viewer

log = logging.getLogger(__name__)

LONGEST_MESSAGE = 16_384
"""Bytes of a message from a browser; the site's own pages send far less."""

MOST_TOO_FAST = 100
"""A connection is closed when so many more messages were refused as too fast than were accepted."""

MOST_WATCHED = 16
"""Tables one connection may watch at a time."""

Answer = dict[str, Any]
Sent = TypeVar("Sent", bound=BaseModel)


class Live:
    """The connections of one process."""

    def __init__(self, app: Flask, house: House) -> None:
        self.house = house
        self.socketio = SocketIO(
            app,
            async_mode="gevent",
            # The messages of one client are handled one after the other, in the order they came.
            async_handlers=False,
            max_http_buffer_size=LONGEST_MESSAGE,
            manage_session=False,
            cors_allowed_origins=is_our_own,
            serializer=EventPacket,
            logger=quiet,
            engineio_logger=quiet,
        )
        self._server: Any = self.socketio.server  # The python-socketio server.
        guard(self._server, house.limits, self._speak_before)
        self._addresses: dict[str, str | None] = {}
        self._people: dict[str, str | None] = {}
        self._languages: dict[str, str] = {}
        self._onlookers: dict[str, Counter[str]] = {}
        """By table that somebody watches, how many connections each onlooker has there."""
        self._home_pages: set[str] = set()
        """The connections that watch the lists of the lobby."""
        self._too_fast: Counter[str] = Counter()
        """How many messages of a connection were refused as too fast, less those that were accepted."""
        self.watchers = Watchers()
        self.departures: list[Callable[[str], None]] = []
        """Each is called with the id of a connection that has ended."""
        self.more_on_watch: list[Callable[[str, TableState, Seat | None, str], Callable[[], Answer]]] = []
        """Each may wait for the disk; what it answers is called when nothing waits any more, and goes with the view."""
        self.socketio.on_event("connect", self._connect)
        self.socketio.on_event("disconnect", self._disconnect)
        # Not by Flask-SocketIO: its request context costs half of each event, and the person is known.
        self.listen("watch", Watch, self._watch)
        self.listen("leave", Leave, self._leave)
        for action in ACTIONS:
            self.listen(action.name(), at_table(action), self._act)
        self._server.on("*", self._unknown)
        house.events.subscribe(TableChanged, self.broadcast)
        house.events.subscribe(SeatChanged, self._seat_changed)
        house.events.subscribe(OnlookersChanged, self._tell_onlookers)

    def broadcast(self, event: TableChanged, only: Seat | None = None) -> None:
        """Send every viewer of a table, or one seat's alone, what has changed there."""
        table, since, brief, _ = event
        began = time.perf_counter()
        shown: dict[Viewer, Answer] = {}
        spoken: dict[tuple[Viewer, Seat | None, str], Answer] = {}
        facts, variant = self.house.table_services.facts.of(table), table.opening.variant
        # Copies, because engine.io may find out while we send that another connection has ended.
        for (seat, language), sids in tuple(self.watchers.rooms(table.id).items()):
            if only not in (None, seat):
                continue
            try:
                eyes = shared_eyes(table, viewer_of(seat))
                if eyes not in shown:
                    shown[eyes] = guarded.view_of_all(table, eyes, facts, since, brief)
                # What a turn came to is told to the player of a seat as “you”.
                told = eyes, seat if "turns" in shown[eyes] else None, language
                if told not in spoken:
                    spoken[told] = self.house.speak({**shown[eyes], "viewer": seat}, variant, language)
                own = guarded.view_of_one(table, viewer_of(seat), facts, brief)
                said = spoken[told] | self.house.speak(own, variant, language, table.position.seats)
            except Exception as error:  # A view that fails must not keep the others from theirs.
                report(log, "a view failed", error, table=table.id)
                continue
            self.emit("view", said, *sids)
        if only is None:
            metrics.TOLD.observe(time.perf_counter() - began)

    def looks_at_lists(self, sid: str) -> None:
        """Note that a connection is a home page: it watches games because the page shows them, and is no onlooker."""
        for table in self.watchers.tables(sid):
            self._count_onlooker(sid, table, self.watchers.watching(sid, table), -1)
        self._home_pages.add(sid)

    def _count_onlooker(self, sid: str, table: str, watching: Watching, times: int) -> None:
        """Count a connection that watches a table, or count it off.

        Whoever sits at the table is no onlooker, nor is a home page; a person with several tabs is one.
        """
        onlookers = self._onlookers.setdefault(table, Counter())
        if watching.present is None and sid not in self._home_pages:
            onlooker = self.person(sid) or sid
            onlookers[onlooker] += times
            if not onlookers[onlooker]:
                del onlookers[onlooker]
        if self.watchers.rooms(table):
            self.house.attendance.count_onlookers(table, len(onlookers))
        else:
            del self._onlookers[table]
            self.house.attendance.count_onlookers(table, None)

    def _seat_changed(self, event: SeatChanged) -> None:
        self.broadcast(TableChanged(event.state, event.state.number, brief=True, local=True), event.seat)

    def _tell_onlookers(self, event: OnlookersChanged) -> None:
        watching = [sid for sids in tuple(self.watchers.rooms(event.table_id).values()) for sid in sids]
        if watching:
            self.emit("onlookers", {"table": event.table_id, "count": event.number}, *watching)

    def load(self) -> tuple[int, int]:
        """Open connections, and messages that wait for browsers that do not read."""
        return len(self._people), sum(each.queue.qsize() for each in tuple(self._server.eio.sockets.values()))

    def person(self, sid: str) -> str | None:
        """The public id of the person who opened this connection, or None for a stranger."""
        return self._people.get(sid)

    def connected(self, sid: str) -> bool:
        """Whether this connection is open; it may end whenever its message waits for something."""
        return sid in self._people

    def language(self, sid: str) -> str:
        """The language this connection last asked for."""
        return self._languages.get(sid, self.house.languages[0])

    def sign_out(self, person: str) -> None:
        """Close the connections of a person: a client whose cookie is still valid connects again."""
        for sid in [sid for sid, whose in self._people.items() if whose == person]:
            self._server.eio.disconnect(self._server.manager.eio_sid_from_sid(sid, "/"))

    def settle_language(self, sid: str, language: str) -> None:
        """Use this language for a connection from now on. Raises Refusal for an unknown language."""
        if language not in self.house.languages:
            raise Refusal("language", "There is no language “{language}” here.", language=language)
        self._languages[sid] = language

    def emit(self, event: str, data: Answer, *sids: str) -> None:
        """Send the same to these connections, at least one: it is encoded once."""
        self._server.emit(event, data, to=sids if len(sids) > 1 else sids[0])

    def listen(self, name: str, model: type[Sent], handle: Callable[[str, Sent], Answer]) -> None:
        """Answer a message of this name, once it is validated, with the result of `handle` or its refusal."""

        def handler(sid: str, *arguments: object) -> Answer:
            with timed(name):
                try:
                    self._check_pace(sid)
                    if len(arguments) != 1:
                        raise Refusal("message", "The message “{name}” carries one object.", name=name)
                    return handle(sid, model.model_validate(arguments[0]))
                except ValidationError as error:
                    first = error.errors(include_url=False, include_input=False)[0]
                    where = ".".join(map(str, first["loc"])) or "object"
                    return self._refuse(
                        sid, Refusal("message", "The message “{name}” is invalid at “{where}”.", name=name, where=where)
                    )
                except RulesError as refusal:
                    return self._refuse(sid, refusal)
                except JournalError as error:
                    log.exception("the journal did not answer")
                    return self._refuse(sid, unsaved(error.unknown))
                except Exception as error:  # Whatever a variant or the site does wrong, the client gets an answer.
                    report(log, "a message failed", error, event=name)
                    return self._refuse(sid, Refusal("failed", "Something went wrong here."))

        self._server.on(name, handler)

    def _unknown(self, name: str, sid: str, *_arguments: object) -> Answer:
        yield_to_loop()
        doing("an unknown event")
        try:
            self._check_pace(sid)
        except Refusal as refusal:
            return self._refuse(sid, refusal)
        if name == UNKNOWN:
            return self._refuse(sid, Refusal("message", "This message cannot be read."))
        return self._refuse(sid, Refusal("message", "There is no message “{name}”.", name=name))

    def _connect(self, _auth: object) -> None:
        sid: str = request.sid  # type: ignore[attr-defined]  # Flask-SocketIO puts it there.
        self._addresses[sid] = request.remote_addr
        self._people[sid] = visitor()

    def _disconnect(self, _reason: object) -> None:
        sid: str = request.sid  # type: ignore[attr-defined]
        for table in self.watchers.tables(sid):
            self._stop_watching(sid, table)
        for departure in self.departures:
            departure(sid)
        self._addresses.pop(sid, None)
        self._people.pop(sid, None)
        self._languages.pop(sid, None)
        self._home_pages.discard(sid)
        self._too_fast.pop(sid, None)

    def _watch(self, sid: str, message: Watch) -> Answer:
        self.settle_language(sid, message.language)
        with self.house.tables.reading(message.table) as table:
            # Before all else: a refused message leaves no trace.
            if message.seat is not None and message.seat not in table.seats_of(self._people.get(sid)):
                raise Refusal("not_your_seat", "That is not your seat.")
            more = [one(sid, table, message.seat, message.language) for one in self.more_on_watch]
            ahead = self.house.speak_ahead(table, viewer_of(message.seat), message.language)
            # All this may have come from the disk. From here on nothing waits, so that a connection that
            # ended meanwhile, or asked twice at once, is not left in a room for good.
            if not self.connected(sid):
                raise Refusal("gone", "This connection has ended.")
            mine = table.seats_of(self._people[sid])
            watched = self.watchers.tables(sid)
            if message.table in watched:
                self._stop_watching(sid, message.table)
            elif len(watched) >= MOST_WATCHED:
                raise Refusal("too_many", "One connection may watch {most} games at a time.", most=MOST_WATCHED)
            self.house.table_services.cache.pin(message.table)
            present = message.seat if message.seat is not None else next(iter(mine), None)
            watching = Watching((message.seat, message.language), present)
            self.watchers.begin(sid, message.table, watching)
            self._count_onlooker(sid, message.table, watching, 1)
            if present is not None:
                self.house.attendance.arrive(table, present)
            view = self.house.tables.view(table, viewer_of(message.seat))
            said = self.house.speak_rest(view, ahead, table.opening.variant, message.language)
            answer = {"ok": True, "view": said, "onlookers": self.house.attendance.onlookers(message.table)}
            for tell in more:
                answer |= tell()
            return answer

    def _leave(self, sid: str, message: Leave) -> Answer:
        if message.table in self.watchers.tables(sid):
            self._stop_watching(sid, message.table)
        return {"ok": True}

    def _stop_watching(self, sid: str, table: str) -> None:
        watching = self.watchers.end(sid, table)
        if watching.present is not None:
            self.house.attendance.depart(table, watching.present)
        self.house.table_services.cache.unpin(table)
        self._count_onlooker(sid, table, watching, -1)

    def _act(self, sid: str, message: Any) -> Answer:
        answer = self.house.tables.act(message.table, self._player(sid), message)
        return answer if answer["ok"] else self._refuse(sid, answer["refusal"])

    def _player(self, sid: str) -> str:
        person = self._people.get(sid)
        if person is None:
            raise Refusal("not_your_seat", "That is not your seat.")
        return person

    def _check_pace(self, sid: str) -> None:
        """Raise Refusal for too many messages at once, and close the connection of a client that goes on."""
        try:
            self.house.limits.check(self._addresses.get(sid), self._people.get(sid))
        except Refusal:
            self._too_fast[sid] += 1
            if self._too_fast[sid] >= MOST_TOO_FAST and self.connected(sid):
                self._hang_up(sid)
            raise
        if self._too_fast[sid]:
            self._too_fast[sid] -= 1

    def _hang_up(self, sid: str) -> None:
        """Close a connection after what was sent to it before is written."""
        engine = self._server.eio.sockets.get(self._server.manager.eio_sid_from_sid(sid, "/"))
        if engine is not None:
            engine.close(wait=False)

    def _speak_before(self, refusal: Refusal, environ: Answer) -> Answer:
        """The refusal for a client whose connection has not opened."""
        sentence = self.house.say(refusal, wanted(Request(environ)))
        return {"refusal": {"code": refusal.code, "sentence": sentence}}

    def _refuse(self, sid: str, refusal: RulesError) -> Answer:
        metrics.MESSAGES_REFUSED.labels(refusal.code).inc()
        return {"ok": False, "refusal": {"code": refusal.code, "sentence": self.house.say(refusal, self.language(sid))}}
