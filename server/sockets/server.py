"""The messages of browsers over Socket.IO: each is paced, validated, timed, and answered by its handler or refused."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

import gevent
from flask import Flask, Request, request
from pydantic import BaseModel, ValidationError

from server.content import Descriptions
from server.game import Refusal, unsaved
from server.http.identity import Identity
from server.http.language import preferred_language
from server.people import SecretReplaced
from server.runtime import logs, metrics
from server.runtime.limits import Limits
from server.runtime.loop import name_work, yield_to_loop
from server.sockets.connections import Connection, Connections
from server.sockets.gate import UNKNOWN, Gate
from server.store import JournalError
from server.tables import Events
from variants.errors import RulesError

log = logging.getLogger(__name__)

MOST_TOO_FAST = 100
"""A connection is closed when its messages refused as too fast outnumber the accepted ones by this."""

DRAIN_RATE = 500
"""Clients a second that a stopping process sends to the other ones: each costs as much there as a few moves."""

Answer = dict[str, Any]
Sent = TypeVar("Sent", bound=BaseModel)


class SocketServer:
    """Opens and closes connections, and hands their messages to handlers."""

    def __init__(
        self,
        app: Flask,
        connections: Connections,
        events: Events,
        identity: Identity,
        limits: Limits,
        descriptions: Descriptions,
    ) -> None:
        self._connections = connections
        self._identity = identity
        self._limits = limits
        self._descriptions = descriptions
        self.gate = Gate(app, limits, self._describe_refusal)
        self.gate.socketio.on_event("connect", self._connect)
        self.gate.socketio.on_event("disconnect", self._disconnect)
        self.gate.on("*", self._unknown)
        events.subscribe(SecretReplaced, lambda event: self.sign_out(event.person))

    def on(
        self, name: str, model: type[Sent], handle: Callable[[Connection, Sent], Answer], follows: bool = False
    ) -> None:
        """Answer a message of this name, once it is validated, with the result of `handle` or its refusal.

        `follows`: this message subscribes the client to updates. If the journal does not answer, its connection is
        closed too, so that it connects and subscribes again.
        """
        work = f"event {name}"
        histogram = None if name in metrics.UNCOUNTED else metrics.MESSAGE_SECONDS.labels(name)

        def handler(sid: str, *arguments: object) -> Answer:
            began = time.perf_counter()
            logs.set_request_id()
            yield_to_loop()
            name_work(work)
            answer = respond(self._connections[sid], arguments)
            took = time.perf_counter() - began
            if histogram is not None:
                histogram.observe(took)
            log.debug("answered", extra={"event": name, "milliseconds": round(took * 1000, 1)})
            return answer

        def respond(connection: Connection, arguments: tuple[object, ...]) -> Answer:
            try:
                self._check_pace(connection)
                if len(arguments) != 1:
                    raise Refusal("message", "The message “{name}” carries one object.", name=name)
                return handle(connection, model.model_validate(arguments[0]))
            except ValidationError as error:
                first = error.errors(include_url=False, include_input=False)[0]
                where = ".".join(map(str, first["loc"])) or "object"
                return self.refuse(
                    connection,
                    Refusal("message", "The message “{name}” is invalid at “{where}”.", name=name, where=where),
                )
            except RulesError as error:
                return self.refuse(connection, error)
            except JournalError as error:
                log.exception("the journal did not answer")
                if follows:
                    # After the refusal has been sent.
                    gevent.spawn(self.gate.close, connection.sid)
                return self.refuse(connection, unsaved(error.unknown))
            except Exception as error:  # Whatever a variant or the site does wrong, the client gets an answer.
                logs.report(log, "a message failed", error, event=name)
                return self.refuse(connection, Refusal("failed", "Something went wrong here."))

        self.gate.on(name, handler)

    def emit(self, event: str, data: Answer, *sids: str) -> None:
        """Broadcast to these connections, at least one; encoded once."""
        self.gate.emit(event, data, *sids)

    def refuse(self, connection: Connection, refusal: RulesError) -> Answer:
        """The answer with a refusal, in the language of the connection."""
        metrics.MESSAGES_REFUSED.labels(refusal.code).inc()
        sentence = self._descriptions.error(refusal, connection.language)
        return {"ok": False, "refusal": {"code": refusal.code, "sentence": sentence}}

    def sign_out(self, person: str) -> None:
        """Close the connections of a person: a client whose cookie is still valid connects again."""
        for connection in self._connections:
            if connection.person == person:
                self.gate.close(connection.sid)

    def drain(self, random: Random) -> float:
        """Send every client the seconds after which to connect to another process; the longest of them.

        A client that polls connects at once, because a stopping process takes no new requests.
        """
        clients = tuple(self.gate.clients())
        longest = len(clients) / DRAIN_RATE
        for client in clients:
            after = 0.0 if client.polls else round(random.uniform(0.0, longest), 3)
            self.emit("reconnect", {"after": after}, client.sid)
            yield_to_loop()
        return longest

    def _connect(self, _auth: object) -> None:
        sid: str = request.sid  # type: ignore[attr-defined]  # Flask-SocketIO puts it there.
        self._connections.add(sid, self._identity.visitor(), request.remote_addr)

    def _disconnect(self, _reason: object) -> None:
        self._connections.remove(request.sid)  # type: ignore[attr-defined]

    def _unknown(self, name: str, sid: str, *_arguments: object) -> Answer:
        yield_to_loop()
        name_work("an unknown event")
        connection = self._connections[sid]
        try:
            self._check_pace(connection)
        except Refusal as refusal:
            return self.refuse(connection, refusal)
        if name == UNKNOWN:
            return self.refuse(connection, Refusal("message", "This message cannot be read."))
        return self.refuse(connection, Refusal("message", "There is no message “{name}”.", name=name))

    def _check_pace(self, connection: Connection) -> None:
        """Raise Refusal for too many messages at once, and close the connection of a client that continues."""
        try:
            self._limits.check(connection.address, connection.person)
        except Refusal:
            connection.too_fast += 1
            if connection.too_fast >= MOST_TOO_FAST and connection.open:
                self.gate.close(connection.sid)
            raise
        connection.too_fast = max(0, connection.too_fast - 1)

    def _describe_refusal(self, refusal: Refusal, environ: Answer) -> Answer:
        """The answer with a refusal for a client whose connection is not open yet."""
        sentence = self._descriptions.error(refusal, preferred_language(Request(environ)))
        return {"refusal": {"code": refusal.code, "sentence": sentence}}
