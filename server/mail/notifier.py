"""Notifies people of correspondence games and challenges by mail: reads them, writes the mails and sends them."""

from __future__ import annotations

import logging
import ssl
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import NamedTuple

import gevent
from gevent.event import Event

from server.content import Descriptions, Library
from server.game import TableState
from server.mail.links import CONFIRM, CONFIRMATION_PERIOD, SIGN_IN, SIGN_IN_PERIOD, STOP, LinkContent, Links
from server.mail.messages import (
    END_NOTICE_PERIOD,
    KINDS,
    Letter,
    Notice,
    message,
    news_letter,
    news_of,
    notices,
    question,
    sign_in_letter,
)
from server.mail.smtp import NotSent, send
from server.runtime import metrics
from server.runtime.limits import Limits
from server.runtime.logs import report
from server.runtime.loop import yield_to_loop
from server.runtime.parsing import Relay
from server.store import Journal, JournalError, mailboxes
from server.store.mailboxes import Followed, Mailbox
from server.tables import Presence, Tables

log = logging.getLogger(__name__)

INTERVAL = 15.0
"""Seconds between two rounds."""

MAIL_INTERVAL = 3600.0
"""Seconds between two mails about games to one person."""

PRESENCE_DELAY = 2.5
"""Seconds in which the other processes publish the presence at a table that was just loaded."""

BATCH = 20
"""People whose tables are loaded together, and stay in memory until the mail is sent."""

SEND_TIMEOUT = 90.0
"""Seconds that sending one mail may take."""

RETRY = 300.0
"""Seconds after which a mail that was not sent is tried again; doubled at each attempt, up to `MOST_DOUBLINGS`."""

MOST_DOUBLINGS = 6

Send = Callable[[EmailMessage], None]


class SignIn(NamedTuple):
    """A request for a mail that signs in: the digest of the address, the language, and until when it is tried."""

    digest: str
    language: str
    until: float
    person: str | None = None
    """Whose mail is tried again; None for all who have confirmed this address."""


