"""The queue over Redis through which the processes of a site let others think: those that do nothing else.

Tasks and answers are JSON, encrypted and authenticated with a key that is derived from the site's. A task that no
process begins in time is dropped; one that is lost, with its process or with Redis, is the asker's to ask again.
"""

from __future__ import annotations

import hmac
import logging
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from typing import Any

import gevent
from cryptography.fernet import Fernet, InvalidToken
from huey import PriorityRedisExpireHuey
from huey.exceptions import HueyException, ResultTimeout
from huey.registry import Message
from redis import ConnectionPool, Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

from server import logs
from server.computer import tasks
from server.computer.child import EngineError
from server.computer.tasks import Malformed, Task

log = logging.getLogger(__name__)

ANNOUNCED_FOR = 3.5
"""Seconds after which a process that thinks is taken for gone, unless it announces itself again."""

INTERVAL = 1.0
"""Seconds between two announcements, and between two looks at them."""

TIMEOUT = 2.0
"""Seconds after which Redis is given up that does not answer."""

BEGUN_WITHIN = {True: 1.5, False: 10.0}
"""Seconds within which a task has to be begun, by whether it is urgent."""

ANSWER_MARGIN = 0.5
"""Seconds that an answer may take beyond these and the time of its task."""

LONGEST_WAIT = 30.0
"""Seconds in which Redis may have nothing to say to a process that waits for an answer."""

KEPT = 60
"""Seconds after which Redis forgets tasks and answers that nobody has fetched."""


class Sealed:
    """How the queue writes what it keeps in Redis, and reads it."""

    def __init__(self, signing_key: bytes) -> None:
        self._fernet = Fernet(urlsafe_b64encode(hmac.digest(signing_key, b"cavalier thinking 1", "sha256")))

    def serialize(self, value: Any) -> bytes:
        """A message of the queue or an answer, encrypted. Raises Malformed."""
        kind = "message" if isinstance(value, Message) else "answer"
        return self._fernet.encrypt(tasks.written({kind: value}, 2 * tasks.LONGEST_LINE))

    def deserialize(self, token: bytes) -> Any:
        """What was encrypted. Raises InvalidToken where the site has not written it, and Malformed."""
        told = tasks.read(self._fernet.decrypt(token), 2 * tasks.LONGEST_LINE)
        return Message(*told["message"]) if "message" in told else told["answer"]


class TaskQueue:
    """The queue: `think` is called with what `ask` has put into it, in the process that consumes it."""

    def __init__(
        self, address: str, signing_key: bytes, think: Callable[[Mapping[str, Any]], Mapping[str, Any] | None]
    ) -> None:
        pool = ConnectionPool.from_url(
            address, socket_timeout=LONGEST_WAIT, socket_connect_timeout=TIMEOUT, retry=Retry(NoBackoff(), 0)
        )
        self.redis: Any = Redis(connection_pool=pool)
        # Each site has its own: a task that another one takes would be lost.
        name = f"cavalier{hmac.digest(signing_key, b'cavalier queue 1', 'sha256').hex()[:8]}"
        self.announced = f"{name}:thinker:"
        """Begins the key at which a process that thinks says how many tasks it does at once."""
        self.huey = PriorityRedisExpireHuey(
            name, connection_pool=pool, serializer=Sealed(signing_key), expire_time=KEPT, notify_result=True
        )

        def called(told: Mapping[str, Any]) -> Mapping[str, Any] | None:
            return think(told)

        self._called = self.huey.task(name="think")(called)
        # It would tell of every task.
        logging.getLogger("huey").setLevel(logging.WARNING)

    def now(self) -> float:
        """The time by Redis' clock, which is the same for all. Raises RedisError."""
        seconds, microseconds = self.redis.time()
        return float(seconds + microseconds / 1e6)

    def ask(self, task: Task, seconds: float, urgent: bool) -> dict[str, Any]:
        """What a process that thinks answers to a task: an object that holds `ok` or `fault`. Raises EngineError."""
        wait = BEGUN_WITHIN[urgent] + seconds + ANSWER_MARGIN
        told = {"id": secrets.token_hex(8), "task": task, "seconds": seconds, "urgent": urgent}
        late = EngineError("No process that thinks answered in time.")
        try:
            with gevent.Timeout(wait, late):
                told |= {"request": logs.request(), "begin_by": self.now() + BEGUN_WITHIN[urgent]}
                result = self.huey.enqueue(self._called.s(told, priority=int(urgent)))
                self.redis.expire(self.huey.storage.queue_key, KEPT)
                answer = result.get(blocking=True, timeout=wait)
                self.huey.delete(result.id)
        except ResultTimeout:
            raise late from None
        except (RedisError, HueyException, InvalidToken, Malformed) as error:
            raise EngineError(f"No process that thinks has answered: {type(error).__name__}.") from error
        if not isinstance(answer, dict) or answer.get("id") != told["id"]:
            raise EngineError("A process that thinks did not answer what it was asked.")
        return answer

    def close(self) -> None:
        """Hang up on Redis."""
        self.redis.close()
        self.redis.connection_pool.disconnect()


class Thinkers:
    """The processes that think, as a process of the site sees them; it learns of new ones within a second or so."""

    def __init__(self, address: str, signing_key: bytes) -> None:
        self._queue = TaskQueue(address, signing_key, _elsewhere)
        self.workers = 0
        """How many tasks they do at once, all together."""
        self.waiting = 0
        """Tasks in the queue."""
        self._follower = gevent.spawn(self._follow)

    def ask(self, task: Task, seconds: float, urgent: bool) -> dict[str, Any]:
        """What one of them answers to a task. Raises EngineError."""
        return self._queue.ask(task, seconds, urgent)

    def close(self) -> None:
        """Ask them no more."""
        self._follower.kill()
        self._queue.close()

    def _follow(self) -> None:
        while True:
            try:
                with gevent.Timeout(TIMEOUT, TimeoutError("Redis does not answer.")):
                    self._look()
            except (RedisError, OSError):  # The bus tells of it.
                self._found(0, 0)
            gevent.sleep(INTERVAL)

    def _look(self) -> None:
        redis = self._queue.redis
        keys = list(redis.scan_iter(match=f"{self._queue.announced}*", count=1000))
        announced = redis.mget(keys) if keys else []
        self._found(sum(map(int, filter(None, announced))), self._queue.huey.pending_count())

    def _found(self, workers: int, waiting: int) -> None:
        if workers != self.workers:
            log.info("processes that think elsewhere", extra={"at_once": workers, "before": self.workers})
        self.workers, self.waiting = workers, waiting


def announce(queue: TaskQueue, workers: int) -> None:
    """Tell the site, from now on, that this process does so many tasks at once; until the greenlet is killed."""
    redis, key = queue.redis, f"{queue.announced}{secrets.token_hex(8)}"
    try:
        while True:
            try:
                with gevent.Timeout(TIMEOUT, TimeoutError("Redis does not answer.")):
                    redis.set(key, workers, px=round(ANNOUNCED_FOR * 1000))
            except (RedisError, OSError) as error:
                log.warning("Redis does not answer: nobody can ask", extra={"fault": str(error)})
            gevent.sleep(INTERVAL)
    finally:
        try:
            redis.delete(key)
        except RedisError:  # Then it expires, or is gone already.
            log.info("Redis does not answer")


def _elsewhere(told: Mapping[str, Any]) -> Mapping[str, Any] | None:
    raise AssertionError("A process of the site consumes no tasks.")
