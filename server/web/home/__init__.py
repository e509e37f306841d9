"""The home page and the lists of games."""
