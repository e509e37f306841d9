"""Passkeys: a person signs in on another device by WebAuthn, without a password. Source: W3C, Web Authentication."""

from __future__ import annotations

import logging
from base64 import b64decode, b64encode, urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import import_module
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from gevent.threadpool import ThreadPool

from server.game import Refusal
from server.people.accounts import Accounts
from server.runtime.limits import Limits
from server.store import Conflict, Journal, accounts
from server.store.accounts import Passkey

if TYPE_CHECKING:
    from fido2.server import Fido2Server

CHALLENGE_PERIOD = 300.0
"""Seconds within which a challenge must be answered."""

MOST_PASSKEYS = 10
"""Passkeys of a person."""

ALGORITHMS = (-7, -8, -257)
"""ES256, EdDSA and RS256, as COSE numbers them: what every device has one of."""

log = logging.getLogger(__name__)
# It would log the id of each passkey that is used.
logging.getLogger("fido2").setLevel(logging.WARNING)


class Challenge(NamedTuple):
    """A challenge to a browser, which keeps it in its signed cookie: for what it is, for whom, and since when."""

    purpose: str
    person: str
    at: float
    text: str


@dataclass(frozen=True, eq=False)
class Passkeys:
    """Makes passkeys, and tells who uses one. `origin` is that of the site's pages, such as `https://example.org`."""

    _journal: Journal
    _clock: Callable[[], float]
    _token: Callable[[str], str]
    _accounts: Accounts
    _limits: Limits

    def of(self, person: str) -> list[Passkey]:
        """The passkeys of a person, the oldest first. Raises JournalError."""
        return accounts.passkeys_of(self._journal, person)

    def offer(self, person: str, name: str, origin: str) -> tuple[dict[str, Any], Challenge]:
        """What the browser makes a passkey from for this person, and the challenge in it. Raises Refusal."""
        check_named(origin)
        known = self.of(person)
        _check_number(known)
        challenge = self._challenge("make", person)
        options, _ = _server(origin).register_begin(
            {"id": bytes.fromhex(person), "name": name, "displayName": name},  # type: ignore[arg-type]
            [{"type": "public-key", "id": b64decode(each.id)} for each in known],  # type: ignore[misc]
            resident_key_requirement="required",  # type: ignore[arg-type]
            user_verification="preferred",  # type: ignore[arg-type]
            challenge=bytes.fromhex(challenge.text),
        )
        return dict(options), challenge

    def make(self, person: str | None, challenge: Challenge | None, response: Mapping[str, Any], origin: str) -> None:
        """Store the passkey that a browser of this person has made: the person is an account from now on.

        Raises Refusal for an answer that is not to this challenge, or of a browser that was signed out; JournalError.
        """
        asked = self._spend("make", challenge)
        if asked.person != person:
            raise challenge_over()
        # Several may have been offered at the same time.
        _check_number(self.of(asked.person))
        self._limits.check_new(asked.person)
        with _verifying():
            made = _server(origin).register_complete(_state(asked), response)
            credential = made.credential_data
            if credential is None or credential.public_key.get(3) not in ALGORITHMS:
                raise ValueError("no key of an algorithm that was offered")
        at = self._clock()
        passkey = Passkey(_text(credential.credential_id), asked.person, _text(credential), made.counter, at, at)
        try:
            accounts.add_passkey(self._journal, passkey)
        except Conflict as error:
            raise Refusal("passkey_known", "This passkey is known already.") from error
        self._accounts.changed()

    def ask(self, origin: str) -> tuple[dict[str, Any], Challenge]:
        """What the browser signs with a passkey, and the challenge in it. Raises Refusal."""
        check_named(origin)
        challenge = self._challenge("use", "")
        options, _ = _server(origin).authenticate_begin(
            user_verification="preferred",  # type: ignore[arg-type]
            challenge=bytes.fromhex(challenge.text),
        )
        return dict(options), challenge

    def person(self, challenge: Challenge | None, response: Mapping[str, Any], origin: str) -> str:
        """The person whose passkey has signed this challenge. Raises Refusal, JournalError."""
        asked, at = self._spend("use", challenge), self._clock()
        _load_library()
        with _verifying():
            from fido2.webauthn import AttestedCredentialData, AuthenticationResponse

            answer = AuthenticationResponse.from_dict(response)
            passkey = accounts.passkey(self._journal, _text(answer.raw_id))
            known = [AttestedCredentialData(b64decode(passkey.credential))] if passkey else []
            _server(origin).authenticate_complete(_state(asked), known, answer)
        assert passkey is not None
        counter = answer.response.authenticator_data.counter
        if (counter or passkey.counter) and counter <= passkey.counter:
            # Of two that sign with the same key, one is a copy (W3C, Web Authentication, 7.2, step 22).
            raise not_valid()
        self._accounts.check_open(passkey.person)
        try:
            accounts.use_passkey(self._journal, passkey.id, counter, at)
        except Conflict as error:  # It was removed meanwhile.
            raise not_valid() from error
        return passkey.person

    def remove(self, person: str, id: str) -> None:
        """Remove a passkey of this person. Raises JournalError."""
        if any(each.id == id for each in self.of(person)):
            accounts.remove_passkey(self._journal, person, id)

    def _challenge(self, purpose: str, person: str) -> Challenge:
        return Challenge(purpose, person, self._clock(), self._token("challenge"))

    def _spend(self, purpose: str, challenge: Challenge | None) -> Challenge:
        """Use up a challenge of this browser. Raises Refusal for one of another, too old or used; JournalError."""
        at = self._clock()
        if challenge is None or challenge.purpose != purpose or not 0 <= at - challenge.at < CHALLENGE_PERIOD:
            raise challenge_over()
        digest = sha256(challenge.text.encode()).hexdigest()
        try:
            accounts.spend(self._journal, digest, at, challenge.at + CHALLENGE_PERIOD)
        except Conflict as error:
            raise challenge_over() from error
        return challenge


