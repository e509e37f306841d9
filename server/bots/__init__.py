"""Players made of mathematics: they know `variants.position` and nothing else, neither the house nor any variant."""
