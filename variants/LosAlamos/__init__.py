"""Los Alamos: chess without bishops on six by six squares."""

from .rules import LosAlamos as Variant

__all__ = ["Variant"]
