"""Dobutsu shogi (M. Kitao, M. Fujita, 2008): catch the lion on a board of 3 x 4 squares; what is caught comes back."""

from .rules import Dobutsu as Variant

__all__ = ["Variant"]
