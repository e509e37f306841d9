"""The contributor's kit: a variant made, checked and played from the command line."""
