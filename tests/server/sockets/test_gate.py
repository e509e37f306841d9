"""What the sockets use of other libraries that is not public: a changed library is named here, not by a crash."""

from importlib.metadata import version

import pytest
from flask import Flask
from flask_socketio import SocketIO
from socketio.packet import Packet

from server.sockets import EventPacket, Outbox
from tests.harness.faults import recorded
from tests.harness.local_site import local_site

BELOW = {"python-engineio": (4, 16), "python-socketio": (5, 19), "wsproto": (1, 4), "gevent": (27, 0)}
"""The versions that nobody has tried: read `server/sockets/gate.py` beside their changes first."""


@pytest.fixture(scope="module")
def plain():
    """A server of Socket.IO as Flask-SocketIO makes it, before the gate."""
    return SocketIO(Flask("plain"), async_mode="gevent").server


@pytest.mark.parametrize("name", BELOW)
def test_a_library_of_which_private_parts_are_used_is_of_a_version_that_was_tried(name):
    assert tuple(map(int, version(name).split(".")[:2])) < BELOW[name]


@pytest.mark.parametrize(
    ("part", "name"),
    [
        *(("eio", name) for name in ("_async", "handlers", "sockets", "handle_request", "send_packet", "reason")),
        *(("manager", name) for name in ("get_participants", "eio_sid_from_sid")),
    ],
)
def test_a_server_has_what_the_gate_replaces_or_reads(plain, part, name):
    assert hasattr(getattr(plain, part), name), f"server/sockets/gate.py uses `{part}.{name}`"


def test_engine_io_opens_websockets_by_a_class_that_can_be_replaced(plain):
    assert callable(vars(plain.eio)["_async"]["websocket"]), "server/sockets/websocket.py stands in its place"
    assert issubclass(Outbox, vars(plain.eio)["_async"]["queue"]), "so does a queue that counts"
    assert plain.eio.handlers.keys() >= {"connect", "disconnect", "message"}


def test_socket_io_reads_packets_by_a_method_that_can_be_replaced():
    assert callable(Packet.decode)
    packet = EventPacket(encoded_packet='2["act",{}]')
    assert (packet.packet_type, packet.data) == (2, ["act", {}])


def test_signing_out_while_a_connection_ends_closes_no_other_connection(tmp_path):
    """To engine.io, no connection is all of them."""
    with local_site(tmp_path) as site, recorded(site.server.eio, "disconnect") as closed:
        site.connect("ann")  # Which engine.io does not know any more.
        site.sockets.server.sign_out("ann")
        assert closed == []
