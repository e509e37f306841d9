"""Dark chess (J. B. Nielsen and T. Osted, 1989): each side sees only what its pieces reach, and kings are captured."""

from .rules import Dark as Variant

__all__ = ["Variant"]
