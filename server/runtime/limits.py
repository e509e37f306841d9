"""Rate limits: token buckets for each person and each network address, and the connections of an address."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

from server.game import Refusal
from server.runtime.loop import current_address
from server.runtime.lru import LRU

BURST = 5
"""Seconds whose tokens may be taken at once."""

MOST_BUCKETS = 10_000
"""Keys whose buckets are kept, the last used; an unused bucket is full again after `BURST` seconds. The last address
is remembered for as many people."""

TOO_FAST = "too_fast"
"""The code of a refusal by a rate limit."""

RETRY_AFTER = "1"
"""Seconds after which a client that was too fast may try again, as HTTP says it; by then there is a token."""

MOST_CONNECTIONS = 256
"""Connections of one address: a school's worth of players behind one router."""


NEW_RATE = 0.1
NEW_BURST = 100
"""New tables, names and identities that one address may make: a rate per second, and a burst. They stay in the journal
for a while, so the rate is far lower than that of requests."""

ONLOOKER_RATE = 0.2
ONLOOKER_BURST = 20
"""Chat messages from the onlookers of one address, likewise: several people may share an address, but a new identity is
free."""

MAIL_BURST = 6
MAIL_RATE = MAIL_BURST / 3600
"""Confirmation mails that one network may cause: a burst, and as many an hour."""

MAILBOX_BURST = 3
MAILBOX_RATE = MAILBOX_BURST / 86_400
"""Confirmation mails to one mailbox, and of one person: a burst, and as many a day."""

SITE_MAIL_BURST = 60
SITE_MAIL_RATE = SITE_MAIL_BURST / 3600
"""Confirmation mails of the whole site: a burst, and as many an hour."""

SIGN_IN_BURST = 20
SIGN_IN_RATE = 60 / 3600
"""Attempts to sign in from one network, likewise: a classroom signs in at once."""

REPORT_BURST = 10
REPORT_RATE = REPORT_BURST / 3600
"""Reports about people from one network: a burst, and as many an hour."""

NEWCOMER_COST = 3
"""Reports that one of a new account, or of a visitor without one, counts."""

_WITH_PORT = re.compile(r"\[([0-9A-Fa-f:.]{2,45})\](?::[0-9]{1,5})?|([0-9.]{7,15}):[0-9]{1,5}")
"""An address as some proxies write it into `X-Forwarded-For`."""


class Asker(NamedTuple):
    """The client that asks for work: its address as `network` counts it, and its person ("" for a stranger)."""

    network: str
    person: str = ""


class TokenBuckets:
    """Token buckets: in the long run each key takes at most `rate` tokens a second, `burst` of them at once.

    A rate of 0 is no limit. Only the `most` keys that asked last are remembered.
    """

    def __init__(self, rate: float, burst: float, clock: Callable[[], float], most: int) -> None:
        self.rate = rate
        self.burst = burst
        self._clock = clock
        self._buckets: LRU[str, tuple[float, float]] = LRU(most)
        """By key its tokens, and since when."""

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, cost: float = 1) -> bool:
        """Take tokens from the key's bucket, or none if there are too few; whether they were taken."""
        if not self.rate:
            return True
        tokens, at = self._tokens(key)
        taken = tokens >= cost
        self._buckets[key] = (tokens - cost if taken else tokens, at)
        return taken

    def left(self, key: str) -> float:
        """The tokens in the key's bucket."""
        return self._tokens(key)[0]

    def _tokens(self, key: str) -> tuple[float, float]:
        """The tokens in a bucket, and the time."""
        at = self._clock()
        tokens, since = self._buckets.get(key, (self.burst, at))
        return min(self.burst, tokens + max(0.0, at - since) * self.rate), at


