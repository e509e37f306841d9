"""Extinction: a player who has lost all pieces of one kind has lost."""

from .rules import Extinction as Variant

__all__ = ["Variant"]
