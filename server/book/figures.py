"""The figures, tables and questions of a rules page; their HTML is in `figures.html`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader
from markdown import markdown
from markupsafe import Markup

from server.book.examples import Example, ExampleTurn, chosen, example_of, play, set_up
from server.book.fences import Fence, FenceLine, PageFault
from server.book.movement import best_square, marks_of, mover_of
from server.book.questions import Question, ask
from server.drawing.diagram import board_svg
from server.drawing.pieces import Drawings, beside
from server.game import picture_view, start_of, turn_view
from server.texts.catalogue import translator
from server.texts.rule_text import sentence
from server.texts.typography import listed, typography, typography_html
from server.texts.view_text import outcome, reason_sentence
from server.texts.words import Words
from variants.grid import HOLE, grid
from variants.orthodox import Orthodox
from variants.position import Event, Eyes, Option, Picture, Position, Result

_CODE = re.compile(r"<code>([^<]*)</code>")
_SENTENCE = re.compile(r"(?<=[.:]) |$")
_BLOCK = re.compile(r"^(\d*)(?=(?<=\d)\.\s|(?<!\d)(?:[-+*]\s|[#>]))")
"""The beginning of a line that Markdown takes for a list, a heading or a quotation, up to the sign that says so."""
_ID = re.compile(r"[a-z][a-z0-9-]*")
ID_PREFIX, TURNED_PREFIX = "r-", "rt-"
"""Prefixes of the ids of drawings that a page defines once: for its boards, and for the turned ones."""

TOPICS = ("board", "pieces", "moves", "end")
"""What a fence `rules` may be about."""

_ENVIRONMENT = Environment(
    loader=PackageLoader("server.book", ""), autoescape=True, trim_blocks=True, lstrip_blocks=True
)
# Compiled on import, before the event loop runs: it takes 24 ms.
_TEMPLATE = _ENVIRONMENT.get_template("figures.html")


def macros(language: str) -> Any:
    """The macros of `figures.html`, which write in this language."""
    return _TEMPLATE.make_module({"_": translator(language)})


def definitions(variant: type[Position], drawings: Drawings, turned: bool) -> str:
    """The definitions for all boards of a page, which must hold them once, and not within `display: none`."""
    ways = ((ID_PREFIX, False), (TURNED_PREFIX, True))[: 1 + turned]
    head = '<svg class="defs" width="0" height="0" aria-hidden="true" focusable="false">'
    return f"{head}{''.join(drawings.definitions(variant.drawings.values(), *way) for way in ways)}</svg>"


class Illustration(NamedTuple):
    """The HTML of a fence, and its figure."""

    text: str = ""
    figure: str = ""
    folded: str = ""
    """The title that replaces text and figure in a narrow window until they are unfolded; "" if always shown."""


NOTHING = Illustration()


@dataclass
class Illustrator:
    """Draws the fences of one page, in order."""

    name: str
    variant: type[Position]
    words: Words
    drawings: Drawings
    count: int = 0
    questions: int = 0
    """The numbers of figures and questions so far."""
    turned: bool = False
    """Whether one of the boards so far is turned."""
    cover: Illustration = NOTHING
    """The figure with `cover: yes`, without its number and turns."""

    def __post_init__(self) -> None:
        self.macros = macros(self.words.language)
        self._ = translator(self.words.language)

    def draw(self, fence: Fence) -> list[Illustration]:
        """A fence as HTML; that of the rules in several parts. Raises PageFault."""
        return self._rules(fence) if fence.kind == "rules" else [self._drawn(fence)]

    def _drawn(self, fence: Fence) -> Illustration:
        if fence.kind == "options":
            options = [self._option(option) for option in self.variant.options]
            presets = [
                (self.words.presets[code], self._preset(settings)) for code, settings in self.variant.presets.items()
            ]
            return Illustration(self.macros.options(options, presets))
        self.count += 1
        if fence.kind == "gallery":
            pieces = [self._piece(symbol, fence) for symbol in fence.text("pieces").split()]
            return Illustration(self.macros.gallery(self.count, pieces, self._written(fence.text("caption"))))
        if fence.kind == "question":
            return self._question(ask(fence, self.variant), fence)
        if fence.kind == "moves":
            return self._movement(fence)
        example = example_of(fence, self.variant)
        figure = self._figure(fence, example)
        covering = fence.yes("cover", False)
        if covering:
            self.cover = Illustration(self._moves(fence, example, alone=True), self.macros.figure(**figure, alone=True))
        title = ""
        if fence.yes("fold", fence.kind == "play" and not covering):
            opening = self._written(_opening(fence.text("caption")))
            title = Markup("{}. {}").format(self._label(), opening)
        return Illustration(self._moves(fence, example), self.macros.figure(**figure), title)

    def _rules(self, fence: Fence) -> list[Illustration]:
        """The rules that the class declares, in sentences, with figures of the start and of the kinds that are new."""
        asked, rules = fence.text("about").split() or list(TOPICS), self.words.rules
        for topic in asked:
            if topic not in TOPICS:
                raise fence.fault("about", f"“{topic}” is none of {', '.join(TOPICS)}")
        parts: list[Illustration] = []
        if "board" in asked:
            sentences = [self._("The board has {squares}.").format(squares=rules.size()), *rules.rules("board")]
            parts.append(Illustration(self.macros.sentences(sentences), self._start(fence)))
        if "pieces" in asked:
            if usual := rules.kinds_of_chess():
                parts.append(Illustration(self.macros.sentences([usual])))
            parts += [self._kind(letter, fence) for letter in rules.new_kinds()]
        for topic in (each for each in ("moves", "end") if each in asked):
            if sentences := rules.rules(topic):
                parts.append(Illustration(self.macros.sentences(sentences)))
        if not parts:
            raise fence.fault("about", "the variant declares nothing of this")
        return parts

    def _start(self, fence: Fence) -> str:
        """The figure of the start."""
        self.count += 1
        start = start_of(self.variant)
        hands = "yes" if any(any(hand) for hand in start.picture(Eyes.ALL).hands) else "no"
        texts = {"fen": start.fen(), "link": "no", "hands": hands}
        board = fence._replace(fields={key: (FenceLine(text, fence.line),) for key, text in texts.items()})
        figure = {**self._figure(board, set_up(board, self.variant)), "caption": self._("The start of the game.")}
        return Markup(self.macros.figure(**figure))

    def _kind(self, letter: str, fence: Fence) -> Illustration:
        """How the pieces of a kind go, in a sentence beside its figure."""
        self.count += 1
        symbol, rules = letter.upper(), self.words.rules
        piece = fence._replace(fields={"piece": (FenceLine(symbol, fence.line),)})
        name = rules.kind(letter).bare
        figure = self._movement(piece, f"{name[:1].upper()}{name[1:]}.").figure
        return Illustration(self.macros.sentences([rules.movement(letter)]), figure)

    def _movement(self, fence: Fence, caption: str = "") -> Illustration:
        """How a piece goes, on a board and in a sentence before the caption, or with this caption instead."""
        symbol, name, board = fence.text("piece"), fence.text("square"), grid(*self.variant.size, self.variant.holes)
        if not issubclass(self.variant, Orthodox):
            raise fence.fault("piece", "only the pieces of variants of chess can be shown by their notation")
        mover = mover_of(self.variant, symbol)
        if mover is None:
            raise fence.fault("piece", f"there is no piece “{symbol}” that moves")
        if name and (name not in board.index or board.index[name] in board.holes):
            raise fence.fault("square", f"there is no square “{name}”")
        square = board.index[name] if name else best_square(mover)
        shown = [HOLE if at in board.holes else "" for at in range(len(board.names))]
        shown[square] = symbol
        picture = Picture(self.variant.size, tuple(shown))
        svg = board_svg(
            picture,
            self.variant.drawings,
            self.drawings,
            marks=marks_of(mover, square),
            prefix=ID_PREFIX,
            defined=True,
            title=self._label(),
            description=self._described(picture),
        )
        told = typography(sentence(self.words.the_piece(symbol), mover.notation, self._), self.words.language)
        if not caption:
            more = self._written(fence.text("caption"))
            caption = Markup("{} {}").format(told, more) if more else told
        figure = self.macros.figure(
            number=self.count, id=self._own_id(fence), board=Markup(svg), caption=caption, links=(), risky=False,
            trial="", turned=False, course="", boards=(),
        )  # fmt: skip
        title = Markup("{}. {}").format(self._label(), told.rstrip(".")) if fence.yes("fold", False) else ""
        return Illustration(figure=figure, folded=title)

    def _own_id(self, fence: Fence) -> str:
        """The id of a figure."""
        own = fence.text("id")
        if own and not _ID.fullmatch(own):
            raise fence.fault("id", f"“{own}” is not an id: use small letters, digits and hyphens, a letter first")
        return own or f"fig-{self.count}"

    def _figure(self, fence: Fence, example: Example) -> dict[str, Any]:
        """A board with its caption, for the macro `figure`."""
        own = self._own_id(fence)
        pictures = [each.picture(example.eyes) for each in (example.first, *(turn.position for turn in example.course))]
        if not fence.yes("hands", True):
            if any(any(hand) for picture in pictures for hand in picture.hands):
                raise fence.fault("hands", "the hands are not empty, so they must be shown")
            pictures = [picture._replace(hands=(), counts=()) for picture in pictures]
        going = example.first.result() is None
        comments = self._comments(fence, example)
        self.turned |= example.turned
        draw = partial(
            board_svg,
            symbols=self.variant.drawings,
            drawings=self.drawings,
            turned=example.turned,
            prefix=TURNED_PREFIX if example.turned else ID_PREFIX,
            defined=True,
        )
        board = draw(
            pictures[-1],
            marks=example.marks,
            live=bool(example.course) or going,
            title=self._label(),
            description=self._described(pictures[-1]),
        )
        step, steps = self._("{turn} of {turns}"), len(example.course)
        boards = [
            draw(picture, coordinates=False, title=step.format(turn=number, turns=steps))
            for number, picture in enumerate(pictures[:-1])
            if not comments or number in comments
        ]
        return {
            "number": self.count,
            "id": own,
            "board": Markup(board),
            "caption": self._written(fence.text("caption")),
            "links": self._links(fence, example) if fence.yes("link", True) else (),
            "risky": bool(example.marks.risky),
            "trial": self._address(fence, example.first, "analysis") if going else "",
            "turned": example.turned,
            "course": self._course(example, pictures, comments) if example.course else "",
            "boards": list(map(Markup, boards)),
        }

    def _course(self, example: Example, pictures: Sequence[Picture], comments: Mapping[int, str]) -> str:
        """The picture before the turns, then each turn as in a view of a table, with its sentences."""
        seats, codes = [self.words.seat(code) for code in example.first.seats], example.first.event_codes
        turns: list[dict[str, Any]] = []
        for number, stage in enumerate(example.course, 1):
            moves = [
                self._("{name}: {move}").format(name=seats[seat], move=self.words.move(text))
                for seat, text in sorted(stage.texts.items())
            ]
            turns.append(
                {
                    **turn_view(number, self._texts(stage), stage.shown),
                    "latest": stage.place.latest,
                    "moves": typography(" · ".join(moves), self.words.language),
                    "said": comments.get(number) or self._describe(stage.events, example.first.seats),
                }
            )
        used = {event["code"] for turn in turns for event in turn["events"]}
        signs = {code: codes[code] for code in sorted(used) if codes.get(code)}
        course = {"pictures": [picture_view(picture) for picture in pictures], "turns": turns, "signs": signs}
        return json.dumps(course, ensure_ascii=False, separators=(",", ":"))

    def _texts(self, stage: ExampleTurn) -> dict[int, str]:
        """The moves of a turn by seat, with the letters of the language."""
        return {seat: self.words.move(text) for seat, text in stage.texts.items()}

    def _label(self) -> str:
        return self._("Fig. {number}").format(number=self.count)

    def _written(self, text: str) -> Markup:
        """A line of Markdown as HTML."""
        # One line is no list and no heading, however it begins.
        html = markdown(_BLOCK.sub(r"\1\\", text)).removeprefix("<p>").removesuffix("</p>")
        html = _CODE.sub(lambda code: f"<code>{self.words.move(code[1])}</code>", html)
        return Markup(typography_html(html, self.words.language))

    def _comments(self, fence: Fence, example: Example) -> Mapping[int, str]:
        """The comments of a game by the number of their turn, as plain text."""
        comments = {}
        for line in fence.lines("comments"):
            number, _, text = line.text.partition(" ")
            if not (number.isdecimal() and 1 <= int(number) <= len(example.course) and text):
                raise PageFault(fence.page, line.number, f"“{number}” is not the number of a turn with its comment")
            if int(number) in comments:
                raise PageFault(fence.page, line.number, f"turn {number} has two comments")
            comments[int(number)] = typography(text, self.words.language)
        return comments

    def _moves(self, fence: Fence, example: Example, alone: bool = False) -> Markup:
        """The moves of an example as a table; those of a game with comments as text."""
        codes = example.first.seats
        ending = self._ended(example.result, codes) if example.result is not None else None
        if fence.lines("comments"):
            return Markup(self.macros.game(self._annotated(example, self._comments(fence, example)), ending))
        if not (example.course and fence.yes("table", True)):
            return Markup()
        rows = []
        for _, turns in groupby(example.course, lambda turn: turn.place.row):
            row = list(turns)
            written = [self._texts(turn) for turn in row]
            texts = [" ".join(each[seat] for each in written if seat in each) for seat in range(len(codes))]
            sentences = self._describe([event for turn in row for event in turn.events], codes)
            rows.append(([text or "…" for text in texts], sentences))
        seats = [self.words.seat(code) for code in codes]
        return Markup(self.macros.turns(self.count, seats, rows, ending, alone=alone))

    def _annotated(self, example: Example, comments: Mapping[int, str]) -> list[tuple[str, str]]:
        """The moves of a game in groups, each up to a turn with a comment."""
        lines, moves, row = [], "", 0
        for number, stage in enumerate(example.course, 1):
            if not moves or stage.place.row != row:
                moves += f" {stage.place.row}{'.' if stage.place.row != row else '…'}"
            row = stage.place.row
            for seat, text in sorted(self._texts(stage).items()):
                moves += f" ({text})" if seat in example.first.chance else f" {text}"
            if number in comments:
                lines.append((moves.strip(), comments[number]))
                moves = ""
        return [*lines, (moves.strip(), "")] if moves else lines

    def _question(self, question: Question, fence: Fence) -> Illustration:
        """A question and its board; each answer unfolds to its result by the rules."""
        self.questions += 1
        board = self._figure(question.board, set_up(question.board, self.variant))
        answers = []
        for answer in question.answers:
            reason = ""
            if answer.right and answer.played.lines("turns"):
                self.count += 1
                reason = self.macros.figure(**self._figure(answer.played, play(answer.played, self.variant)))
            elif answer.right:
                reason = Markup("<p>{}</p>").format(self._written(fence.text("why")))
            answers.append((self._written(answer.text), answer.right, self._leads(answer.leads_to), reason))
        markup = self.macros.question(self.questions, self._written(fence.text("ask")), answers)
        return Illustration(markup, self.macros.figure(**board))

    def _leads(self, example: Example | None) -> str:
        """The result of an answer by the rules."""
        if example is None:
            return self._("The rules do not offer this.")
        codes = example.first.seats
        sentences = [self._describe(stage.events, codes) for stage in example.course[-1:]]
        return " ".join(sentences + ([self._ended(example.result, codes)[1]] if example.result is not None else []))

    def _links(self, fence: Fence, example: Example) -> list[tuple[str, str, str]]:
        """The links below a figure: the class of each, its address, its text."""
        links = []
        for position, label in (
            (example.last, self._("Play from this position")),
            (example.first, self._("Play this example yourself")),
        ):
            if position.result() is None:
                links.append(("try", self._address(fence, position, "play"), label))
                break
        if example.course and example.first.result() is None:
            # On the analysis board the reader moves for all sides, from before the first turn.
            links.append(("analyse", self._address(fence, example.first, "analysis"), self._("Analyse from here")))
        return links

    def _address(self, fence: Fence, position: Position, page: str) -> str:
        settings = chosen(fence, self.variant)
        query = {"fen": position.fen(), **{f"option-{name}": value for name, value in settings.items()}}
        return f"/{self.words.language}/variants/{self.name}/{page}?{urlencode(query)}"

    def _described(self, picture: Picture) -> str:
        """The pieces and their squares, for readers who do not see the board."""
        names = grid(*self.variant.size).names
        places: dict[str, list[str]] = {}
        for square, symbol in enumerate(picture.board):
            if symbol:
                places.setdefault(symbol, []).append(names[square])
        order = [symbol for symbol in self.variant.drawings if symbol in places]
        text = listed(
            (f"{self.words.piece(symbol)} {', '.join(places[symbol])}" for symbol in order), self.words.language
        )
        unseen = [names[square] for square, mark in sorted(picture.marks.items()) if mark == "unseen"]
        if unseen:
            dark = self._("Dark squares: {squares}.").format(squares=", ".join(unseen))
            text = f"{text}. {dark}" if text else dark
        return text[:1].upper() + text[1:]

    def _describe(self, events: Sequence[Event], codes: Sequence[str]) -> str:
        """Sentences on the events that the table of moves does not show; the moves if there are none.

        A clash has one sentence: the losses on its square are left out.
        """
        sign = self.variant.event_codes.get
        clashes = {event.squares for event in events if sign(event.code) == "clash"}
        others = [
            event
            for event in events
            if sign(event.code) != "arrow" and not (sign(event.code) == "lost" and event.squares in clashes)
        ]
        return " ".join(self.words.sentence(event, codes) for event in others or events)

    def _ended(self, result: Result, codes: Sequence[str]) -> tuple[str, str]:
        title, winner, loser = outcome(result.points, self.words, codes, self._)
        return title, reason_sentence(result.reason, winner, loser, self.words, self._)

    def _option(self, option: Option) -> tuple[str, str, str]:
        """Title, default and effect of an option."""
        texts = self.words.options[option.name]
        default, *others = (texts.choices[str(choice)] for choice in option.choices)
        template = self._("Other choice: {choice}.") if len(others) == 1 else self._("Other choices: {choices}.")
        joined = listed(others, self.words.language)
        return texts.title, default, f"{texts.help} {template.format(choice=joined, choices=joined)}"

    def _preset(self, settings: Mapping[str, Any]) -> str:
        """The options that a preset chooses."""
        options, template = self.words.options, self._("{option}: {choice}")
        choices = [
            template.format(option=options[name].title, choice=options[name].choices[str(value)])
            for name, value in settings.items()
        ]
        return " ".join(f"{choice}." for choice in choices) or self._("All options at their defaults.")

    def _piece(self, symbol: str, fence: Fence) -> tuple[Markup, str]:
        if symbol not in self.variant.drawings:
            raise fence.fault("pieces", f"there is no piece “{symbol}”")
        return Markup(beside([self.variant.drawings[symbol]], ID_PREFIX, "piece")), self.words.piece(symbol)


def _opening(caption: str) -> str:
    """The first sentence of a line of Markdown, with the whole of a link, an emphasis or code that it begins."""
    pieces = [caption[: end.start()] for end in _SENTENCE.finditer(caption)]
    return next(piece for piece in pieces if piece == caption or _is_whole(piece)).rstrip(" :")


def _is_whole(piece: str) -> bool:
    """Whether a part of a line ends no link, emphasis or code in its middle, and is more than a number."""
    strong = piece.count("**")
    signs = (strong, piece.count("*") - 2 * strong, piece.count("`"), piece.count("[") - piece.count("]"))
    return not any(count % 2 for count in signs) and not piece.rstrip(".").isdecimal()
