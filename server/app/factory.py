"""The application of one process: its pages, its sockets and the interface for programs."""

from __future__ import annotations

from typing import Any

from flask import Flask, Request, Response, request
from werkzeug.exceptions import BadHost, HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import MapAdapter
from werkzeug.wrappers import Response as BaseResponse

from server.api import PuzzlesApi, RulesApi, TablesApi
from server.api import blueprint as api
from server.app import pages
from server.app.services import Services
from server.app.sockets import Sockets
from server.book.validation import ROOT
from server.drawing.diagram import DrawingUnavailable
from server.engine import ComputerPlayer
from server.http import Sessions, language, refusals, security
from server.http.responses import private_response
from server.runtime import Config, logs
from server.runtime.limits import network
from server.runtime.loop import working_for
from server.runtime.sources import Sources
from server.store import JournalError
from server.web import assets
from variants.errors import RulesError


class Site(Flask):
    """Flask with a log that tells nothing private, and a page for requests to an invalid host."""

    def log_exception(self, exc_info: Any) -> None:
        """Log which page failed and where."""
        logs.report(self.logger, "a page failed", exc_info[1], path=str(request.url_rule))

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """The URL adapter of a request, also of one to an invalid host, for the page that refuses it."""
        try:
            return super().create_url_adapter(request)
        except BadHost:
            assert request is not None
            request.environ["HTTP_HOST"] = security.NO_HOST
            return super().create_url_adapter(request)


def create_app(config: Config, sources: Sources | None = None) -> Flask:
    """The application of a process. Its `Services` and `Sockets` are among its extensions, for `serve` and tests.

    `sources` are those of time and chance; None for the machine's. Raises JournalError if the data folder cannot be
    used.
    """
    return compose(Services(config, sources or Sources()), config)


def compose(site: Services, config: Config) -> Flask:
    """The application on these services."""
    app = Site(__name__, root_path=str(ROOT / "server"), template_folder="web", static_folder="../static")
    app.secret_key = site.signing_key
    app.session_interface = Sessions()
    app.config.update(
        SESSION_COOKIE_NAME="cavalier",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        MAX_CONTENT_LENGTH=64 * 1024,
        SITE_ADDRESS=config.site_address,
    )
    language.install(app, config.contact)
    security.install(app, site.identity, site.limits)
    assets.install(app)
    pages.install(app, site)
    _install_api(app, site)
    _install_refusals(app, site.refusals)
    app.extensions["cavalier"] = site
    app.extensions["cavalier-sockets"] = Sockets(app, site)
    # Subscribed after the sockets: viewers get a move before the computer answers it.
    app.extensions["cavalier-player"] = ComputerPlayer(
        site.tables,
        site.events,
        site.clock,
        site.engines,
        site.sources,
        site.chat.say_once,
        site.limits.asker,
        alone=not site.journal.shared,
    )
    app.wsgi_app = _for_clients(app.wsgi_app)  # type: ignore[method-assign]
    if config.proxies:
        # Outermost: the sockets, too, need the address of the client.
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=config.proxies, x_proto=config.proxies, x_host=config.proxies
        )
    return app


def _for_clients(application: Any) -> Any:
    """The application, which works for the address of the client; the connection has that of the nearest proxy."""

    def of_client(environ: Any, start: Any) -> Any:
        with working_for(network(environ.get("REMOTE_ADDR"))):
            return application(environ, start)

    return of_client


def _install_api(app: Flask, site: Services) -> None:
    rules = RulesApi(site.library, site.descriptions, site.sources.random)
    puzzles = PuzzlesApi(site.library, site.puzzles, site.identity)
    tables = TablesApi(
        site.library,
        site.descriptions,
        site.tables,
        site.opener,
        site.attendance,
        site.listing,
        site.names,
        site.secrets,
        site.engines,
        site.examiner,
        site.journal,
        site.limits,
        site.identity,
    )
    api.install(app, site.refusals, rules, puzzles, tables)


def _install_refusals(app: Flask, answers: refusals.Refusals) -> None:
    """Answer refusals and failures: with JSON on the API, else with a page."""

    def for_programs() -> bool:
        return request.path.startswith(security.API_ROOT)

    def http_error(error: HTTPException) -> Response | BaseResponse:
        return refusals.http_json(error) if for_programs() else refusals.http_page(error)

    def refused(error: RulesError) -> Response:
        return answers.json(error) if for_programs() else answers.page(error)

    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(RulesError, refused)
    app.register_error_handler(JournalError, answers.journal_page)
    app.register_error_handler(DrawingUnavailable, lambda error: private_response(f"{error}\n", 503, "text/plain"))
