"""How a message is handed to the mail server (SMTP)."""

from __future__ import annotations

import smtplib
import ssl
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email.message import EmailMessage
from pathlib import Path

from server.runtime.mail_addresses import Relay, parse_relay

PATIENCE = 20.0
"""Seconds that one answer of the server may take."""


class NotSent(Exception):
    """A mail was not handed over. The message names the step that failed and says for whom no mail was."""

    def __init__(self, step: str, fault: str, answer: str = "") -> None:
        super().__init__(f"{step}: {fault}")
        self.answer = answer
        """What the server said, or why it could not, without the password; it may name the address: not for the log."""


class Later(NotSent):
    """The server did not take the mail; it may do so later."""


class Never(NotSent):
    """The server refused the mail for good."""


class Unknown(NotSent):
    """The connection was lost after the mail was sent: it is not known whether the server took it."""


def of_settings(address: str, file: Path | None) -> Relay:
    """The server of these settings; a password in a file goes before one in the address."""
    found = parse_relay(address)
    if file is None:
        return found
    return found._replace(password=file.read_text(encoding="utf-8").strip())


def hand_over(to: Relay, message: EmailMessage, context: ssl.SSLContext) -> None:
    """Hand a message to the server, encrypted unless that is on this machine. Raises Later, Never, Unknown.

    No error says for whom the message was, or what stood in it.
    """
    with _step(to, "connection"):
        # The sockets of the standard library are those of the loop: others go on while one waits.
        if to.scheme == "smtps":
            server: smtplib.SMTP = smtplib.SMTP_SSL(to.host, to.port, timeout=PATIENCE, context=context)
        else:
            server = smtplib.SMTP(to.host, to.port, timeout=PATIENCE)
    try:
        with _step(to, "greeting"):
            server.ehlo_or_helo_if_needed()
        if to.scheme == "smtp" and not to.near:
            with _step(to, "encryption"):
                server.starttls(context=context)
        if to.user:
            with _step(to, "login"):
                server.login(to.user, to.password)
        with _step(to, "sender"):
            server.ehlo_or_helo_if_needed()
            _refused(to, "sender", *server.mail(message["From"].addresses[0].addr_spec))
        for one in message["To"].addresses:
            with _step(to, "receiver"):
                _refused(to, "receiver", *server.rcpt(one.addr_spec))
        with _step(to, "message"):
            try:
                answer = server.data(message.as_bytes())
            except smtplib.SMTPDataError as error:
                answer = (error.smtp_code, _bytes(error.smtp_error))
            except (OSError, smtplib.SMTPException) as error:
                raise Unknown("message", "the connection was lost while it was sent") from error
            _refused(to, "message", *answer)
        # It has taken the mail, whatever it answers now.
        with suppress(OSError, smtplib.SMTPException):
            server.docmd("QUIT")
    finally:
        server.close()


@contextmanager
def _step(to: Relay, name: str) -> Iterator[None]:
    """Raise Later where the server cannot be spoken to in this step."""
    try:
        yield
    except smtplib.SMTPResponseException as error:
        said = _said(to, _bytes(error.smtp_error))
        raise Later(name, f"the server answered {error.smtp_code}", said) from error
    except (OSError, smtplib.SMTPException) as error:
        raise Later(
            name, f"the server was not reached: {type(error).__name__}", _said(to, _bytes(str(error)))
        ) from error


def _refused(to: Relay, step: str, code: int, text: bytes) -> None:
    """Raise Later or Never where the server did not say yes."""
    if not 200 <= code < 300:
        raise (Never if code >= 500 else Later)(step, f"the server answered {code}", _said(to, text))


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def _said(to: Relay, answer: bytes) -> str:
    """What a server said, in one line that can be shown: some repeat a line that they did not understand."""
    text = " ".join(answer.decode(errors="replace").split())
    for secret in (to.password, f"\0{to.user}\0{to.password}") if to.password else ():
        for form in (secret, b64encode(secret.encode()).decode()):
            text = text.replace(form, "[password]")
    return "".join(letter if letter.isprintable() else "?" for letter in text)
