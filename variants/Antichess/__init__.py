"""Antichess: who has lost all pieces has won, and who can capture must."""

from .rules import Antichess as Variant

__all__ = ["Variant"]
