"""Moves planned in advance: the table plays them when they are due, and keeps them secret until then."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Self

from server.game.errors import Refusal
from variants.position import Position, Seat

MOST_LINES = 16
MOST_TURNS = 10
"""Lines of a plan, and turns of a line."""

MOST_PLANNED = 32
"""Turns of all lines of a plan together; turns that several lines share count once."""


class PlannedMoves(NamedTuple):
    """The plan of a seat, from the position as it stands: one answer to any move, or lines of turns."""

    answer: str = ""
    lines: tuple[tuple[str, ...], ...] = ()
    """The texts of the turns from now on. After the same turns, lines have the same move of the seat."""
    missed: bool = False
    """Whether the others have played a turn of no line."""

    @classmethod
    def of(cls, body: Mapping[str, Any]) -> Self:
        """The plan in the body of an entry."""
        return cls(body.get("answer", ""), tuple(map(tuple, body.get("lines", ()))))

    @property
    def next(self) -> str:
        """The move that the seat plays as soon as it is to act; "" if no line leads here."""
        return self.answer or (self.lines[0][0] if self.lines else "")

    def after(self, seat: Seat, actions: Mapping[Seat, str]) -> PlannedMoves | None:
        """The rest of this seat's plan after a turn; None if nothing is left."""
        if self.answer or self.missed:
            return None if seat in actions else self
        played = list(actions.values())
        lines = tuple(line[1:] for line in self.lines if [line[0]] == played and len(line) > 1)
        if lines:
            return PlannedMoves(lines=lines)
        return None if seat in actions else PlannedMoves(missed=True)


def check_lines(start: Position, seat: Seat, lines: Sequence[Sequence[str]], pause: Callable[[], object]) -> None:
    """Raise Refusal unless the rules allow these lines, each ends with a move of the seat, and none contradict.

    `pause` is called before each turn is played.
    """
    reached: dict[tuple[str, ...], Position] = {(): start}
    answers: dict[tuple[str, ...], str] = {}
    for line in lines:
        for index, text in enumerate(line):
            before, position = tuple(line[:index]), reached[tuple(line[:index])]
            if len(position.to_act) != 1:
                raise together()
            (acting,) = position.to_act
            if acting == seat and answers.setdefault(before, text) != text:
                raise Refusal(
                    "plan_answers",
                    "After the same turns you answer {one} and {other}.",
                    one=answers[before],
                    other=text,
                )
            if (*before, text) not in reached:
                pause()
                if len(reached) > MOST_PLANNED:
                    raise Refusal("plan_long", "A plan foresees {most} turns at most.", most=MOST_PLANNED)
                offered = {} if position.result() else {position.write(move): move for move in position.moves(acting)}
                if text not in offered:
                    raise Refusal("not_offered", "The move {move} is not possible now.", move=text)
                reached[*before, text] = position.play({acting: offered[text]})
        if tuple(line[:-1]) not in answers:
            raise Refusal("plan_end", "A line ends with a move of your own.")


def together() -> Refusal:
    """The refusal of plans where several seats act in one turn."""
    return Refusal("plan_together", "Moves are made in advance only where one player acts at a time.")
