"""One process of the site: listens, prints its address, serves until it is stopped.

The standard library is patched on import, before anything else is loaded: only `server.cli` imports this, when it runs.
"""

from __future__ import annotations

from gevent import monkey

monkey.patch_all()

import errno
import gc
import itertools
import logging
import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import partial

import gevent
from flask import Flask
from gevent.event import Event
from gevent.pywsgi import LoggingLogAdapter
from gevent.threadpool import ThreadPool

from server.api import openapi
from server.api.blueprint import ENDPOINTS
from server.app import metrics_server
from server.app.factory import create_app
from server.app.readiness import Readiness
from server.app.services import Services
from server.app.sockets import Sockets
from server.drawing.diagram import DrawingUnavailable, painter
from server.http.connections import RESERVED_DESCRIPTORS, Server
from server.runtime import Config, logs, loop
from server.store import DataError, JournalError, locked
from server.tables import endless_rules

log = logging.getLogger(__name__)

EXIT_FAILED = 2
"""Exit status of a process whose journal has failed."""

BACKLOG = 1024
"""Connections that wait to be accepted."""

TEMPLATES = ("html", "json", "svg", "xml")
"""The suffixes of templates, which lie beside the modules that render them."""

MOST_DESCRIPTORS = 1 << 20
"""File descriptors that the process asks for at most."""

COLLECTION_INTERVAL = 600
"""Seconds between two garbage collections of new objects."""

COLLECTIONS_PER_FULL = 144
"""Collections after which a full one runs: once a day."""

DRAIN_GRACE = 2.0
"""Seconds that clients have to leave a stopping process, after the last of them should have connected elsewhere."""

FAILURE_GRACE = 0.5
"""Seconds in which a process whose journal has failed sends its last responses."""


class RunError(Exception):
    """The site cannot run; the message says why."""


def run(config: Config, create: Callable[[Config], Flask] = create_app) -> None:
    """Serve until SIGTERM or SIGINT. Prints `Cavalier listens on http://…/` once it does. Raises RunError.

    Where the journal fails, says so in a sentence and ends the process.
    """
    logs.install(config.log_level)
    most = _allow_connections()
    try:
        # The processes that share a journal in a database may share a folder too.
        with nullcontext() if config.journal else locked(config.data), _listening(config) as listener:
            _run(config, create, listener, most)
    except DataError as error:
        raise RunError(str(error)) from error
    log.info("stopped")


def _run(config: Config, create: Callable[[Config], Flask], listener: socket.socket, most: int) -> None:
    files = endless_rules.Files.of(config.data, config.port)
    try:
        with endless_rules.start_time_limit():
            app = create(config)
        site: Services = app.extensions["cavalier"]
        if (ended := endless_rules.last_end(files)) is not None:
            log.error("the rules of a variant did not end", extra={"table": ended.table_id, "where": ended.traceback})
            site.table_services.loader.stop_endless(ended.table_id, f"the rules did not end: {ended.place}")
    except (JournalError, OSError, ValueError) as error:
        raise RunError(str(error)) from error
    sockets: Sockets = app.extensions["cavalier-sockets"]
    # Loading it takes long and works only in this thread: before the first request.
    with suppress(DrawingUnavailable):
        painter()
    try:
        with endless_rules.time_limit(files):
            _serve(app, site, sockets, listener, most, config)
    finally:
        site.close()
        if site.journal.fault:
            _exit_failed(site.journal.fault)


def _exit_failed(fault: str) -> None:
    """End the process at once, with a sentence. A normal exit would close the journal's file, and SQLite would
    write into it what may not be on disk.
    """
    print(f"cavalier: {fault}", file=sys.stderr, flush=True)
    os._exit(EXIT_FAILED)


def listen(address: str, port: int, at_once: bool = True) -> socket.socket:
    """A socket whose connections send small messages at once; it listens, or is only bound. Raises OSError."""
    family, kind, protocol, _, place = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # An accepted connection inherits it. Without it a move waits up to 40 ms to be sent with other data.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listener.bind(place)
        if at_once:
            listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


def url(listener: socket.socket) -> str:
    """The address of a listening socket in a browser."""
    address, port = listener.getsockname()[:2]
    return f"http://[{address}]:{port}/" if ":" in address else f"http://{address}:{port}/"


