"""Rifle chess: a piece that captures stays where it is."""

from .rules import Rifle as Variant

__all__ = ["Variant"]
