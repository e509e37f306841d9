"""Looks at puzzles that are kept again: by the rules, and by the search or the table that knows their values."""

from __future__ import annotations

from collections.abc import Iterator

from server.bots.estimate import Known
from server.puzzles.puzzle import Puzzle
from tools.puzzles.teaching import NEARLY
from tools.puzzles.weighing import Weighed, weighed
from variants.game import Game
from variants.position import Position

EXACT = 2e-3
"""How far from the value a table may be, for rounding; a search may be as far as where puzzles are made."""
CLEAR = 0.06
"""How much more than the next the best move has to be worth still."""


def by_rules(puzzle: Puzzle, variant: type[Position]) -> Iterator[str]:
    """What is wrong with a puzzle by the rules of its variant, in words."""
    position = variant.from_fen(puzzle.fen, variant.complete(puzzle.settings))
    if position.fen() != puzzle.fen:
        yield "the FEN is not in the form that the variant writes"
    if position.result() is not None or puzzle.seat not in position.to_act:
        yield "the seat is not to act"
        return
    legal = {position.write(move) for move in position.moves(puzzle.seat)}
    if not {*puzzle.solution, *puzzle.moves} <= legal:
        yield "the solution, or a move that is offered, is not legal"
    if puzzle.theme == "mix":
        other = [seat for seat in position.to_act if seat != puzzle.seat]
        if not other or not set(puzzle.replies) <= {position.write(move) for move in position.moves(other[0])}:
            yield "a reply is not legal"
    elif {*puzzle.costs, *puzzle.solution} != legal:
        yield "not every legal move has a cost"
    elif not all(puzzle.costs.values()):
        yield "another move costs nothing"
    yield from _line(puzzle, Game(position))


def _line(puzzle: Puzzle, game: Game) -> Iterator[str]:
    for number, turn in enumerate(puzzle.line, 1):
        now = game.position
        moves = {str(seat): {now.write(move): move for move in now.moves(seat)} for seat in now.to_act}
        if game.ending() is not None or set(turn) != set(moves) or any(turn[seat] not in moves[seat] for seat in turn):
            yield f"turn {number} of the line cannot be played"
            return
        game = game.play({int(seat): moves[seat][text] for seat, text in turn.items()})


def by_search(puzzle: Puzzle, variant: type[Position], nodes: int, known: Known | None = None) -> Iterator[str]:
    """What a search of at least so many nodes, or the table, says against the answer."""
    position = variant.from_fen(puzzle.fen, variant.complete(puzzle.settings))
    found = weighed(position, puzzle.seat, max(nodes, puzzle.nodes or 0), known)
    if puzzle.exact and not found.exact:
        yield "its values cannot be looked up: the table of endgames is missing"
        return
    within = EXACT if puzzle.exact else NEARLY
    if puzzle.theme == "mix":
        sure = min(
            sum(share * found.points[move][reply] for move, share in puzzle.solution.items())
            for reply in range(len(found.replies))
        )
        if found.value - sure > within:
            yield f"the mix is sure of {sure:.3f}, and the best one of {found.value:.3f}"
    else:
        yield from _clearly(puzzle, found)
    if abs(found.value - puzzle.value) > within:
        yield f"the value is {found.value:.3f}, not {puzzle.value:.3f}"


def _clearly(puzzle: Puzzle, found: Weighed) -> Iterator[str]:
    (solution,) = puzzle.solution
    second, other = max((worth, move) for move, worth in found.worth.items() if move != solution)
    if found.worth[solution] - second < CLEAR:
        yield f"{solution} brings {found.worth[solution]:.3f}, and {other} {second:.3f}"
    if puzzle.trap is not None and found.value - found.worth[puzzle.trap] < CLEAR:
        yield f"the trap {puzzle.trap} costs {found.value - found.worth[puzzle.trap]:.3f} alone"
