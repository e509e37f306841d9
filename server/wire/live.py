"""Socket.IO in and out: who watches which table, and what each of them gets to see after an action."""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from flask import Flask, Request, request
from flask_socketio import SocketIO
from pydantic import BaseModel, ValidationError

from server.house import House
from server.journal.sqlite import JournalError
from server.logs import report
from server.loop import breathe, doing
from server.tables.actions import actions
from server.tables.refusal import Refusal, unsaved
from server.tables.table import Table
from server.web.identity import visitor
from server.web.language import wanted
from server.wire.messages import Leave, Watch, at_table
from server.wire.sockets import UNKNOWN, EventPacket, guard, quiet
from variants.errors import RulesError
from variants.position import Eyes, Seat, Viewer

log = logging.getLogger(__name__)

LONGEST_MESSAGE = 16_384
"""Bytes of a message from a browser; none of ours comes near."""

MOST_TOO_FAST = 100
"""So many more messages are refused as too fast than are taken before the connection is hung up."""

WATCHED = 16
"""Tables one connection may watch at a time."""

Answer = dict[str, Any]
Sent = TypeVar("Sent", bound=BaseModel)
Audience = tuple[Seat | None, str]
"""Those who see the same: the seat they look from and their language."""


class Watching(NamedTuple):
    """How a connection watches a table: among whom, and at which seat somebody is there thereby.

    A player who looks from no seat, because several share his device, is there all the same.
    """

    audience: Audience
    present: Seat | None


