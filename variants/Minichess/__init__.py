"""Minichess: chess on five by five squares."""

from .rules import Minichess as Variant

__all__ = ["Variant"]
