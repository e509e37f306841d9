"""The figures, examples and tables of a rules page as HTML."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple
from urllib.parse import urlencode

from markdown import markdown

from server.book.examples import Example, MoveRow, chosen, play, set_up
from server.book.fences import Fence, PageFault
from server.book.options import options
from server.book.questions import Question, ask
from server.book.steps import course_of, small_boards, stepper
from server.drawing.diagram import board_svg
from server.drawing.drawings import Drawings, beside
from server.texts.speech import Translate, outcome, reason_sentence
from server.texts.typography import listed, typography, typography_html
from server.texts.words import Words
from variants.grid import grid
from variants.position import Event, Picture, Position, Result

_SENTENCE = re.compile(r"(?<=[.:]) ")
_ID = re.compile(r"[a-z][a-z0-9-]*")
ID_PREFIX, TURNED_PREFIX = "r-", "rt-"
"""The prefixes of the ids of the drawings that a page defines once for all its boards, and for the turned ones."""


def definitions(variant: type[Position], drawings: Drawings, turned: bool) -> str:
    """The drawings that all boards of a page use; must stand on it once, not hidden by `display: none`."""
    ways = ((ID_PREFIX, False), (TURNED_PREFIX, True))[: 1 + turned]
    head = '<svg class="defs" width="0" height="0" aria-hidden="true" focusable="false">'
    return f"{head}{''.join(drawings.definitions(variant.drawings.values(), *way) for way in ways)}</svg>"


class Illustration(NamedTuple):
    """The HTML of a fence, and a figure to stand beside it."""

    text: str = ""
    figure: str = ""
    folded: str = ""
    """What stands, where the window is narrow, in place of the whole until it is unfolded; "" for what is shown."""


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
    questions: int = 0
    """Figures, and questions, so far."""
    turned: bool = False
    """Whether one of the boards so far is turned."""

    def draw(self, fence: Fence) -> Illustration:
        """The fence as HTML. Raises PageFault for a fault of the page."""
        if fence.kind == "options":
            return Illustration(options(self.variant, self.words, self._))
        if fence.kind == "gallery":
            return Illustration(self._gallery(fence))
        if fence.kind == "question":
            return self._question(ask(fence, self.variant), fence)
        self.count += 1
        example = play(fence, self.variant) if fence.kind == "play" else set_up(fence, self.variant)
        told = ""
        if fence.lines("comments"):
            told = self._annotated(example, self._comments(fence, example))
        elif example.rows and fence.yes("table", True):
            told = self._example(example)
        folded = ""
        if fence.yes("fold", fence.kind == "play" and not fence.yes("cover", False)):
            folded = f"{self._('Fig. {number}').format(number=self.count)}. {self._opening(fence)}"
        return Illustration(told, self._figure(fence, example), folded)

    def _figure(self, fence: Fence, example: Example) -> str:
        own = fence.text("id")
        if own and not _ID.fullmatch(own):
            raise fence.fault("id", f"“{own}” is not an id: use small letters, digits and hyphens, a letter first")
        pictures = [each.picture(example.eyes) for each in (example.first, *(one.position for one in example.course))]
        if not fence.yes("hands", True):
            if any(any(hand) for picture in pictures for hand in picture.hands):
                raise fence.fault("hands", "the hands are not empty, so they must be shown")
            pictures = [picture._replace(hands=()) for picture in pictures]
        tried = example.first.result() is None
        picture, prefix = pictures[-1], TURNED_PREFIX if example.turned else ID_PREFIX
        self.turned |= example.turned
        svg = board_svg(
            picture,
            self.variant.drawings,
            self.drawings,
            marks=example.marks,
            turned=example.turned,
            live=bool(example.course) or tried,
            prefix=prefix,
            defined=True,
            title=self._("Fig. {number}").format(number=self.count),
            description=self._described(picture),
        )
        link = self._link(fence, example) if fence.yes("link", True) else ""
        legend = self._legend() if example.marks.risky else ""
        steps = ""
        if example.course:
            comments = self._comments(fence, example)
            told = [
                comments.get(number) or self._told(stage.told, example.first.seats)
                for number, stage in enumerate(example.course, 1)
            ]
            steps = stepper(course_of(example, pictures, told, self.words, self._), example.turned, self._)
            steps += small_boards(example, pictures, self.drawings, prefix, self._, comments)
        trial = f' data-try="{self._address(fence, example.first, "analysis")}"' if tried else ""
        trial += ' data-turned=""' if tried and example.turned else ""
        below = f"{steps}{self._caption(fence, link)}{legend}"
        return f'<figure class="fig" id="{own or f"fig-{self.count}"}"{trial}>{svg}{below}</figure>'

    def _told(self, events: Sequence[Event], codes: Sequence[str]) -> str:
        return " ".join(self.words.sentence(*event, codes) for event in self._worth_telling(events))

    def _caption(self, fence: Fence, link: str = "") -> str:
        number = self._("Fig. {number}").format(number=self.count)
        return f"<figcaption><b>{number}.</b> {self._written(fence.text('caption'))}{link}</figcaption>"

    def _written(self, text: str) -> str:
        """A line of Markdown as HTML."""
        return typography_html(markdown(text).removeprefix("<p>").removesuffix("</p>"), self.words.language)

    def _opening(self, fence: Fence) -> str:
        """The first sentence of a caption."""
        return self._written(_SENTENCE.split(fence.text("caption"), maxsplit=1)[0].rstrip(" :"))

    def _comments(self, fence: Fence, example: Example) -> Mapping[int, str]:
        """The comments of a game by the number of their turn, as plain text."""
        comments = {}
        for line in fence.lines("comments"):
            number, _, text = line.text.partition(" ")
            if not (number.isdecimal() and 1 <= int(number) <= len(example.course) and text):
                raise PageFault(fence.page, line.number, f"“{number}” is not the number of a turn with its comment")
            comments[int(number)] = typography(text, self.words.language)
        return comments

    def _annotated(self, example: Example, comments: Mapping[int, str]) -> str:
        """A game as its moves, in bold, with the comments between them."""
        lines, moves, row = "", "", 0
        for number, stage in enumerate(example.course, 1):
            if not moves or stage.place.row != row:
                moves += f" {stage.place.row}{'.' if stage.place.row != row else '…'}"
            row = stage.place.row
            for seat, text in sorted(stage.texts.items()):
                moves += f" ({text})" if seat in example.first.chance else f" {text}"
            if number in comments:
                lines += f'<p><code translate="no">{escape(moves.strip())}</code> {escape(comments[number])}</p>'
                moves = ""
        rest = f'<p><code translate="no">{escape(moves.strip())}</code></p>' if moves else ""
        return f'<div class="game">{lines}{rest}{self._verdict(example, example.first.seats)}</div>'

    def _question(self, question: Question, fence: Fence) -> Illustration:
        """A question beside its board; each answer unfolds what the rules say of it."""
        self.count += 1
        self.questions += 1
        board = self._figure(question.board, set_up(question.board, self.variant))
        answers = ""
        for answer in question.answers:
            mark = self._("Right.") if answer.right else self._("Wrong.")
            told = f"<p><b>{escape(mark)}</b> {escape(self._leads(answer.leads_to))}</p>"
            if answer.right and answer.played.lines("turns"):
                self.count += 1
                told += self._figure(answer.played, play(answer.played, self.variant))
            elif answer.right:
                told += f"<p>{self._written(fence.text('why'))}</p>"
            answers += (
                f'<details class="answer{" right" if answer.right else ""}" name="question-{self.questions}">'
                f"<summary>{self._written(answer.text)}</summary>{told}</details>"
            )
        label = escape(self._("Question {number}").format(number=self.questions))
        asked = f'<p class="ask"><b>{label}.</b> {self._written(fence.text("ask"))}</p>'
        return Illustration(f'{asked}<div class="answers">{answers}</div>', board)

    def _leads(self, example: Example | None) -> str:
        """What the rules say of an answer."""
        if example is None:
            return self._("The rules do not offer this.")
        codes = example.first.seats
        told = [self._told(stage.told, codes) for stage in example.course[-1:]]
        return " ".join(told + ([self._ended(example.result, codes)[1]] if example.result is not None else []))

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
        title, sentence = self._ended(example.result, codes)
        return f'<p class="verdict"><b>{escape(title)}.</b> {escape(sentence)}</p>'

    def _ended(self, result: Result, codes: Sequence[str]) -> tuple[str, str]:
        title, winner, loser = outcome(result.points, self.words, codes, self._)
        return title, reason_sentence(result.reason, winner, loser, self.words, self._)

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
