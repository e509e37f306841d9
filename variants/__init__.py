"""The rules: one class per variant, pure, standard library only."""
