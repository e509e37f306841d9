"""The composition of the sockets of one process."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Flask, g
from markupsafe import Markup

from server.app.services import Services
from server.lobby import Challenged, Row
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
        self.my_games = MyGamesHandler(
            self.server,
            events,
            site.journal,
            site.listing,
            site.my_games,
            site.previews,
            PageParts(app),
            site.sources.later,
        )


class PageParts:
    """Renders parts of pages outside a request."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._addresses = app.url_map.bind("localhost")

    def row(self, row: Row, board: Markup | None, language: str) -> str:
        """A row of My games with its board."""
        return self._rendered("account/_my_games_row.html", language, row=row, board=board)

    def challenges(self, challenges: Sequence[Challenged], language: str) -> str:
        """The challenges of My games, "" for none."""
        return self._rendered("account/_challenges.html", language, challenges=challenges)

    def _rendered(self, template: str, language: str, **values: object) -> str:
        def address_of(endpoint: str, **parts: object) -> str:
            return self._addresses.build(endpoint, {**parts, "language": language})

        with self._app.app_context():
            g.language = language
            return self._app.jinja_env.get_template(template).render(url_for=address_of, **values).strip()
