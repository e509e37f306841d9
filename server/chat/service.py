"""The chat of tables: two rooms each, permissions, limits, and publishing in the order of the store."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from gevent.lock import BoundedSemaphore

from server.bus import Body, Bus
from server.chat.text import checked
from server.game import Refusal, TableState, not_kept, not_known
from server.runtime.limits import Limits
from server.runtime.logs import report
from server.store import Conflict, Journal, JournalError, chat
from server.store.chat import ChatMessage, Room, StoredMessage
from server.tables.cache import TableCache
from server.tables.cluster import follow_soon
from server.tables.events import Events, TableEvicted, TableLoaded, TableRewritten
from variants.position import Seat

log = logging.getLogger(__name__)

MOST_SHOWN = 100
"""The newest messages, which a new reader gets."""

MESSAGES_AT_ONCE = 5
MESSAGE_PERIOD = 10.0
"""How many messages a person may send at one table within this many seconds."""

BOTH: tuple[Room, ...] = ("players", "onlookers")


class ChatSaid(NamedTuple):
    """A message was stored at a table, by this process or another one. Messages of a table come in their order."""

    table_id: str
    message: ChatMessage


class _Published:
    """The messages of a table that were published in this process."""

    def __init__(self) -> None:
        self.next = 0
        """The sequence number of the next message."""
        self.newest: dict[Room, deque[StoredMessage]] = {room: deque(maxlen=MOST_SHOWN) for room in BOTH}
        self.lock = BoundedSemaphore()
        """Held while a message is added."""

    def take(self, message: StoredMessage) -> None:
        """Count a message as published; one whose text was deleted is shown to nobody."""
        self.next = message.sequence + 1
        if not message.content.is_blank:
            self.newest[message.content.room].append(message)

    def replace(self, stored: Sequence[StoredMessage], before: int) -> None:
        """Take what is stored now in place of the messages that were published before this one."""
        later = sorted(each for newest in self.newest.values() for each in newest if each.sequence >= before)
        for newest in self.newest.values():
            newest.clear()
        for each in (*(each for each in stored if each.sequence < before), *later):
            self.take(each)


@dataclass(eq=False)
class ChatService:
    """The chats of all tables. `_clock` gives seconds since the epoch, `_token` draws the id of a message."""

    _journal: Journal
    _clock: Callable[[], float]
    _token: Callable[[str], str]
    _bus: Bus
    _events: Events
    _cache: TableCache
    _limits: Limits
    _check_author: Callable[[str], None]
    """Raises Refusal for a person whose chat is muted."""
    hides: Callable[[str | None, str], bool]
    """Whether a reader is not shown the messages of an author."""
    _published: dict[str, _Published] = field(default_factory=dict, init=False)
    """By table in memory."""
    _rewrites: int = field(default=0, init=False)
    """How often the stored messages of a table were changed."""

    def __post_init__(self) -> None:
        self._bus.on("said", self._receive)
        self._events.subscribe(TableLoaded, self._loaded)
        self._events.subscribe(TableEvicted, lambda event: self._published.pop(event.table_id, None))
        self._events.subscribe(TableRewritten, self._rewritten)

    def say(
        self,
        state: TableState,
        person: str,
        seat: Seat | None,
        message: str,
        preset: str | None,
        text: str | None,
        once: bool = False,
    ) -> None:
        """Say a phrase or a text from a seat, or as an onlooker; the same message of the same person is said once.

        `once`: not where the person has said this phrase here. Returns when it is on disk and published. Raises
        Refusal; JournalError if the chat could not be read.
        """
        published = self._load(state.id)
        at, room = self._clock(), _own_room(state, person)
        with published.lock:
            messages = chat.of_person(self._journal, state.id, person)
            if _has(messages, message) or (once and any(each.content.preset == preset for each in messages)):
                self._publish_stored(state.id)
                return
            _check_seat(state, person, seat)
            self._check_author(person)
            if room == "onlookers":
                self._limits.check_onlooker(person)
            if (preset is None) == (text is None):
                raise Refusal("chat_text", "Send either a phrase or a text of your own.")
            content = None if text is None else checked(text)
            if sum(at - MESSAGE_PERIOD < each.content.at <= at for each in messages) >= MESSAGES_AT_ONCE:
                raise Refusal("too_fast", "Too many messages at once. Wait a few seconds.")
            self._add(state.id, ChatMessage(room, 0, seat, person, message, preset, content, at))
        self._publish_stored(state.id)
        self._bus.publish("said", state.id, {"length": published.next})

    def say_once(self, state: TableState, person: str, seat: Seat, preset: str) -> None:
        """Say a phrase from a seat unless the person has said it here. Raises Refusal, JournalError."""
        self.say(state, person, seat, self._token("message"), preset, None, once=True)

    def read(self, state: TableState, person: str | None) -> Callable[[], list[ChatMessage]]:
        """Read the newest messages that a person may read; what is returned answers them without waiting.

        Those that are published until then are among them. Raises JournalError.
        """
        rooms, published = readable_rooms(state, person), self._load(state.id)
        if self._journal.shared:
            self._publish_new(state.id)

        def answer() -> list[ChatMessage]:
            newest = (each for room in rooms for each in published.newest[room])
            readable = sorted(each for each in newest if not self.hides(person, each.content.person))
            return [each.content for each in readable[-MOST_SHOWN:]]

        return answer

    def authors(self, state: TableState, person: str | None) -> list[str]:
        """The people whose newest messages a person may read, those whom they block among them. Raises JournalError."""
        published = self._load(state.id)
        readable = sorted(each for room in readable_rooms(state, person) for each in published.newest[room])
        return list(dict.fromkeys(each.content.person for each in readable))

    def follow(self) -> None:
        """Publish what was said in other processes at tables in use here. Raises JournalError."""
        pinned = [table_id for table_id in self._published if self._cache.is_pinned(table_id)]
        for table_id, length in chat.lengths(self._journal, pinned).items() if pinned else ():
            self._publish_until(table_id, length)

    def _load(self, table_id: str) -> _Published:
        """The chat of a table, read from the store where it is not in memory."""
        while table_id not in self._published:
            published, before = _Published(), self._rewrites
            for message in chat.since(self._journal, table_id, 0):
                published.take(message)
            # Meanwhile another greenlet may have done so, or the messages may have changed.
            if self._rewrites == before:
                self._published.setdefault(table_id, published)
        return self._published[table_id]

    def _add(self, table_id: str, message: ChatMessage) -> None:
        """Store a message. Raises Refusal where that failed."""
        while True:
            try:
                chat.add(self._journal, table_id, message)
                return
            except JournalError as error:
                # It may be stored: by another process, to which it was sent too, or by this one, whose answer was lost.
                if self._is_stored(table_id, message):
                    return
                if not isinstance(error, Conflict):
                    raise not_kept() from None

    def _is_stored(self, table_id: str, message: ChatMessage) -> bool:
        try:
            return _has(chat.of_person(self._journal, table_id, message.person), message.message)
        except JournalError as error:
            raise not_known() from error

    def _publish_new(self, table_id: str) -> None:
        published = self._published.get(table_id)
        if published is None:
            return
        for each in chat.since(self._journal, table_id, published.next):
            # While a handler sends one, another greenlet may publish the next.
            if self._cache.state(table_id) is None:
                return  # It is published when the table has been loaded again.
            if each.sequence >= published.next:
                published.take(each)
                if not each.content.is_blank:
                    self._events.publish(ChatSaid(table_id, each.content))

    def _publish_stored(self, table_id: str) -> None:
        """Publish what is stored; later where it cannot be read now, because the message was taken all the same."""
        try:
            self._publish_new(table_id)
        except JournalError as error:
            report(log, "a chat message is published later", error, table=table_id)
            follow_soon(partial(self._publish_new, table_id))

    def _publish_until(self, table_id: str, length: int) -> None:
        published = self._published.get(table_id)
        if published is not None and length > published.next:
            self._publish_new(table_id)

    def _rewritten(self, event: TableRewritten) -> None:
        self._rewrites += 1
        follow_soon(partial(self._read_again, event.table_id))

    def _read_again(self, table_id: str) -> None:
        published = self._published.get(table_id)
        if published is not None:
            before = published.next
            published.replace(chat.since(self._journal, table_id, 0), before)

    def _loaded(self, event: TableLoaded) -> None:
        if event.state.id in self._published:
            follow_soon(partial(self._publish_new, event.state.id))

    def _receive(self, table_id: str, body: Body) -> None:
        if self._cache.is_pinned(table_id):
            follow_soon(partial(self._publish_until, table_id, body["length"]))


def readable_rooms(state: TableState, person: str | None) -> tuple[Room, ...]:
    """The rooms that a person may read: their own while the game lasts, both afterwards."""
    over = state.status not in ("open", "running")
    return BOTH if over else (_own_room(state, person),)


def _own_room(state: TableState, person: str | None) -> Room:
    """The room in which a person writes. A seated person is a player, whatever tab they use."""
    return "players" if state.seats_of(person) else "onlookers"


def _check_seat(state: TableState, person: str, seat: Seat | None) -> None:
    """Raise Refusal for a seat that is not the person's, and for a player who writes as an onlooker."""
    seats = state.seats_of(person)
    if seat is None and seats:
        raise Refusal("you_play", "You play at this table: you write to the players.")
    if seat is not None and seat not in seats:
        raise Refusal("not_your_seat", "That is not your seat.")


def _has(messages: Sequence[StoredMessage], message: str) -> bool:
    return any(each.content.message == message for each in messages)