def _check_number(known: list[Passkey]) -> None:
    if len(known) >= MOST_PASSKEYS:
        raise Refusal("passkeys", "You have {most} passkeys: remove one first.", most=MOST_PASSKEYS)


def check_named(origin: str) -> None:
    """Raise Refusal if the host of the site is an address of numbers, for which browsers make no passkeys."""
    try:
        ip_address(urlsplit(origin).hostname or "")
    except ValueError:
        return
    raise Refusal("passkey_host", "Passkeys need a site with a name. On your own machine, open it as “localhost”.")


def challenge_over() -> Refusal:
    """The refusal of an answer to a challenge that is too old, of another browser, or used."""
    return Refusal("challenge_over", "That took too long, or was begun in another window. Try again.")


def not_valid() -> Refusal:
    """The refusal of an answer that no passkey of this site has signed."""
    return Refusal("passkey_not_valid", "This passkey is not known here, or its answer is not valid.")


@contextmanager
def _verifying() -> Iterator[None]:
    """Raise Refusal if what a browser sent fails a check of the library, or cannot be read."""
    try:
        yield
    except Refusal:
        raise
    except Exception as error:  # The library decodes what strangers wrote, and fails in many ways.
        log.info("a passkey is not valid", extra={"fault": f"{type(error).__name__}: {error}"})
        raise not_valid() from error


@cache
def _load_library() -> None:
    """Import the library at its first use, in a native thread: it takes longer than anything may hold the loop."""
    thread = ThreadPool(1)
    thread.apply(import_module, ("fido2.server",))
    thread.kill()


def _server(origin: str) -> Fido2Server:
    _load_library()
    from fido2.server import Fido2Server
    from fido2.webauthn import PublicKeyCredentialParameters, PublicKeyCredentialRpEntity, PublicKeyCredentialType

    party = PublicKeyCredentialRpEntity(name="Cavalier", id=urlsplit(origin).hostname)
    made = Fido2Server(party, verify_origin=lambda given: given == origin)
    made.timeout = int(CHALLENGE_PERIOD * 1000)  # type: ignore[assignment]
    made.allowed_algorithms = [
        PublicKeyCredentialParameters(type=PublicKeyCredentialType.PUBLIC_KEY, alg=each) for each in ALGORITHMS
    ]
    return made


def _state(challenge: Challenge) -> dict[str, Any]:
    text = urlsafe_b64encode(bytes.fromhex(challenge.text)).rstrip(b"=").decode()
    return {"challenge": text, "user_verification": "preferred"}


def _text(data: bytes) -> str:
    return b64encode(data).decode()
