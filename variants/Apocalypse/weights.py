"""The weights of `worth` in thousandths.

They are those of the least square over 4,000 games of the search against itself and 20,000 solved endgames, fitted by
`bench/fit.py` of commit 3a0dcf73.
"""

from __future__ import annotations

from typing import Final

FOOTMEN: Final[list[int]] = [0, -813, 113, 130, 171, 399]
"""By how many there are."""
HORSEMEN: Final[list[int]] = [-449, 48, 401]
"""By how many there are."""
HUNTED: Final[list[int]] = [0, 158, 175, 182, 119, 217]
"""What each horseman is worth besides, by the footmen that the other seat has left."""
LAST: Final[list[list[int]]] = [
    [-213, 568, 670],
    [-946, 376, 685],
    [-1298, 111, 586],
    [-1561, -349, 556],
]
"""What a last footman is worth by its rank, from the own one on, and the horsemen beside it, 0 to 2."""
PAIR: Final[list[list[int]]] = [
    [-91, 81, 165],
    [-234, 150, 160],
    [-246, 62, 139],
    [-111, 72, 79],
]
"""The same of each of two footmen."""
FOOTMEN_AT: Final[list[list[int]]] = [
    [360, 233, 106],
    [292, 234, 198],
    [256, 289, 192],
    [292, 251, 369],
]
"""What each of more is worth by its rank and its file: of the edge, beside it, in the middle."""
HORSEMEN_AT: Final[list[list[int]]] = [
    [-37, 97, 79],
    [42, 43, 44],
    [33, 49, 136],
    [94, 28, 74],
    [5, 120, 42],
]
"""The same of a horseman."""
THREATS: Final[list[int]] = [227, 65, 135, 610, 149]
"""By who could capture: P x p, P x n, N x p of several, N x the last p, N x n."""
POINTS: Final[list[int]] = [33, -33, 0]
"""By the penalty points."""
