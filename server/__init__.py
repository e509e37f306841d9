"""The site: tables, players, pages, sockets. No room of it knows a rule of any game."""

__version__ = "0.2.0"
