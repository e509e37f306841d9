"""Chat over sockets: who may write in which room of a table, and who receives it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Annotated, Any

from gevent.lock import BoundedSemaphore
from pydantic import Field

from server.bus import Body
from server.game import MessageId, Refusal, SeatNumber, TableState, not_kept, not_known
from server.house import House
from server.store import Conflict, JournalError
from server.store.chat import ChatMessage, Room, keep, lengths, load
from server.tables.chat import MOST_REMARKS, Chat, Phrase, spoken
from server.tables.follower import follow_soon
from server.texts.catalogue import speaker
from server.wire.live import Live
from server.wire.messages import Message
from variants.position import Seat

MOST_IDLE_CHATS = 32
"""Tables whose chat stays in memory without a current speaker."""

BOTH: tuple[Room, ...] = ("players", "onlookers")


class Say(Message):
    """Say a phrase or a text, from a seat or as an onlooker."""

    seat: SeatNumber | None
    id: MessageId
    preset: Phrase | None
    text: Annotated[str, Field(max_length=2000)] | None


class _ChatSlot:
    """The chat of a table in memory, the lock of its writers, and how many hold it."""

    def __init__(self) -> None:
        self.lock = BoundedSemaphore(1)
        self.chat: Chat | None = None
        self.holders = 0


class Talk:
    """The chats of one process."""

    def __init__(self, live: Live, house: House) -> None:
        self.live = live
        self.house = house
        self._slots: OrderedDict[str, _ChatSlot] = OrderedDict()
        live.listen("say", Say, self._say)
        live.more_on_watch.append(self._shown)
        house.bus.on("said", self._said)
        house.follow_tasks.append(self._follow)

    def _say(self, sid: str, message: Say) -> dict[str, Any]:
        person = self.live.person(sid)
        if person is None:
            raise Refusal("no_name", "Give yourself a name first: then you can write.")
        with (
            self.house.tables.reading(message.table) as table,
            self._slot(message.table) as slot,
            slot.lock,
        ):
            self._speak(slot, table, person, message)
        return {"ok": True}

    def _speak(self, slot: _ChatSlot, table: TableState, person: str, message: Say) -> None:
        chat = self._load(slot, table.id)
        if chat.has(person, message.id):
            return
        seats = table.seats_of(person)
        if message.seat is None and seats:
            raise Refusal("you_play", "You play at this table: you write to the players.")
        if message.seat is not None and message.seat not in seats:
            raise Refusal("not_your_seat", "That is not your seat.")
        self._take(slot, table, chat, person, message.seat, message.id, message.preset, message.text)

    def say(self, table_id: str, person: str, seat: Seat, preset: str) -> None:
        """Let a player send a preset phrase, once at a table. Raises Refusal for a player over the limit."""
        with (
            self.house.tables.reading(table_id) as table,
            self._slot(table_id) as slot,
            slot.lock,
        ):
            chat = self._load(slot, table_id)
            if not chat.has_said(person, preset):
                self._take(slot, table, chat, person, seat, self.house.sources.token("message"), preset, None)

    def _take(
        self,
        slot: _ChatSlot,
        table: TableState,
        chat: Chat,
        person: str,
        seat: Seat | None,
        message: str,
        preset: str | None,
        text: str | None,
    ) -> None:
        at, room = self.house.clock(), _own_room(table, person)
        if room == "onlookers":
            self.house.limits.check_onlooker(person)
        while True:
            remark = chat.consider(room, seat, person, message, preset, text, at)
            try:
                keep(self.house.journal, table.id, chat.sequence, remark, MOST_REMARKS)
                break
            except Conflict:
                # Another process was first.
                self._catch_up(table, chat)
                if chat.has(person, message):
                    return
            except JournalError:
                # It is unknown what is on disk: the chat is read on.
                try:
                    self._catch_up(table, chat)
                except JournalError as error:
                    raise not_known() from error
                if not chat.has(person, message):
                    raise not_kept() from None
                return
        chat.take(remark)
        self._tell(table, remark)
        self.house.bus.publish("said", table.id, {"length": chat.sequence})

    def _catch_up(self, table: TableState, chat: Chat) -> None:
        """Bring a chat whose lock is held up to what was said in other processes, and show it."""
        remarks, sequence = load(self.house.journal, table.id, chat.sequence)
        chat.catch_up(remarks, sequence)
        for remark in remarks:
            self._tell(table, remark)

    def _refresh(self, table_id: str) -> None:
        with self.house.tables.reading(table_id) as table, self._slot(table_id) as slot, slot.lock:
            self._catch_up(table, self._load(slot, table_id))

    def _said(self, table_id: str, body: Body) -> None:
        slot = self._slots.get(table_id)
        if slot is not None and slot.chat is not None and body["length"] > slot.chat.sequence:
            follow_soon(partial(self._refresh, table_id))

    def _follow(self) -> None:
        rooms = self.live.watchers.rooms
        held = {name: slot.chat.sequence for name, slot in self._slots.items() if slot.chat and rooms(name)}
        for table, length in lengths(self.house.journal, held).items() if held else ():
            if length > held[table]:
                self._refresh(table)

    def _tell(self, table: TableState, remark: ChatMessage) -> None:
        spoken: dict[str, dict[str, Any]] = {}
        # Copies, because engine.io may find out while we send that another connection has ended.
        for (_seat, language), sids in tuple(self.live.watchers.rooms(table.id).items()):
            if language not in spoken:
                spoken[language] = {"table": table.id, "message": self._spoken(remark, language)}
            if readers := [sid for sid in sids if remark.room in _readable(table, self.live.person(sid))]:
                self.live.emit("said", spoken[language], *readers)

    def _shown(self, sid: str, table: TableState, _seat: Seat | None, language: str) -> Callable[[], dict[str, Any]]:
        with self._slot(table.id) as slot:
            if slot.chat is None:
                with slot.lock:
                    self._load(slot, table.id)

        def tell() -> dict[str, Any]:
            # Until now nobody here read it, so that it may have left memory.
            chat = self._slots.setdefault(table.id, slot).chat or slot.chat
            assert chat is not None
            remarks = chat.newest(_readable(table, self.live.person(sid)))
            return {"chat": [self._spoken(remark, language) for remark in remarks]}

        return tell

    def _spoken(self, remark: ChatMessage, language: str) -> dict[str, Any]:
        text = remark.text if remark.preset is None else spoken(remark.preset, speaker(language))
        return {
            "number": remark.number,
            "room": remark.room,
            "seat": remark.seat,
            "person": remark.person,
            "name": self.house.name_of(remark.person, language),
            "preset": remark.preset,
            "text": text,
            "at": remark.at,
        }

    @contextmanager
    def _slot(self, table: str) -> Iterator[_ChatSlot]:
        """The slot of a table's chat, which stays in memory as long as it is held."""
        slot = self._slots.setdefault(table, _ChatSlot())
        self._slots.move_to_end(table)
        slot.holders += 1
        try:
            yield slot
        finally:
            slot.holders -= 1
            if len(self._slots) > MOST_IDLE_CHATS:
                # Where several processes speak, what this one has shown must be known as long as somebody reads on.
                needed = self.live.watchers.rooms if self.house.journal.shared else lambda _: ()
                idle = (name for name, each in self._slots.items() if not each.holders and not needed(name))
                oldest = next(idle, None)
                if oldest is not None:
                    del self._slots[oldest]

    def _load(self, slot: _ChatSlot, table: str) -> Chat:
        if slot.chat is None:
            slot.chat = Chat(*load(self.house.journal, table))
        return slot.chat


def _own_room(table: TableState, person: str | None) -> Room:
    """The room in which a person writes. A seated person is a player, whatever tab they use."""
    return "players" if table.seats_of(person) else "onlookers"


def _readable(table: TableState, person: str | None) -> tuple[Room, ...]:
    """The rooms that a person may read: their own while the game lasts, both afterwards."""
    over = table.status not in ("open", "running")
    return BOTH if over else (_own_room(table, person),)
