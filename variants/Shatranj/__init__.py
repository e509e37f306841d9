"""Shatranj: the chess of the Middle Ages, with elephants and a weak counsellor."""

from .rules import Shatranj as Variant

__all__ = ["Variant"]
