"""Measurements: `make bench` prints one JSON line a figure. Figures, not pass or fail."""
