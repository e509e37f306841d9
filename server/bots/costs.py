"""The cost of the moves that were played in a position: risk, separate from luck.

The cost of a move is measured against the other's equilibrium, not against the reply that it happened to meet: that
difference is luck. Removing luck from results is usual in backgammon (D. Zare, "Hedging toward skill", 2000) and poker
(M. Zinkevich, M. Bowling, N. Bard, M. Kan and D. Billings, "Optimal unbiased estimators for evaluating agent
performance", AAAI 2006, pp. 573-578).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from server.bots.evaluation import DIGITS, Evaluation, best_of, equilibrium
from variants.position import Seat


class Cost(NamedTuple):
    """The change of a seat's expected score in one turn: the score after is the score before, less risk, plus luck."""

    risk: float
    """What the move gives away against the equilibrium of the others. At least 0."""
    luck: float
    """The change by the others' choice."""


def joined(evaluation: Evaluation, actions: Mapping[Seat, str], after: Sequence[float]) -> Evaluation:
    """The evaluation with the scores `after` this turn, from a search of the next position, as the value of the turn.

    So the cost of a move and the next scores are consistent: for both seats the score after is the score before, less
    risk, plus luck. Moves that were not evaluated, and sampled evaluations, are not changed.
    """
    if evaluation["kind"] == "matrix":
        rows, columns = evaluation["rows"], evaluation["columns"]
        if actions.get(0) not in rows or actions.get(1) not in columns:
            return evaluation
        cells = [list(row) for row in evaluation["cells"]]
        cells[rows.index(actions[0])][columns.index(actions[1])] = after[0]
        return cast(Evaluation, {**evaluation, **equilibrium(rows, columns, cells)})
    if evaluation["kind"] == "turn":
        ((seat, text),) = actions.items()
        if text in evaluation["moves"]:
            return cast(Evaluation, {**evaluation, **best_of(seat, {**evaluation["moves"], text: after[seat]})})
    return evaluation


def costs(evaluation: Evaluation, actions: Mapping[Seat, str]) -> dict[Seat, Cost]:
    """The cost of the moves for each seat that acted; moves that were not evaluated have none."""
    match evaluation["kind"]:
        case "matrix":
            return _matrix_costs(evaluation, actions)
        case "turn":
            moves = evaluation["moves"]
            best = max(moves.values())
            return {seat: _cost(best - moves[text], 0.0) for seat, text in actions.items() if text in moves}
        case "sampled":
            risks = {seat: _sampled_risk(evaluation, str(seat), text) for seat, text in actions.items()}
            return {seat: _cost(risk, 0.0) for seat, risk in risks.items() if risk is not None}


def _matrix_costs(evaluation: Evaluation, actions: Mapping[Seat, str]) -> dict[Seat, Cost]:
    rows, columns, cells = evaluation["rows"], evaluation["columns"], evaluation["cells"]
    if actions.get(0) not in rows or actions.get(1) not in columns:
        return {}
    row, column = rows.index(actions[0]), columns.index(actions[1])
    reached = (cells[row][column], 1 - cells[row][column])
    by_seat = {}
    for seat in (0, 1):
        worth = evaluation["worth"][str(seat)]
        expected = worth[actions[seat]]
        by_seat[seat] = _cost(max(worth.values()) - expected, reached[seat] - expected)
    return by_seat


def _sampled_risk(evaluation: Evaluation, seat: str, text: str) -> float | None:
    """The difference of the mean of this move to the best mean in the strategy; None if it was not tried."""
    means = evaluation["means"].get(seat, {})
    best = max((means[move] for move in evaluation["odds"].get(seat, {}) if move in means), default=0.0)
    return max(0.0, best - means[text]) if text in means else None


def _cost(risk: float, luck: float) -> Cost:
    return Cost(max(0.0, round(risk, DIGITS)), round(luck, DIGITS))
