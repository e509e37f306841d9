"""Synchrone: orthodox chess in which both sides move at once and kings are captured."""

from .rules import Synchrone as Variant

__all__ = ["Variant"]
