"""Writes a mail: the plain text and the simple page of one letter, and the headers that let its reader stop it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from email import policy
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime
from typing import NamedTuple

from markupsafe import Markup


class Line(NamedTuple):
    """A paragraph, and the links below it: what each says, and its address."""

    text: str
    links: Sequence[tuple[str, str]] = ()


class Letter(NamedTuple):
    """What a mail says, in one language."""

    language: str
    subject: str
    lines: Sequence[Line]
    foot: Sequence[Line]
    stop: str = ""
    """The address at which one request stops all mail; "" where there is none yet."""


_PAGE = Markup(
    '<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8"><title>{subject}</title></head>\n'
    '<body style="font-family: sans-serif; max-width: 36em">\n{lines}<hr>\n<div style="font-size: 85%">\n{foot}</div>\n'
    "</body></html>\n"
)


def message(letter: Letter, sender: str, address: str, name: str, at: float) -> EmailMessage:
    """The letter as it is sent to this address at this moment; `name` tells the message from all others."""
    made = EmailMessage(policy.SMTP)
    made["From"] = Address("Cavalier", addr_spec=sender)
    made["To"] = Address(addr_spec=address)
    made["Subject"] = " ".join(letter.subject.split())
    made["Date"] = format_datetime(datetime.fromtimestamp(int(at), UTC))
    made["Message-ID"] = f"<{name}@{sender.rpartition('@')[2]}>"
    made["Auto-Submitted"] = "auto-generated"
    if letter.stop:
        made["List-Unsubscribe"] = f"<{letter.stop}>"
        made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    made.set_content("\n".join([_plain(letter.lines), "-- ", _plain(letter.foot)]))
    page = _PAGE.format(
        language=letter.language, subject=letter.subject, lines=_page(letter.lines), foot=_page(letter.foot)
    )
    made.add_alternative(str(page), subtype="html")
    made["Content-Language"] = letter.language
    # Else it is drawn by lot, and two mails differ that tell the same.
    made.set_boundary(name)
    return made


def _plain(lines: Sequence[Line]) -> str:
    return "\n".join(
        "\n".join([line.text, *(link if said == link else f"{said}\n{link}" for said, link in line.links), ""])
        for line in lines
    )


def _page(lines: Sequence[Line]) -> Markup:
    told = Markup()
    for line in lines:
        links = Markup(" · ").join(Markup('<a href="{}">{}</a>').format(link, said) for said, link in line.links)
        told += Markup("<p>{}{}{}</p>\n").format(line.text, Markup("<br>") if links and line.text else "", links)
    return told
