"""The short way of events and of what is sent, where a websocket is open: past the layers of Socket.IO and engine.io.

It serves the plain case alone, an event of the root namespace that asks for an answer, and whole messages of text.
Everything else takes the long way, and finds the same handlers and the same order there.
"""

from __future__ import annotations

import re
from typing import Any

import orjson
from engineio import packet as engine_packet  # type: ignore[import-untyped]

from server.wire.websocket import text_frame

EVENT = re.compile(r"42(0|[1-9][0-9]{0,8})(\[.*\])", re.DOTALL)
"""An event that asks for an answer under a number."""

ROOT = "/"
"""The namespace."""

_RESERVED = frozenset({"*", "connect", "disconnect"})
"""Names that Socket.IO itself gives a meaning."""


class Direct:
    """The short way to the handlers of a python-socketio server."""

    def __init__(self, server: Any) -> None:
        self._server = server

    def handled(self, connection: str, frame: str) -> bool:
        """Call the handler of an event and send what it answers; whether the frame was such an event."""
        found = EVENT.fullmatch(frame)
        if found is None:
            return False
        number, packet = found.groups()
        try:
            name, *arguments = orjson.loads(packet)
        except ValueError:
            return False
        handler = self._server.handlers[ROOT].get(name) if isinstance(name, str) and name not in _RESERVED else None
        sid = self._server.manager.sid_from_eio_sid(connection, ROOT)
        if handler is None or not self._server.manager.is_connected(sid, ROOT):
            return False
        answer = f"3{number}{orjson.dumps([handler(sid, *arguments)]).decode()}"
        self._server.eio.send_packet(connection, engine_packet.Packet(engine_packet.MESSAGE, answer))
        return True


def posted(socket: Any, packet: Any) -> bool:
    """Whether a packet goes straight to the websocket of this socket of engine.io, after all that was sent before."""
    # Where a connection polls, or is changing over, its messages wait in the queue.
    if not socket.upgraded or socket.closed or packet.packet_type != engine_packet.MESSAGE:
        return False
    websocket = getattr(socket, "websocket", None)
    if websocket is None:
        return False
    if not hasattr(packet, "frame"):  # The same packet may go to many.
        packet.frame = text_frame(packet.encode())
    return bool(websocket.post(packet.frame))
