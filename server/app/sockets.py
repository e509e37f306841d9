"""The sockets of one process, put together."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Flask, g
from markupsafe import Markup

from server.app.services import Services
from server.lobby import Row
from server.sockets import Connections, LobbyHandler, MyGamesHandler, SocketServer, TableHandler
from server.sockets.chat import ChatHandler


@dataclass(frozen=True, eq=False)
class Sockets:
    """The connections of one process, and what handles their messages."""

    connections: Connections
    server: SocketServer
    chat: ChatHandler
    lobby: LobbyHandler
    tables: TableHandler
    my_games: MyGamesHandler


def install(app: Flask, site: Services) -> Sockets:
    """Let the application serve Socket.IO."""
    events, cache, descriptions = site.events, site.table_services.cache, site.descriptions
    connections = Connections(site.attendance, events)
    server = SocketServer(app, connections, events, site.identity, site.limits, descriptions)
    chat = ChatHandler(server, connections, events, site.chat, site.tables, cache, descriptions)
    lobby = LobbyHandler(
        server,
        connections,
        events,
        site.matchmaker,
        site.rows,
        site.tables,
        site.journal,
        descriptions,
        site.clock,
        site.sources.later,
    )
    tables = TableHandler(
        server,
        connections,
        events,
        site.tables,
        cache,
        site.table_services.facts,
        site.attendance,
        descriptions,
        (chat.on_watch, lobby.on_watch),
    )
    addresses = app.url_map.bind("localhost")

    def render_row(row: Row, board: Markup | None, language: str) -> str:
        """A row of My games as the page has it; without a request, so `url_for` has to be given."""
        with app.app_context():
            g.language = language
            return app.jinja_env.get_template("account/_my_games_row.html").render(
                row=row,
                board=board,
                url_for=lambda endpoint, **values: addresses.build(endpoint, {**values, "language": language}),
            )

    my_games = MyGamesHandler(
        server, events, site.journal, site.listing, site.my_games, site.previews, render_row, site.sources.later
    )
    return Sockets(connections, server, chat, lobby, tables, my_games)
