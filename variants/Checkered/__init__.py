"""Checkered (l'Échiqueté), by Patrick Bernier and Benjamin Auder: what is captured becomes a piece of both players."""

from .rules import Checkered as Variant

__all__ = ["Variant"]
