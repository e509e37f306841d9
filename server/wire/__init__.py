"""The sockets: live games, chat, and the lobby where people find opponents."""
