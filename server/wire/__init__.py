"""The sockets: live games, talk, and the foyer where people find each other."""
