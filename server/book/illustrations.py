"""The figures, examples and tables of a rules page as HTML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, NamedTuple
from urllib.parse import urlencode

from markdown import markdown

from server.book.examples import Example, MoveRow, chosen, play, set_up
from server.book.fences import Fence
from server.book.steps import course_of, small_boards, stepper
from server.drawing.diagram import board_svg
from server.drawing.drawings import Drawings, beside
from server.texts.speech import Translate, outcome, reason_sentence
from server.texts.typography import listed, typography_html
from server.texts.words import Words
from variants.grid import grid
from variants.position import Event, Picture, Position

_ID = re.compile(r"[a-z][a-z0-9-]*")
ID_PREFIX = "r-"
"""The prefix of the ids of the drawings that a page defines once for all its boards."""


class Illustration(NamedTuple):
    """The HTML of a fence, and a figure to stand beside it."""

    text: str = ""
    figure: str = ""


@dataclass
class Illustrator:
    """Draws the fences of one page, in order."""

    name: str
    variant: type[Position]
    words: Words
    drawings: Drawings
    _: Translate
    """The site's catalogue in the language of the page."""
    count: int = 0
    """Figures so far."""

    def definitions(self) -> str:
        """The drawings that all boards of the page use; must stand on it once, not hidden by `display: none`."""
        used = self.drawings.definitions(self.variant.drawings.values(), ID_PREFIX)
        return f'<svg class="defs" width="0" height="0" aria-hidden="true" focusable="false">{used}</svg>'

    def draw(self, fence: Fence) -> Illustration:
        """The fence as HTML. Raises PageFault for a fault of the page."""
        if fence.kind == "options":
            return Illustration(self._options())
        if fence.kind == "gallery":
            return Illustration(self._gallery(fence))
        self.count += 1
        example = play(fence, self.variant) if fence.kind == "play" else set_up(fence, self.variant)
        told = self._example(example) if example.rows and fence.yes("table", True) else ""
        return Illustration(told, self._figure(fence, example))

    def _figure(self, fence: Fence, example: Example) -> str:
        own = fence.text("id")
        if own and not _ID.fullmatch(own):
            raise fence.fault("id", f"“{own}” is not an id: use small letters, digits and hyphens, a letter first")
        pictures = [each.picture(example.eyes) for each in (example.first, *(one.position for one in example.course))]
        if not fence.yes("hands", True):
            if any(any(hand) for picture in pictures for hand in picture.hands):
                raise fence.fault("hands", "the hands are not empty, so they must be shown")
            pictures = [picture._replace(hands=()) for picture in pictures]
        picture, prefix = pictures[-1], f"{ID_PREFIX}{self.count}-" if example.turned else ID_PREFIX
        svg = board_svg(
            picture,
            self.variant.drawings,
            self.drawings,
            marks=example.marks,
            turned=example.turned,
            live=bool(example.course),
            prefix=prefix,
            defined=not example.turned,
            title=self._("Fig. {number}").format(number=self.count),
            description=self._described(picture),
        )
        link = self._link(fence, example) if fence.yes("link", True) else ""
        legend = self._legend() if example.marks.risky else ""
        steps = ""
        if example.course:
            told = [self._told(stage.told, example.first.seats) for stage in example.course]
            steps = stepper(course_of(example, pictures, told), len(told), example.turned, self._)
            steps += small_boards(example, pictures, self.drawings, prefix, self._)
        return (
            f'<figure class="fig" id="{own or f"fig-{self.count}"}">{svg}{steps}{self._caption(fence, link)}{legend}'
            "</figure>"
        )

    def _told(self, events: Sequence[Event], codes: Sequence[str]) -> str:
        return " ".join(self.words.sentence(*event, codes) for event in self._worth_telling(events))

    def _caption(self, fence: Fence, link: str = "") -> str:
        text = markdown(fence.text("caption")).removeprefix("<p>").removesuffix("</p>")
        number = self._("Fig. {number}").format(number=self.count)
        return f"<figcaption><b>{number}.</b> {typography_html(text, self.words.language)}{link}</figcaption>"

    def _legend(self) -> str:
        """The legend of the two kinds of marked squares, where a board shows risky ones."""
        signs = (
            ('<circle class="lgf" cx="11" cy="11" r="5"/>', self._("safe: always legal")),
            (
                '<circle class="lg" cx="11" cy="11" r="7" stroke-width="2.4" stroke-dasharray="3.4 2.1"/>',
                self._("risky: may be illegal"),
            ),
        )
        rows = "".join(
            f'<li><svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">{sign}</svg>{escape(text)}</li>'
            for sign, text in signs
        )
        return f'<ul class="legend">{rows}</ul>'

    def _link(self, fence: Fence, example: Example) -> str:
        links = ""
        position, label = example.last, self._("Play from this position")
        if position.result() is not None:
            position, label = example.first, self._("Play this example yourself")
        if position.result() is None:
            links = (
                f' <a class="try" rel="nofollow" href="{self._address(fence, position, "play")}">{escape(label)}</a>'
            )
        if example.course and example.first.result() is None:
            # There the reader makes the moves of all sides, from before the first turn.
            address, label = self._address(fence, example.first, "analysis"), self._("Analyse from here")
            links += f' <a class="analyse" rel="nofollow" href="{address}">{escape(label)}</a>'
        return links

    def _address(self, fence: Fence, position: Position, page: str) -> str:
        settings = chosen(fence, self.variant)
        query = {"fen": position.fen(), **{f"option-{name}": value for name, value in settings.items()}}
        return escape(f"/{self.words.language}/variants/{self.name}/{page}?{urlencode(query)}")

    def _described(self, picture: Picture) -> str:
        """The pieces and their squares, for readers who do not see the board."""
        names = grid(*self.variant.size).names
        places: dict[str, list[str]] = {}
        for square, symbol in enumerate(picture.board):
            if symbol:
                places.setdefault(symbol, []).append(names[square])
        order = [symbol for symbol in self.variant.drawings if symbol in places]
        text = listed((f"{self.words.piece(one)} {', '.join(places[one])}" for one in order), self.words.language)
        unseen = [names[square] for square, mark in sorted(picture.marks.items()) if mark == "unseen"]
        if unseen:
            dark = self._("Dark squares: {squares}.").format(squares=", ".join(unseen))
            text = f"{text}. {dark}" if text else dark
        return text[:1].upper() + text[1:]

    def _example(self, example: Example) -> str:
        codes = example.first.seats
        heads = "".join(f'<th scope="col">{escape(self.words.seat(code))}</th>' for code in codes)
        label = self._("Example, fig. {number}").format(number=self.count)
        turn = self._("No.")
        body = "".join(self._row(number, row, len(codes)) for number, row in enumerate(example.rows, 1))
        told = "".join(f"<li>{escape(self._told(row.events, codes))}</li>" for row in example.rows)
        return (
            f'<div class="example"><p class="label">{escape(label)}</p>'
            f'<table class="mini"><thead><tr><th scope="col">{escape(turn)}</th>{heads}</tr></thead>'
            f'<tbody>{body}</tbody></table><ol class="told">{told}</ol>{self._verdict(example, codes)}</div>'
        )

    def _worth_telling(self, events: Sequence[Event]) -> Sequence[Event]:
        """The events that say more than the table of moves; the moves themselves where there are none.

        Of a clash one sentence is enough: the pieces lost on its square are not told again.
        """
        sign = self.variant.event_codes.get
        clashes = {event.squares for event in events if sign(event.code) == "clash"}
        others = [
            event
            for event in events
            if sign(event.code) != "arrow" and not (sign(event.code) == "lost" and event.squares in clashes)
        ]
        return others or events

    def _row(self, number: int, row: MoveRow, seats: int) -> str:
        cells = "".join(
            f'<td class="move" translate="no">{escape(" ".join(row.texts.get(seat, ["…"])))}</td>'
            for seat in range(seats)
        )
        return f'<tr><th scope="row">{number}</th>{cells}</tr>'

    def _verdict(self, example: Example, codes: Sequence[str]) -> str:
        if example.result is None:
            return ""
        points, reason = example.result
        title, winner, loser = outcome(points, self.words, codes, self._)
        sentence = reason_sentence(reason, winner, loser, self.words, self._)
        return f'<p class="verdict"><b>{escape(title)}.</b> {escape(sentence)}</p>'

    def _gallery(self, fence: Fence) -> str:
        self.count += 1
        pieces = ""
        for symbol in fence.text("pieces").split():
            if symbol not in self.variant.drawings:
                raise fence.fault("pieces", f"there is no piece “{symbol}”")
            drawing = beside([self.variant.drawings[symbol]], ID_PREFIX, "piece")
            pieces += f"<li>{drawing} <span>{escape(self.words.piece(symbol))}</span></li>"
        return (
            f'<figure class="gallery" id="fig-{self.count}"><ul class="pieces">{pieces}</ul>'
            f"{self._caption(fence)}</figure>"
        )

    def _options(self) -> str:
        rows = "".join(self._option(option.name, option.choices) for option in self.variant.options)
        heads = (self._("Option"), self._("Default"), self._("Effect"))
        return self._table("opts", heads, rows) + self._presets()

    def _option(self, name: str, choices: Sequence[Any]) -> str:
        told = self.words.options[name]
        others = [told.choices[str(choice)] for choice in choices[1:]]
        template = self._("Other choice: {choice}.") if len(others) == 1 else self._("Other choices: {choices}.")
        joined = listed(others, self.words.language)
        effect = told.help + " " + template.format(choice=joined, choices=joined)
        default = told.choices[str(choices[0])]
        head = escape(self._("Default"))
        return (
            f'<tr><th scope="row">{escape(told.title)}</th><td data-head="{head}">{escape(default)}</td>'
            f"<td>{escape(effect)}</td></tr>"
        )

    def _presets(self) -> str:
        rows = ""
        for code, settings in self.variant.presets.items():
            told = [
                self._("{option}: {choice}").format(
                    option=self.words.options[name].title, choice=self.words.options[name].choices[str(value)]
                )
                for name, value in settings.items()
            ]
            said = " ".join(f"{one}." for one in told) or self._("All options at their defaults.")
            title = self.words.presets[code]
            rows += f'<tr><th scope="row">{escape(title)}</th><td>{escape(said)}</td></tr>'
        return self._table("opts bundles", (self._("Preset"), self._("Options")), rows) if rows else ""

    def _table(self, kind: str, heads: Sequence[str], rows: str) -> str:
        head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
        return (
            f'<div class="scroll" tabindex="0"><table class="{kind}"><thead><tr>{head}</tr></thead>'
            f"<tbody>{rows}</tbody></table></div>"
        )
