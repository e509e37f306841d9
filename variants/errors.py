"""The errors of the rules: a code, an English sentence and the parameters that fill it."""


class RulesError(ValueError):
    """Input that the rules refuse, by a code, an English sentence and its parameters.

    `str()` is the sentence with the parameters put in. The code and the parameters let a
    catalogue say the same in another language. Long parameters are cut to 60 characters.
    """

    def __init__(self, code: str, sentence: str, **parameters: object) -> None:
        self.code = code
        self.sentence = sentence
        # A table asks for many refusals, and shows few: BaseException has kept the arguments before this is called.
        self.parameters = {name: _short(value) for name, value in parameters.items()} if parameters else {}

    def __str__(self) -> str:
        return self.sentence.format(**self.parameters)


def _short(value: object) -> str:
    text = str(value)
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return text if len(text) <= 60 else text[:59] + "…"


class FenError(RulesError):
    """A FEN that is not a position of the variant."""


class MoveError(RulesError):
    """A text that is not the spelling of any move on this board."""


class SettingsError(RulesError):
    """Settings that name an unknown option or a value that is not among its choices."""
