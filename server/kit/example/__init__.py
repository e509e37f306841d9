"""Example: frogs hop forward over a pond of 4 x 5 squares; the first on the far bank wins."""

# The site asks this folder for one thing: a class called Variant.
from .rules import Example as Variant

__all__ = ["Variant"]
