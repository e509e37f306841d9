"""The signed cookie: who somebody is, without an account.

The secret in it is shown to its owner alone, in the link that takes them to another device; others know its digest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Flask, request, session
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from server.game import Refusal
from server.people import Secrets, person_of, well_formed
from server.runtime.limits import Asker, Limits, network

SECRET = "secret"

CLOCKS_APART = 60
"""Seconds by which the clocks of two machines may differ whose processes serve one site."""


class Signer(TimestampSigner):
    """Dates what it signs back: where the clock is behind, a signature of now would be one of the future, and void."""

    def sign(self, value: str | bytes) -> bytes:
        """The value with its signature."""
        at = super().get_timestamp() - CLOCKS_APART
        self.get_timestamp = lambda: at  # type: ignore[method-assign]
        return super().sign(value)


class Sessions(SecureCookieSessionInterface):
    """Signed cookies that a browser who came by https sends by https alone."""

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """What signs them, so that every process of the site accepts it at once."""
        serializer = super().get_signing_serializer(app)
        if serializer is not None:
            serializer.signer = Signer
        return serializer

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether the cookie of this answer is for https alone."""
        return request.is_secure


@dataclass(frozen=True, eq=False)
class Identity:
    """Tells and changes who sent the request that is answered now."""

    _secrets: Secrets
    _limits: Limits

    def visitor(self) -> str | None:
        """The public id of the visitor who sent this request, or None without an identity."""
        secret = session.get(SECRET)
        return self._secrets.person(secret) if isinstance(secret, str) else None

    def introduce(self) -> str:
        """The public id of the person who sent this request; a new person gets a secret with the answer."""
        known = self.visitor()
        if known is None:
            self._limits.check_newcomer(request.remote_addr)
            take_over(self._secrets.new())
            known = self.visitor()
            assert known is not None
        self._limits.meet(request.remote_addr, known)
        return known

    def own_secret(self) -> str | None:
        """The secret of the person who sent this request, for them alone; None for one who has done nothing yet."""
        secret: str | None = None if self.visitor() is None else session[SECRET]
        return secret

    def caller(self) -> str | None:
        """The public id of who sent this request: a program by the secret it bears, a browser by its cookie.

        Raises Refusal for a secret that is none of ours.
        """
        if not bears_secret():
            return self.visitor()
        secret = request.headers["Authorization"].partition(" ")[2]
        person = self._secrets.person(secret) if well_formed(secret) else None
        if person is None or not self._secrets.ours(secret):
            raise Refusal("no_identity", "The text after “Bearer” is not a secret from this site.")
        return person

    def asker(self) -> Asker:
        """Who is to be charged for work that this request asks of another process."""
        return Asker(network(request.remote_addr), self.caller() or "")


def public_id(cookie: Mapping[str, Any]) -> str | None:
    """The public id that a cookie told when it was made, or None for a visitor without an identity."""
    secret = cookie.get(SECRET)
    return person_of(secret) if isinstance(secret, str) else None


def take_over(secret: str) -> None:
    """Make the browser that sent this request the one of who has this secret."""
    session.clear()
    session[SECRET] = secret
    session.permanent = True


def bears_secret() -> bool:
    """Whether this request says who sends it by itself; no browser does so unasked, as it sends cookies."""
    return request.headers.get("Authorization", "").partition(" ")[0].lower() == "bearer"
