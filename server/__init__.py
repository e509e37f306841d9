"""The house: tables, players, pages, sockets; it knows no rule of any game."""

__version__ = "0.1.0"
