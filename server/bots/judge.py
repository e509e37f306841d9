"""The judgement of a position by mathematics, and what the moves that were played in it cost: risk, apart from luck.

Where both seats act at once the position is the matrix game of all pairs of moves (J. von Neumann, "Zur Theorie der
Gesellschaftsspiele", Mathematische Annalen 100, 1928, pp. 295-320). What a move costs is what it brings against the
other's equilibrium, not against the reply that it happened to meet: that is luck. Taking the luck out of what was won
is how backgammon is judged (D. Zare, "Hedging toward skill", 2000) and poker (M. Zinkevich, M. Bowling, N. Bard,
M. Kan and D. Billings, "Optimal unbiased estimators for evaluating agent performance", AAAI 2006, pp. 573-578).

Scores are shares of the point that a seat may expect, from 0 to 1. A turn that ends the game counts in full, so a win
that is one turn away reads 1; one that the search finds further away reads a little less for each turn, by
`estimate.DISCOUNT`.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from operator import mul
from random import Random
from typing import Literal, NamedTuple, NotRequired, TypedDict

from server.bots import alphabeta, matrix, uct
from server.bots.budget import Budget, Spent
from server.bots.estimate import Facts, Known, horizon
from server.bots.simplex import solve
from variants.position import Position, Seat

VERSION = 3
"""Raised when the judgement of an old position changes."""
DEEPEST = 32
"""Turns looked ahead at most."""
DIGITS = 4
"""Scores and odds are rounded to so many places; an equilibrium is that of the rounded scores."""
SMALL = 0.005
"""Odds below this are not told."""


class Judgement(TypedDict):
    """What is thought of a position that is not over. It is JSON as it stands; moves are texts, seats in keys too."""

    kind: Literal["matrix", "turn", "sampled"]
    """Two seats act at once on an open board; one of two acts; whatever else there is, judged by playing on at random.
    """
    scores: list[float]
    """What each seat may expect; they add up to 1. Nature has no part of it."""
    odds: dict[str, dict[str, float]]
    """How the seats that are to act play it well; of nature nothing is said, neither here nor below."""
    rows: NotRequired[list[str]]
    columns: NotRequired[list[str]]
    """Kind matrix: the moves of seat 0 and of seat 1."""
    cells: NotRequired[list[list[float]]]
    """Kind matrix: what each pair of moves brings seat 0. `odds` and `scores` are the equilibrium of these cells."""
    worth: NotRequired[dict[str, dict[str, float]]]
    """Kind matrix: what each move brings its seat against the other's equilibrium."""
    moves: NotRequired[dict[str, float]]
    """Kind turn: what each move brings the seat that acts."""
    means: NotRequired[dict[str, dict[str, float]]]
    """Kind sampled: what each move brought each seat that is to act, on average; a move may not have been tried."""
    depth: int
    """Turns looked ahead."""
    nodes: int
    """Positions looked at."""
    exact: bool
    """No opinion is in it: every turn ends the game or leads to a position whose value is known."""


class Cost(NamedTuple):
    """What became of a seat's share of the point in one turn: before it, less the risk, plus the luck, is after it."""

    risk: float
    """What the move gives away, whatever the others do. At least 0."""
    luck: float
    """What the others' choice brought."""


