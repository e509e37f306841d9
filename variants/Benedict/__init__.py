"""Benedict chess: nothing is captured, and pieces that are attacked change sides."""

from .rules import Benedict as Variant

__all__ = ["Variant"]
