"""The account of a reader: my games, the name, other devices, settings and mail."""
