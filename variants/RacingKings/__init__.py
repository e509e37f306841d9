"""Racing Kings: the first king on the last rank wins, and nobody may give check."""

from .rules import RacingKings as Variant

__all__ = ["Variant"]
