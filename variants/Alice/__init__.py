"""Alice chess: two boards, and each move leads to the other one."""

from .rules import Alice as Variant

__all__ = ["Variant"]
