"""The analysis board with its trees, the board editor, and records that are played again."""
