"""The lines of a search: what it expects to be played from a position on, turn by turn, as far as it has searched."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypedDict

from server.bots.estimate import DISCOUNT
from variants.position import Eyes, Move, Position, Seat

MOST_LINES: Final = 3
MOST_TURNS: Final = 6
"""Turns of a line."""
MOST_NAMED: Final = 4
"""Moves of a mixed strategy that are named."""
LEAST_NAMED: Final = 0.005
"""Smaller probabilities are left out."""
NEARLY: Final = 1e-6
"""What values may differ by and still be of the same search."""

Strategies = Mapping[Seat, Mapping[Move, float]]
"""For each seat that acts the probabilities of its moves, which add up to 1."""


class Expected(NamedTuple):
    """What a search found to be best in a position."""

    strategies: Strategies
    value: float | None
    """For the first player; None where the search knows means alone."""


Expect = Callable[[Position, int], Expected | None]
"""What a search expects in a position so many turns from where it began.

None where it did not search that, or knows no more than bounds.
"""


class LineStart(NamedTuple):
    """How a line begins."""

    actions: Mapping[Seat, Move]
    score: float | None
    """The share of the point that this turn leads to, for who judges the turn; None where it is not known."""
    odds: float
    """How probable the turn is, if each seat plays what is best."""
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
    """What is expected after one turn, with that turn."""

    score: float | None
    odds: float
    turns: list[LineTurn]


class LineDraft(NamedTuple):
    """A line before it is written: its head and the strategies of each turn, those of the head included."""

    head: LineStart
    strategies: tuple[Strategies, ...]


def walk(position: Position, head: LineStart, expect: Expect | None) -> LineDraft:
    """Follow a line as far as the search knows it, and no further than what it found is of one piece.

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
        turns.pop()  # What chance does last tells nothing.
    return LineDraft(head, tuple(turns))


def written(position: Position, lines: Sequence[LineDraft]) -> list[ExpectedLine]:
    """The lines as they are sent: JSON, of so many letters at most."""
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
