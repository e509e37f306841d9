"""The analysis board with its trees, the board editor, and records: downloads and verification."""
