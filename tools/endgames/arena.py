"""All positions of a table as matrix games that refer to each other, each seen from both seats.

A node is a position as one of the seats sees it: its rows are that seat's moves, its value what that seat wins. So
there are bounds of one kind only, what a seat can be sure of; what the other seat is sure of bounds it from above.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from tools.endgames.expand import NONE, Part
from tools.endgames.matrices import Floats, Numbers, values

Flags = np.ndarray[Any, np.dtype[np.bool_]]


class Level(NamedTuple):
    """Nodes that can be solved together, when all that they lead to is solved but they themselves."""

    nodes: Numbers
    others: Numbers
    """The same positions in the same order as the other seat sees them."""
    games: list[tuple[Numbers, Numbers]]
    """Nodes whose games are of one shape, and where in a vector the cells of each are: (node, row, column)."""

    def sweep(self, vector: Floats, changed: Flags | None) -> Iterator[tuple[Numbers, Floats]]:
        """What each node is worth if its cells are worth what stands in the vector, in bulks.

        Of the nodes of which no cell has changed nothing is said. The vector may be changed between the bulks.
        """
        for nodes, cells in self.games:
            if changed is not None:
                touched = changed[cells].any(axis=(1, 2))
                nodes, cells = nodes[touched], cells[touched]
            if len(nodes):
                yield nodes, values(vector[cells])


class Arena:
    """The positions of all parts, numbered anew without those that stand for no other.

    A vector holds first a value for each position as seat 0 sees it, then for each as seat 1 does, then the payoffs for
    seat 0, then those for seat 1.
    """

    def __init__(self, parts: Iterable[Part]) -> None:
        parts = list(parts)
        self._codes = np.concatenate([part.codes for part in parts]).astype(np.int64)
        heads = np.flatnonzero(self._codes == 2 * np.arange(len(self._codes)))
        self.count = len(heads)
        self._place = np.full(len(self._codes), NONE, np.int64)
        self._place[heads] = np.arange(self.count)
        self.payoffs = np.unique(np.concatenate([part.payoffs for part in parts]))
        self._shapes = np.concatenate([part.shapes for part in parts]).astype(np.int64)
        self._cells = np.concatenate([self._placed(part) for part in parts])
        self._starts = np.concatenate([[0], np.cumsum(self._shapes.prod(axis=1))])
        self._level = levels(self.count, *self._arrows())

    def __len__(self) -> int:
        """The length of a vector."""
        return 2 * self.count + 2 * len(self.payoffs)

    @property
    def depth(self) -> int:
        """How many levels there are."""
        return int(self._level.max(initial=-1)) + 1

    def level(self, depth: int) -> Level:
        """The nodes of one level; of the first there is nothing to know before."""
        places = np.flatnonzero(self._level == depth)
        games = []
        for height, width in np.unique(self._shapes[places], axis=0).tolist():
            chosen = places[(self._shapes[places] == (height, width)).all(axis=1)]
            cells = self._cells[self._starts[chosen][:, None] + np.arange(height * width)]
            cells = cells.reshape(-1, height, width)
            games.append((chosen, cells))
            games.append((chosen + self.count, np.ascontiguousarray(self._turned(cells).transpose(0, 2, 1))))
        return Level(
            np.concatenate([places, places + self.count]), np.concatenate([places + self.count, places]), games
        )

    def spread(self, found: Floats) -> np.ndarray[Any, np.dtype[np.float32]]:
        """The values of all numbers of the table, from those of the positions as seat 0 sees them."""
        signs = np.where(self._codes % 2, -1.0, 1.0)
        spread = signs * found[self._place[self._codes // 2]]
        # Adding zero makes nothing of a negative zero.
        return np.where(self._codes == NONE, np.nan, spread + 0.0).astype(np.float32)

    def _placed(self, part: Part) -> Numbers:
        """The cells of a part as places in a vector."""
        cells = part.cells.astype(np.int64)
        ended = cells < 0
        payoffs = 2 * self.count + np.searchsorted(self.payoffs, part.payoffs)
        placed = np.empty_like(cells)
        placed[ended] = payoffs[-1 - cells[ended]]
        placed[~ended] = self._place[cells[~ended] // 2] + self.count * (cells[~ended] % 2)
        return placed

    def _turned(self, cells: Numbers) -> Numbers:
        """The same cells as the other seat sees them."""
        moves = np.select([cells < self.count, cells < 2 * self.count], [self.count, -self.count], len(self.payoffs))
        turned: Numbers = cells + moves
        return turned

    def _arrows(self) -> tuple[Numbers, Numbers]:
        """Positions, and beside each one to which it leads."""
        owners = np.repeat(np.arange(self.count), np.diff(self._starts))
        going = self._cells < 2 * self.count
        pairs = np.unique(owners[going] * self.count + self._cells[going] % self.count)
        return pairs // self.count, pairs % self.count


def levels(count: int, sources: Numbers, targets: Numbers) -> Numbers:
    """A level for each node: the same for nodes that lead back to each other, else higher than all it leads to."""
    graph = coo_array((np.ones(len(sources), np.int8), (sources, targets)), (count, count))
    components, labels = connected_components(graph, directed=True, connection="strong")
    above, below = labels[sources], labels[targets]
    above, below = above[above != below], below[above != below]
    level = np.zeros(components, np.int64)
    while True:
        raised = level.copy()
        np.maximum.at(raised, above, level[below] + 1)
        if (raised == level).all():
            found: Numbers = level[labels]
            return found
        level = raised
