"""Berolina: pawns go obliquely and capture straight on."""

from .rules import Berolina as Variant

__all__ = ["Variant"]
