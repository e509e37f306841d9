"""Tells people by mail what their games of days have to tell: looks at the tables, writes the mails and sends them."""

from __future__ import annotations

import logging
import ssl
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from email.message import EmailMessage
from secrets import token_hex

import gevent
from gevent.event import Event

from server.content import Descriptions, Library
from server.game import DAY, Refusal, TableState
from server.mail import wording
from server.mail.letter import Letter, Line, message
from server.mail.links import CONFIRM, LASTS, STOP, Links, Meant
from server.mail.notices import TOLD_LATE, Notice, notices
from server.mail.relay import Later, Never, Unknown, hand_over
from server.runtime import metrics
from server.runtime.limits import Limits
from server.runtime.logs import report
from server.runtime.loop import yield_to_loop
from server.runtime.mail_addresses import Relay
from server.store import Journal, mailboxes
from server.store.mailboxes import FAILED, SENT, WAITING, Mail, Mailbox
from server.tables import Presence, Tables
from server.texts.catalogue import speaker
from variants.errors import RulesError

log = logging.getLogger(__name__)

INTERVAL = 15.0
"""Seconds between two rounds."""

LEADS = 120.0
"""Seconds without a round after which another process looks at the tables."""

HEARING = 2.5
"""Seconds in which the other processes tell who looks at a table that was just read."""

LOOKED_AT = 50
"""Tables with something to tell that are held in memory at once."""

LONGEST = 90.0
"""Seconds that the sending of one mail may take in all."""

RETRIES = (300.0, 1800.0, 3 * 3600.0, 12 * 3600.0)
"""Seconds after which a mail is tried again that the server did not take."""

ASKED_A_DAY = 3
"""Addresses that one person may give in a day, and how often one address is asked in a day, whoever gives it."""

ASKED_AN_HOUR = 60
"""Addresses that are asked in an hour by the whole site; of them the second half for networks that gave none in it."""

TOLD_A_DAY = 50
"""Mails that are sent to one address in a day."""

FOREMOST = ("low", "turn", "joined", "ended")
"""Kinds of news, in the order in which a mail tells them; of one table it tells the first alone."""

HOUR = 3600.0

Send = Callable[[EmailMessage], None]


