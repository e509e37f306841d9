"""Which positions teach, what the puzzle of one is, and how hard it is."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from server.bots.simplex import solve
from server.puzzles.answers import STEP, WHOLE, mark
from server.puzzles.puzzle import Puzzle, Theme
from tools.puzzles.finds import Find
from tools.puzzles.weighing import Weighed
from variants.position import Move

GAP = 0.15
"""How much the best move is worth more than the next at least."""
WON = 0.8
"""Where the second best move is worth so much, anything wins."""
LOST = 0.3
"""Where the best move is worth no more, nothing helps."""
SURE = 0.99
"""What wins by force: it teaches even where the greedy would play it, unless it wins at once."""
NEARLY = 0.06
"""How far from the value of a search that of a deeper one may be: it may judge a little otherwise and agree."""
TRAP = 0.15
"""What a trap costs at least."""
ALONE = 0.05
"""What each move of a mix gives away at least, if it is played alone against the best reply."""
GUESSED = 0.35
"""Of the mixes that can be set, so many at most are right: else whoever guesses finds one."""
OFFERED = 3
"""Moves that a mix offers at most."""
TEMPTING = 0.05
"""A move that looks worse by no more than this is tempting."""
HARDEST = 5


def theme_of(found: Weighed, shallow: Weighed, greedy: Weighed) -> Theme | None:
    """The theme of a position; None where it does not teach.

    It is that of a search, of a shallow one, and of the greedy look at what stands on the board after each move.
    """
    if len(found.worth) < 3 or (found.points and len(found.replies) < 2):
        return None
    if len(found.odds) == 1:
        (best,) = found.odds
        second = max(worth for move, worth in found.worth.items() if move != best)
        if found.value - second < GAP or second > WON or found.value < LOST:
            return None
        if found.value - found.worth[shallow.best()] >= TRAP:
            return "trap"
        return "best" if greedy.best() != best or found.value >= SURE > shallow.worth[best] else None
    if not found.points or len(found.odds) > OFFERED:
        return None
    rest = [worth for move, worth in found.worth.items() if move not in found.odds]
    if any(found.value - found.caution(move) < ALONE for move in found.odds):
        return None
    # Another move that is as good would make the mix one answer of several.
    if not found.exact and any(found.value - worth < 0.01 for worth in rest):
        return None
    return "mix"


def is_plain(find: Find, move: Move) -> bool:
    """Whether a move only takes back where a piece was taken in the turn before."""
    return bool(move.path) and move.path[-1] in find.touched


def agrees(found: Weighed, verified: Weighed) -> bool:
    """Whether a deeper search confirms the answer: the same moves, odds and a value that are nearly the same."""
    return (
        abs(found.value - verified.value) <= NEARLY
        and set(found.odds) == set(verified.odds)
        and all(abs(share - verified.odds[move]) <= 0.2 for move, share in found.odds.items())
    )


def mix_of(verified: Weighed) -> dict[str, Any]:
    """The fields of a mix: its moves, with the most tempting other one where there is room, and what they bring."""
    support = sorted(verified.odds, key=lambda move: -verified.odds[move])
    others = sorted(set(verified.worth) - set(support), key=lambda move: (-verified.worth[move], move))
    near = [move for move in others if verified.value - verified.worth[move] <= 3 * TEMPTING]
    moves = sorted([*support, *near[: OFFERED - len(support)]])
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


def guessed(puzzle: Puzzle) -> float:
    """The share of the mixes that can be set which are right."""
    parts = product(range(0, WHOLE + 1, STEP), repeat=len(puzzle.moves))
    there = [shares for shares in parts if sum(shares) == WHOLE]
    return sum(mark(puzzle, dict(zip(puzzle.moves, shares, strict=True))).right for shares in there) / len(there)


def _dominated(number: int, column: tuple[float, ...], columns: list[tuple[float, ...]]) -> bool:
    """Whether another reply is as good for the opponent against every move; of two that are alike the first stays."""
    return any(
        all(theirs <= own for theirs, own in zip(other, column, strict=True)) and (other != column or place < number)
        for place, other in enumerate(columns)
        if place != number
    )


def rounded(odds: Mapping[str, float]) -> dict[str, float]:
    """Probabilities of three decimals that add up to 1, without those that are nothing."""
    parts = {move: int(share * 1000 + 0.5) for move, share in odds.items()}
    parts[max(parts, key=parts.__getitem__)] += 1000 - sum(parts.values())
    return {move: part / 1000 for move, part in parts.items() if part}


def level_of(theme: Theme, verified: Weighed, depths: Mapping[int, Weighed], moves: int) -> int:
    """How hard a puzzle is: by how far one must look, and by how many moves tempt."""
    shallow = depths[1]
    if theme == "mix":
        uneven = max(verified.odds.values()) - 1 / len(verified.odds) > 0.1
        many = len(verified.worth) * len(verified.replies) > 36
        return min(HARDEST, 1 + (moves == OFFERED) + (len(verified.odds) == OFFERED) + uneven + many)
    best = verified.best()
    needed = 1 + max((depth for depth, found in depths.items() if found.best() != best), default=0)
    looks = shallow.worth[shallow.best()]
    tempting = sum(looks - worth <= TEMPTING for move, worth in shallow.worth.items() if move != best)
    return min(HARDEST, needed + (tempting >= 3) + (theme == "trap"))


def images(board: tuple[str, ...], width: int) -> frozenset[tuple[str, ...]]:
    """A board and its images: mirrored, and with the colours exchanged."""
    ranks = [board[start : start + width] for start in range(0, len(board), width)]
    found = set()
    for mirrored, exchanged in product((False, True), repeat=2):
        rows = [[symbol.swapcase() for symbol in rank] for rank in ranks[::-1]] if exchanged else ranks
        found.add(tuple(symbol for rank in rows for symbol in (rank[::-1] if mirrored else rank)))
    return frozenset(found)
