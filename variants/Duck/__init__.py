"""Duck chess: after each move a duck is put in the way."""

from .rules import Duck as Variant

__all__ = ["Variant"]
