"""What every answer tells the browser to refuse, and which requests are refused here."""

from __future__ import annotations

from datetime import timedelta

from flask import Flask, Response, abort, request, session

from server.http.connections import LOGGED
from server.http.identity import Identity, bears_secret
from server.runtime import logs
from server.runtime.limits import Limits
from server.runtime.loop import doing

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

FRAMED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
"""The policy of a page that other sites may show in a frame: nothing can be pressed there that changes anything."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

LIFETIME = timedelta(days=400)
"""How long a browser keeps a cookie at most."""

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

FOR_PROGRAMS = "/api/"
"""How the paths begin at which a secret in the request itself says who sent it."""

PREFIX = f"{FOR_PROGRAMS}v1"
"""How the paths begin of the interface as it is now."""

UNCOUNTED = frozenset({"static", "asset", "diagrams.piece"})
"""Files that never change: a page brings thirty of them, and thirty players may share an address."""

NO_HOST = "invalid"
"""The host of a request whose own cannot be one, such as a label of more than 63 letters (see RFC 2606)."""

PAGE = 3
"""What a page that is rendered anew counts for its address, in requests. Measured, in ms of processor: home 7 to 13, a
rules page with a new query 5 to 14, a leaflet 6 to 11, tables 6 to 8, the page for programs under a new host 6 to 8,
games and puzzles 5 to 7, sitemap 9, analysis board and editor 3 to 4; others 1 to 3. At 5 ms a request, the usual 100
requests a second are half a core.
"""

RENDERED = frozenset(
    {
        "analysis.page",
        "editor.page",
        "essays.programs",
        "home.games",
        "home.home",
        "puzzles.index",
        "rules.leaflet",
        "sharing.sitemap",
        "table.show",
    }
)
"""Endpoints of such pages."""


def install(app: Flask, identity: Identity, limits: Limits) -> None:
    """Check where requests that change something come from, and how many; put the headers on every answer."""

    def check_rate() -> None:
        """Raise Refusal for too many requests at once: each counts for its address, a change for its person.

        Programs are counted as themselves whatever they ask for. 400 for a request to no host.
        """
        if request.endpoint in UNCOUNTED and request.host != NO_HOST:
            return
        by_name = request.method not in SAFE or request.path.startswith(FOR_PROGRAMS)
        cost = PAGE if request.endpoint in RENDERED else 1
        limits.check(request.remote_addr, identity.caller() if by_name else None, cost)
        if request.host == NO_HOST:
            abort(400)

    # An answer that caches may share must not carry anybody's cookie; `renew_cookie` renews it where it is private.
    app.config.update(SESSION_REFRESH_EACH_REQUEST=False, PERMANENT_SESSION_LIFETIME=LIFETIME)
    app.before_request(name_request)
    app.before_request(refuse_cross_site)
    app.before_request(check_rate)
    app.after_request(set_headers)
    app.teardown_request(drop_routing_error)


def name_request() -> None:
    """Name this request for the log: by a new id, and for what holds the loop by its route, not by its address.

    The access log names the route too where the path is a link that acts, or may have been one.
    """
    logs.begin()
    doing(f"{request.method} {request.url_rule}" if request.url_rule else "no page")
    if request.url_rule is None or "link" in (request.view_args or ()):
        request.environ.get(LOGGED, []).append(str(request.url_rule or "no page"))


def refuse_cross_site() -> None:
    """403 for a request that would change something and was sent by a page of another site.

    A program that names no origin at all carries no browser's cookies and may pass.
    """
    if request.method in SAFE or (request.path.startswith(FOR_PROGRAMS) and bears_secret()):
        return
    origin = request.headers.get("Origin")
    foreign = origin is not None and origin != request.host_url.rstrip("/")
    if foreign or request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        abort(403)


def set_headers(response: Response) -> Response:
    """The same headers on every answer."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.is_secure:
        response.headers.setdefault("Strict-Transport-Security", f"max-age={int(LIFETIME.total_seconds())}")
    if response.mimetype in ("text/html", "application/json"):
        # Pages are as new as the games on them, and nobody else's, unless they say otherwise.
        response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


def allow_framing(response: Response) -> Response:
    """This answer, which pages of other sites may show in a frame; no other may be."""
    response.headers["Content-Security-Policy"] = FRAMED
    return response


def drop_routing_error(_error: BaseException | None) -> None:
    """Let go of how an address was not found.

    The request keeps the error, its traceback keeps every frame, and these keep the request: such a ring stays in
    memory until the collector comes. Every socket that connects left one: Flask knows no page at its address.
    """
    error: BaseException | None = request.routing_exception
    if error is not None:
        error.__traceback__ = error.__context__ = error.__cause__ = None


def renew_cookie() -> None:
    """Send the reader's cookie again, so that its time begins anew."""
    if session:
        session.modified = True
