"""Horde: thirty-six white pawns against the army of chess."""

from .rules import Horde as Variant

__all__ = ["Variant"]
