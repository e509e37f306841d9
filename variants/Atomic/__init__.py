"""Atomic chess, from the German Internet Chess Server, 1995: what captures explodes, and much around it."""

from .rules import Atomic as Variant

__all__ = ["Variant"]
