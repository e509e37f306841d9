"""The signed cookie: who somebody is, without an account.

The secret in it is shown to nobody but its owner, in the link that takes him to another device; others know its digest.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Flask, current_app, request, session
from flask.sessions import SecureCookieSessionInterface

from server.journal import datafolder
from server.tables.refusal import Refusal

SECRET = "secret"
KEY_FILE = datafolder.KEY

_SHAPE = re.compile(r"[A-Za-z0-9_-]{32}")


class Sessions(SecureCookieSessionInterface):
    """Signed cookies that a browser who came by https sends by https alone."""

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether the cookie of this answer is for https alone."""
        return request.is_secure


def public_id(cookie: Mapping[str, Any]) -> str | None:
    """The public id that a cookie told when it was made, or None for a visitor without an identity."""
    secret = cookie.get(SECRET)
    return person_of(secret) if isinstance(secret, str) else None


def person_of(secret: str) -> str:
    """The public id of the person with this secret, unless it was replaced (`Keys.person`)."""
    return sha256(secret.encode()).hexdigest()[:20]


def visitor() -> str | None:
    """The public id of who sent this request, or None for somebody who has done nothing yet."""
    secret = session.get(SECRET)
    known: str | None = _house().keys.person(secret) if isinstance(secret, str) else None
    return known


def introduce() -> str:
    """The public id of who sent this request; somebody new gets his secret with the answer."""
    house = _house()
    known = visitor()
    if known is None:
        house.limits.check_newcomer(request.remote_addr)
        take_over(house.keys.new())
        known = visitor()
        assert known is not None
    house.limits.meet(request.remote_addr, known)
    return known


def own_secret() -> str | None:
    """The secret of who sent this request, for his own eyes; None for somebody who has done nothing yet."""
    secret: str | None = None if visitor() is None else session[SECRET]
    return secret


def well_formed(secret: str) -> bool:
    """Whether this could be a secret of ours."""
    return _SHAPE.fullmatch(secret) is not None


def take_over(secret: str) -> None:
    """Make the browser that sent this request the one of who has this secret."""
    session.clear()
    session[SECRET] = secret
    session.permanent = True


def bears_secret() -> bool:
    """Whether this request says who sends it by itself; no browser does so unasked, as it sends cookies."""
    return request.headers.get("Authorization", "").partition(" ")[0].lower() == "bearer"


def caller() -> str | None:
    """The public id of who sent this request: a program by the secret it bears, a browser by its cookie.

    Raises Refusal for a secret that is none of ours.
    """
    if not bears_secret():
        return visitor()
    house, secret = _house(), request.headers["Authorization"].partition(" ")[2]
    person: str | None = house.keys.person(secret) if well_formed(secret) else None
    # A secret that an older version of the program drew says so by what was done with it.
    if person is None or not (house.keys.ours(secret) or house.lobby.knows(person)):
        raise Refusal("no_identity", "The text after “Bearer” is not a secret from this site.")
    return person


def _house() -> Any:
    # By its name: the house is made of rooms that need this one.
    return current_app.extensions["cavalier"]


def signing_key(folder: Path) -> bytes:
    """The key that signs cookies, made at the first start and kept in the data folder, readable by its owner alone.

    Raises ValueError where the file holds something else.
    """
    path = folder / KEY_FILE
    if not path.exists():
        _make_key(path)
    key = path.read_bytes()
    if len(key) != 32:
        raise ValueError(f"{path} does not hold a key of 32 bytes; delete it to sign everybody out.")
    return key


def _make_key(path: Path) -> None:
    # Written aside and linked into place: whoever finds the file finds all of it.
    aside = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(secrets.token_bytes(32))
        file.flush()
        os.fsync(file.fileno())
    with contextlib.suppress(FileExistsError):
        os.link(aside, path)
    aside.unlink()
    datafolder.sync_folder(path.parent)
