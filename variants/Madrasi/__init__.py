"""Madrasi chess: a piece that one of its kind attacks is paralysed."""

from .rules import Madrasi as Variant

__all__ = ["Variant"]
