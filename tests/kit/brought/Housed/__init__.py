"""Crazyhouse, as somebody outside may write it."""

from variants.pockets import Pockets
from variants.position import Draws


class Variant(Pockets):
    """Chess in which a player who captures a piece may drop it later."""

    draws = Draws(3, "claim")
