"""The book of rules: Markdown with boards that are played and drawn."""
