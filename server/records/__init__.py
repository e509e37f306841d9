"""Records of games: drawn, written, read, played again, verified."""
