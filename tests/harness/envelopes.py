"""What is in the envelopes of a site, read from its journal behind its back, and what anybody could guess of it.

The seed of nature is in one too, from the beginning of a game to its end.
"""

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from server.game import dice_digest, seal_digest, sealed_text

Content = TypeVar("Content")

DIGITS = re.compile(r"(?<![0-9a-f])(?:[0-9a-f]{64}|[0-9a-f]{8})(?![0-9a-f])")
"""What can be a digest, or the beginning of one that pages show."""


class Envelopes(NamedTuple):
    """The digests of all envelopes of a table, and the nonces and seeds in those that nobody may have seen open yet."""

    digests: frozenset[str]
    closed: frozenset[str]

    @classmethod
    def of(cls, data: Path, table: str, hidden: bool) -> "Envelopes":
        """As the journal in a data folder tells now."""
        with closing(sqlite3.connect(f"file:{data / 'journal.sqlite'}?mode=ro", uri=True)) as journal:
            sql = "SELECT entries FROM decisions WHERE table_id = ? ORDER BY sequence"
            rows = journal.execute(sql, (table,)).fetchall()
        entries = [entry for (row,) in rows for entry in json.loads(row)]
        return cls.of_entries(table, hidden, [(kind, number, seat, body) for kind, number, seat, _, body, _ in entries])

    @classmethod
    def of_entries(cls, table: str, hidden: bool, entries: Iterable[tuple[str, int, Any, Any]]) -> "Envelopes":
        """As entries tell (kind, number, seat, body); on a hidden board all stay closed until the game is over."""
        digests, nonces, opened, over = set(), set(), set(), False
        seeds = set()
        for kind, number, seat, body in entries:
            if kind == "seal":
                nonces.add(body["nonce"])
                digests.add(seal_digest(table, number + 1, body["takebacks"], seat, body["move"], body["nonce"]))
            elif kind == "turn":
                for actor, nonce in body.get("nonces", {}).items():
                    opened.add(nonce)
                    move = body["actions"][actor]
                    digests.add(seal_digest(table, number + 1, body["takebacks"], int(actor), move, nonce))
            elif kind == "dice":
                seeds.add(body["seed"])
                digests.add(dice_digest(table, body["seed"]))
            over |= kind == "end"
        closed = nonces | opened if hidden and not over else nonces - opened
        return cls(frozenset(digests), frozenset(closed if over else closed | seeds))

    def blank(self, content: Content) -> Content:
        """The same text, bytes, or tuple or list of them, without the digests; nothing moves by that."""
        if isinstance(content, str):
            known = self.digests | {digest[:8] for digest in self.digests}
            return DIGITS.sub(lambda found: "*" * len(found[0]) if found[0] in known else found[0], content)  # type: ignore[return-value]
        if isinstance(content, bytes):
            return self.blank(content.decode(errors="surrogateescape")).encode(errors="surrogateescape")  # type: ignore[return-value]
        if isinstance(content, tuple | list):
            return type(content)(map(self.blank, content))
        return content


def guessed(digest: str, table: str, turn: int, seat: int, moves: Iterable[str]) -> list[str]:
    """The moves for which somebody who tries them all without the nonce finds this digest."""
    return [
        move
        for move in moves
        if any(sha256(text.encode()).hexdigest() == digest for text in _tries(table, turn, seat, move))
    ]


def _tries(table: str, turn: int, seat: int, move: str) -> Iterator[str]:
    for takebacks in range(10):
        for nonce in ("", "0" * 32, table, str(turn), str(seat), move):
            whole = sealed_text(table, turn, takebacks, seat, move, nonce)
            yield from (whole, whole.rstrip("\n"))
        without = whole.partition("nonce")[0]
        yield from (without, without.rstrip("\n"))
    for known in ((), (table,), (turn,), (seat,), (table, turn), (turn, seat), (table, seat), (table, turn, seat)):
        for between in ("", " ", "\n", ":", "-", "/"):
            yield between.join(map(str, (*known, move)))
            yield between.join(map(str, (move, *known)))
