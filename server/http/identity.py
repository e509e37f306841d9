"""The identity of a person without an account: a secret in a signed cookie.

Only its owner sees the secret, in the link to another device; others know its digest, the public id.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Flask, request, session
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from server.game import Refusal
from server.people import Secrets, well_formed
from server.runtime.limits import Asker, Limits, network

SECRET = "secret"

CLOCKS_APART = 60
"""Seconds by which the clocks of the machines of one site may differ."""


class Signer(TimestampSigner):
    """Backdates signatures: to a machine whose clock is behind, one of now would be of the future and invalid."""

    def sign(self, value: str | bytes) -> bytes:
        """The value with its signature."""
        at = super().get_timestamp() - CLOCKS_APART
        self.get_timestamp = lambda: at  # type: ignore[method-assign]
        return super().sign(value)


class Sessions(SecureCookieSessionInterface):
    """Signed cookies, restricted to https if the request came by https."""

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """The serializer, whose signatures every process of the site accepts at once."""
        serializer = super().get_signing_serializer(app)
        if serializer is not None:
            serializer.signer = Signer
        return serializer

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether the cookie of this response is restricted to https."""
        return request.is_secure


@dataclass(frozen=True, eq=False)
class Identity:
    """The identity of who sent the current request."""

    _secrets: Secrets
    _limits: Limits

    def visitor(self) -> str | None:
        """The public id of the visitor who sent this request, or None without an identity."""
        secret = session.get(SECRET)
        return self._secrets.person(secret) if isinstance(secret, str) else None

    def identify(self) -> str:
        """The public id of the person who sent this request; a new person gets a secret with the response."""
        known = self.visitor()
        if known is None:
            self._limits.check_newcomer(request.remote_addr)
            sign_in(self._secrets.new())
            known = self.visitor()
            assert known is not None
        self._limits.note_address(request.remote_addr, known)
        return known

    def own_secret(self) -> str | None:
        """The secret of the person who sent this request, None without an identity. Only for this person."""
        secret: str | None = None if self.visitor() is None else session[SECRET]
        return secret

    def caller(self) -> str | None:
        """The public id of who sent this request: a program by its bearer secret, a browser by its cookie.

        Raises Refusal for a secret that is not from this site.
        """
        if not bears_secret():
            return self.visitor()
        secret = request.headers["Authorization"].partition(" ")[2]
        person = self._secrets.person(secret) if well_formed(secret) else None
        if person is None or not self._secrets.ours(secret):
            raise Refusal("no_identity", "The text after “Bearer” is not a secret from this site.")
        return person

    def asker(self) -> Asker:
        """The client to charge for work that this request causes in another process."""
        return Asker(network(request.remote_addr), self.caller() or "")


def sign_in(secret: str) -> None:
    """Give the browser that sent this request the identity of this secret."""
    session.clear()
    session[SECRET] = secret
    session.permanent = True


def bears_secret() -> bool:
    """Whether this request bears a secret, which no browser sends by itself, unlike cookies."""
    return request.headers.get("Authorization", "").partition(" ")[0].lower() == "bearer"
