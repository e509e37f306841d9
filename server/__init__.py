"""The house: tables, players, pages, sockets; it knows no rule of any game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask

    from server.config import Config


def create_app(config: Config, **injected: Any) -> Flask:
    """The application: its pages, its sockets and the house behind them, at `app.extensions["cavalier"]`.

    `injected` is handed to the House (clock, new_id, random). Raises JournalError where the data
    folder cannot be used.
    """
    # Imported here so that the runner can patch the standard library first.
    from flask import Flask, request
    from werkzeug.middleware.proxy_fix import ProxyFix

    from server import logs
    from server.computer.player import Player
    from server.house import House
    from server.web import language, pages, security
    from server.web.identity import Sessions, signing_key
    from server.wire.foyer import Foyer
    from server.wire.live import Live
    from server.wire.talk import Talk

    class Site(Flask):
        """Flask, but for what it would write into the log."""

        def log_exception(self, exc_info: Any) -> None:
            """Say which page failed and where."""
            logs.report(self.logger, "a page failed", exc_info[1], path=request.path)

    app = Site(__name__, static_folder="../static")
    house = House(config, **injected)
    app.extensions["cavalier"] = house
    app.secret_key = signing_key(config.data)
    app.session_interface = Sessions()
    app.config.update(
        SESSION_COOKIE_NAME="cavalier",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        MAX_CONTENT_LENGTH=64 * 1024,
    )
    language.install(app)
    security.install(app)
    pages.install(app)
    live = app.extensions["cavalier-live"] = Live(app, house)
    talk = app.extensions["cavalier-talk"] = Talk(live, house)
    app.extensions["cavalier-foyer"] = Foyer(live, house)
    app.extensions["cavalier-player"] = Player(
        house.lobby, house.pool, house.lobby.random, talk.say, house.limits.asker
    )
    if config.proxies:
        # Around all else: the sockets, too, are to know from which address somebody comes.
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=config.proxies, x_proto=config.proxies, x_host=config.proxies
        )
    return app
