"""The signed links in a mail: one that confirms an address, and one that stops all mail."""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import NamedTuple

from itsdangerous import BadData, URLSafeSerializer

CONFIRM, STOP = "confirm", "stop"

LASTS = 2 * 86_400.0
"""Seconds for which an address can be confirmed."""


class Meant(NamedTuple):
    """What a link is for."""

    person: str
    box: str
    """The digest of the address to which it was sent."""
    until: float = 0.0
    """Until when it counts, 0 for always."""


class Links:
    """Signs with the key of the site, and reads what it signed."""

    def __init__(self, signing_key: bytes) -> None:
        self._key = signing_key

    def box(self, address: str) -> str:
        """The digest of an address, the same for all ways to write it that usually reach one mailbox."""
        local, _, domain = address.lower().rpartition("@")
        plain = f"{local.partition('+')[0]}@{domain}"
        return hmac.new(self._key, f"cavalier mailbox {plain}".encode(), sha256).hexdigest()[:32]

    def name(self, text: str) -> str:
        """A name for a message that tells nothing of what it was made of."""
        return hmac.new(self._key, f"cavalier message {text}".encode(), sha256).hexdigest()[:32]

    def write(self, what: str, meant: Meant) -> str:
        """The part of an address that says this."""
        return str(self._signer(what).dumps(list(meant)))

    def read(self, what: str, text: str, at: float) -> Meant | None:
        """What a link says, None for one that is not ours or counts no more."""
        try:
            # In links of Cavalier 0.1 a table stands before the time.
            person, box, *_table, until = self._signer(what).loads(text)
        except (BadData, TypeError, ValueError):
            return None
        return None if until and at > until else Meant(person, box, until)

    def _signer(self, what: str) -> URLSafeSerializer:
        # A salt for each: a link that stops mail must not confirm an address.
        return URLSafeSerializer(self._key, salt=f"cavalier mail {what} 1", signer_kwargs={"digest_method": sha256})
