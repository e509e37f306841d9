"""The weights of `worth` in thousandths, written by `python -m bench.fit`."""

from __future__ import annotations

from typing import Final

from variants.native import i64

FOOTMEN: Final[list[i64]] = [0, -855, 97, 159, 231, 369]
"""By how many there are."""
HORSEMEN: Final[list[i64]] = [-465, 74, 391]
"""By how many there are."""
HUNTED: Final[list[i64]] = [0, 129, 162, 201, 155, 209]
"""What each horseman is worth besides, by the footmen that the other seat has left."""
LAST: Final[list[list[i64]]] = [
    [-259, 504, 709],
    [-980, 310, 744],
    [-1288, 47, 640],
    [-1538, -415, 670],
]
"""What a last footman is worth by its rank, from the own one on, and the horsemen beside it, 0 to 2."""
PAIR: Final[list[list[i64]]] = [
    [-124, 87, 200],
    [-267, 132, 168],
    [-281, 64, 157],
    [-144, 89, 112],
]
"""The same of each of two footmen."""
FOOTMEN_AT: Final[list[list[i64]]] = [
    [428, 235, 110],
    [307, 242, 177],
    [268, 285, 217],
    [304, 258, 410],
]
"""What each of more is worth by its rank and its file: of the edge, beside it, in the middle."""
HORSEMEN_AT: Final[list[list[i64]]] = [
    [-43, 105, 51],
    [27, 37, 47],
    [36, 52, 152],
    [105, 31, 53],
    [-1, 132, 71],
]
"""The same of a horseman."""
THREATS: Final[list[i64]] = [262, 62, 126, 620, 127]
"""By who could capture: P x p, P x n, N x p of several, N x the last p, N x n."""
POINTS: Final[list[i64]] = [33, -33, 0]
"""By the penalty points."""