@dataclass(eq=False)
class Notifier:
    """Notifies players by mail, each at most once an hour. Every process has one; each mail is sent by one process.

    `send` sends a message, or raises NotSent.
    """

    _journal: Journal
    _clock: Callable[[], float]
    _tables: Tables
    _presence: Presence
    _limits: Limits
    _library: Library
    _descriptions: Descriptions
    links: Links
    _sender: str
    _site: str
    _send: Send
    _read: dict[str, dict[str, tuple[int, float | None]]] = field(default_factory=dict, init=False)
    """By person and table: the number of decisions when the table was read, and when to read it again."""
    _retries: dict[tuple[str, str], tuple[int, float]] = field(default_factory=dict, init=False)
    """By person and address whose last mail was not sent and is tried again: the number of attempts, and when."""
    _sign_ins: list[SignIn] = field(default_factory=list, init=False)
    """The requests of people to sign in whose mails wait; lost if the process ends."""
    _wake: Event = field(default_factory=Event, init=False)

    def run(self) -> None:
        """Make rounds until the greenlet is killed."""
        while True:
            try:
                self.round()
            except Exception as error:  # It is tried again in the next round.
                report(log, "a round of the mail failed", error)
            self._wake.wait(INTERVAL)

    def ask(self, person: str, address: str, language: str, where: str | None) -> None:
        """Request a confirmation mail, which the next round sends. Raises Refusal beyond its limits, JournalError.

        `where` is the network address of the client.
        """
        self._limits.check_mail(where, person, self.links.digest(address))
        mailboxes.ask(self._journal, Mailbox(person, address, language, self._clock()))
        self._wake.set()

    def ask_sign_in(self, address: str, language: str, where: str | None) -> None:
        """Request a mail with a link that signs in, to an address if it is confirmed; the next round sends it.

        Raises Refusal beyond its limits. It takes as long whether there is such a person or not.
        """
        digest = self.links.digest(address)
        self._limits.check_mail(where, f"{SIGN_IN} {digest}", digest)
        self._sign_ins.append(SignIn(digest, language, self._clock() + SIGN_IN_PERIOD))
        self._wake.set()

    def signed_in(self, text: str) -> Mailbox | None:
        """The confirmed mailbox whose person a link signs in; None if the link is no longer valid."""
        box = self.mailbox_of(SIGN_IN, text)
        return None if box is None or box.confirmed_at is None else box

    def confirm(self, box: Mailbox) -> None:
        """Note that a mailbox is confirmed: it gets mail about games from now on. Raises JournalError."""
        mailboxes.confirm(self._journal, box, self._clock())

    def mailbox_of(self, what: str, text: str) -> Mailbox | None:
        """The mailbox to which a link was sent; None if the link is no longer valid."""
        content = self.links.read(what, text, self._clock())
        box = mailboxes.mailbox(self._journal, content.person) if content is not None else None
        return box if content is not None and box is not None and self._digest(what, box) == content.digest else None

    def round(self) -> None:
        """Send the confirmation mails that wait, and the news that is due."""
        self._wake.clear()
        at, boxes = self._clock(), mailboxes.load(self._journal)
        if any(box.confirmed_at is None and box.asked_at < at - CONFIRMATION_PERIOD for box in boxes):
            mailboxes.forget(self._journal, at - CONFIRMATION_PERIOD)
        wanted, self._sign_ins = self._sign_ins, []
        for sign_in in wanted:
            for box in boxes if at <= sign_in.until else ():
                yield_to_loop()
                mine = box.confirmed_at is not None and self.links.digest(box.address) == sign_in.digest
                if mine and sign_in.person in (None, box.person):
                    _try(self._send_sign_in, box, sign_in)
        self._retries = {key: self._retries[key] for box in boxes if (key := box[:2]) in self._retries}
        self._read = {box.person: self._read[box.person] for box in boxes if box.person in self._read}
        ready = [
            box for box in boxes if at >= box.sent_at + MAIL_INTERVAL and at >= self._retries.get(box[:2], (0, 0))[1]
        ]
        for box in ready:
            if box.confirmed_at is None and not box.sent_at:
                _try(self._send_question, box)
        confirmed = [box for box in ready if box.confirmed_at is not None]
        for first in range(0, len(confirmed), BATCH):
            if self._wake.is_set():  # A player waits for a confirmation mail; the next round continues with these.
                return
            self._notify({box.person: box for box in confirmed[first : first + BATCH]})

    def _notify(self, boxes: dict[str, Mailbox]) -> None:
        """Send these people, by id, the news of their games."""
        # Stored as the time of the mail, so later notices belong to the next one.
        at = self._clock()
        pairs = mailboxes.followed(self._journal, list(boxes), at - END_NOTICE_PERIOD)
        for person in boxes:
            looked = self._read.get(person, {})
            tables = [each.table_id for each in pairs if each.person == person]
            self._read[person] = {table: looked[table] for table in tables if table in looked}
        due = defaultdict(list)
        for each in pairs:
            if self._has_news(each, boxes[each.person], at):
                due[each.person].append(each.table_id)
        if not due:
            return
        with ExitStack() as held:
            read = {
                person: [held.enter_context(self._tables.reading(table)) for table in tables]
                for person, tables in due.items()
            }
            if self._journal.shared:
                gevent.sleep(PRESENCE_DELAY)
            for person, states in read.items():
                _try(self._notify_person, boxes[person], states, at)

    def _has_news(self, each: Followed, box: Mailbox, at: float) -> bool:
        """Whether a table may have news for this mailbox; else note when to read it again."""
        length, again_at = self._read[each.person].get(each.table_id, (-1, None))
        if length == each.length and (again_at is None or again_at > at):
            return False
        yield_to_loop()
        try:
            with self._tables.reading(each.table_id) as table:
                if any(_is_due(notice, box, at) for notice in notices(table, each.person)):
                    return True
                self._note(table, each.person, at)
        except JournalError:
            raise
        except Exception as error:  # One table whose rules fail must not stop the mail of others.
            report(log, "the news of a game cannot be read", error, table=each.table_id)
            self._read[each.person][each.table_id] = (each.length, None)
        return False

    def _notify_person(self, box: Mailbox, tables: Sequence[TableState], at: float) -> None:
        """Send the news of these tables: of each the first notice that the person has not seen there."""
        unseen = []
        for table in tables:
            due = (notice for notice in notices(table, box.person) if _is_due(notice, box, at))
            unseen += [(notice, table) for notice in due if not self._has_seen(table, box, notice)][:1]
        unseen.sort(key=lambda each: KINDS.index(each[0].kind))
        more = (self._library, self._descriptions, box.language, self._site)
        news = [news_of(*more, table, box.person, notice, at) for notice, table in unseen]
        stop = self._link(box.language, STOP, LinkContent(box.person, self._digest(STOP, box)))
        if not news or self._send_letter(box, news_letter(box.language, self._site, news, stop), at):
            for table in tables:
                self._note(table, box.person, at)

    def _note(self, table: TableState, person: str, at: float) -> None:
        """Note when to read a table again: once it has changed, or when its next notice is due."""
        again_at = min((notice.due for notice in notices(table, person) if notice.due > at), default=None)
        self._read[person][table.id] = (table.sequence, again_at)

    def _has_seen(self, table: TableState, box: Mailbox, notice: Notice) -> bool:
        return any(self._presence.seen_since(table.id, seat, notice.since) for seat in table.seats_of(box.person))

    def _send_letter(self, box: Mailbox, letter: Letter, at: float) -> bool:
        """Send a letter with the news up to this time; whether that is settled: it was sent, or is not tried again.

        False also if another process sends a mail to this mailbox. The log does not name the receiver.
        """
        if not mailboxes.claim(self._journal, box, at):
            return False
        tries, _ = self._retries.pop(box[:2], (0, 0.0))

        def wait() -> None:
            self._retries[box[:2]] = (tries + 1, self._clock() + RETRY * 2 ** min(tries, MOST_DOUBLINGS))
            mailboxes.release(self._journal, box, at)

        name = self.links.opaque_name(f"{box.person} {at}")
        mail = message(letter, self._sender, box.address, name, self._clock())
        return self._dispatch("question" if box.confirmed_at is None else "news", mail, tries, wait)

    def _send_question(self, box: Mailbox) -> None:
        content = LinkContent(box.person, self._digest(CONFIRM, box), box.asked_at + CONFIRMATION_PERIOD)
        letter = question(box.language, self._site, self._link(box.language, CONFIRM, content))
        self._send_letter(box, letter, self._clock())

    def _send_sign_in(self, box: Mailbox, sign_in: SignIn) -> None:
        at, language = self._clock(), sign_in.language
        content = LinkContent(box.person, self._digest(SIGN_IN, box), at + SIGN_IN_PERIOD)
        link = f"{self._site}/{language}/sign-in/mail/{self.links.write(SIGN_IN, content)}"
        name = self.links.opaque_name(f"{box.person} {at} {SIGN_IN}")
        mail = message(sign_in_letter(language, self._site, link), self._sender, box.address, name, at)
        self._dispatch(SIGN_IN, mail, 0, lambda: self._sign_ins.append(sign_in._replace(person=box.person)))

    def _dispatch(self, event: str, mail: EmailMessage, tries: int, wait: Callable[[], object]) -> bool:
        """Send a mail after so many tries; whether that is settled. Where it is to be tried again, `wait` is called.

        Raises GreenletExit if the process stops.
        """
        state, stops = "sent", False
        try:
            # As an OSError, like those of sockets.
            with gevent.Timeout(SEND_TIMEOUT, TimeoutError("it took too long")):
                self._send(mail)
        except NotSent as error:
            state = "waiting" if error.again else "failed"
            stops = isinstance(error.__cause__, gevent.GreenletExit)
            log.warning("a mail was not sent", extra={"fault": str(error), "tries": tries + 1, "again": error.again})
        if state == "waiting":
            wait()
        metrics.MAILS.labels(event, state).inc()
        if stops:
            raise gevent.GreenletExit
        return state != "waiting"

    def _digest(self, what: str, box: Mailbox) -> str:
        # A link confirms this spelling of the address, not another one that usually reaches the same mailbox.
        return self.links.opaque_name(box.address) if what == CONFIRM else self.links.digest(box.address)

    def _link(self, language: str, what: str, content: LinkContent) -> str:
        return f"{self._site}/{language}/mail/{what}/{self.links.write(what, content)}"


def sending(relay: Relay) -> Send:
    """A function that sends messages by this server."""
    context = ssl.create_default_context()
    return lambda message: send(relay, message, context)


def _try(work: Callable[..., object], *arguments: object) -> None:
    """Call the function, and log a failure: one mail that cannot be written must not stop the others."""
    try:
        work(*arguments)
    except Exception as error:
        report(log, "a mail could not be written", error)


def _is_due(notice: Notice, box: Mailbox, at: float) -> bool:
    """Whether a notice belongs in the next mail: newer than the confirmation, and due since the last mail."""
    return box.confirmed_at is not None and box.confirmed_at <= notice.since and box.sent_at < notice.due <= at
