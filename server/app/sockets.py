"""The composition of the sockets of one process."""

from __future__ import annotations

from flask import Flask, g
from markupsafe import Markup

from server.app.services import Services
from server.lobby import Row
from server.sockets import Connections, LobbyHandler, MyGamesHandler, SocketServer, TableHandler
from server.sockets.chat import ChatHandler


class Sockets:
    """The connections of one process and the handlers of their messages, installed in the application."""

    def __init__(self, app: Flask, site: Services) -> None:
        events, cache, descriptions = site.events, site.table_services.cache, site.descriptions
        self.connections = Connections(site.attendance, events)
        self.server = SocketServer(app, self.connections, events, site.identity, site.limits, descriptions)
        self.chat = ChatHandler(self.server, self.connections, events, site.chat, site.tables, cache, descriptions)
        self.lobby = LobbyHandler(
            self.server,
            self.connections,
            events,
            site.matchmaker,
            site.rows,
            site.tables,
            site.journal,
            descriptions,
            site.clock,
            site.sources.later,
        )
        self.tables = TableHandler(
            self.server,
            self.connections,
            events,
            site.tables,
            cache,
            site.table_services.facts,
            site.attendance,
            descriptions,
            (self.chat.on_watch, self.lobby.on_watch),
        )
        addresses = app.url_map.bind("localhost")

        def render_row(row: Row, board: Markup | None, language: str) -> str:
            """A row of My games as the page renders it. There is no request, so `url_for` is a parameter."""
            with app.app_context():
                g.language = language
                return app.jinja_env.get_template("account/_my_games_row.html").render(
                    row=row,
                    board=board,
                    url_for=lambda endpoint, **values: addresses.build(endpoint, {**values, "language": language}),
                )

        self.my_games = MyGamesHandler(
            self.server,
            events,
            site.journal,
            site.listing,
            site.my_games,
            site.previews,
            render_row,
            site.sources.later,
        )
