"""Sends a mail by SMTP."""

from __future__ import annotations

import smtplib
import ssl
from contextlib import closing, suppress
from email.message import EmailMessage
from pathlib import Path

import gevent

from server.runtime.parsing import Relay, parse_relay

ANSWER_TIMEOUT = 20.0
"""Seconds that one answer of the server may take."""


class NotSent(Exception):
    """A mail was not sent. The message says what failed, and nothing about the mail or its receiver."""

    def __init__(self, error: BaseException, code: int = 0, answer: bytes | str = b"", again: bool = False) -> None:
        super().__init__(f"{type(error).__name__} {code or ''}".rstrip())
        self.again = again
        """Whether to try again: the server was not reached, or asked for it. Else it may have accepted the mail."""
        text = answer.decode(errors="replace") if isinstance(answer, bytes) else answer
        self.answer = "".join(letter if letter.isprintable() else " " for letter in text or str(error))
        """The response of the server in one line. It may name the address: not for the log."""


def relay_of_settings(address: str, file: Path | None) -> Relay:
    """The server of these settings; a password in a file overrides one in the address."""
    relay = parse_relay(address)
    if file is None:
        return relay
    return relay._replace(password=file.read_text(encoding="utf-8").strip())


def send(relay: Relay, message: EmailMessage, context: ssl.SSLContext) -> None:
    """Send a message, encrypted unless the server is on this machine. Raises NotSent."""
    connected = given = False
    try:
        # The sockets of the standard library are patched: other greenlets run while this one waits.
        with closing(_connect(relay, context)) as server:
            connected = True
            _check(*server.mail(message["From"].addresses[0].addr_spec))
            _check(*server.rcpt(message["To"].addresses[0].addr_spec))
            given = True
            _check(*server.data(message.as_bytes()))
            # The mail is accepted, whatever the server answers now.
            with suppress(OSError, smtplib.SMTPException):
                server.docmd("QUIT")
    except smtplib.SMTPResponseException as error:
        # A refusal before MAIL, such as of the password, is not the fault of this mail.
        again = not connected or error.smtp_code < 500
        raise NotSent(error, error.smtp_code, error.smtp_error, again) from error
    except (OSError, smtplib.SMTPException, gevent.GreenletExit) as error:  # The last: the process stops.
        raise NotSent(error, again=not given) from error


def _connect(relay: Relay, context: ssl.SSLContext) -> smtplib.SMTP:
    """A connection on which mail may be sent. Raises OSError, SMTPException."""
    if relay.scheme == "smtps":
        server: smtplib.SMTP = smtplib.SMTP_SSL(relay.host, relay.port, timeout=ANSWER_TIMEOUT, context=context)
    else:
        server = smtplib.SMTP(relay.host, relay.port, timeout=ANSWER_TIMEOUT)
    try:
        server.ehlo_or_helo_if_needed()
        if relay.scheme == "smtp" and not relay.near:
            server.starttls(context=context)
        if relay.user:
            server.login(relay.user, relay.password)
        server.ehlo_or_helo_if_needed()
    except BaseException:
        server.close()
        raise
    return server


def _check(code: int, answer: bytes) -> None:
    if not 200 <= code < 300:
        raise smtplib.SMTPResponseException(code, answer)
