"""Apocalypse (C. S. Elliott, 1976): both sides move at once on a board of 5 x 5 squares."""

from .rules import Apocalypse as Variant

__all__ = ["Variant"]
