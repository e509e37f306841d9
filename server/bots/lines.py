"""The expected lines of a search: turn by turn, as far as it has searched."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypedDict

from server.bots.estimate import DISCOUNT
from variants.position import Eyes, Move, Position, Seat

MOST_LINES: Final = 3
MOST_TURNS: Final = 6
"""Turns of a line."""
MOST_NAMED: Final = 4
"""Moves of a mixed strategy in a line."""
LEAST_NAMED: Final = 0.005
"""Smaller probabilities are left out."""
NEARLY: Final = 1e-6
"""The tolerance between values of the same search."""

Strategies = Mapping[Seat, Mapping[Move, float]]
"""For each seat that acts the probabilities of its moves, which add up to 1."""


class Expected(NamedTuple):
    """The best play of a position by a search."""

    strategies: Strategies
    value: float | None
    """For the first player; None if the search knows only means."""


Expect = Callable[[Position, int], Expected | None]
"""Answers the best play of a position, a number of turns from the root.

None if the search did not reach it, or knows only bounds.
"""


class LineStart(NamedTuple):
    """The first turn of a line."""

    actions: Mapping[Seat, Move]
    score: float | None
    """The score after this turn, for the seat of the evaluation; None if unknown."""
    odds: float
    """The probability of the turn under best play."""
    value: float | None
    """The value that the search found after the turn, for the first player."""


class LineTurn(TypedDict):
    """One turn of a line; seats are texts."""

    moves: dict[str, str]
    """The moves by which the line goes on: of each seat the most probable one."""
    texts: dict[str, str]
    """The same as players write them."""
    odds: dict[str, list[tuple[str, float]]]
    """Of each seat that varies, and of chance, moves as players write them and their probabilities, greatest first."""


class ExpectedLine(TypedDict):
    """The expected line that begins with one turn."""

    score: float | None
    odds: float
    turns: list[LineTurn]


class LineDraft(NamedTuple):
    """A line before it is written: its first turn, and the strategies of all turns."""

    head: LineStart
    strategies: tuple[Strategies, ...]


def walk(position: Position, head: LineStart, expect: Expect | None) -> LineDraft:
    """Follow a line as far as the search knows it, and while its values are consistent.

    A position whose value does not agree with the value of the turn that led there was searched again since.
    """
    turns: list[Strategies] = [{seat: {move: 1.0} for seat, move in head.actions.items()}]
    value, lasting = head.value, 1.0
    while expect is not None and len(turns) < MOST_TURNS:
        position = position.play(_likeliest(turns[-1]))
        if position.result() is not None:
            break
        expected = expect(position, len(turns))
        if expected is None or not _agree(value, expected.value, lasting):
            break
        turns.append(expected.strategies)
        # Where a seat varies, the value of the turn that is followed is not that of the position.
        value, lasting = (expected.value if _pure(expected.strategies) else None), DISCOUNT
    while len(turns) > 1 and position.chance.issuperset(turns[-1]):
        turns.pop()  # A chance move at the end of a line is left out.
    return LineDraft(head, tuple(turns))


def written(position: Position, lines: Sequence[LineDraft]) -> list[ExpectedLine]:
    """The lines as they are sent, as JSON within a limit of letters."""
    return [
        {"score": line.head.score, "odds": line.head.odds, "turns": _turns(position, line.strategies)} for line in lines
    ]


def _turns(position: Position, line: Sequence[Strategies]) -> list[LineTurn]:
    turns: list[LineTurn] = []
    for strategies in line:
        actions = _likeliest(strategies)
        after = position.play(actions)
        texts = position.turn_notation(actions, after, Eyes.ALL)
        turns.append(
            {
                "moves": {str(seat): position.write(move) for seat, move in actions.items()},
                "texts": {str(seat): texts[seat] for seat in actions},
                "odds": {
                    str(seat): _named(position, seat, strategy)
                    for seat, strategy in strategies.items()
                    if len(strategy) > 1
                },
            }
        )
        position = after
    return turns


def _named(position: Position, seat: Seat, strategy: Mapping[Move, float]) -> list[tuple[str, float]]:
    labels = position.labels(seat)
    most = 1 if seat in position.chance else MOST_NAMED
    pairs = sorted(strategy.items(), key=lambda pair: -pair[1])[:most]
    return [
        (labels.get(move) or position.write(move), round(share, 4))
        for move, share in pairs
        if share >= min(LEAST_NAMED, pairs[0][1])
    ]


def _likeliest(strategies: Strategies) -> dict[Seat, Move]:
    return {seat: max(strategy, key=strategy.__getitem__) for seat, strategy in sorted(strategies.items())}


def _pure(strategies: Strategies) -> bool:
    return all(len(strategy) == 1 for strategy in strategies.values())


def _agree(value: float | None, expected: float | None, lasting: float) -> bool:
    return value is None or expected is None or abs(value - lasting * expected) <= NEARLY
