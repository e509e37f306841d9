"""A process that stops sends its clients to the other processes of the site, spread over time."""

from __future__ import annotations

from random import Random
from typing import Any

from server.runtime.loop import yield_to_loop
from server.wire.live import Live

PACE = 500
"""Clients a second that are sent to the other processes: each takes as long there as a few moves."""


def send_away(live: Live, random: Random) -> float:
    """Tell every client in how many seconds to connect anew; the longest of these times.

    A client that polls is to do so at once, because this process no longer takes its requests.
    """
    server: Any = live.socketio.server
    clients = tuple(server.manager.get_participants("/", None))
    longest = len(clients) / PACE
    for sid, connection in clients:
        polls = connection in server.eio.sockets and not server.eio.sockets[connection].upgraded
        live.emit("reconnect", {"after": 0.0 if polls else round(random.uniform(0.0, longest), 3)}, sid)
        yield_to_loop()
    return longest
