"""What one search by kernel takes for granted: its facts, its budget, its history, and what is not searched."""

from __future__ import annotations

from typing import Final, final

from server.bots.budget import Budget
from server.bots.estimate import HORIZON, Facts, Table
from variants.kernel import GOES_ON, Kernel
from variants.position import Position

AT_ONCE: Final = 64
"""Nodes that are taken from the budget at once."""
PLAIN: Final = 1023
"""The part of a move's number by which its history is kept."""


@final
class Outlook:
    """The values of positions that are settled or not searched, and the history of the moves.

    What was played elsewhere is tried first (J. Schaeffer, "The history heuristic and alpha-beta search enhancements in
    practice", IEEE Transactions on Pattern Analysis and Machine Intelligence 11:11, 1989, pp. 1203-1212).
    """

    def __init__(self, kernel: Kernel, root: Position, budget: Budget, facts: Facts) -> None:
        self.kernel: Final = kernel
        self.root: Final = root
        self.budget: Final = budget
        # What came before the last irreversible turn cannot come again.
        self.past: Final = frozenset([kernel.words(key) for key in facts.past] if root.quiet else [])
        self.known: Final = facts.known
        self.table: Final = facts.known if isinstance(facts.known, Table) else None
        self.probed: Final[dict[tuple[int, int], float]] = {}
        self.history: Final = [[0.0] * (PLAIN + 1), [0.0] * (PLAIN + 1)]
        """How much each seat's moves were played so far, weighted by depth."""
        self.horizons: int = 0
        """How often a value was an estimate."""
        self.granted: int = 0
        """Nodes that are taken from the budget and not used."""

    def spend(self) -> None:
        """Take a node. Raises Spent."""
        if self.granted <= 0:
            self.granted = self.budget.take(AT_ONCE)
        self.granted -= 1

    def close(self) -> None:
        """Give back the nodes that were not used."""
        self.budget.nodes_spent -= self.granted
        self.granted = 0

    def settled(self, white: int, black: int) -> float:
        """The value of a position that needs no search, or `GOES_ON`; one of the past counts as drawn."""
        value = self.kernel.result(white, black)
        if value != GOES_ON:
            return value
        if self.past and (white, black) in self.past:
            return 0.0
        return GOES_ON if self.known is None else self.probe(white, black)

    def probe(self, white: int, black: int) -> float:
        """What the tables of endgames know, or `GOES_ON`; what is no table is asked once."""
        if self.table is not None:
            number = self.kernel.endgame(white, black)
            return self.table.value(number) if 0 <= number < self.table.numbers else GOES_ON
        assert self.known is not None
        place = (white, black)
        value = self.probed.get(place)
        if value is None:
            known = self.known(self.root.then(**self.kernel.fields(white, black)))
            value = self.probed[place] = GOES_ON if known is None else known
        return value

    def leaf(self, white: int, black: int) -> float:
        """The value of a position that is not searched."""
        value = self.settled(white, black)
        if value == GOES_ON:
            self.horizons += 1
            value = HORIZON * self.kernel.estimate(white, black)
        return value

    def played(self, moves: list[int], odds: list[float], chosen: list[int], seat: int, depth: int) -> list[int]:
        """The moves of the strategy that was found, which count in the history."""
        found: list[int] = []
        history = self.history[seat]
        weight = float(depth * depth)
        for place in range(len(odds)):
            if odds[place] > 0.0:
                move = moves[chosen[place]]
                found.append(move)
                history[move & PLAIN] += odds[place] * weight
        return found


def begun(moves: list[int], history: list[float], before: list[int]) -> list[int]:
    """Sort the safe moves of a seat by their history; the numbers of those played before, or else of the first."""
    sort(moves, history)
    found: list[int] = [number for number in range(len(moves)) if moves[number] in before]
    return found or [0]


def sort(moves: list[int], history: list[float]) -> None:
    """Sort by history, the most played first; equal ones stay in order."""
    for place in range(1, len(moves)):
        move = moves[place]
        played = history[move & PLAIN]
        spot: int = place
        while spot > 0 and history[moves[spot - 1] & PLAIN] < played:
            moves[spot] = moves[spot - 1]
            spot -= 1
        moves[spot] = move
