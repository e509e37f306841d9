"""Chat over sockets: incoming messages, and the broadcast of stored ones to those who may read them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from server.chat import ChatSaid, ChatService, Phrase, phrase_text, readable_rooms
from server.content import Descriptions
from server.game import MessageId, Refusal, SeatNumber, TableState
from server.sockets.connections import Connection, Connections
from server.sockets.messages import Message
from server.sockets.server import Answer, SocketServer
from server.store.chat import ChatMessage
from server.tables import Events, TableCache, Tables
from server.texts.catalogue import translator
from variants.position import Seat


class Say(Message):
    """Say a phrase or a text, from a seat or as an onlooker."""

    seat: SeatNumber | None
    id: MessageId
    preset: Phrase | None
    text: Annotated[str, Field(max_length=2000)] | None


@dataclass(frozen=True, eq=False)
class ChatHandler:
    """Handles the chat messages of one process's connections."""

    _server: SocketServer
    _connections: Connections
    _events: Events
    _chat: ChatService
    _tables: Tables
    _cache: TableCache
    _descriptions: Descriptions

    def __post_init__(self) -> None:
        self._server.on("say", Say, self._say)
        self._events.subscribe(ChatSaid, self._broadcast)

    def on_watch(self, connection: Connection, state: TableState, _seat: Seat | None) -> Callable[[], Answer]:
        """The messages at a table that a connection begins to watch (`TableHandler`)."""
        read, language = self._chat.read(state, connection.person), connection.language
        return lambda: {"chat": [self._describe(message, language) for message in read()]}

    def _say(self, connection: Connection, message: Say) -> Answer:
        if connection.person is None:
            raise Refusal("no_name", "Give yourself a name first: then you can write.")
        with self._tables.reading(message.table) as state:
            self._chat.say(state, connection.person, message.seat, message.id, message.preset, message.text)
        return {"ok": True}

    def _broadcast(self, event: ChatSaid) -> None:
        state = self._cache.state(event.table_id)
        if state is None:
            return
        described: dict[str, Answer] = {}
        for (_seat, language), sids in self._connections.audiences(state.id).items():
            if language not in described:
                described[language] = {"table": state.id, "message": self._describe(event.message, language)}
            readers = [sid for sid in sids if self._may_read(self._connections[sid].person, state, event.message)]
            if readers:
                self._server.emit("said", described[language], *readers)

    def _may_read(self, person: str | None, state: TableState, message: ChatMessage) -> bool:
        return message.room in readable_rooms(state, person) and not self._chat.hides(person, message.person)

    def _describe(self, message: ChatMessage, language: str) -> dict[str, Any]:
        text = message.text if message.preset is None else phrase_text(message.preset, translator(language))
        return {
            "number": message.number,
            "room": message.room,
            "seat": message.seat,
            "person": message.person,
            "name": self._descriptions.person(message.person, language),
            "preset": message.preset,
            "text": text,
            "at": message.at,
        }
