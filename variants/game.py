"""A game: a position with its history, how often positions occurred in it, and how the game ends."""

from __future__ import annotations

import json
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from itertools import islice
from typing import Final, NamedTuple

from variants.position import Move, Position, Result, Seat

PART = 32
"""Positions of a packed part of a game."""

MOST_RECENT = 500
"""Positions of the past of which searches are told: a game may have thousands without an irreversible turn."""

DIGEST = 16
"""Bytes of the digest of a key."""

_PLAIN = frozenset({str, int, type(None)})

_Actions = Mapping[Seat, Move]


def digest(key: Hashable) -> bytes:
    """The digest of a key of a position: equal for equal keys, in all processes."""
    return blake2b(_canonical(key).encode(), digest_size=DIGEST).digest()


def _canonical(key: Hashable) -> str:
    """The one text of a key, whatever the order of its sets."""
    if isinstance(key, frozenset):
        return f"{{{','.join(sorted(map(_canonical, key)))}}}"
    if isinstance(key, tuple):
        return repr(tuple(key)) if _PLAIN.issuperset(map(type, key)) else f"({','.join(map(_canonical, key))})"
    return repr(key)


@dataclass(frozen=True, eq=False, slots=True)
class _PackedPart:
    """`PART` positions on end: the first one, and the actions by which the rules make the others anew."""

    first: Position
    actions: str
    """JSON: for each turn a list of seats with the path and kind of their moves, or null where `others` has the
    position after it."""
    others: Mapping[int, Position]
    """By its place, each position that no actions led to."""

    @classmethod
    def of(cls, positions: Sequence[Position], actions: Sequence[_Actions | None]) -> _PackedPart:
        """These positions, packed; `actions` led from each of them to the next."""
        steps = [step and [(seat, *move) for seat, move in step.items()] for step in actions[: len(positions) - 1]]
        # By `then`, positions without their caches.
        others = {place: positions[place].then() for place, step in enumerate(steps, 1) if step is None}
        return cls(positions[0].then(), json.dumps(steps, separators=(",", ":")), others)


@lru_cache(maxsize=16)
def _unpacked(part: _PackedPart) -> tuple[Sequence[Position], Sequence[_Actions | None]]:
    """The positions of a part, and the actions that led from each to the next."""
    positions, actions = [part.first], list[_Actions | None]()
    for place, step in enumerate(json.loads(part.actions), 1):
        played = None if step is None else {seat: Move(tuple(path), into) for seat, path, into in step}
        actions.append(played)
        positions.append(part.others[place] if played is None else positions[-1].play(played))
    return positions, actions


class _GamePast(NamedTuple):
    """The positions before one, in order: the earlier ones packed, the last ones as they are."""

    parts: tuple[_PackedPart, ...] = ()
    recent: tuple[Position, ...] = ()
    """Fewer than two parts."""
    actions: tuple[_Actions | None, ...] = ()
    """What led from each of these to the next; None where it was no play."""
    digests: bytes = b""
    """Of the keys of all these positions, in order."""

    def then(self, position: Position, actions: _Actions | None) -> _GamePast:
        """This past and one more position, from which these actions led on."""
        parts, recent, steps = self.parts, (*self.recent, position), (*self.actions, actions)
        if len(recent) == 2 * PART:
            parts, recent, steps = (*parts, _PackedPart.of(recent[:PART], steps)), recent[PART:], steps[PART:]
        return _GamePast(parts, recent, steps, self.digests + _digest(position))

    def before(self, number: int) -> tuple[_GamePast, Position]:
        """The position of this number, and its past."""
        whole, place = divmod(number, PART)
        if whole < len(self.parts):
            positions, actions = _unpacked(self.parts[whole])
        else:
            whole, place = len(self.parts), number - len(self.parts) * PART
            positions, actions = self.recent, self.actions
        digests = self.digests[: number * DIGEST]
        return _GamePast(self.parts[:whole], (*positions[:place],), (*actions[:place],), digests), positions[place]


