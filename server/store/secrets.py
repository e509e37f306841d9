"""The secrets of people that were replaced or replace another, as digests; the signing key that processes share."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, insert, select

from server.store.database import upsert
from server.store.journal import Journal
from server.store.schema import key_changes, keys

SIGNING_KEY = "signing_key"
"""The name under which the processes of a site share the key that signs cookies, in Base64."""

# Built once: building a statement takes longer than executing it.
LAST_CHANGE = select(func.coalesce(func.max(key_changes.c.sequence), 0))
CHANGES_SINCE = (
    select(key_changes.c.sequence, keys.c.key, keys.c.person)
    .join(keys, keys.c.key == key_changes.c.key)
    .where(key_changes.c.sequence > bindparam("sequence"))
    .order_by(key_changes.c.sequence)
)


def shared_signing_key(journal: Journal, own: bytes) -> bytes:
    """The signing key of all processes of a site: with a shared journal, that of the first process."""
    return b64decode(journal.share(SIGNING_KEY, b64encode(own).decode())) if journal.shared else own


class SecretChange(NamedTuple):
    """The number of a change, from 1; the digest of the secret, and its person now, "" if it is no longer valid."""

    sequence: int
    key: str
    person: str


def load(journal: Journal) -> dict[str, str]:
    """The digests, with the persons that they stand for; "" for a secret that is no longer valid."""
    return dict(map(tuple, journal.read(select(keys.c.key, keys.c.person))))


def last_sequence(journal: Journal) -> int:
    """The number of the last change; 0 for none."""
    ((last,),) = journal.read(LAST_CHANGE)
    return int(last)


def since(journal: Journal, sequence: int) -> list[SecretChange]:
    """The changes after the one of this number, in their order."""
    return [SecretChange._make(row) for row in journal.read(CHANGES_SINCE, {"sequence": sequence})]


def replace(journal: Journal, changes: Mapping[str, str]) -> None:
    """Store these digests with their persons, also in place of other persons, as the next changes.

    No row is ever deleted. Raises JournalError, and Conflict if another process was first.
    """

    def effect(connection: Connection) -> None:
        last = connection.execute(LAST_CHANGE).scalar_one()
        # First, so that processes wait for each other here, and nowhere else.
        numbered = [{"sequence": sequence, "key": key} for sequence, key in enumerate(changes, last + 1)]
        connection.execute(insert(key_changes), numbered)
        for key, person in changes.items():
            upsert(keys, {"key": key, "person": person})(connection)

    journal.write(effect)
