"""Minishogi: shogi on five by five squares."""

from .rules import Minishogi as Variant

__all__ = ["Variant"]
