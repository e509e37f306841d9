"""The questions of a rules page: the rules play every answer and mark it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from server.book.examples import Example, play, score, set_up
from server.book.fences import Fence, FenceLine, PageFault
from variants.errors import RulesError
from variants.grid import grid
from variants.position import Position

_SQUARE = re.compile(r"([a-z]+[0-9]+)=(\S+)")
_SCORE = re.compile(r"\*|[0-9/-]+")


class QuestionAnswer(NamedTuple):
    """One of the answers to choose from."""

    text: str
    right: bool
    leads_to: Example | None
    """The example of its moves; None if the rules do not offer them."""
    played: Fence
    """The fence of that example; without turns if the question is about the board itself."""


class Question(NamedTuple):
    """A question, its board and its answers, of which one is right."""

    board: Fence
    answers: tuple[QuestionAnswer, ...]


def ask(fence: Fence, variant: type[Position]) -> Question:
    """The question of a `question` fence. Raises PageFault, which names every answer that the rules contradict."""
    lines, says, goal = fence.lines("answers"), fence.lines("says"), fence.text("goal").split()
    if len(lines) != len(says):
        raise fence.fault("says", f"there are {len(says)} texts for {len(lines)} answers")
    if goal and fence.lines("turns"):
        raise fence.fault("goal", "a question has either turns, of which the answers claim something, or a goal")
    played = _played(fence, fence.lines("turns"))
    end: Example | None = None if goal else play(played, variant)
    answers: list[QuestionAnswer] = []
    faults: list[PageFault] = []
    for line, text_line in zip(lines, says, strict=True):
        mark, _, text = line.text.partition(" ")
        turns = [FenceLine(turn.strip(), line.number) for turn in text.removeprefix("!").split(",")]
        try:
            if goal:
                played = _played(fence, turns)
                end = _end(played, variant, text.startswith("!"))
            holds = end is not None and all(_holds(claim, end, fence, line) for claim in goal or text.split())
        except PageFault as fault:
            faults.append(fault)
            continue
        if mark not in ("+", "-") or holds != (mark == "+"):
            verdict = "right: mark it with +" if holds else "wrong: mark it with -"
            faults.append(PageFault(fence.page, line.number, f"by the rules the answer “{text}” is {verdict}"))
        answers.append(QuestionAnswer(text_line.text, holds, end, played))
    if not faults and sum(answer.right for answer in answers) != 1:
        faults.append(fence.fault("answers", "one answer must be right, and only one"))
    if faults:
        raise PageFault.together(faults)
    return Question(_fence(fence, "board", link=(FenceLine("no", fence.line),)), tuple(answers))


def _played(fence: Fence, turns: Sequence[FenceLine]) -> Fence:
    """The `play` fence of these turns, with the explanation as its caption."""
    return _fence(fence, "play", turns=tuple(turns), caption=fence.lines("why"))


def _fence(fence: Fence, kind: str, **fields: tuple[FenceLine, ...]) -> Fence:
    """A fence of this kind that shows the board of a question."""
    board = {key: fence.fields[key] for key in ("fen", "settings", "turned", "eyes", "hands") if key in fence.fields}
    return fence._replace(kind=kind, fields=board | fields)


def _end(played: Fence, variant: type[Position], refused: bool) -> Example | None:
    """The played example; None if its moves are not offered, as the answer claims. Raises PageFault."""
    set_up(played, variant)
    try:
        end = play(played, variant)
    except PageFault:
        if refused:
            return None
        raise
    if refused:
        raise played.fault("turns", f"the rules offer “{played.text('turns')}”")
    return end


def _holds(claim: str, example: Example, fence: Fence, line: FenceLine) -> bool:
    """Whether a claim about the end of an example is true: a square, the result, an event, the turn, or a move."""
    if claim.startswith("!"):
        return not _holds(claim[1:], example, fence, line)
    position, result = example.last, example.result
    if match := _SQUARE.fullmatch(claim):
        square, seen = grid(*position.size).index.get(match[1]), position.picture(example.eyes)
        if square is not None and (match[2] in "-?" or match[2] in position.drawings):
            return ("?" if seen.marks.get(square) == "unseen" else seen.board[square] or "-") == match[2]
    elif _SCORE.fullmatch(claim):
        return ("*" if result is None else score(result, position)) == claim
    elif claim in position.event_codes or claim in position.reasons:
        codes = {event.code for stage in example.course[-1:] for event in stage.events}
        return claim in codes or (result is not None and result.reason == claim)
    elif claim in position.seats:
        return result is None and position.seats.index(claim) in position.to_act
    else:
        try:
            move = position.read(claim)
        except RulesError:
            pass
        else:
            return result is None and any(move in set(position.moves(seat)) for seat in position.to_act)
    raise PageFault(fence.page, line.number, f"“{claim}” is no claim that the rules could check")
