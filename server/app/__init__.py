"""The composition of one process, and how it is served."""
