"""Chess, as the world plays it, from the orthodox squares or from squares drawn by lot."""

from .rules import Chess as Variant

__all__ = ["Variant"]
