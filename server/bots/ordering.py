"""The order in which a search tries the moves of a position, the most promising first.

Captures by what they win: static exchange in its shortest form, what is taken less what can be taken back. Then
killers: S. G. Akl and M. M. Newborn, "The principal continuation and the killer heuristic", ACM Annual Conference,
1977, pp. 466-473. Then by history: J. Schaeffer, "The history heuristic", ICCA Journal 6 (3), 1983, pp. 16-19.
Captures that lose come last.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import Final

from variants.position import Move, Position, Seat

MOST_HISTORY: Final = 1 << 20
FIRST: Final = 1e9
FORCING: Final = 1e8
"""The rank of a move that is not quiet and loses nothing; more for what it wins."""
KILLER: Final = 1e7
LOSING: Final = -1e8
"""The rank of a move that loses material; less for what it loses."""

Ranked = tuple[float, Move]
_rank = itemgetter(0)


def quiet(rank: float) -> bool:
    """Whether a move of this rank is quiet and no killer."""
    return 0 <= rank < KILLER


class Ordering:
    """The killers and the history of one search."""

    def __init__(self) -> None:
        self._killers: dict[int, Move] = {}
        """By ply, the last quiet move that caused a cutoff."""
        self._history: dict[tuple[Seat, Move], int] = {}

    def ranked(
        self, position: Position, seat: Seat, ply: int, first: Move | None, moves: Iterable[Move]
    ) -> list[Ranked]:
        """The moves with their ranks, best first; equal ones in their original order."""
        killer = self._killers.get(ply)
        history = self._history
        ranking: list[Ranked] = []
        for move in moves:
            if move == first:
                rank = FIRST
            else:
                gain = position.gain(seat, move)
                if gain is not None:
                    rank = gain + (FORCING if gain >= 0 else LOSING)
                elif move == killer:
                    rank = KILLER
                else:
                    rank = float(history.get((seat, move), 0))
            ranking.append((rank, move))
        ranking.sort(key=_rank, reverse=True)
        return ranking

    def cutoff(self, seat: Seat, ply: int, depth: int, move: Move, rank: float) -> None:
        """Record a move that caused a cutoff, to be tried early elsewhere."""
        if (rank >= FORCING and rank != FIRST) or rank < 0:
            return
        self._killers[ply] = move
        place = (seat, move)
        history = self._history
        history[place] = history.get(place, 0) + depth * depth
        if history[place] > MOST_HISTORY:
            self._history = {each: count // 2 for each, count in history.items()}
