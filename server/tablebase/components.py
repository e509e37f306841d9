"""Which positions lead back to each other, and in which order the rest can be solved."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

Numbers = np.ndarray[Any, np.dtype[np.int64]]


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
