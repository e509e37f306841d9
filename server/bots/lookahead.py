"""The values of all turns of a position, all at one depth, and what the search expects after the best ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from server.bots.alphabeta import AlphaBeta
from server.bots.budget import Budget, Spent
from server.bots.estimate import SearchFacts, horizon
from server.bots.lines import Expect, Expected, LineDraft
from server.bots.models import model_of
from server.bots.simultaneous import Search
from variants.position import Position

Follow = Callable[[Sequence[float], Expect | None], Sequence[LineDraft]]
"""Follows the lines of the best of the turns that have these values, as far as a search knows them."""


class TurnValues(NamedTuple):
    """The values of a position's turns for seat 0, all at one depth."""

    values: list[float]
    depth: int
    nodes: int
    exact: bool
    lines: Sequence[LineDraft]
    """Of the same search, as far as that one depth goes."""


def turn_values(
    position: Position, turns: Sequence[Position], budget: Budget, facts: SearchFacts, deepest: int, follow: Follow
) -> TurnValues:
    """Iterative deepening: the result is that of the last depth at which all turns were searched; depth 1 is free.

    Lines are followed before the next depth begins, which finds other values.
    """
    known = [facts.final(turn) for turn in turns]
    exact = None not in known
    for number, turn in enumerate(turns):
        if known[number] is None and turn.key() in facts.past:
            known[number] = 0.0
    values = [horizon(turn, 0) if value is None else value for turn, value in zip(turns, known, strict=True)]
    depth = 1
    lines = follow(values, None)
    spent = budget.nodes_spent
    if None in known:
        ahead = _Lookahead(position, turns, budget, facts)
        try:
            budget.spend(len(turns))
            spent += len(turns)
            for deeper in range(1, deepest + 1):
                ahead.tree.horizons = 0
                values = [
                    ahead.value(turn, deeper - 1) if value is None else value
                    for turn, value in zip(turns, known, strict=True)
                ]
                depth = deeper
                lines = follow(values, ahead.expected)
                if not ahead.tree.horizons:
                    break
        except Spent:
            pass
    return TurnValues(values, depth, len(turns) + budget.nodes_spent - spent, exact, lines)


class _Lookahead:
    """Searches the positions after each turn, by alpha-beta or as matrix games."""

    def __init__(self, position: Position, turns: Sequence[Position], budget: Budget, facts: SearchFacts) -> None:
        together = any(len(turn.to_act) > 1 for turn in turns)
        self._matrix = Search(model_of(position, facts), budget) if together else None
        self._alphabeta = AlphaBeta(budget, facts=facts)
        self.tree = self._matrix or self._alphabeta
        self._depth = 0
        """Turns that were looked ahead last, behind those that were given."""

    def value(self, turn: Position, depth: int) -> float:
        """The value for seat 0 of a game that is not over, at this depth."""
        self._depth = depth
        if self._matrix is not None:
            return self._matrix.value(self._matrix.model.state(turn), depth)[0]
        value = self._alphabeta.value(turn, depth)
        # Alpha-beta's value is that of the seat to act, and the same seat may act again.
        return value if turn.to_act == (0,) else -value

    def expected(self, position: Position, turns: int) -> Expected | None:
        """As `lines.Expect` promises."""
        if self._matrix is not None:
            return self._matrix.expected(position, self._depth - turns + 1)
        entry = self._alphabeta.table.exact(position.key())
        if entry is None or entry.best is None:
            return None
        (seat,) = position.to_act
        return Expected({seat: {entry.best: 1.0}}, entry.low if seat == 0 else -entry.low)
