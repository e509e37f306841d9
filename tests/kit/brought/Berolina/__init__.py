"""Berolina chess (Edmund Nebermann, 1926): pawns go obliquely and take straight on."""

from .rules import Berolina as Variant

__all__ = ["Variant"]
