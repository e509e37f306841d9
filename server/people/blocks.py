"""Blocks: people play with nobody they block, and a closed account plays with nobody; the same in all processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from server.bus import SITE, Body, Bus
from server.game import Refusal
from server.people.accounts import Accounts
from server.people.changes import Changes
from server.runtime.limits import Limits
from server.store import Journal, blocks
from server.store.blocks import Block
from server.tables import follow_soon

MOST_BLOCKED = 200
"""People whom one person blocks."""


class Blocks:
    """All blocks. `clock` gives seconds since the epoch."""

    def __init__(
        self, journal: Journal, clock: Callable[[], float], bus: Bus, limits: Limits, accounts: Accounts
    ) -> None:
        self._journal = journal
        self._clock = clock
        self._bus = bus
        self._limits = limits
        self._accounts = accounts
        self._changes = Changes(partial(blocks.load, journal), clock)
        self._blocked: dict[str, dict[str, float]] = {}
        """By person, whom they block, and since when."""
        self._note(self._changes.all())
        bus.on("blocked", self._changed)

    def of(self, person: str) -> list[str]:
        """Whom a person blocks, the newest first."""
        blocked = self._blocked.get(person, {})
        return sorted(blocked, key=lambda other: (-blocked[other], other))

    def hides(self, reader: str | None, author: str) -> bool:
        """Whether a reader blocks the author of a message."""
        return author in self._blocked.get(reader or "", ())

    def between(self, person: str, other: str) -> bool:
        """Whether one of these two blocks the other."""
        return self.hides(person, other) or self.hides(other, person)

    def keeps_apart(self, person: str, other: str) -> bool:
        """Whether these two are not paired: one blocks the other, or has a closed account."""
        return self.between(person, other) or any(self._accounts.is_closed(each) for each in (person, other))

    def check_company(self, person: str, others: Iterable[str | None]) -> None:
        """Raise Refusal if the account of a person, or of one of these others, is closed, or one blocks the other."""
        self._accounts.check_open(person)
        for other in others:
            if other is not None and self._accounts.is_closed(other):
                raise Refusal("closed_player", "The account of another player of this table is closed.")
            if other is not None and self.between(person, other):
                raise Refusal(
                    "blocked", "You and a player of this table do not play together: one has blocked the other."
                )

    def block(self, person: str, other: str) -> None:
        """Let a person block another one. Raises Refusal, JournalError."""
        if person == other:
            raise Refusal("block_yourself", "You cannot block yourself.")
        if len(self._blocked.get(person, ())) >= MOST_BLOCKED:
            raise Refusal("too_many_blocks", "You block {most} people: unblock one first.", most=MOST_BLOCKED)
        self._limits.check_new(person)
        self._save(Block(person, other, self._clock(), True))

    def unblock(self, person: str, other: str) -> None:
        """End a block. Raises JournalError."""
        if self.hides(person, other):
            self._save(Block(person, other, self._clock(), False))

    def forget(self, person: str) -> None:
        """Forget the blocks of and against a deleted person: their rows are gone, and no change tells of them."""
        self._forget(person)
        self._bus.publish("blocked", SITE, {"deleted": person})

    def follow(self) -> None:
        """Read the blocks that were made or ended. Raises JournalError."""
        self._note(self._changes.read())

    def _changed(self, _site: str, body: Body) -> None:
        if "deleted" in body:
            self._forget(body["deleted"])
        else:
            follow_soon(self.follow)

    def _forget(self, person: str) -> None:
        self._blocked.pop(person, None)
        for blocked in self._blocked.values():
            blocked.pop(person, None)

    def _save(self, block: Block) -> None:
        blocks.save(self._journal, block)
        self.follow()
        self._bus.publish("blocked", SITE, {})

    def _note(self, changed: Iterable[Block]) -> None:
        for person, other, at, active in changed:
            blocked = self._blocked.setdefault(person, {})
            if active:
                blocked[other] = at
            else:
                blocked.pop(other, None)
