"""A process that only thinks: it does the tasks that the processes of a site put into their queue, until it is stopped.

The standard library is patched on import, before anything else is loaded: only the command line imports this, and late.
"""

from __future__ import annotations

from gevent import monkey

monkey.patch_all()

import logging  # noqa: E402
from collections.abc import Iterator, Mapping  # noqa: E402
from contextlib import contextmanager, suppress  # noqa: E402
from typing import Any  # noqa: E402

import gevent  # noqa: E402
from prometheus_client import CollectorRegistry  # noqa: E402
from redis import RedisError  # noqa: E402

from server import logs, monitoring  # noqa: E402
from server.computer import worker  # noqa: E402
from server.computer.pool import Pool, PoolError  # noqa: E402
from server.computer.thinkers import TaskQueue, announce  # noqa: E402
from server.config import Config  # noqa: E402
from server.journal import keys  # noqa: E402
from server.journal.engine import JournalError  # noqa: E402
from server.journal.store import Journal  # noqa: E402
from server.tables.limits import Asker  # noqa: E402

log = logging.getLogger(__name__)

STOPPING = 10
"""Seconds that the tasks in hand get to end once the process is told to stop."""

ANYBODY = Asker("", "")
"""Who asks: the processes of the site have seen to everybody's turn."""


class ThinkError(Exception):
    """The process cannot think; the message says why."""


def run(config: Config, workers: int) -> None:
    """Do so many tasks at once, until SIGTERM or SIGINT. Prints a line once it does. Raises ThinkError."""
    logs.install(config.log_level)
    key = _key(config)
    pool = Pool(worker.command(config.variants, config.data), workers)
    answering = Answering(config.redis, key, pool)
    consumer = answering.queue.huey.create_consumer(
        workers=workers,
        worker_type="greenlet",
        periodic=False,
        scheduler_interval=60,
        max_delay=1.0,
        graceful_signal="TERM",
        shutdown_timeout=STOPPING,
    )
    try:
        pool.start()
        with _monitored(config.metrics_port, pool):
            announcing = gevent.spawn(announce, answering.queue, workers)
            print(f"Cavalier thinks, {workers} at once", flush=True)
            consumer.run()
            announcing.kill()
    finally:
        pool.close()
        answering.queue.close()
    log.info("stopped")


class Answering:
    """Does the tasks of the queue with the processes of a pool."""

    def __init__(self, redis: str, key: bytes, pool: Pool) -> None:
        self._pool = pool
        self.queue = TaskQueue(redis, key, self.think)

    def think(self, told: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """The answer to what was asked; None where it would come too late."""
        logs.begin(told["request"])
        try:
            with suppress(RedisError):
                if self.queue.now() > told["begin_by"]:
                    log.info("a task came too late", extra={"do": told["task"]["do"]})
                    return None
            found = self._pool.ask(told["task"], told["seconds"], ANYBODY, told["urgent"])
            return {"id": told["id"], "ok": found}
        except PoolError as error:
            return {"id": told["id"], "fault": str(error)}
        finally:
            logs.begin("")


def _key(config: Config) -> bytes:
    """The key of the site, from its database."""
    try:
        journal = Journal(config.journal)
        try:
            key = keys.known(journal)
        finally:
            journal.close()
    except JournalError as error:
        raise ThinkError(str(error)) from error
    if key is None:
        raise ThinkError("No process of the site has used this database yet: start one first.")
    return key


@contextmanager
def _monitored(port: int, pool: Pool) -> Iterator[None]:
    """Tell a monitor figures meanwhile, at this port; 0 is none."""
    if not port:
        yield
        return
    figures = CollectorRegistry()
    figures.register(monitoring.Thinking(pool))
    try:
        server = monitoring.serve(port, figures)
    except OSError as error:
        raise ThinkError(f"Cannot listen on {monitoring.LOOPBACK}, port {port}: {error.strerror}.") from error
    try:
        yield
    finally:
        server.stop()
