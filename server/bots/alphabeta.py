"""Search for two seats of which one acts at a time: iterative-deepening alpha-beta.

D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6, 1975, pp. 293-326;
transposition table, iterative deepening and quiescence: D. J. Slate and L. R. Atkin, "CHESS 4.5", in: P. W. Frey
(ed.), Chess Skill in Man and Machine, 1977, pp. 82-118; killers: S. G. Akl and M. M. Newborn, "The principal
continuation and the killer heuristic", ACM Annual Conference, 1977, pp. 466-473; history: J. Schaeffer, "The history
heuristic", ICCA Journal 6 (3), 1983, pp. 16-19.

A value is that of the seat that acts. It changes its sign only where the next to act is the other one, because a seat
may act twice in a row.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from random import Random
from typing import NamedTuple

from server.bots.budget import Budget, Spent
from server.bots.choice import Choice, pure
from server.bots.estimate import DISCOUNT, HORIZON, RULES_ALONE, Facts, horizon
from variants.position import Move, Position, Seat

ALPHABETA_DEPTH = 64
"""Turns looked ahead at most."""
QUIESCENCE_DEPTH = 8
"""Captures in a row that are looked at beyond the depth, at most."""
KILLERS = 2
INFINITE = 2.0


def search(
    position: Position,
    seat: Seat,
    budget: Budget,
    random: Random,
    deepest: int = ALPHABETA_DEPTH,
    facts: Facts = RULES_ALONE,
) -> Choice:
    """The best move for the seat that acts, as deep as the budget allows; of equal moves, any."""
    tree = AlphaBeta(budget, facts=facts, first=position.players()[0])
    moves = list(position.moves(seat))
    random.shuffle(moves)
    best = pure(moves[0], horizon(position, seat), 0, 0)
    for depth in range(1, deepest + 1):
        tree.horizons = 0
        value = -INFINITE
        ordered = sorted(moves, key=lambda move: move != next(iter(best.probabilities)))
        try:
            for move in ordered:
                reached = tree.after(position, move, depth, value, INFINITE)
                if reached > value:
                    value = reached
                    best = pure(move, value, depth, 0)
        except Spent:
            # A move that proved better than the previous depth's best stands; the remaining moves have no value yet.
            break
        moves = ordered
        if not tree.horizons or abs(value) > HORIZON or len(moves) == 1:
            break
    return best._replace(value=max(-1.0, min(1.0, best.value)), nodes=budget.nodes_spent)


def takes(before: Position, after: Position) -> bool:
    """Whether a move was a capture: there are fewer pieces, or a piece stands in another's place."""
    if after.board.count("") > before.board.count(""):
        return True
    return any(old and new and old != new for old, new in zip(before.board, after.board, strict=True))


def aims(position: Position, move: Move) -> bool:
    """Whether the target square is occupied: the move may be a capture."""
    return any(position.board[square] for square in move.path[1:])


class _Bounds(NamedTuple):
    depth: int
    low: float
    high: float
    move: Move | None
    final: bool
    """No estimate is in it: a deeper search would find the same value."""


class AlphaBeta:
    """The transposition table, killers and history of one search; they hold for these facts alone."""

    def __init__(self, budget: Budget, quiescence: bool = True, facts: Facts = RULES_ALONE, first: Seat = 0) -> None:
        self._budget = budget
        self._first = first
        """The first of the two players: of three seats one may be out."""
        self._settled = facts.settled
        self._quiet = QUIESCENCE_DEPTH if quiescence else 0
        self._table: dict[Hashable, _Bounds] = {}
        self._killers: dict[int, list[Move]] = {}
        self._history: dict[tuple[Seat, Move, str], int] = {}
        self.horizons = 0
        """How often a value was an estimate."""

    def after(self, position: Position, move: Move, depth: int, low: float, high: float) -> float:
        """The value of a move for the seat that acts, if it is between the bounds, at this depth."""
        (seat,) = position.to_act
        self._budget.spend()
        child = position.play({seat: move})
        return self._seen_by(seat, child, depth - 1, low, high)

    def _seen_by(self, seat: Seat, child: Position, depth: int, low: float, high: float) -> float:
        low, high = low / DISCOUNT, high / DISCOUNT
        if child.to_act == (seat,):
            return DISCOUNT * self.value(child, depth, low, high)
        return -DISCOUNT * self.value(child, depth, -high, -low)

    def value(self, position: Position, depth: int, low: float = -INFINITE, high: float = INFINITE) -> float:
        """The value of the position for the seat that acts; outside the bounds, a bound of it (fail-soft)."""
        seat = position.to_act[0]
        known = self._settled(position, self._first)
        if known is not None:
            return known if seat == self._first else -known
        if len(position.to_act) > 1:
            self.horizons += 1
            return horizon(position, seat)
        if depth <= 0:
            return self._quiescence(position, depth, low, high)
        key = position.key()
        entry = self._table.get(key)
        if entry is not None and (entry.depth == depth or entry.final):
            self.horizons += not entry.final
            if entry.low == entry.high or entry.low >= high:
                return entry.low
            if entry.high <= low:
                return entry.high
        return self._expand(position, key, depth, low, high, entry.move if entry else None)

    def _expand(
        self, position: Position, key: Hashable, depth: int, low: float, high: float, first: Move | None
    ) -> float:
        horizons = self.horizons
        best, chosen = -INFINITE, None
        bound = low
        for move in self._ordered(position, depth, first, position.moves(position.to_act[0])):
            reached = self.after(position, move, depth, bound, high)
            if reached > best:
                best, chosen = reached, move
                if best >= high:
                    self._remember(position, move, depth)
                    break
                bound = max(bound, best)
        final = self.horizons == horizons
        lowest = best if best > low else -INFINITE
        highest = best if best < high else INFINITE
        self._table[key] = _Bounds(depth, lowest, highest, chosen if best > low else first, final)
        return best

    def _ordered(self, position: Position, depth: int, first: Move | None, moves: Iterable[Move]) -> list[Move]:
        """The moves, the most promising first."""
        (seat,) = position.to_act
        board = position.board
        killers = self._killers.get(depth, ())
        history = self._history

        def promise(move: Move) -> tuple[bool, bool, bool, int]:
            victim = board[move.path[-1]] if move.path else ""
            return (move == first, victim != "", move in killers, history.get((seat, move, victim), 0))

        return sorted(moves, key=promise, reverse=True)

    def _remember(self, position: Position, move: Move, depth: int) -> None:
        """Record a move that caused a cutoff, to be tried early elsewhere."""
        victim = position.board[move.path[-1]] if move.path else ""
        if not victim:
            killers = self._killers.setdefault(depth, [])
            if move not in killers:
                killers.insert(0, move)
                del killers[KILLERS:]
        place = (position.to_act[0], move, victim)
        self._history[place] = self._history.get(place, 0) + depth * depth

    def _quiescence(self, position: Position, depth: int, low: float, high: float) -> float:
        """The estimate of a quiet position: captures are searched on."""
        (seat,) = position.to_act
        self.horizons += 1
        best = horizon(position, seat)
        if best >= high or depth <= -self._quiet:
            return best
        for move in self._ordered(position, 0, None, [move for move in position.moves(seat) if aims(position, move)]):
            self._budget.spend()
            child = position.play({seat: move})
            if takes(position, child):
                best = max(best, self._seen_by(seat, child, depth - 1, max(low, best), high))
                if best >= high:
                    break
        return best
