"""The boards and examples of a rules page: set up and played by the rules, and checked against what a fence says."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

from server.book.document import read
from server.book.fences import Fence, FenceLine, PageFault
from server.drawing.marks import Arrow, Marks, from_story
from server.game import ScoreSheet, SheetPlace
from server.texts.words import Words
from variants.errors import RulesError
from variants.game import Game
from variants.grid import grid
from variants.position import Event, Eyes, Move, Position, Result, Seat, Viewer

_SCORE = re.compile(r"\*|1/2|[0-9]+(?:/[0-9]+)?(?:-[0-9]+(?:/[0-9]+)?)+")


class ExampleTurn(NamedTuple):
    """A turn of an example, as its figure steps through it."""

    position: Position
    """The position that it led to."""
    texts: Mapping[Seat, str]
    events: Sequence[Event]
    """All events of the turn."""
    shown: Sequence[Event]
    """The same as the viewer of the figure sees it."""
    place: SheetPlace


@dataclass(frozen=True)
class Example:
    """A position to draw, and the moves that led to it."""

    first: Position
    last: Position
    marks: Marks
    result: Result | None = None
    eyes: Viewer = Eyes.ALL
    """The viewer of the drawn position; moves and events are shown in full."""
    turned: bool = False
    drawn: tuple[str, ...] = ()
    """The last outcome of the chance player, as pieces, where no player has moved since."""
    course: tuple[ExampleTurn, ...] = ()


def cover(variant: type[Position], words: Words) -> Example | None:
    """The example by which lists show a variant, None where no fence of its page says `cover: yes`.

    Raises PageFault and WordsError.
    """
    fence = chosen_cover(read(words.page).fences)
    return None if fence is None else example_of(fence, variant)


def chosen_cover(fences: Sequence[Fence]) -> Fence | None:
    """The fence that says `cover: yes`. Raises PageFault where there are two."""
    chosen = [fence for fence in fences if fence.yes("cover", False)]
    for second in chosen[1:]:
        raise second.fault("cover", "another figure is the cover already")
    return chosen[0] if chosen else None


def example_of(fence: Fence, variant: type[Position]) -> Example:
    """The example of a `board` or `play` fence. Raises PageFault."""
    return play(fence, variant) if fence.kind == "play" else set_up(fence, variant)


def set_up(fence: Fence, variant: type[Position]) -> Example:
    """The position of a `board` fence with its marks. Raises PageFault."""
    position = _start(fence, variant)
    squares = grid(*variant.size)

    def named(key: str) -> tuple[int, ...]:
        for name in fence.text(key).split():
            if name not in squares.index:
                raise fence.fault(key, f"there is no square “{name}”")
        return tuple(squares.index[name] for name in fence.text(key).split())

    if len(named("selected")) > 1:
        raise fence.fault("selected", f"one square is selected, not “{fence.text('selected')}”")
    arrows = []
    for text in fence.text("arrows").split():
        names = squares.split.findall(text)
        if len(names) < 2 or "".join(names) != text:
            raise fence.fault("arrows", f"“{text}” is not an arrow")
        path = tuple(squares.index[name] for name in names)
        arrows.append(Arrow(path, _owner(position, path)))
    marks = Marks(
        last=named("marks"),
        selected=next(iter(named("selected")), None),
        safe=named("safe"),
        risky=named("risky"),
        arrows=tuple(arrows),
    )
    example = Example(
        position,
        position,
        marks,
        result=position.result(),
        eyes=_eyes(fence, position),
        turned=fence.yes("turned", False),
    )
    _check(fence, example)
    return example


def play(fence: Fence, variant: type[Position]) -> Example:
    """The position after the turns of a `play` fence, with the signs of the last ones. Raises PageFault.

    What one seat did in a row is shown together, and a chance move with the turn before it.
    """
    first = _start(fence, variant)
    game, eyes = Game(first), _eyes(fence, first)
    sheet = ScoreSheet(first.chance)
    turns: list[tuple[Position, Mapping[Seat, str], Sequence[Event], Sequence[Event]]] = []
    for line in fence.lines("turns"):
        if (result := game.ending()) is not None:
            raise PageFault(fence.page, line.number, f"the game is over ({result.reason}) before “{line.text}”")
        before = game.position
        actions, game = _played(fence, line, game)
        sheet.add(actions)
        position = game.position
        texts = before.turn_notation(actions, position, Eyes.ALL) if actions else {}
        turns.append((position, texts, position.seen_events(Eyes.ALL), position.seen_events(eyes)))
    last = game.position
    course = tuple(ExampleTurn(*turn, sheet.place(number, last.to_act)) for number, turn in enumerate(turns, 1))
    together = course[course[-1].place.latest - 1 :] if course else ()
    marks = from_story(chain.from_iterable(turn.shown for turn in together), last.event_codes)
    by_chance = course[-1].shown if course and course[-1].place.chance else ()
    drawn = tuple(piece for event in by_chance for piece in event.pieces)
    example = Example(first, last, marks, game.ending(), eyes, fence.yes("turned", False), drawn, course)
    _check(fence, example)
    return example


def chosen(fence: Fence, variant: type[Position]) -> dict[str, Any]:
    """The settings that a fence names (`collision=classic switch=False`). Raises PageFault."""
    options = {option.name: {str(choice): choice for choice in option.choices} for option in variant.options}
    settings = {}
    for word in fence.text("settings").split():
        name, _, text = word.partition("=")
        if text not in options.get(name, {}):
            raise fence.fault("settings", f"“{word}” is not an option and one of its choices")
        settings[name] = options[name][text]
    return settings


def _start(fence: Fence, variant: type[Position]) -> Position:
    try:
        return variant.from_fen(fence.text("fen"), chosen(fence, variant))
    except RulesError as error:
        raise fence.fault("fen", str(error)) from error


def _eyes(fence: Fence, position: Position) -> Viewer:
    """The viewer of a figure: a seat by its code, an onlooker (`none`), or a viewer who may see everything."""
    code = fence.text("eyes")
    if code in position.seats:
        return position.seats.index(code)
    if code not in ("", "none"):
        raise fence.fault("eyes", f"“{code}” is no seat; write one of {', '.join(position.seats)}, or none")
    return Eyes.SPECTATOR if code else Eyes.ALL


def _owner(position: Position, path: Sequence[int]) -> Seat | None:
    """The seat of an arrow, where its letters name one."""
    symbol = position.board[path[0]]
    return None if not symbol else 0 if symbol.isupper() else 1


def _played(fence: Fence, line: FenceLine, game: Game) -> tuple[Mapping[Seat, Move], Game]:
    """The moves of a line, and the game after it; no moves where a seat leaves (`white: leaves`). Raises PageFault.

    A line has a move for each seat to act, or for the one that is named before a colon.
    """

    def fault(sentence: str) -> PageFault:
        return PageFault(fence.page, line.number, sentence)

    position = game.position
    seats, words = sorted(position.to_act), line.text.split()
    code, colon, rest = line.text.partition(":")
    if colon:
        if code not in position.seats:
            raise fault(f"“{code}” is no seat; the seats are {', '.join(position.seats)}")
        seats, words = [position.seats.index(code)], rest.split()
        if words == ["leaves"]:
            after = game.without(seats)
            if after is None:
                raise fault(f"no game goes on after “{line.text}”")
            return {}, after
    if len(words) != len(seats):
        raise fault(f"“{line.text}” must be one move each of {', '.join(position.seats[seat] for seat in seats)}")
    actions = {}
    for seat, word in zip(seats, words, strict=True):
        try:
            actions[seat] = position.read(word)
        except RulesError as error:
            raise fault(str(error)) from error
        if actions[seat] not in set(position.moves(seat)) and not fence.yes("written", False):
            raise fault(f"the rules do not offer “{word}” to {position.seats[seat]}")
    return actions, game.play(actions)


def _check(fence: Fence, example: Example) -> None:
    """Check the end that the fence expects."""
    position, result = example.last, example.result
    offered = (
        {position.write(move) for seat in position.to_act for move in position.moves(seat)} if result is None else set()
    )
    when = " after these turns" if fence.lines("turns") else ""
    for text in fence.text("offered").split():
        if text not in offered:
            raise fence.fault("offered", f"the rules do not offer “{text}”{when}")
    for text in fence.text("refused").split():
        if text in offered:
            raise fence.fault("refused", f"the rules offer “{text}”{when}")
    fields = position.fen().split(" ")
    for line in fence.lines("expect"):
        words = line.text.split(" ")
        if _SCORE.fullmatch(words[0]):
            actual = ["*"] if result is None else [score(result, position), result.reason]
        else:
            actual = fields
        if actual[: len(words)] != words:
            raise PageFault(fence.page, line.number, f"the turns end with “{' '.join(actual)}”, not “{line.text}”")


def score(result: Result, position: Position) -> str:
    """The scores of the players, as players write them: `1-0`, `1/2`, among three `1/2-1/2-0`."""
    points = [share for seat, share in enumerate(result.points) if seat not in position.chance]
    if points == [0.5, 0.5]:
        return "1/2"
    return "-".join(str(Fraction(share).limit_denominator(1_000_000)) for share in points)
