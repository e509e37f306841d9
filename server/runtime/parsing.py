"""Numbers and addresses in texts that people and programs write, read alike everywhere."""

from __future__ import annotations

import re
from contextlib import suppress
from email.errors import MessageError
from email.headerregistry import Address
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit


def whole_number(text: str, longest: int) -> int | None:
    """The number that 1 to `longest` digits from 0 to 9 write; None for any other text.

    Python's own `int` and `str.isdigit` take digits of every script.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= longest else None


MOST_CHARACTERS = 254
"""Characters of a mail address, as RFC 5321 has it."""

_DOMAIN = re.compile(r"(?=.{4,253}\Z)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]", re.I)
_LOCAL = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")


class Relay(NamedTuple):
    """A server, and how to speak to it: `smtp`, encrypted by STARTTLS unless it is `near`; or `smtps`."""

    scheme: str
    host: str
    port: int
    user: str
    password: str
    near: bool
    """Whether it is on this machine: what goes there leaves no machine, and is not encrypted."""


def parse_relay(text: str) -> Relay:
    """Read `smtp://user:password@host:587` or `smtps://…`; user, password and port may be left out.

    Raises ValueError, whose message repeats nothing of it.
    """
    parts = urlsplit(text)
    host = parts.hostname or ""
    if parts.scheme not in ("smtp", "smtps") or not host or parts.path.strip("/") or parts.query or parts.fragment:
        raise ValueError("it is not the address of a mail server")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    if (password and not user) or not f"{host}{user}{password}".isprintable() or " " in host:
        raise ValueError("it is not the address of a mail server")
    near = host == "localhost"
    with suppress(ValueError):
        near = near or ip_address(host).is_loopback
    port = {"smtp": 587, "smtps": 465}[parts.scheme] if parts.port is None else parts.port
    if not port:
        raise ValueError("it has no port")
    return Relay(parts.scheme, host, port, user, password, near)


def password_file(text: str) -> Path:
    """The name of a file that can be read and holds a password. Raises ValueError."""
    path = Path(text)
    try:
        password = path.read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        raise ValueError("it is no file that can be read") from error
    if not password:
        raise ValueError("it is empty")
    return path


def mail_address(text: str) -> str:
    """A mail address of ASCII letters, without a name or quotes. Raises ValueError.

    Only an answer from there shows that it exists; no message can be given another header by it.
    """
    local, _, domain = text.rpartition("@")
    if len(text) > MOST_CHARACTERS or len(local) > 64 or not _LOCAL.fullmatch(local) or not _DOMAIN.fullmatch(domain):
        raise ValueError("it is no mail address")
    try:
        return Address(addr_spec=text).addr_spec
    except (MessageError, ValueError, IndexError) as error:
        raise ValueError("it is no mail address") from error
