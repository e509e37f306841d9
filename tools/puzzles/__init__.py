"""Makes puzzles: finds positions that teach, verifies what is best in them, and looks at what was kept again."""
