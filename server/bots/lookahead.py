"""The values of all turns of a position, all at one depth, and what the search expects after the best ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from server.bots import alphabeta, matrix
from server.bots.budget import Budget, Spent
from server.bots.estimate import Facts, horizon
from server.bots.kernel_tree import Tree
from server.bots.lines import Expected, Searched, Walk
from server.bots.memory import Memory
from server.bots.outlook import Outlook
from variants.kernel import Kernel
from variants.position import Position

Follow = Callable[[Sequence[float], Searched | None], Sequence[Walk]]
"""Follows the lines of the best of the turns that have these values, as far as a search knows them."""


class TurnValues(NamedTuple):
    """The values of a position's turns for seat 0, all at one depth."""

    values: list[float]
    depth: int
    nodes: int
    exact: bool
    lines: Sequence[Walk]
    """Of the same search, as far as that one depth goes."""


def turn_values(
    position: Position, turns: Sequence[Position], budget: Budget, facts: Facts, deepest: int, follow: Follow
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
        ahead = _lookahead(position, turns, budget, facts)
        try:
            budget.spend(len(turns))
            spent += len(turns)
            for deeper in range(1, deepest + 1):
                ahead.restart()
                values = [
                    ahead.value(turn, deeper - 1) if value is None else value
                    for turn, value in zip(turns, known, strict=True)
                ]
                depth = deeper
                lines = follow(values, ahead)
                if not ahead.estimated():
                    break
        except Spent:
            pass
        ahead.close()
    return TurnValues(values, depth, len(turns) + budget.nodes_spent - spent, exact, lines)


class _Lookahead:
    """Searches the positions after each turn, by alpha-beta or as matrix games."""

    def __init__(self, turns: Sequence[Position], budget: Budget, facts: Facts) -> None:
        together = any(len(turn.to_act) > 1 for turn in turns)
        self._matrix = matrix.MatrixSearch(budget, facts) if together else None
        self._alphabeta = alphabeta.AlphaBeta(budget, facts=facts)
        self._tree = self._matrix or self._alphabeta

    def restart(self) -> None:
        """Forget whether there were estimates."""
        self._tree.horizons = 0

    def estimated(self) -> bool:
        """Whether there were some since."""
        return self._tree.horizons > 0

    def close(self) -> None:
        """End the search."""

    def value(self, turn: Position, depth: int) -> float:
        """The value for seat 0 of a game that is not over, at this depth."""
        if self._matrix is not None:
            return self._matrix.value(turn, depth)[0]
        value = self._alphabeta.value(turn, depth)
        # Alpha-beta's value is that of the seat to act, and the same seat may act again.
        return value if turn.to_act == (0,) else -value

    def expected(self, position: Position, turns: int) -> Expected | None:
        """As `lines.Searched` promises."""
        if self._matrix is not None:
            return self._matrix.expected(position)
        found = self._alphabeta.table.exact(position.key())
        if found is None or found.move is None:
            return None
        (seat,) = position.to_act
        return Expected({seat: {found.move: 1.0}}, found.low if seat == 0 else -found.low)


class _KernelLookahead:
    """The same by the kernel of a variant, in which two seats always act at once."""

    def __init__(self, position: Position, kernel: Kernel, budget: Budget, facts: Facts) -> None:
        self._kernel = kernel
        self._outlook = Outlook(kernel, position, budget, facts)
        self._tree = Tree(self._outlook, Memory())

    def restart(self) -> None:
        """Forget whether there were estimates."""
        self._outlook.horizons = 0

    def estimated(self) -> bool:
        """Whether there were some since."""
        return self._outlook.horizons > 0

    def close(self) -> None:
        """Give back the nodes that were not used."""
        self._outlook.close()

    def value(self, turn: Position, depth: int) -> float:
        """The value for seat 0 of a game that is not over, at this depth."""
        return self._tree.value(*self._kernel.words(turn.key()), depth, -1.0, 1.0)[0]

    def expected(self, position: Position, turns: int) -> Expected | None:
        """As `lines.Searched` promises."""
        white, black = self._kernel.words(position.key())
        entry = self._tree.exact(white, black)
        if entry is None:
            return None
        every, strategies = entry.odds or [1.0, 1.0], {}
        for seat, (numbers, odds) in enumerate(
            ((entry.rows, every[: len(entry.rows)]), (entry.columns, every[len(entry.rows) :]))
        ):
            strategies[seat] = {self._kernel.move(number): share for number, share in zip(numbers, odds, strict=True)}
        return Expected(strategies, entry.low)


def _lookahead(
    position: Position, turns: Sequence[Position], budget: Budget, facts: Facts
) -> _Lookahead | _KernelLookahead:
    kernel = position.kernel() if len(position.to_act) > 1 else None
    return _Lookahead(turns, budget, facts) if kernel is None else _KernelLookahead(position, kernel, budget, facts)
