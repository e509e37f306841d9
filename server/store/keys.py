"""Secrets and the persons they stand for: which this site drew, and which a new link replaced."""

from __future__ import annotations

import hmac
import re
from base64 import b64decode, b64encode, urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256

from sqlalchemy import delete, func, insert, select

from server.runtime.sources import unguessable
from server.store.database import statement
from server.store.journal import Journal
from server.store.schema import keys

DRAWN, SIGNED = 18, 6
"""Bytes of a secret that are drawn, and those that sign them. Together they are 32 characters."""

REPLACED = ""
"""Stands in the place of a person for a secret that is no longer valid."""

SIGNING_KEY = "signing_key"
"""The name under which the processes of a site share the key that signs cookies."""

_SHAPE = re.compile(r"[A-Za-z0-9_-]{32}")


def person_of(secret: str) -> str:
    """The public id of the person with this secret, unless it was replaced (`Keys.person`)."""
    return sha256(secret.encode()).hexdigest()[:20]


def well_formed(secret: str) -> bool:
    """Whether this has the form of a secret."""
    return _SHAPE.fullmatch(secret) is not None


def shared(journal: Journal, own: bytes) -> bytes:
    """The signing key of all processes of a site: where they share a journal, that of the first of them."""
    return read(journal.share(SIGNING_KEY, written(own))) if journal.shared else own


def written(key: bytes) -> str:
    """A signing key as it is shared."""
    return b64encode(key).decode()


def read(text: str) -> bytes:
    """A signing key that was shared."""
    return b64decode(text)


def load(journal: Journal) -> dict[str, str]:
    """The digests of secrets that were replaced or replace another, with their persons; "" for one that is gone."""
    return dict(map(tuple, journal.read(select(keys.c.key, keys.c.person))))


class Keys:
    """The secrets of one site.

    A secret stands for the person that `person_of` derives from it, until it is replaced. Only replaced ones are kept.
    """

    def __init__(self, journal: Journal, signing_key: bytes, token: Callable[[str], str] = unguessable) -> None:
        self._journal = journal
        self._token = token
        self._key = hmac.digest(signing_key, b"cavalier secrets 1", "sha256")
        self._persons = load(journal)
        self.on_replaced: list[Callable[[str], None]] = []
        """Called with each person whose secret was replaced."""

    def new(self) -> str:
        """A secret for a new person."""
        drawn = bytes.fromhex(self._token("secret"))
        return urlsafe_b64encode(drawn + self._signature(drawn)).decode()

    def ours(self, secret: str) -> bool:
        """Whether this site drew this secret, with the key that it has now."""
        if not well_formed(secret):
            return False
        told = urlsafe_b64decode(secret)
        return hmac.compare_digest(told[DRAWN:], self._signature(told[:DRAWN]))

    def person(self, secret: str) -> str | None:
        """The public id of the person with this secret; None where it was replaced by another."""
        known = person_of(secret)
        return self._persons.get(known, known) or None

    def replace(self, secret: str) -> str:
        """Another secret for the same person; the old ones are no longer valid. Raises JournalError."""
        person, new = self.person(secret), self.new()
        assert person is not None
        old = [key for key, whose in self._persons.items() if whose == person]
        rows = {person: REPLACED, person_of(new): person}
        _replace(self._journal, old, rows)
        for key in old:
            # A concurrent request may have replaced it meanwhile.
            self._persons.pop(key, None)
        self._persons |= rows
        for tell in self.on_replaced:
            tell(person)
        return new

    def follow(self) -> None:
        """Read the secrets that another process has replaced. Raises JournalError."""
        if _count(self._journal) == len(self._persons):
            return
        known, self._persons = self._persons, load(self._journal)
        for person in {whose for key, whose in self._persons.items() if whose and key not in known}:
            for tell in self.on_replaced:
                tell(person)

    def _signature(self, drawn: bytes) -> bytes:
        return hmac.digest(self._key, drawn, "sha256")[:SIGNED]


def _count(journal: Journal) -> int:
    """How many of them are kept: each replacement adds at least one."""
    ((number,),) = journal.read(select(func.count()).select_from(keys))
    return int(number)


def _replace(journal: Journal, old: Iterable[str], new: Mapping[str, str]) -> None:
    """Forget these digests of secrets and keep those, with their persons. Raises JournalError."""
    rows = [{"key": key, "person": person} for key, person in new.items()]
    journal.write(statement(delete(keys).where(keys.c.key.in_([*old, *new]))), statement(insert(keys), rows))
