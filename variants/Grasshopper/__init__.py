"""Grasshopper: chess with a row of pieces that go only by leaping over others."""

from .rules import Grasshopper as Variant

__all__ = ["Variant"]
