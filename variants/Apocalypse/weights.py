"""The weights of `worth`, written by `python -m bench.fit`."""

from __future__ import annotations

from typing import Final

FOOTMEN: Final[list[float]] = [0.0, -0.52, 0.223, 0.559, 0.809, 1.13]
"""By how many there are."""
HORSEMEN: Final[list[float]] = [-0.396, 0.366, 1.005, 0.975]
"""By how many there are."""
HUNTED: Final[list[float]] = [0.0, 0.138, 0.204, 0.146, 0.102, 0.161]
"""What each horseman is worth besides, by the footmen that the other seat has left."""
POINTS: Final[list[float]] = [-0.078, -0.172, -0.5]
"""By the penalty points."""
FOOTMEN_AT: Final[list[list[float]]] = [
    [0.441, 0.21, 0.163],
    [0.152, 0.143, 0.119],
    [0.132, 0.176, 0.095],
    [0.098, 0.145, 0.161],
    [0.0, 0.0, 0.0],
]
"""By rank, the own one first, and file: of the edge, beside it, in the middle."""
HORSEMEN_AT: Final[list[list[float]]] = [
    [-0.071, 0.192, -0.097],
    [0.039, 0.099, 0.06],
    [0.078, 0.025, 0.268],
    [0.037, 0.026, 0.026],
    [-0.089, 0.028, 0.13],
]
"""The same."""
