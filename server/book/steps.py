"""How a figure is stepped through: what the board of the browser needs of each turn, and the same as small boards."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from html import escape
from typing import Any

from server.book.examples import Example
from server.drawing.diagram import board_svg
from server.drawing.drawings import Drawings
from server.game import picture_view, turn_view
from server.texts.speech import Translate
from server.texts.typography import typography
from server.texts.words import Words
from variants.position import Picture


def course_of(example: Example, pictures: Sequence[Picture], told: Sequence[str], words: Words, _: Translate) -> str:
    """The turns of a played example as JSON: the picture before them, then each as a view of a table tells it.

    `pictures` has one more than there are turns; `told` says in words what each turn came to.
    """
    seats = [words.seat(code) for code in example.first.seats]
    codes = example.first.event_codes
    turns: list[dict[str, Any]] = []
    for number, (stage, said) in enumerate(zip(example.course, told, strict=True), 1):
        made = turn_view(number, stage.texts, stage.shown) | stage.place._asdict()
        kept = {key: made[key] for key in ("number", "texts", "events", "latest")}
        moves = [_("{name}: {move}").format(name=seats[seat], move=text) for seat, text in sorted(stage.texts.items())]
        turns.append(kept | {"moves": typography(" · ".join(moves), words.language), "said": said})
    used = {event["code"] for made in turns for event in made["events"]}
    signs = {code: codes[code] for code in sorted(used) if codes.get(code)}
    course = {"pictures": [picture_view(picture) for picture in pictures], "turns": turns, "signs": signs}
    return json.dumps(course, ensure_ascii=False, separators=(",", ":"))


def small_boards(
    example: Example,
    pictures: Sequence[Picture],
    drawings: Drawings,
    prefix: str,
    _: Translate,
    only: Collection[int] = (),
) -> str:
    """The positions before the last one in a row, for a page without script. The page defines the drawings.

    `only` names the turns after which a position is shown, where it is not all.
    """
    boards = ""
    for number, picture in enumerate(pictures[:-1]):
        if only and number not in only:
            continue
        title = _("{turn} of {turns}").format(turn=number, turns=len(example.course))
        drawn = board_svg(
            picture,
            example.first.drawings,
            drawings,
            turned=example.turned,
            coordinates=False,
            prefix=prefix,
            defined=True,
            title=title,
        )
        boards += f"<li>{drawn}</li>"
    return f'<ol class="course">{boards}</ol>'


def stepper(course: str, turned: bool, _: Translate) -> str:
    """The buttons that step through a figure, and what the step is called; a script shows them."""
    label = escape(_("Turns"))
    back, forward = escape(_("One step back")), escape(_("One step forward"))
    seen = ' data-turned=""' if turned else ""
    return (
        f'<div class="steps" role="group" aria-label="{label}" data-course="{escape(course)}"{seen} hidden="">'
        f'<button type="button" class="btn" aria-label="{back}">‹</button>'
        '<div aria-live="polite"></div>'
        f'<button type="button" class="btn" aria-label="{forward}" aria-disabled="true">›</button></div>'
    )
