"""A game: a position with its history, how often positions occurred in it, and how the game ends."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final

from variants.position import Move, Position, Result, Seat

_Seen = tuple[Any, ...]
"""How often positions occurred: a key, its number, and two such trees or None, chosen by the next bit of a key's hash.

Plain tuples, because a turn of a long game makes a dozen of them.
"""


class Game:
    """A position, and the turns that led to it. Nothing changes a game: `play` and `back` return another one.

    Games share the history that they have in common: a copy costs nothing. For a turn the rules are asked for `play`
    and one `key`; the rest costs about log2(n) steps where n positions occurred, 12 and 1 kB for the longest table, and
    `back` costs the square of that at most. Keys of one hash would cost a step each.
    """

    __slots__ = ("_before", "_far", "_seen", "number", "position")

    def __init__(self, position: Position, past: Iterable[Hashable] = (), before: Game | None = None) -> None:
        """A game that stands here; `past` are keys of positions that occurred, `before` is the game a turn earlier."""
        seen = None if before is None else before._seen
        for key in (*past, position.key()):
            seen = _counted(seen, key, hash(key))
        assert seen is not None
        self._seen: Final[_Seen] = seen
        self.position: Final[Position] = position
        self.number: Final[int] = 0 if before is None else before.number + 1
        """Turns since the game began."""
        self._before: Final[Game | None] = before
        # The game at the number without its lowest bit: as in a Fenwick tree, few steps reach any earlier one.
        far = before
        while far is not None and far.number > self.number & self.number - 1:
            far = far._far
        self._far: Final[Game | None] = far

    def play(self, actions: Mapping[Seat, Move]) -> Game:
        """The game after this turn; `actions` holds one offered move for each seat of `to_act`."""
        return self.after(self.position.play(actions))

    def after(self, position: Position) -> Game:
        """The game after a turn that led to this position, whatever rules played it."""
        return Game(position, before=self)

    def back(self, turns: int) -> Game:
        """The game as it was this number of turns ago. Raises ValueError before its beginning."""
        wanted = self.number - turns
        if not 0 <= wanted <= self.number:
            raise ValueError(f"a game of {self.number} turns cannot go back {turns}")
        game = self
        while game._before is not None and game.number > wanted:
            game = game._far if game._far is not None and game._far.number >= wanted else game._before
        return game

    def history(self) -> Iterator[Game]:
        """This game, and the game as it was before each of its turns, the last turn first."""
        game: Game | None = self
        while game is not None:
            yield game
            game = game._before

    def recent(self) -> list[Position]:
        """The positions before this one since the last irreversible turn, in order: no other can occur again."""
        return [game.position for game in islice(self.history(), 1, self.position.quiet + 1)][::-1]

    def past(self) -> frozenset[Hashable]:
        """The keys of all positions that occurred, this one among them."""
        nodes = [self._seen]
        for _, _, zero, one in nodes:  # The list grows meanwhile.
            nodes += [each for each in (zero, one) if each is not None]
        return frozenset([seen[0] for seen in nodes])

    def occurrences(self, position: Position) -> int:
        """How often this position has occurred."""
        key = position.key()
        seen: _Seen | None = self._seen
        bits = hash(key)
        while seen is not None:
            own, times, zero, one = seen
            if own == key:
                return int(times)
            seen, bits = one if bits & 1 else zero, bits >> 1
        return 0

    def ending(self) -> Result | None:
        """How the game has ended: by the rules, by a repetition that needs no claim, or by too many quiet turns.

        None while it goes on. Costs as much as `Position.result`: ask once a turn.
        """
        draws, result = self.position.draws, self.position.result()
        if result is not None:
            return result
        if draws.kind == "automatic" and self._repeated(self.position):
            return self.drawn("repetition")
        quiet = draws.quiet_turns is not None and self.position.quiet >= draws.quiet_turns
        return self.drawn("quiet_turns") if quiet else None

    def claimable(self) -> Result | None:
        """The draw by repetition that a player may claim now. None on a hidden board: it would reveal one."""
        claim = self.position.draws.kind == "claim" and not self.position.hidden
        return self.drawn("repetition") if claim and self._repeated(self.position) else None

    def nearly_drawn(self) -> list[Position]:
        """The positions of `recent` that would end the game, or allow a claim, if one occurs next."""
        return [each for each in self.recent() if self._repeated(each, 1)]

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

    def _repeated(self, position: Position, more: int = 0) -> bool:
        limit = position.draws.occurrences
        return limit is not None and self.occurrences(position) + more >= limit


def _counted(seen: _Seen | None, key: Hashable, bits: int) -> _Seen:
    """The tree in which this key has occurred once more; it shares all nodes off the path."""
    if seen is None:
        return (key, 1, None, None)
    own, times, zero, one = seen
    if own == key:
        return (key, times + 1, zero, one)
    if bits & 1:
        return (own, times, zero, _counted(one, key, bits >> 1))
    return (own, times, _counted(zero, key, bits >> 1), one)