class Live:
    """The connections of one process."""

    def __init__(self, app: Flask, house: House) -> None:
        self.house = house
        self.socketio = SocketIO(
            app,
            async_mode="gevent",
            # One client's messages are handled one after the other, in the order they came.
            async_handlers=False,
            max_http_buffer_size=LONGEST_MESSAGE,
            manage_session=False,
            cors_allowed_origins=_is_our_own,
            serializer=EventPacket,
            logger=quiet,
            engineio_logger=quiet,
        )
        self._server: Any = self.socketio.server  # The python-socketio server.
        guard(self._server, house.limits, self._speak_before)
        self._addresses: dict[str, str | None] = {}
        self._people: dict[str, str | None] = {}
        self._languages: dict[str, str] = {}
        self._too_fast: Counter[str] = Counter()
        """How many messages were refused to a connection as too fast, less those that were taken."""
        self._watching: dict[str, dict[str, Watching]] = defaultdict(dict)
        self._rooms: dict[str, dict[Audience, set[str]]] = {}
        self.departures: list[Callable[[str], None]] = []
        """Each is called with the id of a connection that has ended."""
        self.more_on_watch: list[Callable[[str, Table, Seat | None, str], Answer]] = []
        """What each answers goes with the view to a connection that begins to watch. It may wait for the disk."""
        self.socketio.on_event("connect", self._connect)
        self.socketio.on_event("disconnect", self._disconnect)
        # Past Flask-SocketIO on purpose: its request context costs half of each event, and who
        # somebody is was settled at the handshake.
        self.listen("watch", Watch, self._watch)
        self.listen("leave", Leave, self._leave)
        for action in actions():
            self.listen(action.name(), at_table(action), self._act)
        self._server.on("*", self._unknown)
        house.lobby.listeners.append(self.tell)

    def tell(self, table: Table, since: int, brief: bool) -> None:
        """Show everybody who watches a table what changed since it had `since` turns."""
        views: dict[Seat | None, Answer] = {}
        at = self.house.lobby.clock()
        # Copies, because engine.io may find out while we send that somebody has long gone.
        for (seat, language), sids in tuple(self._rooms.get(table.id, {}).items()):
            try:
                if seat not in views:
                    views[seat] = table.view(_viewer(seat), since, brief, at)
                said = self.house.speak(views[seat], table.opening.variant, language)
            except Exception as error:  # What one cannot be shown, the others are to see all the same.
                report(log, "a view failed", error, table=table.id)
                continue
            for sid in tuple(sids):
                self.emit("view", said, sid)

    def person(self, sid: str) -> str | None:
        """The public id of who opened this connection, or None for a stranger."""
        return self._people.get(sid)

    def connected(self, sid: str) -> bool:
        """Whether this connection has not ended; it may end whenever its message waits for something."""
        return sid in self._people

    def language(self, sid: str) -> str:
        """The language this connection last asked for."""
        return self._languages.get(sid, self.house.languages[0])

    def sign_out(self, person: str) -> None:
        """Close the connections of a person: whoever is still this person comes back by a cookie that counts."""
        for sid in [sid for sid, whose in self._people.items() if whose == person]:
            self._server.eio.disconnect(self._server.manager.eio_sid_from_sid(sid, "/"))

    def settle_language(self, sid: str, language: str) -> None:
        """From now on speak this language to a connection. Raises Refusal for one that is not spoken here."""
        if language not in self.house.languages:
            raise Refusal("language", "There is no language “{language}” here.", language=language)
        self._languages[sid] = language

    def rooms(self, table: str) -> Mapping[Audience, set[str]]:
        """The connections that watch a table, by the seat they look from and their language."""
        return self._rooms.get(table, {})

    def emit(self, event: str, data: Answer, sid: str) -> None:
        """Send something to one connection."""
        self._server.emit(event, data, to=sid)

    def listen(self, name: str, model: type[Sent], handle: Callable[[str, Sent], Answer]) -> None:
        """Answer a message of this name, once it is found to be right, with what `handle` makes of it or refuses."""

        def handler(sid: str, *arguments: object) -> Answer:
            breathe()
            doing(f"event {name}")
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
            except Exception as error:  # Whatever a variant or the house does wrong, who asked gets an answer.
                report(log, "a message failed", error, event=name)
                return self._refuse(sid, Refusal("failed", "Something went wrong here."))

        self._server.on(name, handler)

    def _unknown(self, name: str, sid: str, *_arguments: object) -> Answer:
        breathe()
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
        for table in list(self._watching.get(sid, {})):
            self._stop_watching(sid, table)
        self._watching.pop(sid, None)
        for departure in self.departures:
            departure(sid)
        self._addresses.pop(sid, None)
        self._people.pop(sid, None)
        self._languages.pop(sid, None)
        self._too_fast.pop(sid, None)

    def _watch(self, sid: str, message: Watch) -> Answer:
        self.settle_language(sid, message.language)
        with self.house.lobby.looking(message.table) as table:
            # Before all else: what is refused leaves no trace.
            if message.seat is not None and message.seat not in table.seats_of(self._people.get(sid)):
                raise Refusal("not_your_seat", "That is not your seat.")
            more = [one(sid, table, message.seat, message.language) for one in self.more_on_watch]
            ahead = self.house.speak_ahead(table, _viewer(message.seat), message.language)
            # All this may have come from the disk. From here on nothing waits, so that whoever
            # hung up meanwhile, or asked twice at once, is not kept in a room that he never leaves.
            if not self.connected(sid):
                raise Refusal("gone", "This connection has ended.")
            mine = table.seats_of(self._people[sid])
            watching = self._watching[sid]
            if message.table in watching:
                self._stop_watching(sid, message.table)
            elif len(watching) >= WATCHED:
                raise Refusal("too_many", "One connection may watch {most} games at a time.", most=WATCHED)
            audience = (message.seat, message.language)
            self.house.lobby.hold(message.table)
            present = message.seat if message.seat is not None else next(iter(mine), None)
            watching[message.table] = Watching(audience, present)
            self._rooms.setdefault(message.table, defaultdict(set))[audience].add(sid)
            if present is not None:
                self.house.lobby.arrive(table, present)
            view = table.view(_viewer(message.seat), at=self.house.lobby.clock())
            said = self.house.speak_rest(view, ahead, table.opening.variant, message.language)
            answer = {"ok": True, "view": said}
            for one in more:
                answer |= one
            return answer

    def _leave(self, sid: str, message: Leave) -> Answer:
        if message.table in self._watching.get(sid, {}):
            self._stop_watching(sid, message.table)
        return {"ok": True}

    def _stop_watching(self, sid: str, table: str) -> None:
        audience, present = self._watching[sid].pop(table)
        rooms = self._rooms[table]
        rooms[audience].discard(sid)
        if not rooms[audience]:
            del rooms[audience]
        if not rooms:
            del self._rooms[table]
        if present is not None:
            self.house.lobby.depart(table, present)
        self.house.lobby.let_go(table)

    def _act(self, sid: str, message: Any) -> Answer:
        answer = self.house.lobby.send(message.table, self._player(sid), message)
        return answer if answer["ok"] else self._refuse(sid, answer["refusal"])

    def _player(self, sid: str) -> str:
        person = self._people.get(sid)
        if person is None:
            raise Refusal("not_your_seat", "That is not your seat.")
        return person

    def _check_pace(self, sid: str) -> None:
        """Raise Refusal for too much at once, and hang up on who goes on all the same."""
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
        """End a connection; what was sent to it before is written first."""
        engine = self._server.eio.sockets.get(self._server.manager.eio_sid_from_sid(sid, "/"))
        if engine is not None:
            engine.close(wait=False)

    def _speak_before(self, refusal: Refusal, environ: Answer) -> Answer:
        """What is refused to somebody whose connection has not opened."""
        sentence = self.house.say(refusal, wanted(Request(environ)))
        return {"refusal": {"code": refusal.code, "sentence": sentence}}

    def _refuse(self, sid: str, refusal: RulesError) -> Answer:
        return {"ok": False, "refusal": {"code": refusal.code, "sentence": self.house.say(refusal, self.language(sid))}}


def _is_our_own(origin: str | None, environ: Answer) -> bool:
    """Whether a page of this site asks. What a proxy says of the site counts only where a proxy is believed."""
    return origin == f"{environ['wsgi.url_scheme']}://{environ.get('HTTP_HOST', '')}"


def _viewer(seat: Seat | None) -> Viewer:
    return Eyes.SPECTATOR if seat is None else seat
