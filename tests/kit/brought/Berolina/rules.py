"""The rules of Berolina chess: those of chess, but pawns go obliquely and take straight on."""

from __future__ import annotations

from variants.army import Pawns, armies
from variants.orthodox import Orthodox


class Berolina(Orthodox):
    """A position of Berolina chess."""

    armies = armies(pawns=Pawns(steps=[(-1, -1), (1, -1)], takes=[(0, -1)]))
