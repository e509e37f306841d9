"""The key to the operator's page: signed with the key in the data folder, which only the operator can read."""

from __future__ import annotations

from itsdangerous import BadSignature

from server.web.identity import CLOCKS_APART, Signer

LASTS = 3600
"""Seconds for which a key opens where the clock is that of the machine that made it."""

_WHAT = "operator"


def made(signing_key: bytes) -> str:
    """A key that opens from now on."""
    return _signer(signing_key).sign(_WHAT).decode()


def opens(key: str, signing_key: bytes) -> bool:
    """Whether this is such a key, and not too old."""
    try:
        return _signer(signing_key).unsign(key, max_age=LASTS + CLOCKS_APART).decode() == _WHAT
    except BadSignature:
        return False


def _signer(signing_key: bytes) -> Signer:
    # A salt of its own: nothing else that is signed here can be taken for such a key.
    return Signer(signing_key, salt="cavalier operator 1")
