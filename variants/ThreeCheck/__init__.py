"""Three-check: chess, and the third check wins."""

from .rules import ThreeCheck as Variant

__all__ = ["Variant"]
