"""Link: two players place stones in turn, and each wants to link two sides of a board with a hole in its middle."""

from .rules import Link as Variant

__all__ = ["Variant"]
