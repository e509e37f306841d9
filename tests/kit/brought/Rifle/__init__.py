"""Rifle chess: who captures shoots, and stays where it was."""

from .rules import Rifle as Variant

__all__ = ["Variant"]
