"""What belongs to one reader: my games, the name, other devices, settings and mail."""
