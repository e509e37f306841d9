"""Antichess: a player who has lost all pieces has won, and one who can capture must."""

from .rules import Antichess as Variant

__all__ = ["Variant"]
