"""Three-check, as somebody outside may write it."""

from variants.check_count import CheckCount


class Variant(CheckCount):
    """Chess in which the third check wins."""
