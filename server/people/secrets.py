"""The secrets of people: drawn by this site, and replaced by a new one on request."""

from __future__ import annotations

import hmac
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple

from server.bus import SITE, Bus
from server.runtime.sources import unguessable
from server.store import Conflict, Journal, JournalError, mailboxes, secrets
from server.tables import Events, follow_soon

DRAWN, SIGNED = 18, 6
"""Bytes of a secret that are drawn, and those that sign them. Together they are 32 characters."""

REPLACED = ""
"""The person of a secret that is no longer valid."""

MOST_TRIES = 20
"""Attempts to store a replacement while other processes are first each time."""

_SHAPE = re.compile(r"[A-Za-z0-9_-]{32}")


class SecretReplaced(NamedTuple):
    """A secret of a person is no longer valid: its connections end, those of their other browsers come back."""

    person: str


def person_of(secret: str) -> str:
    """The public id of the person with this secret, unless it was replaced (`Secrets.person`)."""
    return sha256(secret.encode()).hexdigest()[:20]


def well_formed(secret: str) -> bool:
    """Whether this has the form of a secret."""
    return _SHAPE.fullmatch(secret) is not None


class Secrets:
    """The secrets of one site, which are signed with a key.

    A secret identifies the person that `person_of` derives from it until it is replaced. Digests are stored only then.
    """

    def __init__(
        self,
        journal: Journal,
        signing_key: bytes,
        bus: Bus,
        events: Events,
        token: Callable[[str], str] = unguessable,
    ) -> None:
        self._journal = journal
        self._bus = bus
        self._events = events
        self._token = token
        self._key = hmac.digest(signing_key, b"cavalier secrets 1", "sha256")
        # Read first: a change between the two reads is read again.
        self._sequence = secrets.last_sequence(journal)
        """The number of the last change that was read."""
        self._persons = secrets.load(journal)
        self._issued: set[str] = set()
        """The digests of the secrets that this process has drawn in place of others."""
        bus.on("replaced", lambda _table, _body: follow_soon(self.follow))

    def new(self) -> str:
        """A secret for a new person."""
        drawn = bytes.fromhex(self._token("secret"))
        return urlsafe_b64encode(drawn + self._signature(drawn)).decode()

    def ours(self, secret: str) -> bool:
        """Whether this site drew this secret, with the key that it has now."""
        if not well_formed(secret):
            return False
        given = urlsafe_b64decode(secret)
        return hmac.compare_digest(given[DRAWN:], self._signature(given[:DRAWN]))

    def person(self, secret: str) -> str | None:
        """The public id of the person with this secret; None where it was replaced by another."""
        known = person_of(secret)
        return self._persons.get(known, known) or None

    def issue(self, person: str) -> str:
        """Another secret of a person, for another browser. Raises JournalError."""
        new = self.new()
        self._store({person_of(new): person})
        self._persons[person_of(new)] = person
        return new

    def revoke(self, secret: str) -> None:
        """Let this secret, alone of those of its person, be no longer valid. Raises JournalError."""
        person = self.person(secret)
        if person is None:
            return
        self._store({person_of(secret): REPLACED})
        self._persons[person_of(secret)] = REPLACED
        self._announce(person)

    def revoke_all(self, person: str) -> None:
        """Let no secret of a person be valid any more. Raises JournalError."""
        self.follow()
        keys = [person, *(key for key, whose in self._persons.items() if whose == person)]
        self._store(dict.fromkeys(keys, REPLACED))
        self._persons |= dict.fromkeys(keys, REPLACED)
        self._announce(person)

    def replace(self, secret: str) -> str:
        """A new secret for the same person; the old ones are no longer valid. Raises JournalError.

        A mail address that is not confirmed is forgotten too: who had an old secret may have given it.
        """
        person, new, before = self.person(secret), self.new(), set(self._persons)
        assert person is not None
        # First: once the secret is replaced, the person must get the new one.
        mailboxes.remove_unconfirmed(self._journal, person)
        self._issued.add(person_of(new))
        self.follow()
        # Only secrets that were valid before: requests at the same time all get valid ones.
        later = self._issued - before
        old = [key for key, whose in self._persons.items() if whose == person and key not in later]
        changes = {**dict.fromkeys([person, *old], REPLACED), person_of(new): person}
        self._store(changes)
        self._persons |= changes
        self._announce(person)
        return new

    def follow(self) -> None:
        """Read the secrets that another process has replaced. Raises JournalError."""
        for change in secrets.since(self._journal, self._sequence):
            # Meanwhile another greenlet may have read it, and later ones.
            if change.sequence <= self._sequence:
                continue
            self._sequence = change.sequence
            before = self._persons.get(change.key, change.key)
            self._persons[change.key] = change.person
            if before and not change.person:
                self._events.publish(SecretReplaced(before))

    def _announce(self, person: str) -> None:
        # First, because a subscriber closes connections, and may wait for one that does not read.
        self._bus.publish("replaced", SITE, {"person": person})
        self._events.publish(SecretReplaced(person))

    def _store(self, changes: Mapping[str, str]) -> None:
        for _ in range(MOST_TRIES):
            with suppress(Conflict):
                return secrets.replace(self._journal, changes)
        raise JournalError("Other processes replaced secrets too often meanwhile.")

    def _signature(self, drawn: bytes) -> bytes:
        return hmac.digest(self._key, drawn, "sha256")[:SIGNED]
