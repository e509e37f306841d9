"""Knightmate: the king goes like a knight, and the knights go like kings."""

from .rules import Knightmate as Variant

__all__ = ["Variant"]
