"""How strictly a text of PGN is read: what is wrong in it is refused, or passed over and told to the reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple
from unicodedata import category

from server.records.document import RecordError

MOST_PLACES = 10
"""What was passed over and is told by its words; more of it by a sign of omission."""
LONGEST_QUOTE = 40
"""Characters of a quotation from the text."""


class Passed(NamedTuple):
    """What was passed over: how it begins, and its line."""

    text: str
    line: int


class Tolerance:
    """Whether a text is read exactly, and what was passed over in it."""

    def __init__(self, exact: bool) -> None:
        self.exact = exact
        self.passed: list[Passed] = []
        self.first: RecordError | None = None
        """The first fault that was passed over."""

    def repair(self, fault: RecordError) -> None:
        """Raise a fault whose meaning is clear if the text is read exactly."""
        if self.exact:
            raise fault

    def pass_over(self, fault: RecordError, text: str, line: int) -> None:
        """Note what is passed over. Raises its fault if the text is read exactly."""
        self.repair(fault)
        self.first = self.first or fault
        self.passed.append(Passed(_quotation(text), line))


def notice(passed: Iterable[tuple[str, int]], translate: Callable[[str], str]) -> str:
    """The one sentence for all that was passed over, with the line of each; "" for nothing."""
    _ = translate
    places = [_("“{text}” (line {line})").format(text=text, line=line) for text, line in passed]
    if not places:
        return ""
    more = [] if len(places) <= MOST_PLACES else ["…"]
    return _("This was passed over: {places}.").format(places=", ".join([*places[:MOST_PLACES], *more]))


def _quotation(text: str) -> str:
    seen = "".join([sign for sign in " ".join(text.split()) if not category(sign).startswith("C")])
    return seen if len(seen) <= LONGEST_QUOTE else f"{seen[:LONGEST_QUOTE]}…"
