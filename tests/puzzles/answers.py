"""Looks at a puzzle as its readers may: plays it by the rules, and solves its mix by a programme of its own."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linprog

from server.puzzles.puzzle import Puzzle
from variants.game import Game
from variants.position import Position

WITHIN = 2e-3
"""How far rounded odds may be from the value."""


def faults_of(puzzle: Puzzle, variant: type[Position]) -> list[str]:
    """What is wrong with a puzzle by the rules, and by what it says of itself."""
    position = variant.from_fen(puzzle.fen, variant.complete(puzzle.settings))
    if position.result() is not None or puzzle.seat not in position.to_act:
        return ["the seat is not to act"]
    legal = {position.write(move) for move in position.moves(puzzle.seat)}
    if not set(puzzle.solution) <= legal:
        return ["the solution is not legal"]
    faults = []
    if position.fen() != puzzle.fen:
        faults.append("the FEN is not in the form that the variant writes")
    if puzzle.theme == "mix":
        faults += _faults_of_mix(puzzle, position, legal)
    elif {*puzzle.costs, *puzzle.solution} != legal:
        faults.append("not every legal move has a cost")
    elif any(cost <= 0 for cost in puzzle.costs.values()):
        faults.append("another move costs nothing")
    return faults + _faults_of_line(puzzle, position)


def _faults_of_mix(puzzle: Puzzle, position: Position, legal: set[str]) -> list[str]:
    faults = []
    (other,) = (seat for seat in position.to_act if seat != puzzle.seat)
    if not set(puzzle.moves) <= legal:
        faults.append("a move that is offered is not legal")
    if not set(puzzle.replies) <= {position.write(move) for move in position.moves(other)}:
        faults.append("a reply is not legal")
    value = value_of(puzzle.points)
    if abs(value - puzzle.value) > WITHIN:
        faults.append(f"the value is {value}, not {puzzle.value}")
    odds = [puzzle.solution.get(move, 0.0) for move in puzzle.moves]
    sure = min(sum(share * cell for share, cell in zip(odds, column, strict=True)) for column in _columns(puzzle))
    if value - sure > WITHIN:
        faults.append(f"the solution is sure of {sure} alone")
    for move, row in zip(puzzle.moves, puzzle.points, strict=True):
        if move in puzzle.solution and value - min(row) < 0.045:
            faults.append(f"{move} alone gives nothing away")
    return faults


def _columns(puzzle: Puzzle) -> list[tuple[float, ...]]:
    return list(zip(*puzzle.points, strict=True))


def _faults_of_line(puzzle: Puzzle, position: Position) -> list[str]:
    game = Game(position)
    for number, turn in enumerate(puzzle.line, 1):
        if game.ending() is not None:
            return [f"turn {number} of the line comes after the end"]
        now = game.position
        texts = {seat: {now.write(move): move for move in now.moves(seat)} for seat in now.to_act}
        if {str(seat) for seat in texts} != set(turn):
            return [f"turn {number} of the line is not that of the seats that act"]
        if any(turn[str(seat)] not in moves for seat, moves in texts.items()):
            return [f"turn {number} of the line is not legal"]
        game = game.play({seat: moves[turn[str(seat)]] for seat, moves in texts.items()})
    return []


def value_of(points: list[list[float]]) -> float:
    """What the rows are sure of: a linear programme, solved by SciPy."""
    matrix = np.array(points)
    rows, columns = matrix.shape
    found = linprog(
        [*[0.0] * rows, -1.0],
        A_ub=np.hstack([-matrix.T, np.ones((columns, 1))]),
        b_ub=[0.0] * columns,
        A_eq=[[*[1.0] * rows, 0.0]],
        b_eq=[1.0],
        bounds=[*[(0, None)] * rows, (None, None)],
    )
    assert found.success
    return float(-found.fun)
