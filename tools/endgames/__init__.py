"""Endgames solved once and for all: builds and verifies the tables that `server.tablebase` reads."""
