"""Dice chess: before each move a die says which kind of piece makes it."""

from variants.Dice.rules import Dice as Variant

__all__ = ["Variant"]
