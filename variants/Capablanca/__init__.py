"""Capablanca: chess on ten files, with archbishops and chancellors."""

from .rules import Capablanca as Variant

__all__ = ["Variant"]
