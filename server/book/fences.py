"""The fences of a rules page: the text between ```` ```play ```` and ```` ``` ````, parsed line by line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

FENCE_KEYS: Mapping[str, frozenset[str]] = {
    "board": frozenset(
        {"fen", "settings", "marks", "safe", "risky", "selected", "arrows"}
        | {"offered", "refused", "turned", "eyes", "hands", "link", "cover", "fold", "id", "caption"}
    ),
    "play": frozenset(
        {"fen", "settings", "turns", "offered", "refused", "expect", "written", "turned", "eyes", "table"}
        | {"hands", "link", "cover", "fold", "id", "caption", "comments"}
    ),
    "question": frozenset(
        {"fen", "settings", "turns", "goal", "answers", "turned", "eyes", "hands", "ask", "says", "why"}
    ),
    "gallery": frozenset({"pieces", "caption"}),
    "moves": frozenset({"piece", "square", "fold", "id", "caption"}),
    "rules": frozenset({"about"}),
    "options": frozenset(),
}
"""Kind of fence -> the keys it may have."""

_NEEDED: Mapping[str, frozenset[str]] = {
    "board": frozenset({"fen", "caption"}),
    "play": frozenset({"fen", "turns", "caption"}),
    "question": frozenset({"fen", "answers", "ask", "says", "why"}),
    "gallery": frozenset({"pieces", "caption"}),
    "moves": frozenset({"piece"}),
    "rules": frozenset(),
    "options": frozenset(),
}
SAID = frozenset({"caption", "comments", "ask", "says", "why"})
"""The keys whose values differ between languages."""
_Given = TypeVar("_Given")
_Made = TypeVar("_Made")
_KEY = re.compile(r"([a-z]+):(?: (.*))?")


class PageFault(ValueError):
    """One or several faults of a rules page: each is a line that begins with the file and the line number."""

    def __init__(self, page: str, line: int, sentence: str) -> None:
        super().__init__(f"{page}:{line}: {sentence}")

    @classmethod
    def together(cls, faults: Sequence[PageFault]) -> PageFault:
        """These faults as one exception."""
        fault = cls("", 0, "")
        fault.args = ("\n".join(map(str, faults)),)
        return fault


def each(work: Callable[[_Given], _Made], given: Iterable[_Given]) -> list[_Made]:
    """The results of `work` for all of `given`; faults are collected and raised together."""
    made, faults = [], []
    for item in given:
        try:
            made.append(work(item))
        except PageFault as fault:
            faults.append(fault)
    if faults:
        raise PageFault.together(faults)
    return made


class FenceLine(NamedTuple):
    """A line of a fence, without the spaces around it."""

    text: str
    number: int
    """Its line number in the file."""


class Fence(NamedTuple):
    """A parsed fence."""

    kind: str
    page: str
    """The file, as faults name it."""
    line: int
    fields: Mapping[str, tuple[FenceLine, ...]]
    """By key its value, then the indented lines below it."""

    def text(self, key: str, default: str = "") -> str:
        """The value of a key, its lines joined by spaces."""
        return " ".join(line.text for line in self.fields[key]) if key in self.fields else default

    def lines(self, key: str) -> tuple[FenceLine, ...]:
        """The lines of a key's value."""
        return self.fields.get(key, ())

    def at(self, key: str) -> int:
        """The line number of a key; of the fence if the key is missing."""
        lines = self.fields.get(key)
        return lines[0].number if lines else self.line

    def yes(self, key: str, default: bool) -> bool:
        """A key whose value is yes or no. Raises PageFault."""
        text = self.text(key, "yes" if default else "no")
        if text not in ("yes", "no"):
            raise self.fault(key, f"“{key}” must be yes or no, not “{text}”")
        return text == "yes"

    def fault(self, key: str, sentence: str) -> PageFault:
        """A fault of this key's value."""
        return PageFault(self.page, self.at(key), sentence)


def parse_fence(kind: str, source: str, page: str, line: int) -> Fence:
    """A fence from its text: `key: value` lines, indented lines continue the key above. Raises PageFault."""
    fields: dict[str, list[FenceLine]] = {}
    key = ""
    for number, text in enumerate(source.split("\n"), line + 1):
        if not text.strip():
            continue
        if text[0] == " " and key:
            fields[key].append(FenceLine(text.strip(), number))
            continue
        match = _KEY.fullmatch(text)
        if match is None:
            raise PageFault(page, number, f"“{text}” is not “key: value”")
        key = match[1]
        if key not in FENCE_KEYS[kind]:
            raise PageFault(page, number, f"a {kind} fence has no key “{key}”")
        if key in fields:
            raise PageFault(page, number, f"the key “{key}” occurs twice")
        value = (match[2] or "").strip()
        fields[key] = [FenceLine(value, number)] if value else []
    for needed in sorted(_NEEDED[kind]):
        if not fields.get(needed):
            raise PageFault(page, line, f"the {kind} fence lacks “{needed}”")
    return Fence(kind, page, line, {name: tuple(lines) for name, lines in fields.items()})
