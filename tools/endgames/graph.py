"""The graph of all positions of a table: matrix games whose cells are other nodes.

A node is a position from the view of one seat: its rows are that seat's moves, its value is that seat's. So there are
only lower bounds; the lower bound of the other seat's node is the upper bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from tools.endgames.matrices import Floats, Numbers, values
from tools.endgames.turns import NONE, Part

Flags = np.ndarray[Any, np.dtype[np.bool_]]


class Level(NamedTuple):
    """Nodes that are solved together, after all other nodes that they lead to."""

    nodes: Numbers
    others: Numbers
    """The nodes of the same positions, in the same order, for the other seat."""
    games: list[tuple[Numbers, Numbers]]
    """Nodes whose games have one shape, and the indexes of their cells in a vector: (node, row, column)."""

    def sweep(self, vector: Floats, changed: Flags | None) -> Iterator[tuple[Numbers, Floats]]:
        """The values of the nodes with the vector's values in their cells, in batches of one shape.

        Nodes without a changed cell are left out. The caller may change the vector between batches.
        """
        for nodes, cells in self.games:
            if changed is not None:
                touched = changed[cells].any(axis=(1, 2))
                nodes, cells = nodes[touched], cells[touched]
            if len(nodes):
                yield nodes, values(vector[cells])


class Graph:
    """The positions of all parts, numbered anew without those that another one stands for.

    A vector holds the values of all positions for seat 0, then those for seat 1, then the payoffs of seat 0, then those
    of seat 1.
    """

    def __init__(self, parts: Iterable[Part]) -> None:
        codes, shapes, cells, payoffs = zip(*parts, strict=True)
        self._codes = np.concatenate(codes).astype(np.int64)
        heads = np.flatnonzero(self._codes == 2 * np.arange(len(self._codes)))
        self.count = len(heads)
        self._place = np.full(len(self._codes), NONE, np.int64)
        self._place[heads] = np.arange(self.count)
        self.payoffs = np.unique(np.concatenate(payoffs))
        self._shapes = np.concatenate(shapes).astype(np.int64)
        self._cells = np.concatenate([self._indexes(*each) for each in zip(cells, payoffs, strict=True)])
        self._starts = np.concatenate([[0], np.cumsum(self._shapes.prod(axis=1))])
        self._level = levels(self.count, *self._edges())

    def levels(self) -> Iterator[Level]:
        """The levels; the first one leads to no other."""
        for depth in range(self._level.max(initial=-1) + 1):
            places = np.flatnonzero(self._level == depth)
            games = []
            for height, width in np.unique(self._shapes[places], axis=0).tolist():
                chosen = places[(self._shapes[places] == (height, width)).all(axis=1)]
                cells = self._cells[self._starts[chosen][:, None] + np.arange(height * width)]
                cells = cells.reshape(-1, height, width)
                games.append((chosen, cells))
                swapped = np.ascontiguousarray(self._for_other_seat(cells).transpose(0, 2, 1))
                games.append((chosen + self.count, swapped))
            yield Level(
                np.concatenate([places, places + self.count]), np.concatenate([places + self.count, places]), games
            )

    def spread(self, found: Floats) -> np.ndarray[Any, np.dtype[np.float32]]:
        """The values of all numbers of the table, from the values of the positions for seat 0."""
        signs = np.where(self._codes % 2, -1.0, 1.0)
        spread = signs * found[self._place[self._codes // 2]]
        # Adding zero turns a negative zero into zero.
        return np.where(self._codes == NONE, np.nan, spread + 0.0).astype(np.float32)

    def _indexes(self, codes: Numbers, payoffs: Floats) -> Numbers:
        """The cells of a part as indexes in a vector."""
        ended = codes < 0
        indexes: Numbers = self._place[np.maximum(codes, 0) // 2] + self.count * (codes % 2)
        indexes[ended] = 2 * self.count + np.searchsorted(self.payoffs, payoffs)[-1 - codes[ended]]
        return indexes

    def _for_other_seat(self, cells: Numbers) -> Numbers:
        """The same cells for the other seat."""
        moves = np.select([cells < self.count, cells < 2 * self.count], [self.count, -self.count], len(self.payoffs))
        swapped: Numbers = cells + moves
        return swapped

    def _edges(self) -> tuple[Numbers, Numbers]:
        """The edges: positions, and the positions that they lead to."""
        owners = np.repeat(np.arange(self.count), np.diff(self._starts))
        going_on = self._cells < 2 * self.count
        pairs = np.unique(owners[going_on] * self.count + self._cells[going_on] % self.count)
        return pairs // self.count, pairs % self.count


def levels(count: int, sources: Numbers, targets: Numbers) -> Numbers:
    """The level of each node: equal within a strongly connected component, else above all nodes that it leads to."""
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
