"""Verifies puzzles by the rules, and by a search or an endgame table."""

from __future__ import annotations

from collections.abc import Iterator

from server.bots.estimate import EndgameTable
from server.puzzles.puzzle import Puzzle
from tools.puzzles.scoring import score
from tools.puzzles.selection import TOLERANCE
from variants.game import Game
from variants.position import Position

ROUNDING = 2e-3
"""Difference from the value that a table may have by rounding; a search may differ by TOLERANCE."""
MIN_LEAD = 0.06
"""Lead of the best move over the second that a search has to confirm."""


def by_rules(puzzle: Puzzle, variant: type[Position]) -> Iterator[str]:
    """The faults of a puzzle by the rules of its variant, as sentences for the terminal."""
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
    game = Game(position)
    for number, turn in enumerate(puzzle.line, 1):
        now = game.position
        moves = {str(seat): {now.write(move): move for move in now.moves(seat)} for seat in now.to_act}
        if game.ending() is not None or set(turn) != set(moves) or any(turn[seat] not in moves[seat] for seat in turn):
            yield f"turn {number} of the line cannot be played"
            return
        game = game.play({int(seat): moves[seat][text] for seat, text in turn.items()})


def by_search(
    puzzle: Puzzle, variant: type[Position], nodes: int, endgames: EndgameTable | None = None
) -> Iterator[str]:
    """The faults of the answer by a search of at least `nodes` nodes, or by the table."""
    position = variant.from_fen(puzzle.fen, variant.complete(puzzle.settings))
    found = score(position, puzzle.seat, max(nodes, puzzle.nodes or 0), endgames)
    if puzzle.exact and not found.exact:
        yield "its values cannot be looked up: the table of endgames is missing"
        return
    tolerance = ROUNDING if puzzle.exact else TOLERANCE
    if puzzle.theme == "mix":
        guaranteed = min(
            sum(share * found.points[move][reply] for move, share in puzzle.solution.items())
            for reply in range(len(found.replies))
        )
        if found.value - guaranteed > tolerance:
            yield f"the mix is sure of {guaranteed:.3f}, and the best one of {found.value:.3f}"
    else:
        (solution,) = puzzle.solution
        second, other = found.second(solution)
        if found.worth[solution] - second < MIN_LEAD:
            yield f"{solution} brings {found.worth[solution]:.3f}, and {other} {second:.3f}"
        if puzzle.trap is not None and found.value - found.worth[puzzle.trap] < MIN_LEAD:
            yield f"the trap {puzzle.trap} costs {found.value - found.worth[puzzle.trap]:.3f} alone"
    if abs(found.value - puzzle.value) > tolerance:
        yield f"the value is {found.value:.3f}, not {puzzle.value:.3f}"
