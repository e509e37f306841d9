"""How a command says no."""


class Refused(Exception):
    """What cannot be done, in a sentence."""
