"""The picture by which lists show a variant: a figure of its rules page."""

from __future__ import annotations

from server.book.examples import Example, play, set_up
from server.book.fences import Fence, fences_of
from server.texts.words import Words
from variants.position import Position


def cover(variant: type[Position], words: Words) -> Example | None:
    """The example whose fence says `cover: yes`, or None where none does. Raises PageFault and WordsError."""
    fence = chosen_cover(fences_of(words.page))
    if fence is None:
        return None
    return play(fence, variant) if fence.kind == "play" else set_up(fence, variant)


def chosen_cover(fences: list[Fence]) -> Fence | None:
    """The fence that says `cover: yes`. Raises PageFault where there are two."""
    chosen = [fence for fence in fences if fence.yes("cover", False)]
    for second in chosen[1:]:
        raise second.fault("cover", "another figure is the cover already")
    return chosen[0] if chosen else None
