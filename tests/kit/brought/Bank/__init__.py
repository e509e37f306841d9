"""Bank: chess on five by five squares in which captured pieces come to hand."""

from .rules import Bank as Variant

__all__ = ["Variant"]
