"""The secrets of people that were replaced or replace another, as digests; the signing key that processes share."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping

from sqlalchemy import delete, func, insert, select

from server.store.database import statement
from server.store.journal import Journal
from server.store.schema import keys

SIGNING_KEY = "signing_key"
"""The name under which the processes of a site share the key that signs cookies, in Base64."""


def shared_signing_key(journal: Journal, own: bytes) -> bytes:
    """The signing key of all processes of a site: with a shared journal, that of the first process."""
    return b64decode(journal.share(SIGNING_KEY, b64encode(own).decode())) if journal.shared else own


def load(journal: Journal) -> dict[str, str]:
    """The digests, with the persons that they stand for; "" for a secret that is no longer valid."""
    return dict(map(tuple, journal.read(select(keys.c.key, keys.c.person))))


def count(journal: Journal) -> int:
    """The number of digests that are stored: each replacement adds at least one."""
    ((number,),) = journal.read(select(func.count()).select_from(keys))
    return int(number)


def replace(journal: Journal, old: Iterable[str], new: Mapping[str, str]) -> None:
    """Delete these digests and store the new ones, with their persons. Raises JournalError."""
    rows = [{"key": key, "person": person} for key, person in new.items()]
    journal.write(statement(delete(keys).where(keys.c.key.in_([*old, *new]))), statement(insert(keys), rows))
