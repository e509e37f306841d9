"""The puzzles: their list, and the page of each."""
