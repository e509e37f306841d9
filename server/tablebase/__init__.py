"""Tables of solved endgames, read with the standard library; `tools.endgames` builds them."""
