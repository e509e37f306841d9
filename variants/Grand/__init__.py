"""Grand: chess on ten by ten squares, with more room before the pawns and behind them."""

from .rules import Grand as Variant

__all__ = ["Variant"]
