"""The weights of `worth` in thousandths.

They are those of the least square over 4,000 games of the search against itself and 20,000 solved endgames, fitted by
`bench/fit.py` of commit 3a0dcf73.
"""

from __future__ import annotations

FOOTMEN = [0, -813, 113, 130, 171, 399]
"""By how many there are."""
HORSEMEN = [-449, 48, 401]
"""By how many there are."""
HUNTED = [0, 158, 175, 182, 119, 217]
"""The value that each horseman has in addition, by the number of the other seat's footmen."""
LAST = [
    [-213, 568, 670],
    [-946, 376, 685],
    [-1298, 111, 586],
    [-1561, -349, 556],
]
"""What a last footman is worth by its rank, from the own one on, and the horsemen beside it, 0 to 2."""
PAIR = [
    [-91, 81, 165],
    [-234, 150, 160],
    [-246, 62, 139],
    [-111, 72, 79],
]
"""The value of each of two footmen, by its rank and its file."""
FOOTMEN_AT = [
    [360, 233, 106],
    [292, 234, 198],
    [256, 289, 192],
    [292, 251, 369],
]
"""What each of more is worth by its rank and its file: of the edge, beside it, in the middle."""
HORSEMEN_AT = [
    [-37, 97, 79],
    [42, 43, 44],
    [33, 49, 136],
    [94, 28, 74],
    [5, 120, 42],
]
"""The value of a horseman, by its rank and its file."""
THREATS = [227, 65, 135, 610, 149]
"""By who could capture: P x p, P x n, N x p of several, N x the last p, N x n."""
POINTS = [33, -33, 0]
"""By the penalty points."""
