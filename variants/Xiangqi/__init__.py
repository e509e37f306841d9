"""Xiangqi: the chess of China, with a river, two palaces and cannons."""

from .rules import Xiangqi as Variant

__all__ = ["Variant"]
