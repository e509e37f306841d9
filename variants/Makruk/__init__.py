"""Makruk: the chess of Thailand."""

from .rules import Makruk as Variant

__all__ = ["Variant"]
