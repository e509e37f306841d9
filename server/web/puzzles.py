"""Puzzles: that of the day, the others of each variant, and what somebody has solved of them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from flask import Blueprint, Response, abort, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from server.archive.walk import Walk
from server.game import Refusal, start_of
from server.house import House, the_house
from server.puzzles.answers import RIGHT_WITHIN, Marked, marked
from server.puzzles.puzzle import Puzzle
from server.puzzles.streak import streak
from server.runtime.loop import yield_to_loop
from server.runtime.numbers import whole
from server.store.answers import Answer, keep, of
from server.web import analysis, review
from server.web.boards import of_the_puzzle
from server.web.identity import introduce, visitor
from variants.errors import RulesError
from variants.position import Position

blueprint = Blueprint("puzzles", __name__)

LEVELS = range(1, 6)
LATEST = 20
"""Answers of a person that a page lists."""
LONGEST_ANSWER = 200
"""Letters."""
TURN = 0.1
"""What a turn of a solution counts for its address, in requests."""


@blueprint.get("/puzzles")
def index() -> str:
    """The puzzle of the day, the puzzles of each variant, and what the reader has solved."""
    house, me = the_house(), visitor()
    day = today(house)
    daily = house.shelf.daily(day)
    answers = of(house.journal, me) if me is not None else []
    done = {answer.puzzle: answer for answer in answers}
    known = [(answer, found) for answer in answers if (found := house.shelf.puzzles.get(answer.puzzle)) is not None]
    return render_template(
        "puzzles.html",
        section="puzzles",
        daily=None
        if daily is None
        else {"puzzle": daily, "answer": done.get(daily.id), "board": of_the_puzzle(daily, prefix="d-")},
        day=datetime(day.year, day.month, day.day, 12, tzinfo=UTC).timestamp(),
        variants=[_counted(house, name, done) for name in house.variants if house.shelf.of(name)],
        latest=known[:LATEST],
        streak=streak(house.shelf, [(answer.puzzle, answer.day) for answer in answers if answer.right], day),
        right=sum(answer.right for answer, _found in known),
        answered=len(known),
    )


@blueprint.get("/puzzles/next")
def following() -> BaseResponse:
    """The next puzzle of `?variant=…` and `?level=…` that the reader has not answered, after the puzzle `?after=…`."""
    house, me = the_house(), visitor()
    variant, level = request.args.get("variant", ""), whole(request.args.get("level", ""), 1)
    found = [puzzle.id for puzzle in house.shelf.of(variant, level)] if variant in house.variants else []
    if not found:
        abort(404)
    after = request.args.get("after", "")
    start = found.index(after) + 1 if after in found else 0
    done = {answer.puzzle for answer in of(house.journal, me)} if me is not None else set()
    turn = found[start:] + found[:start]
    following = next((puzzle for puzzle in turn if puzzle not in done and puzzle != after), turn[0])
    return redirect(url_for("puzzles.show", puzzle_id=following, level=level), 303)


@blueprint.get("/puzzles/<puzzle_id>")
def show(puzzle_id: str) -> str:
    """A puzzle to solve. Nothing of its answer is in the page."""
    house = the_house()
    puzzle = _puzzle(house, puzzle_id)
    me, words = visitor(), house.words(puzzle.variant, g.language)
    line = _line(house, puzzle)
    start = analysis.told(house, puzzle.variant, line)
    daily = house.shelf.daily(today(house))
    answered = me is not None and any(answer.puzzle == puzzle.id for answer in of(house.journal, me))
    return render_template(
        "puzzle.html",
        section="puzzles",
        puzzle=puzzle,
        variant=puzzle.variant,
        words=words,
        seat=start["chairs"][puzzle.seat],
        number=1 + [each.id for each in house.shelf.of(puzzle.variant)].index(puzzle.id),
        is_daily=daily is not None and daily.id == puzzle.id,
        answered=answered,
        level=whole(request.args.get("level", ""), 1),
        together=len(line.position.to_act) > 1,
        offered=_offered(puzzle, start),
        start={**start, "moves": {str(puzzle.seat): start["moves"][str(puzzle.seat)]}},
        turned=puzzle.seat in house.variants[puzzle.variant].turned,
        board=of_the_puzzle(puzzle, prefix="b-", live=True, coordinates=True),
        analysis=analysis.address(puzzle.variant, line.position.settings, puzzle.fen),
    )


@blueprint.post("/puzzles/<puzzle_id>")
def answer(puzzle_id: str) -> dict[str, Any] | Response:
    """Mark an answer, keep it where it is the reader's first, and tell the solution."""
    house = the_house()
    try:
        puzzle = _puzzle(house, puzzle_id)
        found = marked(puzzle, _answer_of(request.form.get("answer", "")))
        house.limits.check(request.remote_addr, cost=TURN * (len(puzzle.line) + 1))
        kept(house, introduce(), puzzle, found)
        return solution(house, puzzle, found)
    except RulesError as error:
        return review.refused(error)


