"""The clocks of a table counted the slow way: for each question all that ever happened is gone through anew.

Written from what the project promises its players and from nothing else; it shares no line with `server.tables.clock`:

- A seat's clock runs while it is to act and has not sealed, and the game is on.
- Minutes and an increment: it is added once, when the turn is revealed; in a run of actions of one seat after the last.
- Days a turn: instead of an increment the seat gets its days anew.
- A player has a quarter of the minutes for the first move, at least 30 seconds and at most five minutes, and the clock
  stands until that move is made; of days all of them, which the clock counts. Who has sealed has moved. A first move
  that does not come in time ends a game that counts for nobody: a draw on paper. Neither a broken seal nor a takeback
  makes the next move a first one.
- Whoever has nothing left at a reading has lost; if that is everybody, it is a draw.
- Time in which there was no server is given back to the clocks that ran. Turns taken back do not turn clocks back, but
  their increments go back; a clock keeps its last increment, or what it shows if that is less. Days begin anew.
- Nature has no clock: time does not run for it, it earns nothing, and whoever is to act after it is not before it has.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple


class Happening(NamedTuple):
    """Something at a moment (in milliseconds): who is to act and has not sealed from then on, and who earned by it."""

    at: int
    waiting: frozenset[int]
    earned: frozenset[int]
    down: int
    """Milliseconds before it without a server."""
    returned: tuple[int, ...]
    """Each seat once for each increment that goes back."""


class Book:
    """What happened, in order. `days`: each turn has its own time; all times in milliseconds."""

    def __init__(self, base: int, increment: int, days: bool) -> None:
        self.base, self.increment, self.days = base, increment, days
        self.happenings: list[Happening] = []
        self.first_moves: dict[int, int] = {}
        """When each seat made its first move."""

    def happened(
        self, at: int, waiting: Iterable[int], earned: Iterable[int] = (), down: int = 0, returned: Iterable[int] = ()
    ) -> None:
        self.happenings.append(Happening(at, frozenset(waiting), frozenset(earned), down, tuple(returned)))

    def counts(self, seat: int, at: int) -> bool:
        """Whether from this moment on the clock of a seat pays for its time."""
        return self.days or (seat in self.first_moves and self.first_moves[seat] <= at)

    def first_left(self, seat: int, at: int) -> int:
        """What a seat that has not moved has left for its first move, perhaps less than nothing."""
        left = min(max(self.base // 4, 30_000), 300_000)
        for before, then in self.pairs(at):
            if seat in before.waiting:
                left -= then.at - before.at - then.down
        return left

    def pairs(self, at: int) -> list[tuple[Happening, Happening]]:
        """Each happening with the next one, the last with this moment."""
        now = Happening(at, frozenset(), frozenset(), 0, ())
        return list(zip(self.happenings, [*self.happenings[1:], now], strict=True))

    def left(self, seat: int, at: int) -> int:
        """What a seat has left on its clock, perhaps less than nothing."""
        left = self.base
        for before, then in self.pairs(at):
            if seat in before.waiting and self.counts(seat, before.at):
                left -= then.at - before.at
                left += then.down
            if seat in then.earned:
                left = self.base if self.days else left + self.increment
            if not self.days and seat in then.returned:
                left = max(left - then.returned.count(seat) * self.increment, min(left, self.increment))
        return left

    def running(self) -> frozenset[int]:
        return self.happenings[-1].waiting

    def fallen(self, at: int) -> set[int]:
        """Who has nothing left at this reading, of those whose clocks run."""
        return {seat for seat in self.running() if self.remaining(seat, at) <= 0}

    def remaining(self, seat: int, at: int) -> int:
        """What is left of the time that runs for a seat: on its clock, or for its first move."""
        return self.left(seat, at) if self.counts(seat, at) else self.first_left(seat, at)

    def next_flag(self) -> int | None:
        """When the next flag falls if nothing happens before."""
        last = self.happenings[-1].at
        return min((last + self.remaining(seat, last) for seat in self.running()), default=None)


def earners(acted: Collection[int], next_to_act: Collection[int]) -> list[int]:
    """Who earns by a revealed turn: who acted, unless one seat acted alone and goes on alone."""
    return [] if len(acted) == 1 and set(acted) == set(next_to_act) else list(acted)


def shares(fallen: Collection[int], players: Collection[int], seats: int) -> tuple[float, ...]:
    """The points after flags have fallen, where each of the other players could still win; nature has no share."""
    winners = [player for player in players if player not in fallen] or players
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))
