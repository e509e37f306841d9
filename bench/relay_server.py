"""A stock Flask-SocketIO server that relays moves and knows no rules: what the site is measured beside.

It answers what the load generator sends to the site: opening and joining a table, watching it, and acts, each of which
is passed on to the other watchers and acknowledged. Nothing is checked, nothing is kept.
"""

from __future__ import annotations

from gevent import monkey

monkey.patch_all()

import itertools
import sys
from typing import Any

from flask import Flask, redirect
from flask.typing import ResponseReturnValue
from flask_socketio import SocketIO, emit, join_room, leave_room
from gevent.pywsgi import WSGIServer

VIEW = {"number": 0, "picture": {}, "moves": [{"id": "a2a3"}]}
"""The view of any table: there is always a move."""

app = Flask(__name__)
socketio = SocketIO(app, async_mode="gevent", transports=["websocket"])
_tables = itertools.count(1)


@app.post("/en/variants/<variant>/play")
def play(variant: str) -> ResponseReturnValue:
    """Open a table."""
    return redirect(f"/en/tables/{next(_tables)}", 303)


@app.post("/en/tables/<table>/join")
def join(table: str) -> ResponseReturnValue:
    """Sit down at it."""
    return redirect(f"/en/tables/{table}", 303)


@socketio.on("watch")  # type: ignore[untyped-decorator]
def watch(message: dict[str, Any]) -> dict[str, Any]:
    """Be passed on the acts at this table from now on."""
    join_room(message["table"])
    return {"ok": True, "view": VIEW}


@socketio.on("leave")  # type: ignore[untyped-decorator]
def leave(message: dict[str, Any]) -> dict[str, Any]:
    """Be passed on nothing more."""
    leave_room(message["table"])
    return {"ok": True}


@socketio.on("act")  # type: ignore[untyped-decorator]
def act(message: dict[str, Any]) -> dict[str, Any]:
    """Pass a move on to the others."""
    emit("view", message, to=message["table"], include_self=False)
    return {"ok": True, "number": message["number"]}


if __name__ == "__main__":
    server = WSGIServer(("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1])), app, log=None)
    server.start()
    print("The relay listens.", flush=True)
    server.serve_forever()