class Limits:
    """The rate limits of one process, and its limit of connections from one address."""

    def __init__(self, identity_rate: float, address_rate: float, clock: Callable[[], float]) -> None:
        self._people = TokenBuckets(identity_rate, identity_rate * BURST, clock, MOST_BUCKETS)
        self._addresses = TokenBuckets(address_rate, address_rate * BURST, clock, MOST_BUCKETS)
        limited = bool(address_rate)
        self._new = TokenBuckets(NEW_RATE if limited else 0, NEW_BURST, clock, MOST_BUCKETS)
        self._onlookers = TokenBuckets(ONLOOKER_RATE if limited else 0, ONLOOKER_BURST, clock, MOST_BUCKETS)
        self._mail = TokenBuckets(MAIL_RATE if limited else 0, MAIL_BURST, clock, MOST_BUCKETS)
        self._mailboxes = TokenBuckets(MAILBOX_RATE, MAILBOX_BURST, clock, MOST_BUCKETS)
        self._site_mail = TokenBuckets(SITE_MAIL_RATE, SITE_MAIL_BURST, clock, 1)
        self._sign_ins = TokenBuckets(SIGN_IN_RATE if limited else 0, SIGN_IN_BURST, clock, MOST_BUCKETS)
        self._reports = TokenBuckets(REPORT_RATE if limited else 0, REPORT_BURST, clock, MOST_BUCKETS)
        self._connections: Counter[str] = Counter()
        self._connected: dict[str, str] = {}
        self._last_address: LRU[str, str] = LRU(MOST_BUCKETS)

    def note_address(self, address: str | None, person: str) -> None:
        """Note the address of a person."""
        self._last_address[person] = network(address)

    def asker(self, person: str) -> Asker:
        """The client to charge for a person, at their last known address; by their id if no address is known."""
        return Asker(self._last_address.get(person, person), person)

    def network_of(self, person: str) -> str:
        """The last known address of a person; their id if addresses are not limited or no address is known."""
        return self.asker(person).network if self._addresses.rate else person

    def check_new(self, person: str) -> None:
        """Count something new of this person that is stored. Raises Refusal."""
        self._check_new(self.network_of(person))

    def check_newcomer(self, address: str | None, cost: float = 1) -> None:
        """Count something new that is stored for a client at this address, such as an identity. Raises Refusal.

        `cost` is how many times the usual one it counts.
        """
        self._check_new(network(address), cost)

    def _check_new(self, key: str, cost: float = 1) -> None:
        if not self._new.take(key, cost):
            raise Refusal(TOO_FAST, "Too much was created from your network. Wait a few minutes, then try again.")

    def check_mail(self, address: str | None, person: str, mailbox: str) -> None:
        """Count a confirmation mail to a mailbox, given by its digest, for a person at this address. Raises Refusal."""
        if min(self._mailboxes.left(person), self._mailboxes.left(mailbox)) < 1:
            raise Refusal("too_much_mail", "Too much mail was asked for today. Try again tomorrow.")
        # The second half is for networks that have caused none lately.
        cost = 1 if self._site_mail.left("") > SITE_MAIL_BURST / 2 else MAIL_BURST
        if self._mail.left(network(address)) < cost or self._site_mail.left("") < 1:
            raise Refusal("too_much_mail", "Too much mail was asked for lately. Try again in an hour.")
        # A refused mail takes no token.
        self._mailboxes.take(person)
        self._mailboxes.take(mailbox)
        self._mail.take(network(address), cost)
        self._site_mail.take("")

    def check_sign_in(self, address: str | None) -> None:
        """Count an attempt to sign in from this address. Raises Refusal."""
        if not self._sign_ins.take(network(address)):
            raise Refusal(TOO_FAST, "Too many attempts to sign in from your network. Wait a minute, then try again.")

    def check_onlooker(self, person: str) -> None:
        """Count a chat message of an onlooker. Raises Refusal."""
        if not self._onlookers.take(self.network_of(person)):
            raise Refusal(TOO_FAST, "Too many messages at once. Wait a few seconds.")

    def check_report(self, person: str, new: bool) -> None:
        """Count a report of a person, who may be `new` on the site. Raises Refusal."""
        if not self._reports.take(self.network_of(person), NEWCOMER_COST if new else 1):
            raise Refusal(TOO_FAST, "Too many reports from your network. Try again in an hour.")

    def check(self, address: str | None, person: str | None = None, cost: float = 1) -> None:
        """Count a request from this address, and of this person if known. Raises Refusal.

        A refusal by a person's limit is not charged to their address, so it slows no other person down. `cost` is how
        many times a usual request it counts; a bucket that was full before the request itself counted pays any cost.
        """
        if person is not None:
            self.note_address(address, person)
        known = person is None or self._people.take(person, min(cost, self._people.burst - 1))
        if known and self._addresses.take(network(address), min(cost, self._addresses.burst - 1)):
            return
        raise Refusal(TOO_FAST, "Too much at once. Wait a moment, then try again.")

    def charge(self, cost: float) -> None:
        """Count work for the address that this greenlet works for as so many requests. Raises Refusal.

        At most a third of what the address may take at once: a request may load a table, and show it. The site's own
        work is free.
        """
        address = current_address()
        if address:
            self.check(address, cost=min(cost, self._addresses.burst / 3))

    def frames(self, times: float, fewest: float) -> float:
        """Frames a second that one connection may send: `times` the message rate of a person; 0 for no limit."""
        return max(fewest, times * self._people.rate) if self._people.rate and self._addresses.rate else 0.0

    def check_connections(self, address: str | None) -> None:
        """Raise Refusal if this address has as many connections as it may have. Without a rate there is no limit."""
        if self._addresses.rate and self._connections[network(address)] >= MOST_CONNECTIONS:
            raise Refusal(
                "too_many_connections", "Your network has {most} connections open. Close some.", most=MOST_CONNECTIONS
            )

    def connection_opened(self, connection: str, address: str | None) -> None:
        """Count a connection that has opened."""
        key = self._connected[connection] = network(address)
        self._connections[key] += 1

    def connection_closed(self, connection: str) -> None:
        """Count off a connection that has closed, if it was counted."""
        key = self._connected.pop(connection, None)
        if key is None:
            return
        self._connections[key] -= 1
        if not self._connections[key]:
            del self._connections[key]


@lru_cache(maxsize=4096)
def network(address: str | None) -> str:
    """The part of an address that limits count: an IPv4 address, or of IPv6 the 64 bits that one customer gets."""
    text = (address or "").partition("%")[0]
    if with_port := _WITH_PORT.fullmatch(text):
        text = with_port[1] or with_port[2]
    try:
        ip = ip_address(text)
    except ValueError:
        return text
    if not isinstance(ip, IPv6Address):
        return str(ip)
    return str(ip.ipv4_mapped or int(ip) >> 64)
