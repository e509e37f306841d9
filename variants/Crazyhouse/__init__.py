"""Crazyhouse: captured pieces change sides and are dropped again."""

from .rules import Crazyhouse as Variant

__all__ = ["Variant"]
