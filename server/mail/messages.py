"""The mails of a site: plain text, in the reader's language, with no move and nothing that a page would not show."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from email import policy
from email.headerregistry import Address, BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import Policy
from email.utils import format_datetime
from functools import partial
from typing import NamedTuple

from server.content import Descriptions, Library
from server.game import DAY, TableState, without_chance
from server.texts.catalogue import count_in, translator
from server.texts.typography import listed

DELAY = 600.0
"""Seconds before a notice is due: a player who moves meanwhile needs none."""

CHALLENGE_DELAY = 30.0
"""Seconds before the notice of a challenge is due: its sender may withdraw it, but waits at the table."""

END_NOTICE_PERIOD = DAY
"""Seconds after the end of a game in which a notice of it is sent."""

KINDS = ("low", "challenged", "turn", "joined", "ended")
"""The kinds of notices, the most important first."""


class Notice(NamedTuple):
    """A notice, sent once."""

    kind: str
    """One of `KINDS`."""
    due: float
    since: float
    """The time of its cause: a player who opened the table later already knows it."""


def notices(table: TableState, person: str) -> list[Notice]:
    """The notices of a table to one of its people, due now or later if nothing changes, in the order of `KINDS`.

    A person who does not sit at it is invited to it.
    """
    if table.status == "open" and person not in table.sitting:
        return [Notice("challenged", table.opening.opened_at + CHALLENGE_DELAY, table.opening.opened_at)]
    if table.control.kind != "turn" or all(other == person for other in table.sitting):
        return []
    pending = []
    mine = [seat for seat in table.waited_for() if table.chairs[seat] == person]
    if mine:
        clocks = table.clocks
        # Time that was credited after downtime causes no second notice.
        falls = clocks.since + min(clocks.left(seat, clocks.since) - clocks.given_back[seat] for seat in mine)
        low = falls - min(DAY, table.control.base / 4)
        pending.append(Notice("low", low, low))
        pending.append(Notice("turn", table.turn_began_at + DELAY, table.turn_began_at))
    played = any(True for _ in without_chance(table.score_sheet.seats, table.rules.chance))
    joined = table.seated_at > table.opening.opened_at and not played
    if joined and table.status in ("open", "running") and table.host == person:
        pending.append(Notice("joined", table.seated_at + DELAY, table.seated_at))
    if table.status in ("finished", "stopped") and played:
        pending.append(Notice("ended", table.ended_at + DELAY, table.ended_at))
    return pending


HOUR = 3600


class _UnfoldedHeader(UnstructuredHeader, BaseHeader):
    """A header in one line: folding would encode a long address, which mail programs cannot read."""

    def fold(self, *, policy: Policy) -> str:
        return f"{self.name}: {self}{policy.linesep}"


_headers = HeaderRegistry()
_headers.map_to_type("list-unsubscribe", _UnfoldedHeader)
POLICY = policy.SMTP.clone(header_factory=_headers)


class Letter(NamedTuple):
    """The text of a mail, in one language."""

    language: str
    subject: str
    paragraphs: Sequence[str]
    foot: str
    stop: str = ""
    """The address at which one request stops all mail; "" for none."""


class News(NamedTuple):
    """The news of one table."""

    title: str
    text: str


def message(letter: Letter, sender: str, address: str, name: str, at: float) -> EmailMessage:
    """The letter as a message to this address at this moment; `name` is unique to the message."""
    made = EmailMessage(POLICY)
    made["From"] = Address("Cavalier", addr_spec=sender)
    made["To"] = Address(addr_spec=address)
    made["Subject"] = " ".join(letter.subject.split())
    made["Date"] = format_datetime(datetime.fromtimestamp(int(at), UTC))
    made["Message-ID"] = f"<{name}@{sender.rpartition('@')[2]}>"
    made["Auto-Submitted"] = "auto-generated"
    if letter.stop:
        made["List-Unsubscribe"] = f"<{letter.stop}>"
        made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    made.set_content("\n\n".join([*letter.paragraphs, f"-- \n{letter.foot}"]) + "\n")
    made["Content-Language"] = letter.language
    return made


def question(language: str, site: str, link: str) -> Letter:
    """The only mail to an unconfirmed address. It holds no text of the person who entered the address."""
    _ = translator(language)
    asked = _("Somebody, probably you, asked for mail about correspondence games and challenges on {site}.")
    lasting = _("If it was not you, do nothing: no other mail will come. The link lasts two days.")
    return _link_letter(language, site, link, _("Confirm your address"), asked, lasting)


def sign_in_letter(language: str, site: str, link: str) -> Letter:
    """The mail with a link that signs its reader in once."""
    _ = translator(language)
    asked = _("Somebody, probably you, wants to sign in on {site}.")
    lasting = _("If it was not you, do nothing. The link works once, for ten minutes.")
    return _link_letter(language, site, link, _("Sign in"), asked, lasting)


def _link_letter(language: str, site: str, link: str, subject: str, asked: str, lasting: str) -> Letter:
    _ = translator(language)
    opening = _("If it was you, open this link and press the button there:") + f"\n{link}"
    foot = _("Cavalier, odd chess variants") + f"\n{site}"
    return Letter(language, subject, [asked.format(site=site), opening, lasting], foot)


def news_letter(language: str, site: str, news: Sequence[News], stop: str) -> Letter:
    """The mail with the news of one or more tables."""
    _, _n = translator(language), partial(count_in, language)
    subject = news[0].title
    if len(news) > 1:
        subject = _n("News of {count} game", "News of {count} games", len(news))
    foot = "\n".join([_("You asked for this mail on {site}.").format(site=site), _("Stop all mail"), stop])
    return Letter(language, subject, [each.text for each in news], foot, stop)


def news_of(
    library: Library,
    descriptions: Descriptions,
    language: str,
    site: str,
    table: TableState,
    person: str,
    notice: Notice,
    at: float,
) -> News:
    """The news of a table: its players and variant, the time that the reader has left, and the link to the table."""
    _ = translator(language)
    others = [who for who in dict.fromkeys(table.chairs) if who is not None and who != person]
    names = listed([descriptions.person(who, language) for who in others], language)
    title, text = {
        "turn": (_("It is your turn: {variant}"), _("{variant} against {names}: it is your turn.")),
        "low": (
            _("Your time runs low: {variant}"),
            _("{variant} against {names}: your time for this turn runs low."),
        ),
        "challenged": (_("You are challenged: {variant}"), _("{variant}: {names} challenges you to a game.")),
        "joined": (_("Somebody plays with you: {variant}"), _("{variant}: {names} sat down at your table.")),
        "ended": (_("The game is over: {variant}"), _("{variant} against {names}: the game is over.")),
    }[notice.kind]
    variant = library.words(table.opening.variant, language).title
    body = text.format(variant=variant, names=names)
    mine = [seat for seat in table.waited_for() if table.chairs[seat] == person]
    if mine:
        body += f" {remaining(language, min(table.clocks.left(seat, at) for seat in mine))}"
    link = "\n".join([_("Open the game"), f"{site}/{language}/game/{table.id}"])
    return News(title.format(variant=variant), f"{body}\n{link}")


def remaining(language: str, seconds: float) -> str:
    """The time that a player has left, as a sentence."""
    _, _n = translator(language), partial(count_in, language)
    if seconds >= 2 * DAY:
        return _n("You have {count} day left.", "You have {count} days left.", int(seconds // DAY))
    if seconds >= HOUR:
        return _n("You have {count} hour left.", "You have {count} hours left.", int(seconds // HOUR))
    return _("You have less than an hour left.")
