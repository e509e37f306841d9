"""The journal: what is kept on disk, and the only SQL of the project."""
