"""Dice chess: before each move a die says which kind of piece makes it."""

from .rules import Dice as Variant

__all__ = ["Variant"]
