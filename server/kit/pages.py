"""The pages of a variant in all languages: whether they say the same, and show all there is."""

from __future__ import annotations

from typing import NamedTuple

from server.book import parts
from server.book.examples import play
from server.book.fences import fences_of
from server.book.parts import Skeleton
from server.texts.words import Words
from variants.contract import BrokenPromise
from variants.position import Position
from variants.promises import check_end
from variants.registry import is_built_in

QUESTIONS = 3
"""Questions that a page of the site asks its reader."""


class ExampleCodes(NamedTuple):
    """What the played examples of a page show."""

    events: frozenset[str]
    reasons: frozenset[str]


def required_examples(variant: type[Position]) -> ExampleCodes:
    """What the played examples of its page have to show: what it declares itself, and no base outside its folder."""
    bases = [base for base in variant.__mro__ if issubclass(base, Position) and _home(base) != _home(variant)]
    return ExampleCodes(
        frozenset(variant.event_codes).difference(*(base.event_codes for base in bases)),
        variant.reasons.difference(*(base.reasons for base in bases)),
    )


def _home(kind: type[Position]) -> list[str]:
    """The package of a class: `variants.Foo` or, of one from outside, the first name."""
    parts = kind.__module__.split(".")
    return parts[: 2 if parts[0] == "variants" else 1]


def shown_examples(words: Words, variant: type[Position]) -> ExampleCodes:
    """Which events and which ends of games occur in the examples that are played. Raises PageFault."""
    examples = [play(fence, variant) for fence in fences_of(words.page) if fence.kind == "play"]
    return ExampleCodes(
        frozenset(event.code for example in examples for row in example.rows for event in row.events),
        frozenset(example.result.reason for example in examples if example.result is not None),
    )


def end_faults(words: Words, variant: type[Position]) -> list[str]:
    """What is wrong with the ends of the examples that are played."""
    found = []
    for fence in fences_of(words.page):
        try:
            if fence.kind == "play":
                check_end(play(fence, variant).last)
        except BrokenPromise as broken:
            found.append(f"it is promised that {broken}, and it is not so: {broken.found}")
    return found


def quiz_faults(variant: type[Position], words: Words) -> list[str]:
    """What the questions of a page lack: a built-in variant has three, another as many as it likes."""
    asked = [fence.kind for fence in fences_of(words.page)].count("question")
    lacking = is_built_in(variant) and asked < QUESTIONS
    return [f"the page asks {asked} of {QUESTIONS} questions: add `question` fences"] if lacking else []


def skeleton(words: Words) -> Skeleton:
    """Headings, fences and links of a page. Raises PageFault."""
    return parts.skeleton(parts.body_of(words.page))
