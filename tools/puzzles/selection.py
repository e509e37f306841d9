"""Selects positions for puzzles: the theme of a position, its level, and the moves of a mix."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, product
from operator import le
from typing import Any

from server.bots.simplex import solve
from server.puzzles.puzzle import STEP, WHOLE, Puzzle, Theme, mark
from tools.puzzles.scoring import Scores
from tools.puzzles.sources import Candidate
from variants.position import Move

MIN_GAP = 0.15
"""Minimum lead of the best move over the second."""
MAX_SECOND = 0.8
"""Where the second best move scores more, every move wins."""
MIN_VALUE = 0.3
"""Where the best move scores less, every move loses."""
FORCED_WIN = 0.99
"""A forced win: it makes a puzzle even where the greedy search finds the move, unless it wins at once."""
TOLERANCE = 0.06
"""Difference of values within which a deeper search confirms a result."""
MIN_TRAP = 0.15
"""Minimum cost of a trap."""
MIN_COST = 0.05
"""Minimum cost of each move of a mix, if it is always played and the opponent knows."""
MAX_GUESS_CHANCE = 0.35
"""Maximum share of the settable mixes that are right: else a guess finds one."""
MAX_MOVES = 3
"""Maximum number of moves in a mix."""
TEMPTING = 0.05
"""A move whose score is lower by no more than this is tempting."""
MAX_LEVEL = 5


def theme_of(scores: Scores, shallow: Scores, greedy: Scores) -> Theme | None:
    """The theme of a position by its scores of a full, a shallow and a greedy search; None where it makes no puzzle."""
    if len(scores.worth) < 3 or (scores.points and len(scores.replies) < 2):
        return None
    if len(scores.odds) == 1:
        (best,) = scores.odds
        second, _ = scores.second(best)
        if scores.value - second < MIN_GAP or second > MAX_SECOND or scores.value < MIN_VALUE:
            return None
        if scores.value - scores.worth[shallow.best()] >= MIN_TRAP:
            return "trap"
        return "best" if greedy.best() != best or scores.value >= FORCED_WIN > shallow.worth[best] else None
    if not scores.points or len(scores.odds) > MAX_MOVES:
        return None
    rest = [worth for move, worth in scores.worth.items() if move not in scores.odds]
    if any(scores.value - scores.guaranteed(move) < MIN_COST for move in scores.odds):
        return None
    # With another move that is as good the mix would be one answer of several.
    if not scores.exact and any(scores.value - worth < 0.01 for worth in rest):
        return None
    return "mix"


def is_recapture(candidate: Candidate, move: Move) -> bool:
    """Whether a move captures on the square of a capture of the turn before."""
    return bool(move.path) and move.path[-1] in candidate.captured


def agree(scores: Scores, verified: Scores) -> bool:
    """Whether a deeper search confirms a result: the same moves, similar probabilities, and nearly the same value."""
    return (
        abs(scores.value - verified.value) <= TOLERANCE
        and set(scores.odds) == set(verified.odds)
        and all(abs(share - verified.odds[move]) <= 0.2 for move, share in scores.odds.items())
    )


def moves_of_mix(verified: Scores) -> list[str]:
    """The moves that a mix offers: those of the equilibrium, filled up with the most tempting others."""
    others = sorted(set(verified.worth) - set(verified.odds), key=lambda move: (-verified.worth[move], move))
    tempting = [move for move in others if verified.value - verified.worth[move] <= 3 * TEMPTING]
    return sorted([*verified.odds, *tempting[: MAX_MOVES - len(verified.odds)]])


def mix_of(verified: Scores) -> dict[str, Any]:
    """The fields of a mix: its moves, the replies that matter, and their payoffs."""
    moves = moves_of_mix(verified)
    columns = list(zip(*(verified.points[move] for move in moves), strict=True))
    kept = [number for number, column in enumerate(columns) if not _dominated(number, column, columns)]
    points = [[verified.points[move][number] for number in kept] for move in moves]
    solution = solve(points)
    return {
        "moves": moves,
        "replies": [verified.replies[number] for number in kept],
        "points": points,
        "solution": rounded(dict(zip(moves, solution.rows, strict=True))),
        "value": round(solution.value, 4),
    }


def guess_chance(puzzle: Puzzle) -> float:
    """The share of the settable mixes that are right: the chance that a random guess is right."""
    parts = product(range(0, WHOLE + 1, STEP), repeat=len(puzzle.moves))
    settable = [shares for shares in parts if sum(shares) == WHOLE]
    return sum(mark(puzzle, dict(zip(puzzle.moves, shares, strict=True))).right for shares in settable) / len(settable)


def _dominated(number: int, column: tuple[float, ...], columns: list[tuple[float, ...]]) -> bool:
    """Whether another reply is as good for the opponent against every move; of equal ones the first stays."""
    return any(
        all(map(le, other, column)) and (other != column or index < number) for index, other in enumerate(columns)
    )


def rounded(odds: Mapping[str, float]) -> dict[str, float]:
    """Probabilities rounded to three decimals that add up to 1, without zeros."""
    parts = {move: int(share * 1000 + 0.5) for move, share in odds.items()}
    parts[max(parts, key=parts.__getitem__)] += 1000 - sum(parts.values())
    return {move: part / 1000 for move, part in parts.items() if part}


def level_of(theme: Theme, verified: Scores, depths: Sequence[Scores]) -> int:
    """The level of a puzzle, 1 to 5: by the depth that its answer needs and the number of tempting moves.

    `depths` are the scores of searches to depth 1 and more.
    """
    if theme == "mix":
        uneven = max(verified.odds.values()) - 1 / len(verified.odds) > 0.1
        many = len(verified.worth) * len(verified.replies) > 36
        offered = len(moves_of_mix(verified)) == MAX_MOVES
        return min(MAX_LEVEL, 1 + offered + (len(verified.odds) == MAX_MOVES) + uneven + many)
    best, shallow = verified.best(), depths[0].worth
    needed = 1 + max((depth for depth, found in enumerate(depths, 1) if found.best() != best), default=0)
    highest = max(shallow.values())
    tempting = sum(highest - worth <= TEMPTING for move, worth in shallow.items() if move != best)
    return min(MAX_LEVEL, needed + (tempting >= 3) + (theme == "trap"))


def images(board: tuple[str, ...], width: int) -> frozenset[tuple[str, ...]]:
    """A board and its images: mirrored, and with the colours exchanged."""
    ranks = [board[start : start + width] for start in range(0, len(board), width)]
    exchanged = [tuple(symbol.swapcase() for symbol in rank) for rank in reversed(ranks)]
    return frozenset(tuple(chain(*(rank[::step] for rank in rows))) for rows in (ranks, exchanged) for step in (1, -1))
