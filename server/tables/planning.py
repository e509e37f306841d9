"""What players may ask about moves in advance: to plan them, and to drop the plan."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from server.loop import breathe
from server.tables.action import Action, Facts, MoveText, TurnNumber
from server.tables.decisions import Decision
from server.tables.refusal import Refusal
from server.tables.rights import FEW_PLANS, MOST_PLANS, MOST_PLANS_IN_ALL
from server.tables.state import State
from variants.position import Position, Seat

MOST_LINES = 16
MOST_TURNS = 10
MOST_PLANNED = 32
"""Turns that all lines of a plan foresee together, those that several share counted once."""


class Plan(Action):
    """Plan your moves while another seat is to act; a new plan replaces the one before, and nobody else learns of it.

    Either `answer` is what you play next, whatever is played before, or `lines` lists what you foresee: each line the
    turns from now on, of whoever acts, up to a move of yours. The table plays your move as soon as its time comes, in
    no time of your clock; where it is not possible then, the plan is dropped, and you alone are told.
    """

    private = True
    number: TurnNumber
    answer: MoveText | None = None
    lines: Annotated[
        list[Annotated[list[MoveText], Field(min_length=2, max_length=MOST_TURNS)]],
        Field(max_length=MOST_LINES, description=f"with {MOST_PLANNED} different turns at most"),
    ] = Field([])
    takebacks: Annotated[
        TurnNumber | None,
        Field(description="as in the view: the plan is refused if turns were taken back since; null: no such check"),
    ] = None

    @classmethod
    def objection(cls, table: State, seat: Seat, at: float) -> Refusal | None:
        if table.rules.chance:
            return Refusal("plan_dice", "Where dice decide, no move is made in advance.")
        if len(table.position.to_act) != 1:
            return Refusal("plan_together", "Moves are made in advance only where one player acts at a time.")
        (acting,) = table.position.to_act
        if seat == acting:
            return Refusal("your_turn", "It is your turn: play your move.")
        if table.chairs[seat] == table.chairs[acting]:
            return Refusal("plan_alone", "You play the other side yourself: there is nothing to foresee.")
        most = MOST_PLANS if table.planned[seat] < MOST_PLANS_IN_ALL else FEW_PLANS
        if table.repeats["plan", seat] >= most:
            return Refusal("planned_often", "You have made {most} plans in this turn: the last one stays.", most=most)
        return None

    def decision(self, table: State, person: str, facts: Facts) -> Decision:
        if self.number < table.number:
            raise Refusal("late", "This turn is over: the move came for turn {number}.", number=self.number + 1)
        if self.number > table.number:
            raise Refusal("early", "Turn {number} has not begun.", number=self.number + 1)
        if self.takebacks not in (None, table.takebacks):
            raise Refusal("changed", "The game has changed meanwhile: look at it again.")
        if (self.answer is None) == (not self.lines):
            raise Refusal("plan_form", "A plan is either one answer or a list of lines.")
        if self.answer is not None:
            # Whether it is possible is asked when its time comes: before, that could tell what a board hides.
            table.rules.read(self.answer)
            return self._entry(table, person, facts, {"answer": self.answer})
        if table.rules.hidden:
            raise Refusal("plan_hidden", "What others will play on a hidden board cannot be foreseen.")
        _check(table.position, self.seat, self.lines)
        return self._entry(table, person, facts, {"lines": self.lines})


class Unplan(Action):
    """Drop your plan."""

    private = True

    @classmethod
    def objection(cls, table: State, seat: Seat, at: float) -> Refusal | None:
        return None if seat in table.plans else Refusal("no_plan", "There is no plan to drop.")

    def decision(self, table: State, person: str, facts: Facts) -> Decision:
        return self._entry(table, person, facts)


def _check(start: Position, seat: Seat, lines: list[list[str]]) -> None:
    """Raise Refusal unless the rules allow these lines, each ends with a move of the seat, and none contradict."""
    reached: dict[tuple[str, ...], Position] = {(): start}
    answers: dict[tuple[str, ...], str] = {}
    for line in lines:
        for at, text in enumerate(line):
            before, position = tuple(line[:at]), reached[tuple(line[:at])]
            if len(position.to_act) != 1:
                raise Refusal("plan_together", "Moves are made in advance only where one player acts at a time.")
            (acting,) = position.to_act
            if acting == seat and answers.setdefault(before, text) != text:
                one, other = answers[before], text
                raise Refusal(
                    "plan_answers", "After the same turns you answer {one} and {other}.", one=one, other=other
                )
            if (*before, text) not in reached:
                breathe()
                if len(reached) > MOST_PLANNED:
                    raise Refusal("plan_long", "A plan foresees {most} turns at most.", most=MOST_PLANNED)
                offered = {} if position.result() else {position.write(move): move for move in position.moves(acting)}
                if text not in offered:
                    raise Refusal("not_offered", "The move {move} is not possible now.", move=text)
                reached[*before, text] = position.play({acting: offered[text]})
        if tuple(line[:-1]) not in answers:
            raise Refusal("plan_end", "A line ends with a move of your own.")