def judge(
    position: Position,
    budget: Budget,
    random: Random,
    past: frozenset[Hashable] = frozenset(),
    known: Known | None = None,
    deepest: int = DEEPEST,
) -> Judgement:
    """The judgement of a position that is not over, with every turn looked ahead from as deep as the budget allows.

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
    looked = _look(turns, budget, Facts(past, known), deepest)
    if len(position.to_act) == 1:
        return _turn(position, looked)
    rows, columns = ([position.write(act) for act in each if act is not None] for each in acts)
    scores = [_score(value) for value in looked.values]
    cells = [scores[start : start + len(columns)] for start in range(0, len(scores), len(columns))]
    solution = solve(cells)
    value = round(solution.value, DIGITS)
    return {
        "kind": "matrix",
        "scores": [value, _other(value)],
        "odds": {"0": _told(rows, solution.rows), "1": _told(columns, solution.columns)},
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
        "depth": looked.depth,
        "nodes": looked.nodes,
        "exact": looked.exact,
    }


def costs(judgement: Judgement, actions: Mapping[Seat, str]) -> dict[Seat, Cost]:
    """What the moves that were played cost each seat that acted; nothing is said of moves that were not judged."""
    match judgement["kind"]:
        case "matrix":
            return _matrix_costs(judgement, actions)
        case "turn":
            moves = judgement["moves"]
            best = max(moves.values())
            return {seat: _cost(best - moves[text], 0.0) for seat, text in actions.items() if text in moves}
        case "sampled":
            risks = {seat: _sampled_risk(judgement, str(seat), text) for seat, text in actions.items()}
            return {seat: _cost(risk, 0.0) for seat, risk in risks.items() if risk is not None}


class _Looked(NamedTuple):
    """What the turns of a position are worth to seat 0, all seen as far ahead."""

    values: list[float]
    depth: int
    nodes: int
    exact: bool


def _look(turns: Sequence[Position], budget: Budget, facts: Facts, deepest: int) -> _Looked:
    """Iterative deepening: what is told is the last depth at which all turns were seen; the first one is free."""
    known = [facts.final(turn) for turn in turns]
    exact = None not in known
    for number, turn in enumerate(turns):
        if known[number] is None and turn.key() in facts.past:
            known[number] = 0.0
    values = [horizon(turn, 0) if value is None else value for turn, value in zip(turns, known, strict=True)]
    depth = 1
    spent = budget.nodes_spent
    if None in known:
        ahead = _Ahead(turns, budget, facts)
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
                if not ahead.tree.horizons:
                    break
        except Spent:
            pass
    return _Looked(values, depth, len(turns) + budget.nodes_spent - spent, exact)


class _Ahead:
    """Looks on from where turns lead, by whichever search suits these positions."""

    def __init__(self, turns: Sequence[Position], budget: Budget, facts: Facts) -> None:
        together = any(len(turn.to_act) > 1 for turn in turns)
        self._matrix = matrix.Tree(budget, facts) if together else None
        self._alphabeta = alphabeta.Tree(budget, facts=facts)
        self.tree = self._matrix or self._alphabeta

    def value(self, turn: Position, depth: int) -> float:
        """What a game that is not over is worth to seat 0, so many turns ahead."""
        if self._matrix is not None:
            return self._matrix.value(turn, depth)[0]
        value = self._alphabeta.value(turn, depth)
        # The same seat may act again: what is told is told to who acts.
        return value if turn.to_act == (0,) else -value


def _turn(position: Position, looked: _Looked) -> Judgement:
    (seat,) = position.to_act
    texts = [position.write(act) for act in matrix.acts(position, seat)[0] if act is not None]
    moves = {text: _score(value if seat == 0 else -value) for text, value in zip(texts, looked.values, strict=True)}
    best = max(moves, key=moves.__getitem__)
    scores = [moves[best], _other(moves[best])]
    return {
        "kind": "turn",
        "scores": scores if seat == 0 else scores[::-1],
        "odds": {str(seat): {best: 1.0}},
        "moves": moves,
        "depth": looked.depth,
        "nodes": looked.nodes,
        "exact": looked.exact,
    }


def _sampled(position: Position, budget: Budget, random: Random) -> Judgement:
    """Each seat that is to act looks ahead from what it can guess, all by turns."""
    trees = {seat: uct.Tree(seat, list(position.moves(seat)), budget, random) for seat in position.to_act}
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
            str(seat): _told([position.write(move) for move in choices[seat].odds], list(choices[seat].odds.values()))
            for seat in players
        },
        "means": {
            str(seat): {position.write(move): _score(mean) for move, mean in trees[seat].means().items()}
            for seat in players
        },
        "depth": max(choice.depth for choice in choices.values()),
        "nodes": budget.nodes_spent,
        "exact": False,
    }


def _matrix_costs(judgement: Judgement, actions: Mapping[Seat, str]) -> dict[Seat, Cost]:
    rows, columns, cells = judgement["rows"], judgement["columns"], judgement["cells"]
    if actions.get(0) not in rows or actions.get(1) not in columns:
        return {}
    row, column = rows.index(actions[0]), columns.index(actions[1])
    reached = (cells[row][column], 1 - cells[row][column])
    found = {}
    for seat in (0, 1):
        worth = judgement["worth"][str(seat)]
        expected = worth[actions[seat]]
        found[seat] = _cost(max(worth.values()) - expected, reached[seat] - expected)
    return found


def _sampled_risk(judgement: Judgement, seat: str, text: str) -> float | None:
    """How much less than the best of the moves that are played well this one brought; None where it was not tried."""
    means = judgement["means"].get(seat, {})
    best = max((means[move] for move in judgement["odds"].get(seat, {}) if move in means), default=0.0)
    return max(0.0, best - means[text]) if text in means else None


def _cost(risk: float, luck: float) -> Cost:
    return Cost(max(0.0, round(risk, DIGITS)), round(luck, DIGITS))


def _score(value: float) -> float:
    """A value from -1 to 1 as a share of the point."""
    return round((value + 1) / 2, DIGITS)


def _parts(totals: Sequence[float], chance: Collection[Seat]) -> list[float]:
    """How the players divide the point; where nothing could be played on, into equal parts."""
    players = [float(seat not in chance) for seat in range(len(totals))]
    parts = [total * player for total, player in zip(totals, players, strict=True)]
    if not any(parts):
        parts = players
    return [round(part / sum(parts), DIGITS) for part in parts]


def _other(score: float) -> float:
    return round(1 - score, DIGITS)


def _told(texts: Sequence[str], odds: Sequence[float]) -> dict[str, float]:
    """The odds that matter, the greatest first; of very many that are all small, the greatest."""
    pairs = sorted(zip(texts, odds, strict=True), key=lambda pair: -pair[1])
    return {text: round(share, DIGITS) for text, share in pairs if share >= min(SMALL, pairs[0][1])}
