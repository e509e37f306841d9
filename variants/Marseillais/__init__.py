"""Marseillais chess: two moves a turn."""

from .rules import Marseillais as Variant

__all__ = ["Variant"]
