"""Shogi: the chess of Japan, in which captured pieces change sides."""

from .rules import Shogi as Variant

__all__ = ["Variant"]
