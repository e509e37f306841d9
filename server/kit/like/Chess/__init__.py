"""Example: chess with one rule changed."""

from .rules import Example as Variant

__all__ = ["Variant"]