def _allow_connections() -> int:
    """Raise the limit of file descriptors; the number of connections that fit."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    allowed = MOST_DESCRIPTORS if most == resource.RLIM_INFINITY else min(most, MOST_DESCRIPTORS)
    return max(1, allowed - RESERVED_DESCRIPTORS)


def _tune_collector() -> None:
    # Tables, views and drawings are many, long-lived and almost without cycles: with the usual thresholds collections
    # take a third of the processor at a thousand games. Objects that exist now are frozen, new ones are collected a
    # few at a time, so that no move is delayed; full collections are rare.
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 1_000_000, 1_000_000)
    gc.enable()


def _collect_garbage() -> None:
    # Survivors are frozen for a day: a collection over twelve thousand games would hold the loop for a second.
    for times in itertools.count(1):
        gevent.sleep(COLLECTION_INTERVAL)
        if times % COLLECTIONS_PER_FULL == 0:
            gc.unfreeze()
        began = time.perf_counter()
        unreachable = gc.collect()
        gc.freeze()
        log.info(
            "collected", extra={"objects": unreachable, "milliseconds": round((time.perf_counter() - began) * 1000)}
        )


def _warm_up(app: Flask, readiness: Readiness) -> None:
    """Load each template and library and draw the covers, one at a time, before the first request needs it."""
    # In a thread of their own: the largest template takes longer than anything may hold the loop.
    thread = ThreadPool(1)
    for name in app.jinja_env.list_templates(TEMPLATES):
        thread.apply(app.jinja_env.get_template, (name,))
    thread.kill()
    app.extensions["cavalier"].library.warm_up()
    with app.test_request_context():
        app.extensions["covers"].boards(())
    openapi.document(ENDPOINTS)
    readiness.has_started()
    log.info("pages are ready")


def _run_named(what: str, work: Callable[[], None]) -> None:
    loop.name_work(what)
    work()


@contextmanager
def _monitored(site: Services, sockets: Sockets, port: int) -> Iterator[None]:
    """Serve metrics at this port during the block; 0 for none."""
    if not port:
        yield
        return
    with _listen_errors(metrics_server.LOOPBACK, port, " for metrics"):
        server = metrics_server.serve(port, metrics_server.registry(site, sockets))
    try:
        yield
    finally:
        server.stop()


def _serve(app: Flask, site: Services, sockets: Sockets, listener: socket.socket, most: int, config: Config) -> None:
    stop_requested = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        gevent.signal_handler(number, stop_requested.set)
    shared = bool(config.proxies) or not config.address_rate
    server = Server(
        listener, app, most, shared, error_log=LoggingLogAdapter(logging.getLogger("server.requests"), logging.ERROR)
    )
    _tune_collector()
    # In every commit the journal's thread waits for the interpreter lock, and all moves of the commit with it.
    sys.setswitchinterval(0.001)
    rounds = loop.watch_rounds()
    services = site.table_services
    site.readiness.starts()
    watchdog = loop.Watchdog(services.credit.pauses.beat)
    background: dict[str, Callable[[], None]] = {
        "watchdog": watchdog.run,
        "collector": _collect_garbage,
        "getting pages ready": partial(_warm_up, app, site.readiness),
        "waking games with a clock": site.tables.resume_clocked_games,
        "timers": partial(services.timers.run, site.tables.expire, services.heartbeat.beat),
        "following other processes": site.follower.run,
        "cleanup": site.cleanup.run,
    }
    if site.notifier:
        background["mail"] = site.notifier.run
    with _listen_errors(config.address, config.port):
        listener.listen(BACKLOG)
    with _monitored(site, sockets, config.metrics_port):
        # Only now: a process that cannot listen closes its journal, which this work would miss.
        working = [gevent.spawn(_run_named, what, work) for what, work in background.items()]
        server.start()
        print(f"Cavalier listens on {url(listener)}", flush=True)
        log.info("listening", extra={"address": url(listener)})
        gevent.wait([stop_requested, site.journal.failed], count=1)
    if site.journal.fault:
        gevent.sleep(FAILURE_GRACE)
    log.info("stopping")
    site.readiness.stops()
    server.close()
    if config.redis:  # Else there is no other process: clients try again until this one has restarted.
        server.wait(sockets.server.drain(site.sources.random) + DRAIN_GRACE)
    server.stop()
    gevent.killall(working)
    rounds.close()


@contextmanager
def _listening(config: Config) -> Iterator[socket.socket]:
    with _listen_errors(config.address, config.port):
        # If other processes serve too, do not listen yet: connections would wait here, and a proxy can ask others.
        listener = listen(config.address, config.port, at_once=not config.journal)
    with listener:
        yield listener


@contextmanager
def _listen_errors(address: str, port: int, purpose: str = "") -> Iterator[None]:
    """Raise RunError, with the reason, if it is not possible to listen there."""
    try:
        yield
    except OSError as error:
        reason = "it is in use" if error.errno == errno.EADDRINUSE else error.strerror
        raise RunError(f"Cannot listen{purpose} on {address}, port {port}: {reason}.") from error
