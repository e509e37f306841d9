"""The evaluation of a position: the score of each seat, the odds of its moves, and what each turn leads to.

Where both seats act at once the position is the matrix game of all pairs of moves (J. von Neumann, "Zur Theorie der
Gesellschaftsspiele", Mathematische Annalen 100, 1928, pp. 295-320).

Scores are shares of the point that a seat may expect, from 0 to 1. A turn that ends the game counts in full, so a win
that is one turn away reads 1; one that the search finds further away reads a little less for each turn, by
`estimate.DISCOUNT`.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from operator import mul
from random import Random
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict, cast

from server.bots import alphabeta, matrix, uct
from server.bots.budget import Budget, Spent
from server.bots.choose import memory_of
from server.bots.estimate import Facts, Known, horizon
from server.bots.kernel_tree import Tree
from server.bots.outlook import Outlook
from server.bots.simplex import solve
from variants.kernel import Kernel
from variants.position import Position, Seat

EVALUATION_VERSION = 7
"""Raised when the evaluation of an old position changes."""
EVALUATION_DEPTH = 32
"""Turns looked ahead at most."""
DIGITS = 4
"""Decimals of scores and probabilities; an equilibrium is that of the rounded scores."""
LEAST_SHOWN = 0.005
"""Smaller probabilities are left out."""


class Judgement(TypedDict):
    """The evaluation of a position that is not over. It is JSON: moves are texts, seats are texts in keys too."""

    kind: Literal["matrix", "turn", "sampled"]
    """matrix: two seats act at once on an open board; turn: one of two acts; sampled: any other position, by playouts.
    """
    scores: list[float]
    """The expected score of each seat; they add up to 1. A chance player gets 0."""
    odds: dict[str, dict[str, float]]
    """The probabilities of an optimal mixed strategy for each seat that is to act. Chance players are left out, here
    and below."""
    rows: NotRequired[list[str]]
    columns: NotRequired[list[str]]
    """Kind matrix: the moves of seat 0 and of seat 1."""
    cells: NotRequired[list[list[float]]]
    """Kind matrix: the score of seat 0 for each pair of moves; `odds` and `scores` are the equilibrium of the cells."""
    worth: NotRequired[dict[str, dict[str, float]]]
    """Kind matrix: the score of each move against the other seat's equilibrium strategy."""
    moves: NotRequired[dict[str, float]]
    """Kind turn: the score of each move for the seat that acts."""
    means: NotRequired[dict[str, dict[str, float]]]
    """Kind sampled: the mean score of each move for the seat that is to act; a move may not have been tried."""
    depth: int
    """Turns looked ahead."""
    nodes: int
    """Positions searched."""
    exact: bool
    """No estimate is in it: every turn ends the game or leads to a position whose value is known."""


def judge(
    position: Position,
    budget: Budget,
    random: Random,
    past: frozenset[Hashable] = frozenset(),
    known: Known | None = None,
    deepest: int = EVALUATION_DEPTH,
) -> Judgement:
    """The evaluation of a position that is not over; every turn is searched as deep as the budget allows.

    The budget must have an end. Every turn is looked at once at least, whatever that costs. `past` and `known` are the
    `Facts` of the search; what is known is final, even of a position that stood on the board before.
    """
    if not budget.limited:
        raise ValueError("without an end to its budget a judgement may never end")
    if position.hidden or position.chance or len(position.seats) != 2:
        return _sampled(position, budget, random)
    acts = [matrix.acts(position, seat)[0] for seat in (0, 1)]
    turns = [
        position.play({seat: act for seat, act in enumerate(turn) if act is not None})
        for turn in ((row, column) for row in acts[0] for column in acts[1])
    ]
    looked = _turn_values(position, turns, budget, Facts(past, known), deepest)
    if len(position.to_act) == 1:
        return _turn(position, looked)
    rows, columns = ([position.write(act) for act in each if act is not None] for each in acts)
    scores = [_as_score(value) for value in looked.values]
    cells = [scores[start : start + len(columns)] for start in range(0, len(scores), len(columns))]
    found = {"kind": "matrix", "depth": looked.depth, "nodes": looked.nodes, "exact": looked.exact}
    return cast(Judgement, found | equilibrium(rows, columns, cells))


class _TurnValues(NamedTuple):
    """The values of a position's turns for seat 0, all at one depth."""

    values: list[float]
    depth: int
    nodes: int
    exact: bool


def _turn_values(
    position: Position, turns: Sequence[Position], budget: Budget, facts: Facts, deepest: int
) -> _TurnValues:
    """Iterative deepening: the result is that of the last depth at which all turns were searched; depth 1 is free."""
    known = [facts.final(turn) for turn in turns]
    exact = None not in known
    for number, turn in enumerate(turns):
        if known[number] is None and turn.key() in facts.past:
            known[number] = 0.0
    values = [horizon(turn, 0) if value is None else value for turn, value in zip(turns, known, strict=True)]
    depth = 1
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
                if not ahead.estimated():
                    break
        except Spent:
            pass
        ahead.close()
    return _TurnValues(values, depth, len(turns) + budget.nodes_spent - spent, exact)


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


