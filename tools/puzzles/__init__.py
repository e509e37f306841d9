"""Makes puzzles from positions with a clear answer, and verifies the puzzles of the files."""
