"""The site: tables, players, pages, sockets. No room of it knows a rule of any game."""

__version__ = "0.1.0"
