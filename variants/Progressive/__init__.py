"""Progressive chess, as it is played in Scotland: one move, then two, then three, until a check ends a series."""

from .rules import Progressive as Variant

__all__ = ["Variant"]
