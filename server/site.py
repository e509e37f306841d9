"""The application of one process: its pages, its sockets and the interface for programs, before one house."""

from __future__ import annotations

from typing import Any

from flask import Flask, Request, Response, request
from werkzeug.exceptions import BadHost, HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import MapAdapter
from werkzeug.wrappers import Response as BaseResponse

from server.engine import ComputerPlayer
from server.house import House
from server.interface import api, api_door
from server.mail.postman import Postman, sending
from server.mail.relay import of_settings
from server.people import SecretReplaced
from server.runtime import Config, logs
from server.runtime.sources import Sources
from server.store import JournalError
from server.web import assets, discovery, language, pages, security, wrong
from server.web.identity import Sessions
from server.wire.chat import ChatHandler
from server.wire.live import Live
from server.wire.lobby import LobbyHandler
from server.wire.mine import Mine
from variants.errors import RulesError


class Site(Flask):
    """Flask, but for what it would write into the log, and for a host that cannot be one."""

    def log_exception(self, exc_info: Any) -> None:
        """Say which page failed and where."""
        logs.report(self.logger, "a page failed", exc_info[1], path=str(request.url_rule))

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """What finds and builds addresses. A request to no host gets one too, for the page that refuses it."""
        try:
            return super().create_url_adapter(request)
        except BadHost:
            assert request is not None
            request.environ["HTTP_HOST"] = security.NO_HOST
            return super().create_url_adapter(request)


def create_app(config: Config, sources: Sources | None = None) -> Flask:
    """The application: its pages, its sockets and the house behind them, at `app.extensions["cavalier"]`.

    `sources` says where time and chance come from; None: from the machine. Raises JournalError where the data folder
    cannot be used.
    """
    app = Site(__name__, static_folder="../static")
    sources = sources or Sources()
    house = House(config, sources)
    app.extensions["cavalier"] = house
    app.secret_key = house.signing_key
    app.session_interface = Sessions()
    app.config.update(
        SESSION_COOKIE_NAME="cavalier",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        MAX_CONTENT_LENGTH=64 * 1024,
    )
    language.install(app, config.contact)
    security.install(app)
    assets.install(app)
    pages.install(app)
    discovery.install(app, config.site_address)
    api.install(app)
    app.register_error_handler(HTTPException, _went_wrong)
    app.register_error_handler(RulesError, _refused)
    app.register_error_handler(JournalError, wrong.not_kept)
    live = app.extensions["cavalier-live"] = Live(app, house)
    house.events.subscribe(SecretReplaced, lambda event: live.sign_out(event.person))
    ChatHandler(live, house)
    app.extensions["cavalier-lobby"] = LobbyHandler(live, house, sources.later)
    app.extensions["cavalier-mine"] = Mine(app, live, house, sources.later)
    app.extensions["cavalier-player"] = ComputerPlayer(
        house.tables,
        house.events,
        house.clock,
        house.pool,
        sources,
        house.chat.say_once,
        house.limits.asker,
        alone=not house.journal.shared,
    )
    if config.mail:
        app.extensions["cavalier-postman"] = Postman(
            house, config.mail_from, config.site_address, sending(of_settings(config.mail, config.mail_password_file))
        )
    if config.proxies:
        # Around all else: the sockets, too, are to know from which address somebody comes.
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=config.proxies, x_proto=config.proxies, x_host=config.proxies
        )
    return app


def _for_programs() -> bool:
    return request.path.startswith(security.FOR_PROGRAMS)


def _went_wrong(error: HTTPException) -> Response | BaseResponse:
    return api_door.went_wrong(error) if _for_programs() else wrong.went_wrong(error)


def _refused(error: RulesError) -> Response:
    return api_door.refuse(error) if _for_programs() else wrong.refused(error)
