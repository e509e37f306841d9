"""Security headers of every response, and the checks of every request: same origin, rate limits, host."""

from __future__ import annotations

from datetime import timedelta

from flask import Flask, Response, abort, request, session

from server.http.connections import LOGGED
from server.http.identity import Identity, bears_secret
from server.runtime import logs
from server.runtime.limits import Limits
from server.runtime.loop import name_work

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

FRAMED_POLICY = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
"""The policy of a page that other sites may show in a frame: no control on it changes anything."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

COOKIE_LIFETIME = timedelta(days=400)
"""The longest time that browsers keep a cookie."""

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

API_ROOT = "/api/"
"""The beginning of the paths of the API, where a request may bear a secret."""

API_PREFIX = f"{API_ROOT}v1"
"""The beginning of the paths of the current version of the API."""

UNCOUNTED = frozenset({"static", "asset", "diagrams.piece"})
"""Endpoints of immutable files: a page loads thirty, and thirty players may share an address."""

UNLOGGED = ("<link>", "<person>", "/people/<name>")
"""Parts of routes whose paths name a person, or a link that acts: the access log has the route instead."""

NO_HOST = "invalid"
"""The host of a request whose own is invalid, such as a label of more than 63 letters (see RFC 2606)."""

PAGE_COST = 3
"""The cost of a page that is rendered for each request, in requests. Measured, in ms of processor: home 7 to 13, a
rules page with a new query 5 to 14, a leaflet 6 to 11, tables 6 to 8, the page for programs under a new host 6 to 8,
games and puzzles 5 to 7, sitemap 9, analysis board and editor 3 to 4; others 1 to 3. At 5 ms a request, the usual 100
requests a second are half a core.
"""

RENDERED_ENDPOINTS = frozenset(
    {
        "analysis.page",
        "editor.page",
        "essays.programs",
        "home.games",
        "home.home",
        "people.leaderboard",
        "people.profile",
        "puzzles.index",
        "rules.leaflet",
        "sharing.sitemap",
        "table.show",
    }
)
"""Endpoints of such pages."""


def install(app: Flask, identity: Identity, limits: Limits) -> None:
    """Check the origin of changes and the rate of requests, and set the headers of every response."""

    def check_rate() -> None:
        """Raise Refusal for too many requests: each counts for its address, a change also for its person.

        On the API every request counts for its person. 400 for an invalid host.
        """
        if request.endpoint in UNCOUNTED and request.host != NO_HOST:
            return
        by_name = request.method not in SAFE_METHODS or request.path.startswith(API_ROOT)
        cost = PAGE_COST if request.endpoint in RENDERED_ENDPOINTS else 1
        limits.check(request.remote_addr, identity.caller() if by_name else None, cost)
        if request.host == NO_HOST:
            abort(400)

    # A response that shared caches may keep must carry no cookie; `renew_cookie` renews it on private ones.
    app.config.update(SESSION_REFRESH_EACH_REQUEST=False, PERMANENT_SESSION_LIFETIME=COOKIE_LIFETIME)
    app.before_request(name_request)
    app.before_request(refuse_nul)
    app.before_request(refuse_cross_site)
    app.before_request(check_rate)
    app.after_request(set_headers)
    app.teardown_request(drop_routing_error)


def name_request() -> None:
    """Give this request a new id for the log, and name its work by its route, not by its path.

    The access log names the route too if the path names a person, or is a link that acts, or may have been one.
    """
    logs.set_request_id()
    name_work(f"{request.method} {request.url_rule}" if request.url_rule else "no page")
    route = str(request.url_rule or "no page")
    if request.url_rule is None or any(part in route for part in UNLOGGED):
        request.environ.get(LOGGED, []).append(route)


def refuse_nul() -> None:
    """Answer 404 for a path that contains NUL: no address of the site does, and PostgreSQL cannot look for it."""
    if "\0" in request.path:
        abort(404)


def refuse_cross_site() -> None:
    """Refuse with 403 a request that may change something and was sent by a page of another site.

    A request without `Origin` and `Sec-Fetch-Site` comes from a program, has no browser's cookies, and passes.
    """
    if request.method in SAFE_METHODS or (request.path.startswith(API_ROOT) and bears_secret()):
        return
    origin = request.headers.get("Origin")
    foreign = origin is not None and origin != request.host_url.rstrip("/")
    if foreign or request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        abort(403)


def set_headers(response: Response) -> Response:
    """Set the headers of every response."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.is_secure:
        response.headers.setdefault("Strict-Transport-Security", f"max-age={int(COOKIE_LIFETIME.total_seconds())}")
    if response.mimetype in ("text/html", "application/json"):
        # Pages are private and current by default.
        response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


def allow_framing(response: Response) -> Response:
    """Let other sites show this response in a frame."""
    response.headers["Content-Security-Policy"] = FRAMED_POLICY
    return response


def drop_routing_error(_error: BaseException | None) -> None:
    """Break the reference cycle of a routing error.

    The request holds the error, its traceback holds every frame, and these hold the request, until the collector
    runs. Every socket that connects would leave such a cycle: Flask knows no page at its address.
    """
    error: BaseException | None = request.routing_exception
    if error is not None:
        error.__traceback__ = error.__context__ = error.__cause__ = None


def renew_cookie() -> None:
    """Send the reader's cookie again, so that its lifetime begins again."""
    if session:
        session.modified = True
