"""The rules pages: Markdown with boards that are played and drawn."""
