"""Example: three runners on a lawn of 3 x 5 squares; the first on the last rank wins."""

from .rules import Example as Variant

__all__ = ["Variant"]