class _KernelLookahead:
    """The same by the kernel of a variant, in which two seats always act at once."""

    def __init__(self, position: Position, kernel: Kernel, budget: Budget, facts: Facts) -> None:
        self._kernel = kernel
        self._outlook = Outlook(kernel, position, budget, facts)
        self._tree = Tree(self._outlook, memory_of(budget))

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


def _lookahead(
    position: Position, turns: Sequence[Position], budget: Budget, facts: Facts
) -> _Lookahead | _KernelLookahead:
    kernel = position.kernel() if len(position.to_act) > 1 else None
    return _Lookahead(turns, budget, facts) if kernel is None else _KernelLookahead(position, kernel, budget, facts)


def _turn(position: Position, looked: _TurnValues) -> Judgement:
    (seat,) = position.to_act
    texts = [position.write(act) for act in matrix.acts(position, seat)[0] if act is not None]
    moves = {text: _as_score(value if seat == 0 else -value) for text, value in zip(texts, looked.values, strict=True)}
    found = {"kind": "turn", "depth": looked.depth, "nodes": looked.nodes, "exact": looked.exact}
    return cast(Judgement, found | best_of(seat, moves))


def best_of(seat: Seat, moves: dict[str, float]) -> dict[str, Any]:
    """What the scores of the moves of one seat come to."""
    best = max(moves, key=moves.__getitem__)
    scores = [moves[best], _other(moves[best])]
    return {"scores": scores if seat == 0 else scores[::-1], "odds": {str(seat): {best: 1.0}}, "moves": moves}


def equilibrium(rows: list[str], columns: list[str], cells: list[list[float]]) -> dict[str, Any]:
    """What the scores of all pairs of moves come to."""
    solution = solve(cells)
    value = round(solution.value, DIGITS)
    return {
        "scores": [value, _other(value)],
        "odds": {"0": _leading(rows, solution.rows), "1": _leading(columns, solution.columns)},
        "rows": rows,
        "columns": columns,
        "cells": cells,
        "worth": {
            "0": {row: sum(map(mul, solution.columns, line)) for row, line in zip(rows, cells, strict=True)},
            "1": {
                column: 1 - sum(map(mul, solution.rows, line))
                for column, line in zip(columns, zip(*cells, strict=True), strict=True)
            },
        },
    }


def _sampled(position: Position, budget: Budget, random: Random) -> Judgement:
    """Each seat that is to act searches its own determinizations; the seats take turns."""
    trees = {seat: uct.SearchTree(seat, list(position.moves(seat)), budget, random) for seat in position.to_act}
    totals = [0.0] * len(position.seats)
    try:
        while True:
            for seat, tree in trees.items():
                values = tree.iterate(position.guess(seat, random))
                totals = [total + (value + 1) / 2 for total, value in zip(totals, values, strict=True)]
    except Spent:
        pass
    choices = {seat: tree.choice() for seat, tree in trees.items()}
    players = [seat for seat in trees if seat not in position.chance]
    return {
        "kind": "sampled",
        "scores": _parts(totals, position.chance),
        "odds": {
            str(seat): _leading(
                [position.write(move) for move in choices[seat].probabilities],
                list(choices[seat].probabilities.values()),
            )
            for seat in players
        },
        "means": {
            str(seat): {position.write(move): _as_score(mean) for move, mean in trees[seat].means().items()}
            for seat in players
        },
        "depth": max(choice.depth for choice in choices.values()),
        "nodes": budget.nodes_spent,
        "exact": False,
    }


def _as_score(value: float) -> float:
    """A value from -1 to 1 as a score from 0 to 1."""
    return round((value + 1) / 2, DIGITS)


def _parts(totals: Sequence[float], chance: Collection[Seat]) -> list[float]:
    """The scores of the players; equal where no playout was finished."""
    players = [float(seat not in chance) for seat in range(len(totals))]
    parts = [total * player for total, player in zip(totals, players, strict=True)]
    if not any(parts):
        parts = players
    return [round(part / sum(parts), DIGITS) for part in parts]


def _other(score: float) -> float:
    return round(1 - score, DIGITS)


def _leading(texts: Sequence[str], probabilities: Sequence[float]) -> dict[str, float]:
    """The probabilities that matter, the greatest first; of very many that are all small, the greatest."""
    pairs = sorted(zip(texts, probabilities, strict=True), key=lambda pair: -pair[1])
    return {text: round(share, DIGITS) for text, share in pairs if share >= min(LEAST_SHOWN, pairs[0][1])}
