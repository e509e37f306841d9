"""What a site keeps in memory for those who are connected."""

from flask import Flask

from server.app.services import Services
from server.app.sockets import Sockets


def held_for_connections(app: Flask) -> dict[str, int]:
    """The number of objects that a site keeps for those who are connected, by kind: all 0 where nobody is."""
    services: Services = app.extensions["cavalier"]
    sockets: Sockets = app.extensions["cavalier-sockets"]
    attendance, connections, server = services.attendance, sockets.connections, sockets.server.gate.socketio.server
    return {
        "connections": len(connections),
        "counted": len(services.limits._connected),
        "addresses": len(services.limits._connections),
        "audiences": len(connections._audiences),
        "held": sum(slot.pins for slot in services.table_services.cache._slots.values()),
        "present": len(services.presence._looking),
        "lists": len(sockets.lobby._watching),
        "tabs": len(sockets.lobby._tabs),
        "my games": len(sockets.my_games._pages),
        "onlookers": len(connections._onlookers),
        "attendance": len(attendance._here) + len(attendance._elsewhere) + len(attendance._published),
        "engine": sum(not each.closed for each in server.eio.sockets.values()),
        "parts": len(server._binary_packet),
    }
