"""An authenticator in software, and a browser with one: it makes passkeys and signs with them."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2.cose import ES256, CoseKey
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData
from flask import Flask

from server.http import SECRET
from server.people import person_of

FLAG = AuthenticatorData.FLAG


class Authenticator:
    """Holds one passkey for the pages of an origin. `counter` counts its signatures; 0 for none that counts."""

    def __init__(self, id: bytes = b"a passkey", origin: str = "http://localhost", counter: int = 0) -> None:
        self.id, self.origin, self.counter = id, origin, counter
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.public: CoseKey = ES256.from_cryptography_key(self._key.public_key())  # type: ignore[no-untyped-call]

    def make(self, options: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
        """The answer to the options for a new passkey; `changes` are of its client data."""
        credential = AttestedCredentialData.create(bytes(16), self.id, self.public)
        data = self._data(FLAG.UP | FLAG.UV | FLAG.AT, credential)
        made = AttestationObject.create("none", data, {})
        return self._answer("webauthn.create", options, changes, lambda _client: {"attestationObject": made})

    def sign(self, options: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
        """The answer to the options for signing in."""
        self.counter += self.counter > 0
        data = self._data(FLAG.UP | FLAG.UV)

        def signed(client: CollectedClientData) -> dict[str, bytes]:
            signature = self._key.sign(data + client.hash, ec.ECDSA(SHA256()))
            return {"authenticatorData": data, "signature": signature}

        return self._answer("webauthn.get", options, changes, signed)

    def _data(self, flags: AuthenticatorData.FLAG, credential: bytes = b"") -> AuthenticatorData:
        host = urlsplit(self.origin).hostname or ""
        data: AuthenticatorData = AuthenticatorData.create(
            sha256(host.encode()).digest(), flags, self.counter, credential
        )
        return data

    def _answer(self, kind: str, options: Mapping[str, Any], changes: Mapping[str, Any], more: Any) -> dict[str, Any]:
        about = {"type": kind, "challenge": options["publicKey"]["challenge"], "origin": self.origin, **changes}
        client = CollectedClientData.create(**about)
        parts = {"clientDataJSON": client, **more(client)}
        return {
            "id": websafe_encode(self.id),
            "rawId": websafe_encode(self.id),
            "type": "public-key",
            "clientExtensionResults": {},
            "response": {name: websafe_encode(part) for name, part in parts.items()},
        }


class Browser:
    """A browser with an authenticator."""

    def __init__(self, app: Flask, key: Authenticator | None = None) -> None:
        self.client = app.test_client()
        self.key = key or Authenticator()

    def post(self, page: str, body: Any = None) -> Any:
        return self.client.post(f"/en{page}", json={} if body is None else body)

    def offer(self) -> Any:
        return self.post("/account/passkeys/offer").json

    def make(self, **changes: Any) -> Any:
        return self.post("/account/passkeys", self.key.make(self.offer(), **changes))

    def ask(self) -> Any:
        return self.post("/sign-in/ask").json

    def sign_in(self, **changes: Any) -> Any:
        return self.post("/sign-in", self.key.sign(self.ask(), **changes))

    def form(self, page: str, **fields: str) -> Any:
        return self.client.post(f"/en{page}", data=fields)

    def get(self, page: str) -> Any:
        return self.client.get(f"/en{page}")

    @property
    def id(self) -> str:
        """The public id of its person."""
        return person_of(self.secret)

    @property
    def secret(self) -> Any:
        with self.client.session_transaction() as session:
            return session.get(SECRET)
