"""Cylinder: chess on a board whose left and right edges are joined."""

from .rules import Cylinder as Variant

__all__ = ["Variant"]
