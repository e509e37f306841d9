"""The rules: one class a variant, pure, standard library only."""
