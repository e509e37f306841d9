"""King of the Hill: chess, and a king in the middle has won."""

from .rules import KingOfTheHill as Variant

__all__ = ["Variant"]