class Game:
    """A position, and the turns that led to it. Nothing changes a game: `play` and `back` return another one.

    Games share the history that they have in common. The last positions are kept, of the earlier ones one in `PART` and
    the actions: a turn takes about 100 bytes, and an earlier position is played anew, which takes `PART` turns at most.
    Repetitions are counted by digests of keys.
    """

    __slots__ = ("_past", "number", "position")

    def __init__(self, position: Position, past: _GamePast = _GamePast()) -> None:  # noqa: B008 It is immutable.
        """A game that stands here; without a past, it begins here."""
        self.position: Final[Position] = position
        self.number: Final[int] = len(past.digests) // DIGEST
        """Turns since the game began."""
        self._past: Final[_GamePast] = past

    def play(self, actions: _Actions) -> Game:
        """The game after this turn; `actions` holds one offered move for each seat of `to_act`."""
        return Game(self.position.play(actions), self._past.then(self.position, dict(actions)))

    def after(self, position: Position) -> Game:
        """The game after a turn that led to this position, whatever rules played it."""
        return Game(position, self._past.then(self.position, None))

    def back(self, turns: int) -> Game:
        """The game as it was this number of turns ago. Raises ValueError before its beginning."""
        wanted = self.number - turns
        if not 0 <= wanted <= self.number:
            raise ValueError(f"a game of {self.number} turns cannot go back {turns}")
        if not turns:
            return self
        past, position = self._past.before(wanted)
        return Game(position, past)

    def positions(self) -> Iterator[Position]:
        """The position now and those before it, the last one first."""
        yield self.position
        yield from reversed(self._past.recent)
        for part in reversed(self._past.parts):
            yield from reversed(_unpacked(part)[0])

    def recent(self) -> list[Position]:
        """The positions before this one since the last irreversible turn, in order: no other can occur again.

        At most the last `MOST_RECENT` of them.
        """
        return [*islice(self.positions(), 1, min(self.position.quiet, MOST_RECENT) + 1)][::-1]

    def past(self) -> frozenset[Hashable]:
        """The keys of all positions that occurred, this one among them."""
        return frozenset(each.key() for each in self.positions())

    def occurrences(self, position: Position) -> int:
        """How often this position has occurred."""
        wanted = _digest(position)
        return self._past.digests.count(wanted) + (_digest(self.position) == wanted)

    def ending(self) -> Result | None:
        """How the game has ended: by the rules, by a repetition that needs no claim, or by too many quiet turns.

        None while it goes on. Costs as much as `Position.result`: ask once a turn.
        """
        draws, result = self.position.draws, self.position.result()
        if result is not None:
            return result
        if draws.kind == "automatic" and self._repeated(self.position):
            return self._end_by_repetition()
        quiet = draws.quiet_turns is not None and self.position.quiet >= draws.quiet_turns
        return self.drawn("quiet_turns") if quiet else None

    def claimable(self) -> Result | None:
        """The draw that a player may claim now, by the variant's rules or by repetition.

        None on a hidden board: it would reveal one.
        """
        if self.position.hidden:
            return None
        if reason := self.position.claim():
            return self.drawn(reason)
        if self.position.draws.kind != "claim" or not self._repeated(self.position):
            return None
        return self._end_by_repetition()

    def nearly_over(self) -> list[tuple[Position, Result]]:
        """The different positions of `recent` that would end the game, or allow to claim a draw, if one occurs next.

        With the end of each.
        """
        limit = self.position.draws.occurrences
        if limit is None:
            return []
        recent = self.recent()
        digests = self._past.digests[(self.number - len(recent)) * DIGEST :] + _digest(self.position)
        places: dict[bytes, list[int]] = {}
        for place in range(len(recent) + 1):
            places.setdefault(digests[place * DIGEST : (place + 1) * DIGEST], []).append(place)
        firsts = [first for first, *others in places.values() if len(others) + 2 >= limit and first < len(recent)]
        # All lines share these positions, which may keep what their rules have computed.
        line = [*recent, self.position]
        return [(line[first], line[first].repeated([*line[first + 1 :], line[first]])) for first in firsts]

    def nearly_lost(self) -> list[tuple[Position, Seat]]:
        """Those of `nearly_over` by which one of two players would lose, and which one."""
        ends = self.nearly_over()
        return [(each, seat) for each, result in ends for seat, share in enumerate(result.points) if share == 0]

    def contenders(self) -> list[Seat]:
        """The seats that are still in the game: neither chance players nor out."""
        return self.position.players()

    def drawn(self, reason: str) -> Result:
        """A draw for this reason: the contenders share the point."""
        return self.left((), reason)

    def left(self, seats: Collection[Seat], reason: str) -> Result:
        """The end where these seats leave: the other contenders share the point, or all where none is left."""
        among = [seat for seat in self.contenders() if seat not in seats] or self.contenders()
        return self.position.shared(among, reason)

    def without(self, seats: Collection[Seat]) -> Game | None:
        """The game a turn later, where at least two others play on when these seats leave; None if it is over."""
        if len(set(self.contenders()).difference(seats)) < 2:
            return None
        position: Position | None = self.position
        for seat in seats:
            position = position.without(seat) if position is not None else None
        return None if position is None else self.after(position)

    def out_of_time(self, seats: Collection[Seat]) -> Result:
        """The end where the flags of these seats have fallen: a draw unless another contender could still win."""
        others = [seat for seat in self.contenders() if seat not in seats]
        if any(self.position.could_win(seat) for seat in others):
            return self.left(seats, "time")
        return self.drawn("time_material" if others else "time_all")

    def _end_by_repetition(self) -> Result:
        """How the game ends because this position has occurred so often."""
        if type(self.position).repeated is Position.repeated:  # It is a draw whatever led here.
            return self.position.repeated([self.position])
        digests, wanted = self._past.digests, _digest(self.position)
        first = next(at for at in range(0, len(digests), DIGEST) if digests[at : at + DIGEST] == wanted) // DIGEST
        return self.position.repeated([*islice(self.positions(), self.number - first)][::-1])

    def _repeated(self, position: Position) -> bool:
        limit = position.draws.occurrences
        return limit is not None and self.number + 1 >= limit and self.occurrences(position) >= limit


def _digest(position: Position) -> bytes:
    return position.once(digest, lambda: digest(position.key()))
