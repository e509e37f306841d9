"""The bus over Redis: its publish/subscribe, one channel for the site."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import gevent
import orjson
from gevent.event import Event
from redis import Redis, RedisError
from redis.client import PubSub

from server.bus import Body, Bus
from server.runtime.logs import report

log = logging.getLogger(__name__)

CHANNEL = "cavalier"

TIMEOUT = 2.0
"""Seconds after which a Redis server that does not answer is given up."""

QUIET = 1.0
"""Seconds without messages after which the connection is checked."""

RETRY = 0.5
"""Seconds between two attempts to connect."""

MOST_WAITING = 10_000
"""Messages that wait while Redis does not answer; the oldest are dropped."""

AT_ONCE = 200
"""Messages that are published as one message of Redis, which costs every receiving process."""


class RedisBus(Bus):
    """A bus over the Redis server at this address.

    It starts without the server: messages are lost until Redis answers. The standard library must be patched by gevent.
    """

    def __init__(self, address: str) -> None:
        super().__init__()
        self._redis = Redis.from_url(
            address, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT, socket_keepalive=True
        )
        self._waiting: deque[orjson.Fragment] = deque(maxlen=MOST_WAITING)
        self._wake = Event()
        self._closing = False
        self._logged: bool | None = None
        """Whether Redis answered when that was logged last; None before the first attempt."""
        self._sender = gevent.spawn(self._send)
        self._reader = gevent.spawn(self._read)

    def publish(self, kind: str, table: str, body: Body) -> None:
        """Send a message to the other processes; returns at once."""
        self._waiting.append(orjson.Fragment(orjson.dumps([kind, table, body])))
        self._wake.set()

    def close(self) -> None:
        """Send what waits, then send and receive nothing more."""
        self._closing = True
        self._wake.set()
        self._sender.join(TIMEOUT)
        gevent.killall([self._sender, self._reader])
        self._redis.close()

    def _send(self) -> None:
        while not (self._closing and not self._waiting):
            self._wake.wait()
            self._wake.clear()
            while self._waiting:
                messages = [self._waiting.popleft() for _ in range(min(AT_ONCE, len(self._waiting)))]
                try:
                    self._redis.publish(CHANNEL, orjson.dumps([self.process, messages]))
                    self._reached(True)
                except RedisError as error:
                    self._reached(False, error)
                    if self._closing:
                        return
                    gevent.sleep(RETRY)

    def _read(self) -> None:
        while True:
            try:
                with PubSub(self._redis.connection_pool, ignore_subscribe_messages=True) as subscribed:
                    subscribe: Callable[[str], None] = subscribed.subscribe
                    subscribe(CHANNEL)
                    while True:
                        message = subscribed.get_message(timeout=QUIET)
                        if message is None:
                            subscribed.ping()
                        elif message["type"] == "message":
                            self._receive(message["data"])
                        self._reached(True)
            except RedisError as error:
                self._reached(False, error)
            gevent.sleep(RETRY)

    def _receive(self, data: Any) -> None:
        with _reported():
            sender, messages = orjson.loads(data)
            for message in messages if sender != self.process else ():
                with _reported():
                    kind, table, body = message
                    self.deliver(kind, table, body)

    def _reached(self, reachable: bool, error: Exception | None = None) -> None:
        if reachable != self._logged:
            self._logged = self.reachable = reachable
            if error is None:
                log.info("Redis answers")
            else:
                log.warning("Redis does not answer: news come late", extra={"fault": str(error)})


@contextmanager
def _reported() -> Iterator[None]:
    """Log a fault of a message: the next ones must still arrive."""
    try:
        yield
    except Exception as error:
        report(log, "a message of the bus could not be read", error)
