"""The bus over Redis: its publish/subscribe, one channel a topic."""

from __future__ import annotations

import logging
import secrets
from collections import deque
from collections.abc import Callable
from typing import Any

import gevent
import orjson
from gevent.event import Event
from redis import Redis, RedisError
from redis.client import PubSub

from server.bus.news import SITE, Body, Bus
from server.logs import report

log = logging.getLogger(__name__)

CHANNEL = "cavalier:"
"""Begins the name of a channel."""

TIMEOUT = 2.0
"""Seconds after which Redis is given up that does not answer."""

QUIET = 1.0
"""Seconds without news after which the connection is tried."""

RETRY = 0.5
"""Seconds between two tries to connect."""

MOST_WAITING = 10_000
"""News that wait to be sent while Redis does not answer; the oldest are lost."""

AT_ONCE = 200
"""News that are sent together."""


class RedisBus(Bus):
    """A bus over the Redis server at this address.

    It needs no server to begin: news are lost until it answers. The standard library must be patched by gevent.
    """

    def __init__(self, address: str) -> None:
        super().__init__()
        self._me = secrets.token_hex(8)
        self._redis = Redis.from_url(
            address, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT, socket_keepalive=True
        )
        self._topics = {SITE}
        self._subscribed: PubSub | None = None
        self._waiting: deque[tuple[str, bytes]] = deque(maxlen=MOST_WAITING)
        self._wake = Event()
        self._closing = False
        self._sender = gevent.spawn(self._send)
        self._reader = gevent.spawn(self._read)

    def tell(self, kind: str, topic: str, body: Body) -> None:
        """Send news to the other processes; returns at once."""
        self._waiting.append((CHANNEL + topic, orjson.dumps([self._me, kind, body])))
        self._wake.set()

    def join(self, topic: str) -> None:
        """Receive the news of a topic; returns at once."""
        self._topics.add(topic)
        self._ask("subscribe", topic)

    def leave(self, topic: str) -> None:
        """Receive them no longer."""
        self._topics.discard(topic)
        self._ask("unsubscribe", topic)

    def close(self) -> None:
        """Send what waits, then send and receive nothing more."""
        self._closing = True
        self._wake.set()
        self._sender.join(TIMEOUT)
        gevent.killall([self._sender, self._reader])
        self._redis.close()

    def _ask(self, what: str, topic: str) -> None:
        # The reader joins all topics anew where this fails.
        if self._subscribed is not None:
            gevent.spawn(self._try, getattr(self._subscribed, what), CHANNEL + topic)

    def _try(self, ask: Any, channel: str) -> None:
        try:
            ask(channel)
        except RedisError:
            self._subscribed = None

    def _send(self) -> None:
        while not (self._closing and not self._waiting):
            self._wake.wait()
            self._wake.clear()
            while self._waiting:
                pipeline = self._redis.pipeline(transaction=False)
                for _ in range(min(AT_ONCE, len(self._waiting))):
                    pipeline.publish(*self._waiting.popleft())
                try:
                    pipeline.execute()
                    self._answered(True)
                except RedisError as error:
                    self._answered(False, error)
                    if self._closing:
                        return
                    gevent.sleep(RETRY)

    def _read(self) -> None:
        while True:
            try:
                with PubSub(self._redis.connection_pool, ignore_subscribe_messages=True) as subscribed:
                    subscribe: Callable[..., None] = subscribed.subscribe
                    subscribe(*(CHANNEL + topic for topic in self._topics))
                    self._subscribed = subscribed
                    while self._subscribed is subscribed:
                        message = subscribed.get_message(timeout=QUIET)
                        if message is None:
                            subscribed.ping()
                        elif message["type"] == "message":
                            self._receive(message)
                        self._answered(True)
            except RedisError as error:
                self._answered(False, error)
            self._subscribed = None
            gevent.sleep(RETRY)

    def _receive(self, message: Any) -> None:
        try:
            sender, kind, body = orjson.loads(message["data"])
            if sender != self._me:
                self.hear(kind, message["channel"].decode().removeprefix(CHANNEL), body)
        except Exception as error:  # One news that cannot be read must not keep the others away.
            report(log, "news could not be read", error)

    def _answered(self, answers: bool, error: Exception | None = None) -> None:
        if answers != self.answers:
            self.answers = answers
            if error is None:
                log.info("Redis answers")
            else:
                log.warning("Redis does not answer: news come late", extra={"fault": str(error)})
