"""Antiking chess (Peter Aronson, 2002): each side has a second king, which is in check where nothing attacks it."""

from .rules import Antiking as Variant

__all__ = ["Variant"]
