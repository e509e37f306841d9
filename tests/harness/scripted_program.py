"""The site with nothing left to chance, run as a child: two processes told the same say the same, to the byte."""

import argparse
import itertools
import os
import secrets
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

from server.app import serve  # First, because it patches the standard library.

# isort: split
import flask.sessions
import itsdangerous.timed
import werkzeug.http
from engineio.base_server import BaseServer
from flask import Flask, request

from server.app.factory import create_app
from server.app.services import Services
from server.http import connections
from server.runtime import config
from server.runtime.loop import Watchdog
from server.sockets import websocket
from server.tables import Follower, Timers
from tests.harness import planted_faults
from tests.harness.client import NOON
from tests.harness.memory import held_for_connections
from tests.harness.patches import replace
from tests.harness.program import be_patient
from tests.harness.site import NO_LIMITS
from tests.harness.sources import Script


def turn_clock(app: Flask, script: Script, seconds: float) -> str:
    """Turn the clock: calls that are due have been made, and flags that are due have fallen; what it shows."""
    script.turn(seconds)
    services: Services = app.extensions["cavalier"]
    services.table_services.timers.fire(services.tables.expire)
    # They run by the clock on the wall where several processes may share the journal.
    if services.journal.shared:
        services.follower.follow()
    services.journal.alive(script.at)
    return str(script.at)


def set_seed(script: Script) -> str:
    """Take the seed of tables from the form of a request: it came where no log shows it."""
    script.seed = request.form["seed"]
    return ""


def fixed(settled: config.Config, script: Script) -> Flask:
    """The application with a scripted clock, tokens and random source."""
    app = create_app(settled, script.sources())
    # Whoever turns the clock looks at the tables; two who look at once would not know when the other is done.
    replace(Timers, "run", lambda *_: None)
    # What another process does is heard of by news alone, once.
    replace(Follower, "run", lambda _: None)
    # How long things take differs from world to world.
    replace(Watchdog, "run", lambda _: None)
    replace(serve, "_warm_up", lambda *_: None)
    app.add_url_rule("/-/seed", "seed", lambda: set_seed(script), methods=["POST"])
    # A ping comes by the clock on the wall, between any two frames; without one a socket is silent, and a busy machine
    # takes longer between two questions of a browser than they may.
    app.extensions["cavalier-sockets"].server.gate.socketio.server.eio.ping_interval = 3600
    replace(websocket, "SILENCE_TIMEOUT", 3600)
    replace(connections, "IDLE_TIMEOUT", 3600)
    replace(BaseServer, "generate_id", _texts("connection"))
    replace(secrets, "token_urlsafe", _texts("secret"))
    # A cookie carries the second at which it was signed.
    replace(itsdangerous.timed.TimestampSigner, "get_timestamp", lambda *_: NOON)
    replace(flask.sessions.SessionInterface, "get_expiration_time", lambda *_: datetime(2099, 1, 1, tzinfo=UTC))
    # So does the last day of the cookie that remembers the language.
    replace(werkzeug.http, "http_date", lambda *_: "Thu, 01 Jan 2099 00:00:00 GMT")
    return app


def _texts(name: str) -> Callable[..., str]:
    numbers: Iterator[int] = itertools.count()
    return lambda *_: f"{name}{next(numbers)}"


def length(app: Flask, table: str) -> str:
    """How many decisions the process knows of a table."""
    held = app.extensions["cavalier"].table_services.cache.state(table)
    return str(held.sequence if held else 0)


def main() -> None:
    """Serve with the options of `cavalier serve`, until told to stop."""
    parser = argparse.ArgumentParser()
    for each in config.settings():
        parser.add_argument(config.option(each), dest=each.name)
    parser.add_argument("--begin", type=int, default=0, help="where ids are counted from, in thousands")
    parser.add_argument("--clock", type=float, default=0, help="seconds after noon at which the clock stands")
    parser.add_argument("--plant", choices=planted_faults.BEFORE, help="a fault that is there from the start")
    parser.add_argument("--leaky", action="store_true", help="let `/-/leak/<name>` open a leak")
    chosen = parser.parse_args()
    settled = config.load(NO_LIMITS, {each.name: getattr(chosen, each.name) for each in config.settings()})

    def create(settled: config.Config) -> Flask:
        if chosen.plant:
            planted_faults.BEFORE[chosen.plant]()
        be_patient()
        script = Script(NOON + chosen.clock, chosen.begin)
        app = fixed(settled, script)
        app.add_url_rule("/-/memory", "memory", lambda: held_for_connections(app))
        app.add_url_rule("/-/clock/<seconds>", "clock", lambda seconds: turn_clock(app, script, float(seconds)))
        app.add_url_rule("/-/length/<table>", "length", lambda table: length(app, table))
        if chosen.leaky:
            planted_faults.install(app)
        return app

    serve.run(settled, create)


if __name__ == "__main__":
    assert os.environ.get("CAVALIER_PORT") is None
    main()