class Postman:
    """Tells people by mail. `send` hands a message to the server; it raises Later, Never or Unknown."""

    def __init__(
        self,
        journal: Journal,
        clock: Callable[[], float],
        tables: Tables,
        presence: Presence,
        limits: Limits,
        library: Library,
        descriptions: Descriptions,
        signing_key: bytes,
        sender: str,
        site: str,
        send: Send,
    ) -> None:
        self._journal = journal
        self._clock = clock
        self._tables = tables
        self._presence = presence
        self._limits = limits
        self._library = library
        self._descriptions = descriptions
        self._sender = sender
        self._site = site
        self._send = send
        self._name = token_hex(8)
        self._seen: dict[tuple[str, str], tuple[int, float | None]] = {}
        """By table and person: how many decisions had been looked at, and when to look again."""
        self._forgot_at = 0.0
        self._wake = Event()
        self.links = Links(signing_key)

    def run(self) -> None:
        """Make rounds until the greenlet is killed."""
        while True:
            try:
                self.round()
            except Exception as error:  # It is tried again in the next round.
                report(log, "a round of the mail failed", error)
            self._wake.wait(INTERVAL)
            self._wake.clear()

    def round(self) -> None:
        """Look at the tables, if no other process does; send what is due."""
        at = self._clock()
        if mailboxes.leads(self._journal, self._name, at, LEADS):
            self._look(at)
            if at > self._forgot_at + HOUR:
                mailboxes.forget(self._journal, at - mailboxes.KEPT, at - LASTS)
                self._forgot_at = at
        while taken := mailboxes.take(self._journal, self._clock()):
            people: defaultdict[str, list[Mail]] = defaultdict(list)
            for mail in taken:
                people[mail.person].append(mail)
            for person, mails in people.items():
                try:
                    self._deliver(person, mails)
                except RulesError as error:  # Of a table that cannot be read nothing can be told.
                    log.error("a mail cannot be written", extra={"fault": error.code})
                    self._settle(mails, FAILED)

    def ask(self, person: str, address: str, language: str, where: str | None) -> None:
        """Ask at this address whether it wants mail. Raises Refusal where that was asked too often, JournalError.

        `where` is the address of the network from which it was given.
        """
        at, box = self._clock(), self.links.box(address)
        asked = mailboxes.asked(self._journal, CONFIRM, at - DAY)
        often = max(sum(mail.person == person for mail in asked), sum(mail.box == box for mail in asked))
        if often >= ASKED_A_DAY:
            raise Refusal("too_much_mail", "Too much mail was asked for today. Try again tomorrow.")
        lately = sum(mail.made_at > at - HOUR for mail in asked)
        if lately >= ASKED_AN_HOUR or not self._limits.takes_mail(where, lately >= ASKED_AN_HOUR / 2):
            raise Refusal("too_much_mail", "Too much mail was asked for lately. Try again in an hour.")
        mail = Mail(f"{CONFIRM}/{token_hex(8)}", person, box, CONFIRM, "", at, at, 0)
        mailboxes.ask(self._journal, Mailbox(person, address, language, at, None, frozenset()), mail)
        self._wake.set()

    def meant(self, what: str, text: str) -> tuple[Meant, Mailbox] | None:
        """What a link is for, and the mailbox to which it was sent; None where it counts no more."""
        meant = self.links.read(what, text, self._clock())
        box = mailboxes.mailbox(self._journal, meant.person) if meant is not None else None
        if meant is None or box is None or self.links.box(box.address) != meant.box:
            return None
        return meant, box

    def confirm(self, box: Mailbox) -> None:
        """From now on mail is sent there. Raises JournalError."""
        mailboxes.confirm(self._journal, box, self._clock())

    def stop(self, box: Mailbox, table_id: str) -> None:
        """No more mail about this table; "": none at all, and the address is forgotten. Raises JournalError."""
        if table_id:
            mailboxes.silence(self._journal, box, table_id)
        else:
            mailboxes.remove(self._journal, box.person)

    def _look(self, at: float) -> None:
        """Let be sent what the tables have to tell now."""
        pairs = mailboxes.followed(self._journal, at - TOLD_LATE)
        self._seen = {pair: self._seen[pair] for table, _, who in pairs if (pair := (table, who)) in self._seen}
        due: defaultdict[str, list[str]] = defaultdict(list)
        for table_id, length, person in pairs:
            seen, moment = self._seen.get((table_id, person), (-1, None))
            if (seen != length or (moment is not None and moment <= at)) and self._ripe(table_id, length, person, at):
                due[table_id].append(person)
        tables = list(due)
        for first in range(0, len(tables), LOOKED_AT):
            with ExitStack() as held:
                some = [held.enter_context(self._tables.reading(one)) for one in tables[first : first + LOOKED_AT]]
                if self._journal.shared:
                    gevent.sleep(HEARING)
                for table in some:
                    for person in due[table.id]:
                        self._post(table, person)

    def _ripe(self, table_id: str, length: int, person: str, at: float) -> bool:
        """Whether a table may have something to tell now; else it is noted when it will."""
        yield_to_loop()
        try:
            with self._tables.reading(table_id) as table:
                found = notices(table, person)
        except RulesError as error:
            log.error("a game cannot be told of", extra={"table": table_id, "fault": error.code})
            found = []
        known = mailboxes.known(self._journal, [one.id for one in found])
        left = [one for one in found if one.id not in known]
        self._seen[table_id, person] = (length, min((one.due for one in left if one.due > at), default=None))
        return any(one.due <= at for one in left)

    def _post(self, table: TableState, person: str) -> None:
        at, box = self._clock(), mailboxes.mailbox(self._journal, person)
        for one in notices(table, person):
            if box is None or one.due > at or not self._wanted(table, box, one):
                continue
            if self._looks(table, person):
                # Whoever leaves in the middle of a turn is told of it only where time runs low.
                self._seen[table.id, person] = (table.sequence, at + INTERVAL)
                continue
            mail = Mail(one.id, person, self.links.box(box.address), one.kind, table.id, at, at, 0)
            mailboxes.post(self._journal, mail)

    def _wanted(self, table: TableState, box: Mailbox, one: Notice) -> bool:
        if box.confirmed_at is None or one.since < box.confirmed_at or table.id in box.silent:
            return False
        seats = table.seats_of(box.person)
        knows = any(self._presence.seen_since(table.id, seat, one.since) for seat in seats)
        return self._looks(table, box.person) or not knows

    def _looks(self, table: TableState, person: str) -> bool:
        return any(self._presence.looks(table.id, seat) for seat in table.seats_of(person))

    def _deliver(self, person: str, taken: list[Mail]) -> None:
        """Send one person what was taken for them, in one mail where it is about games."""
        box = mailboxes.mailbox(self._journal, person)
        mine = [mail for mail in taken if box is not None and mail.box == self.links.box(box.address)]
        self._settle([mail for mail in taken if mail not in mine], FAILED)
        for mail in mine:
            if mail.kind == CONFIRM and box is not None:
                self._try([mail], box, self._question(box))
        told = [mail for mail in mine if mail.kind != CONFIRM]
        if told and box is not None:
            news = self._news(box, told)
            if news is None:
                self._settle(told, FAILED)
            else:
                self._try(told, box, news)

    def _try(self, taken: list[Mail], box: Mailbox, letter: Letter) -> None:
        """Hand a letter over, and note what came of it: no line of the log says to whom it went."""
        at, tries = self._clock(), min(mail.tries for mail in taken)
        name = self.links.name(" ".join(mail.id for mail in taken))
        state, due_at = SENT, at
        try:
            with gevent.Timeout(LONGEST, TimeoutError("it took too long")):
                self._send(message(letter, self._sender, box.address, name, at))
        except Later as error:
            state = WAITING if tries < len(RETRIES) else FAILED
            due_at = at + RETRIES[min(tries, len(RETRIES) - 1)]
            log.warning("a mail was not taken", extra={"fault": str(error), "tries": tries + 1})
        except (Never, Unknown, TimeoutError) as error:
            state = FAILED
            log.warning("a mail was given up", extra={"fault": str(error)})
        self._settle(taken, state, due_at)

    def _settle(self, taken: list[Mail], state: str, due_at: float | None = None) -> None:
        mailboxes.settle(self._journal, taken, state, self._clock() if due_at is None else due_at)
        for mail in taken:
            metrics.MAILS.labels(mail.kind, state).inc()

    def _question(self, box: Mailbox) -> Letter:
        meant = Meant(box.person, self.links.box(box.address), until=box.asked_at + LASTS)
        return wording.asking(box.language, self._site, self._link(box.language, CONFIRM, meant))

    def _news(self, box: Mailbox, told: Sequence[Mail]) -> Letter | None:
        """What these tables have to tell still; None where they have nothing."""
        if box.confirmed_at is None or mailboxes.sent(self._journal, box.person, self._clock() - DAY) >= TOLD_A_DAY:
            return None
        _ = speaker(box.language)
        meant = Meant(box.person, told[0].box)
        lines, heads, done = [], [], set()
        for mail in sorted(told, key=lambda mail: FOREMOST.index(mail.kind)):
            if mail.table_id in done:
                continue
            with self._tables.reading(mail.table_id) as table:
                if mail.table_id in box.silent or mail.id not in {one.id for one in notices(table, box.person)}:
                    continue
                said = wording.paragraph(
                    self._library, self._descriptions, box.language, table, box.person, mail.kind, self._clock()
                )
            game = f"{self._site}/{box.language}/game/{mail.table_id}"
            quiet = self._link(box.language, STOP, meant._replace(table_id=mail.table_id))
            lines.append(Line(said, [(_("Open the game"), game), (_("No more mail about this game"), quiet)]))
            heads.append((table, mail.kind))
            done.add(mail.table_id)
        if not lines:
            return None
        subject = wording.subject(self._library, box.language, heads)
        stop = self._link(box.language, STOP, meant)
        why = _("You asked for this mail on {site}.").format(site=self._site)
        return Letter(box.language, subject, lines, [Line(why, [(_("Stop all mail"), stop)])], stop)

    def _link(self, language: str, what: str, meant: Meant) -> str:
        return f"{self._site}/{language}/mail/{what}/{self.links.write(what, meant)}"


def sending(relay: Relay) -> Send:
    """A function that hands messages to this server."""
    context = ssl.create_default_context()
    return lambda told: hand_over(relay, told, context)
