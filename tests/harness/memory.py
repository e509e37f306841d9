"""What a site keeps in memory for those who are connected."""

from flask import Flask

from server.wire.live import Live


def held_for_connections(app: Flask) -> dict[str, int]:
    """The number of objects that a site keeps for those who are connected, by kind: all 0 where nobody is."""
    live: Live = app.extensions["cavalier-live"]
    attendance = live.house.attendance
    lobby, mine = (app.extensions[f"cavalier-{name}"] for name in ("lobby", "mine"))
    return {
        "people": len(live._people),
        "addresses": len(live._addresses),
        "connections": live.house.limits.connections(),
        "languages": len(live._languages),
        "watching": len(live.watchers._watching),
        "rooms": len(live.watchers._rooms),
        "held": sum(slot.pins for slot in live.house.table_services.cache._slots.values()),
        "present": len(live.house.presence._looking),
        "lists": len(lobby._watching),
        "tabs": len(lobby._tabs),
        "my games": len(mine._pages),
        "onlookers": len(live._onlookers),
        "attendance": len(attendance._here) + len(attendance._elsewhere) + len(attendance._published),
        "engine": sum(not each.closed for each in live.socketio.server.eio.sockets.values()),
        "parts": len(live.socketio.server._binary_packet),
    }
