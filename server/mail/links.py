"""The signed links in a mail: one that confirms an address, one that stops all mail, one that signs its reader in."""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import NamedTuple

from itsdangerous import BadData, URLSafeSerializer

CONFIRM, STOP, SIGN_IN = "confirm", "stop", "sign-in"

CONFIRMATION_PERIOD = 2 * 86_400.0
"""Seconds within which a player may confirm an address."""


SIGN_IN_PERIOD = 600.0
"""Seconds within which a link signs its reader in."""


class LinkContent(NamedTuple):
    """The content of a link."""

    person: str
    digest: str
    """The digest of the address to which it was sent."""
    until: float = 0.0
    """The time until which it is valid, 0 for always."""


class Links:
    """Signs with the key of the site, and reads what it signed."""

    def __init__(self, signing_key: bytes) -> None:
        self._key = signing_key

    def digest(self, address: str) -> str:
        """The digest of a mailbox, the same for all spellings of its address that usually reach it."""
        local, _, domain = address.lower().rpartition("@")
        plain = f"{local.partition('+')[0]}@{domain}"
        return hmac.new(self._key, f"cavalier mailbox {plain}".encode(), sha256).hexdigest()[:32]

    def opaque_name(self, text: str) -> str:
        """An opaque name derived from a text."""
        return hmac.new(self._key, f"cavalier message {text}".encode(), sha256).hexdigest()[:32]

    def write(self, what: str, content: LinkContent) -> str:
        """The part of an address that holds this, signed."""
        return str(self._signer(what).dumps(list(content)))

    def read(self, what: str, text: str, at: float) -> LinkContent | None:
        """The content of a link; None if this is not what the site wrote, or it is no longer valid."""
        try:
            content = LinkContent(*self._signer(what).loads(text))
        except (BadData, TypeError):
            return None
        # Base64 has several spellings of a signature: with another one, a link that works once would work again.
        if self.write(what, content) != text:
            return None
        return None if content.until and at > content.until else content

    def _signer(self, what: str) -> URLSafeSerializer:
        # A salt for each: a link that stops mail must not confirm an address.
        return URLSafeSerializer(self._key, salt=f"cavalier mail {what} 1", signer_kwargs={"digest_method": sha256})
