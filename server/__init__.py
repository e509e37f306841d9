"""The house: tables, players, pages, sockets; it knows no rule of any game."""
