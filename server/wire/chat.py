"""Chat over sockets: messages to the rooms of a table, and what is said there to those who may read it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from pydantic import Field

from server.chat import ChatSaid, Phrase, phrase_text, readable_rooms
from server.game import MessageId, Refusal, SeatNumber, TableState
from server.house import House
from server.store.chat import ChatMessage
from server.texts.catalogue import speaker
from server.wire.live import Live
from server.wire.messages import Message
from variants.position import Seat


class Say(Message):
    """Say a phrase or a text, from a seat or as an onlooker."""

    seat: SeatNumber | None
    id: MessageId
    preset: Phrase | None
    text: Annotated[str, Field(max_length=2000)] | None


class ChatHandler:
    """The chat messages of one process's connections."""

    def __init__(self, live: Live, house: House) -> None:
        self._live = live
        self._house = house
        live.listen("say", Say, self._say)
        live.more_on_watch.append(self._watch)
        house.events.subscribe(ChatSaid, self._broadcast)

    def _say(self, sid: str, message: Say) -> dict[str, Any]:
        person = self._live.person(sid)
        if person is None:
            raise Refusal("no_name", "Give yourself a name first: then you can write.")
        with self._house.tables.reading(message.table) as state:
            self._house.chat.say(state, person, message.seat, message.id, message.preset, message.text)
        return {"ok": True}

    def _watch(self, sid: str, state: TableState, _seat: Seat | None, language: str) -> Callable[[], dict[str, Any]]:
        answer = self._house.chat.read(state, self._live.person(sid))
        return lambda: {"chat": [self._describe(message, language) for message in answer()]}

    def _broadcast(self, event: ChatSaid) -> None:
        state = self._house.table_services.cache.state(event.table_id)
        if state is None:
            return
        described: dict[str, dict[str, Any]] = {}
        # Copies, because engine.io may find out while we send that another connection has ended.
        for (_seat, language), sids in tuple(self._live.watchers.rooms(state.id).items()):
            if language not in described:
                described[language] = {"table": state.id, "message": self._describe(event.message, language)}
            readers = [sid for sid in sids if event.message.room in readable_rooms(state, self._live.person(sid))]
            if readers:
                self._live.emit("said", described[language], *readers)

    def _describe(self, message: ChatMessage, language: str) -> dict[str, Any]:
        text = message.text if message.preset is None else phrase_text(message.preset, speaker(language))
        return {
            "number": message.number,
            "room": message.room,
            "seat": message.seat,
            "person": message.person,
            "name": self._house.name_of(message.person, language),
            "preset": message.preset,
            "text": text,
            "at": message.at,
        }