def kept(house: House, person: str, puzzle: Puzzle, found: Marked) -> None:
    """Keep what somebody answered, unless they have answered this before. Raises Refusal, JournalError."""
    if all(answer.puzzle != puzzle.id for answer in of(house.journal, person)):
        house.limits.check_new(person)
        answered = Answer(puzzle.id, house.clock(), round(found.lost, 4), found.right)
        keep(house.journal, person, answered)


def solution(house: House, puzzle: Puzzle, found: Marked) -> dict[str, Any]:
    """What the answer is worth, and the solution, as the page of the puzzle shows it."""
    line = _line(house, puzzle)
    nodes = [analysis.told(house, puzzle.variant, line)]
    labels = [_labels(nodes[0], str(seat)) for seat in line.position.to_act]
    ours = labels[line.position.to_act.index(puzzle.seat)]
    theirs = next((each for each in labels if each is not ours), {})
    for turn in puzzle.line:
        yield_to_loop()
        line.play({int(seat): move for seat, move in turn.items()})
        nodes.append(analysis.told(house, puzzle.variant, line))
    return {
        "right": found.right,
        "lost": found.lost,
        "within": RIGHT_WITHIN,
        "reply": theirs.get(found.reply, found.reply) if found.reply else None,
        "value": puzzle.value,
        "exact": puzzle.exact,
        "nodes": puzzle.nodes,
        "solution": [
            {"id": move, "label": ours.get(move, move), "share": share} for move, share in puzzle.solution.items()
        ],
        "moves": [{"id": move, "label": ours.get(move, move)} for move in puzzle.moves],
        "replies": [theirs.get(move, move) for move in puzzle.replies],
        "points": puzzle.points,
        "costs": [
            {"id": move, "label": ours.get(move, move), "cost": cost}
            for move, cost in sorted(puzzle.costs.items(), key=lambda pair: pair[1])[:3]
        ],
        "trap": puzzle.trap and {"label": ours.get(puzzle.trap, puzzle.trap), "cost": puzzle.costs[puzzle.trap]},
        "line": [{**node, "moves": {}} for node in nodes],
    }


def today(house: House) -> date:
    """The day of the daily puzzle, by UTC."""
    return datetime.fromtimestamp(house.clock(), UTC).date()


def _puzzle(house: House, puzzle_id: str) -> Puzzle:
    puzzle = house.shelf.puzzles.get(puzzle_id)
    if puzzle is None:
        raise Refusal("no_puzzle", "There is no puzzle at this address.")
    return puzzle


def _line(house: House, puzzle: Puzzle) -> Walk:
    rules: type[Position] = house.variants[puzzle.variant]
    settings = rules.complete(puzzle.settings)
    return Walk(rules, puzzle.fen or start_of(rules, settings).fen(), settings)


def _counted(house: House, name: str, done: Mapping[str, Answer]) -> dict[str, Any]:
    puzzles = house.shelf.of(name)
    levels = [level for level in LEVELS if any(puzzle.level == level for puzzle in puzzles)]
    answered = sum(puzzle.id in done for puzzle in puzzles)
    return {
        "name": name,
        "count": len(puzzles),
        "answered": answered,
        "levels": levels,
        "board": of_the_puzzle(puzzles[0], prefix=f"s-{name}-"),
    }


def _labels(node: Mapping[str, Any], seat: str) -> dict[str, str]:
    return {move["id"]: move["label"] for move in node["moves"].get(seat, [])}


def _offered(puzzle: Puzzle, start: Mapping[str, Any]) -> list[dict[str, str]]:
    labels = _labels(start, str(puzzle.seat))
    return [{"id": move, "label": labels.get(move, move)} for move in puzzle.moves]


def _answer_of(text: str) -> dict[str, int]:
    """What `move=percent move=percent …`, or one move, stands for. Raises Refusal."""
    answer: dict[str, int] = {}
    for part in text[:LONGEST_ANSWER].split():
        move, _given, share = part.partition("=")
        percent = whole(share, 3) if share else 100
        if percent is None or move in answer or len(text) > LONGEST_ANSWER:
            raise Refusal("puzzle_answer", "An answer is a move, or moves with their percentages.")
        answer[move] = percent
    return answer
