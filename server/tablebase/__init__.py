"""Tables of solved endgames, read and asked with the standard library alone; `tools.endgames` builds them."""
