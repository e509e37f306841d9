"""Quotas: how many tables one person and one address may keep open or play at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from gevent.lock import BoundedSemaphore

from server.bus import SITE, Bus
from server.game import Refusal
from server.runtime.limits import Limits
from server.runtime.lru import LRU
from server.store import Journal

MOST_OPEN = 10
"""Tables at which one person may wait for others."""

MOST_OPEN_AT_ADDRESS = 30
"""Tables at which all people of one address may wait for others."""

MOST_ADDRESSES = 10_000
"""Addresses whose open tables are counted, the most recent ones."""

MOST_TABLES = 10_000
"""Tables whose opener's address is remembered, the most recent ones."""

MOST_STANDING = 200
"""Open and running tables of a person, whoever plays there; at this number no other can be opened."""


class TableQuota:
    """Counts the tables of persons, and those that were opened from each address, also by other processes."""

    def __init__(self, journal: Journal, bus: Bus, limits: Limits) -> None:
        self._journal = journal
        self._bus = bus
        self._limits = limits
        bus.on("opened", lambda _topic, body: self._remember(body["network"], body["table"]))
        self._opened_from: LRU[str, set[str]] = LRU(MOST_ADDRESSES)
        """The tables lately opened from each address; some may no longer be open."""
        self._network_of: LRU[str, str] = LRU(MOST_TABLES)
        self._counting = BoundedSemaphore(1)
        """Held from the count of a person's tables until the new one is stored: no other is opened in between."""

    @contextmanager
    def reserve(self, person: str, table_id: str, waits: bool) -> Iterator[None]:
        """Reserve a table in the quota of this person, who `waits` there for others or not. Raises Refusal.

        The caller stores the table inside the block; it counts unless that fails.
        """
        network = self._limits.network_of(person)
        with self._counting:
            self._check(person, network, waits)
            self._limits.check_new(person)
            yield
            self._remember(network, table_id)
            self._bus.publish("opened", SITE, {"network": network, "table": table_id})

    def _check(self, person: str, network: str, waits: bool) -> None:
        count = self._journal.count_tables(person)
        if count["open"] >= MOST_OPEN:
            raise Refusal(
                "too_many_tables", "You are already waiting at {most} tables. Withdraw one first.", most=MOST_OPEN
            )
        if count["open"] + count["running"] >= MOST_STANDING:
            raise Refusal("too_many_games", "You already play {most} games. Finish one first.", most=MOST_STANDING)
        if waits and len(self._open_at(network)) >= MOST_OPEN_AT_ADDRESS:
            raise Refusal(
                "too_many_tables",
                "Your network is already waiting at {most} tables. Withdraw one first.",
                most=MOST_OPEN_AT_ADDRESS,
            )

    def _remember(self, network: str, table_id: str) -> None:
        self._opened_from[network] = self._opened_from.pop(network, set()) | {table_id}
        self._network_of[table_id] = network

    def network_of(self, table_id: str) -> str:
        """The address from which a table was opened, in any process; "" if unknown."""
        return self._network_of.get(table_id, "")

    def _open_at(self, network: str) -> set[str]:
        """The open tables of this address; while they are few, tables that are over may be among them."""
        known = self._opened_from.get(network, set())
        if len(known) < MOST_OPEN_AT_ADDRESS:
            return known
        over = known - self._journal.still_open(known)
        # Another process may have announced a table meanwhile.
        left = self._opened_from[network] = self._opened_from.get(network, set()) - over
        return left
