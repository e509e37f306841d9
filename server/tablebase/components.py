"""Which positions lead back to each other, and in which order the rest can be solved.

R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1, 1972, pp. 146-160: it finds
each strongly connected component after all those that it leads to.
"""

from __future__ import annotations

from collections.abc import Sequence


def levels(successors: Sequence[Sequence[int]]) -> list[int]:
    """A level for each node: the same for nodes that lead back to each other, else higher than all it leads to."""
    count = len(successors)
    found = [0] * count
    """When a node was met, from 1; 0: not yet; beyond `count`: its component is complete."""
    lowest = [0] * count
    level = [0] * count
    waiting: list[int] = []
    clock = 0
    for root in range(count):
        if found[root]:
            continue
        clock += 1
        found[root] = lowest[root] = clock
        waiting.append(root)
        path = [(root, iter(successors[root]))]
        while path:
            node, rest = path[-1]
            for child in rest:
                if not found[child]:
                    clock += 1
                    found[child] = lowest[child] = clock
                    waiting.append(child)
                    path.append((child, iter(successors[child])))
                    break
                if found[child] <= count:
                    lowest[node] = min(lowest[node], found[child])
                else:
                    level[node] = max(level[node], level[child] + 1)
            else:
                path.pop()
                if lowest[node] == found[node]:
                    _close(node, waiting, found, level, count)
                if path:
                    parent = path[-1][0]
                    lowest[parent] = min(lowest[parent], lowest[node])
                    if found[node] > count:
                        level[parent] = max(level[parent], level[node] + 1)
    return level


def _close(node: int, waiting: list[int], found: list[int], level: list[int], count: int) -> None:
    """The nodes that wait since this one was met are its component."""
    start = len(waiting) - 1
    while waiting[start] != node:
        start -= 1
    component = waiting[start:]
    del waiting[start:]
    highest = max(level[each] for each in component)
    for each in component:
        found[each] = count + 1
        level[each] = highest
