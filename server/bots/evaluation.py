"""The evaluation of a position: the score of each seat, the odds of its moves, and the score of each turn.

If both seats act at once the position is the matrix game of all pairs of moves (J. von Neumann, "Zur Theorie der
Gesellschaftsspiele", Mathematische Annalen 100, 1928, pp. 295-320).

Scores are shares of the point that a seat may expect, from 0 to 1. A turn that ends the game counts in full, so a win
in one turn reads 1; a later one a little less for each turn, by `estimate.DISCOUNT`.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from functools import partial
from operator import mul
from random import Random
from typing import Any, Literal, NotRequired, TypedDict, cast

from server.bots import lines, uct
from server.bots.budget import Budget, Spent
from server.bots.choice import Choice
from server.bots.estimate import EndgameTable, SearchFacts
from server.bots.lines import Expect, ExpectedLine, LineDraft, LineStart
from server.bots.lookahead import turn_values
from server.bots.models import Act, acts_of
from server.bots.simplex import solve
from variants.position import Move, Position, Seat

EVALUATION_VERSION = 9
"""Raised when the evaluation of an old position changes."""
EVALUATION_DEPTH = 32
"""Turns looked ahead at most."""
DIGITS = 4
"""Decimals of scores and probabilities; an equilibrium is that of the rounded scores."""
LEAST_SHOWN = 0.005
"""Smaller probabilities are left out."""


class Evaluation(TypedDict):
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
    """Whether it contains no estimate: every turn ends the game or leads to a position of known value."""
    engine: NotRequired[str]
    """The name of the UCI engine that made it."""
    lines: NotRequired[list[ExpectedLine]]
    """Of the best turns, if requested, the expected lines of the same search."""


Acts = Sequence[Sequence[Act]]
"""For each of two seats, its acts."""


def evaluate(
    position: Position,
    budget: Budget,
    random: Random,
    past: frozenset[Hashable] = frozenset(),
    known: EndgameTable | None = None,
    deepest: int = EVALUATION_DEPTH,
    with_lines: bool = False,
) -> Evaluation:
    """The evaluation of a position that is not over; every turn is searched as deep as the budget allows.

    The budget must be limited, but every turn is searched at least to depth 1. `past` and `known` are the
    `SearchFacts`; a known value is final, even of a repeated position. Lines come from the search and cost no nodes.
    """
    if not budget.limited:
        raise ValueError("without an end to its budget an evaluation may never end")
    if position.hidden or position.chance or len(position.seats) != 2:
        return _sampled(position, budget, random, with_lines)
    acts = [acts_of(position, seat)[0] for seat in (0, 1)]
    turns = [
        position.play({seat: act for seat, act in enumerate(turn) if act is not None})
        for turn in ((row, column) for row in acts[0] for column in acts[1])
    ]

    def follow(values: Sequence[float], expect: Expect | None) -> list[LineDraft]:
        heads = _best_turns(position, acts, values) if with_lines else ()
        return [lines.walk(position, head, expect) for head in heads]

    looked = turn_values(position, turns, budget, SearchFacts(past, known), deepest, follow)
    kind = "turn" if len(position.to_act) == 1 else "matrix"
    evaluation: dict[str, Any] = {"kind": kind, "depth": looked.depth, "nodes": looked.nodes, "exact": looked.exact}
    texts = [[position.write(act) for act in each if act is not None] for each in acts]
    if kind == "turn":
        (seat,) = position.to_act
        scores = [_as_score(value if seat == 0 else -value) for value in looked.values]
        evaluation |= best_of(seat, dict(zip(texts[seat], scores, strict=True)))
    else:
        rows, columns = texts
        evaluation |= equilibrium(rows, columns, _cells(looked.values, len(columns)))
    if with_lines:
        evaluation["lines"] = lines.written(position, looked.lines)
    return cast(Evaluation, evaluation)


def _best_turns(position: Position, acts: Acts, values: Sequence[float]) -> list[LineStart]:
    """The best moves of the seat that acts, or the pairs of moves that are most probable in the equilibrium."""
    width = len(acts[1])
    if len(position.to_act) == 1:
        (seat,) = position.to_act
        sign = 1 if seat == 0 else -1
        best = sorted(range(len(values)), key=lambda number: -sign * values[number])
        moves = cast("list[Move]", acts[seat])
        return [
            LineStart({seat: moves[number]}, _as_score(sign * values[number]), 1.0, values[number])
            for number in best[: lines.MOST_LINES]
        ]
    rows, columns = (cast("list[Move]", each) for each in acts)
    solution = solve(_cells(values, width))
    pairs = [
        (row * column, at, to) for at, row in enumerate(solution.rows) for to, column in enumerate(solution.columns)
    ]
    pairs.sort(key=lambda pair: -pair[0])
    return [
        LineStart({0: rows[at], 1: columns[to]}, _as_score(values[at * width + to]), share, values[at * width + to])
        for share, at, to in pairs[: lines.MOST_LINES]
        if share >= LEAST_SHOWN
    ]


def _cells(values: Sequence[float], width: int) -> list[list[float]]:
    scores = [_as_score(value) for value in values]
    return [scores[start : start + width] for start in range(0, len(scores), width)]


def best_of(seat: Seat, moves: dict[str, float]) -> dict[str, Any]:
    """The evaluation from the scores of the moves of one seat."""
    best = max(moves, key=moves.__getitem__)
    scores = [moves[best], _other(moves[best])]
    return {"scores": scores if seat == 0 else scores[::-1], "odds": {str(seat): {best: 1.0}}, "moves": moves}


def equilibrium(rows: list[str], columns: list[str], cells: list[list[float]]) -> dict[str, Any]:
    """The evaluation from the scores of all pairs of moves."""
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


def _sampled(position: Position, budget: Budget, random: Random, with_lines: bool) -> Evaluation:
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
    evaluation: Evaluation = {
        "kind": "sampled",
        "scores": _parts(totals, position.chance | position.out()),
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
    if with_lines:
        heads = [] if not players else _tried_most(trees, *players) if len(trees) == 1 else _together(choices)
        expect = partial(uct.expected, list(trees.values()))
        evaluation["lines"] = lines.written(position, [lines.walk(position, head, expect) for head in heads])
    return evaluation


def _tried_most(trees: Mapping[Seat, uct.SearchTree], seat: Seat) -> list[LineStart]:
    """The moves that the search of the seat to act visited most."""
    means, tried = trees[seat].means(), trees[seat].tried()
    return [LineStart({seat: move}, _as_score(means[move]), 1.0, None) for move in tried[: lines.MOST_LINES]]


def _together(choices: Mapping[Seat, Choice]) -> list[LineStart]:
    """The most probable turns if several seats act; without scores."""
    turns: list[tuple[float, dict[Seat, Move]]] = [(1.0, {})]
    for seat, choice in choices.items():
        turns = [
            (share * odds, actions | {seat: move})
            for share, actions in turns
            for move, odds in choice.probabilities.items()
        ]
        turns = sorted(turns, key=lambda turn: -turn[0])[: lines.MOST_LINES]
    return [LineStart(actions, None, share, None) for share, actions in turns if share >= LEAST_SHOWN]


def _as_score(value: float) -> float:
    """A value from -1 to 1 as a score from 0 to 1."""
    return round((value + 1) / 2, DIGITS)


def _parts(totals: Sequence[float], others: Collection[Seat]) -> list[float]:
    """The scores of the players; equal if no playout was finished."""
    players = [float(seat not in others) for seat in range(len(totals))]
    parts = [total * player for total, player in zip(totals, players, strict=True)]
    if not any(parts):
        parts = players
    return [round(part / sum(parts), DIGITS) for part in parts]


def _other(score: float) -> float:
    return round(1 - score, DIGITS)


def _leading(texts: Sequence[str], probabilities: Sequence[float]) -> dict[str, float]:
    """The relevant probabilities, the greatest first; of many small ones, only the greatest."""
    pairs = sorted(zip(texts, probabilities, strict=True), key=lambda pair: -pair[1])
    return {text: round(share, DIGITS) for text, share in pairs if share >= min(LEAST_SHOWN, pairs[0][1])}
