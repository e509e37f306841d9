"""Puzzles: the daily one, the others of each variant, and the reader's answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from flask import abort, g, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from server.content import Boards, Library
from server.game import Refusal
from server.http.identity import Identity
from server.http.language import translate as _
from server.puzzles.puzzle import RIGHT_WITHIN, MarkedAnswer, Puzzle, mark
from server.puzzles.service import PuzzleService
from server.records.line_of_play import LineOfPlay
from server.runtime.limits import Limits
from server.runtime.loop import yield_to_loop
from server.runtime.parsing import whole_number
from server.store.answers import Answer
from server.web.analysis import views as analysis
from server.web.analysis.views import AnalysisPages
from server.web.routes import route
from variants.position import Position

LATEST = 20
"""Answers of a person that a page lists."""
LONGEST_ANSWER = 200
"""Characters of an answer."""
TURN_COST = 0.1
"""The cost of a turn of a solution for its address, in requests."""


@dataclass(frozen=True, eq=False)
class PuzzlePages:
    """The pages of puzzles."""

    library: Library
    boards: Boards
    identity: Identity
    limits: Limits
    puzzles: PuzzleService
    analysis: AnalysisPages

    @route("/puzzles")
    def index(self) -> str:
        """The daily puzzle, the puzzles of each variant, and the reader's answers."""
        me = self.identity.visitor()
        day = self.puzzles.today()
        daily = self.puzzles.store.daily(day)
        answers = self.puzzles.answers_of(me)
        done = {answer.puzzle: answer for answer in answers}
        puzzles = self.puzzles.store.puzzles
        known = [(answer, puzzles[answer.puzzle]) for answer in answers if answer.puzzle in puzzles]
        return render_template(
            "puzzles/puzzles.html",
            section="puzzles",
            daily=None
            if daily is None
            else {"puzzle": daily, "answer": done.get(daily.id), "board": self._board(daily, prefix="d-")},
            day=datetime(day.year, day.month, day.day, 12, tzinfo=UTC).timestamp(),
            variants=[self._counted(name, done) for name in self.library.variants if self.puzzles.store.of(name)],
            latest=known[:LATEST],
            streak=self.puzzles.streak(answers),
            right=sum(answer.right for answer, _puzzle in known),
            answered=len(known),
        )

    @route("/puzzles/next")
    def following(self) -> Response:
        """The next unanswered puzzle of `?variant=…` and `?level=…`, after the one of `?after=…`."""
        me = self.identity.visitor()
        variant, level = request.args.get("variant", ""), whole_number(request.args.get("level", ""), 1)
        ids = [puzzle.id for puzzle in self.puzzles.store.of(variant, level)]
        if not ids:
            abort(404)
        after = request.args.get("after", "")
        start = ids.index(after) + 1 if after in ids else 0
        done = {answer.puzzle for answer in self.puzzles.answers_of(me)}
        turn = ids[start:] + ids[:start]
        following = next((puzzle for puzzle in turn if puzzle not in done and puzzle != after), turn[0])
        return redirect(url_for("puzzles.show", puzzle_id=following, level=level), 303)

    @route("/puzzles/<puzzle_id>")
    def show(self, puzzle_id: str) -> str:
        """The page of a puzzle, without its answer."""
        puzzle = self.puzzles.puzzle(puzzle_id)
        words = self.library.words(puzzle.variant, g.language)
        line = self._line(puzzle)
        start = self.analysis.describe(puzzle.variant, line)
        daily = self.puzzles.daily()
        code = start["chairs"][puzzle.seat]["code"]
        labels = _labels(start, str(puzzle.seat))
        return render_template(
            "puzzles/puzzle.html",
            section="puzzles",
            puzzle=puzzle,
            variant=puzzle.variant,
            words=words,
            task=words.finish(_task(puzzle, line.position).format(seat=words.the_seat(code))),
            number=1 + [each.id for each in self.puzzles.store.of(puzzle.variant)].index(puzzle.id),
            is_daily=daily is not None and daily.id == puzzle.id,
            level=whole_number(request.args.get("level", ""), 1),
            offered=[{"id": move, "label": labels.get(move, move)} for move in puzzle.moves],
            start={**start, "moves": {str(puzzle.seat): start["moves"][str(puzzle.seat)]}},
            turned=puzzle.seat in self.library.variants[puzzle.variant].turned,
            board=self._board(puzzle, prefix="b-", live=True, coordinates=True),
            analysis=analysis.address(puzzle.variant, line.position.settings, fen=puzzle.fen),
        )

    @route("/puzzles/<puzzle_id>", "POST")
    def answer(self, puzzle_id: str) -> dict[str, Any]:
        """Mark an answer, store it if it is the reader's first, and return the solution."""
        puzzle = self.puzzles.puzzle(puzzle_id)
        marked = mark(puzzle, _answer_of(request.form.get("answer", "")))
        self.limits.check(request.remote_addr, cost=TURN_COST * (len(puzzle.line) + 1))
        self.puzzles.save_answer(self.identity.identify(), puzzle, marked)
        return self.solution(puzzle, marked)

    def solution(self, puzzle: Puzzle, marked: MarkedAnswer) -> dict[str, Any]:
        """The mark of the answer, and the solution, as the page of the puzzle shows it."""
        line = self._line(puzzle)
        nodes = [self.analysis.describe(puzzle.variant, line)]
        labels = [_labels(nodes[0], str(seat)) for seat in line.position.to_act]
        ours = labels[line.position.to_act.index(puzzle.seat)]
        theirs = next((each for each in labels if each is not ours), {})
        for turn in puzzle.line:
            yield_to_loop()
            line.play({int(seat): move for seat, move in turn.items()})
            nodes.append(self.analysis.describe(puzzle.variant, line))
        return {
            "right": marked.right,
            "lost": marked.lost,
            "within": RIGHT_WITHIN,
            "reply": theirs.get(marked.reply, marked.reply) if marked.reply else None,
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

    def _board(self, puzzle: Puzzle, **more: Any) -> Markup:
        return self.boards.of_position(puzzle.variant, puzzle.fen, puzzle.settings, puzzle.seat, **more)

    def _line(self, puzzle: Puzzle) -> LineOfPlay:
        return LineOfPlay(self.library.variants[puzzle.variant], puzzle.fen, puzzle.settings)

    def _counted(self, name: str, done: Mapping[str, Answer]) -> dict[str, Any]:
        puzzles = self.puzzles.store.of(name)
        return {
            "name": name,
            "count": len(puzzles),
            "answered": sum(puzzle.id in done for puzzle in puzzles),
            "levels": sorted({puzzle.level for puzzle in puzzles}),
            "board": self._board(puzzles[0], prefix=f"s-{name}-"),
        }


def _task(puzzle: Puzzle, position: Position) -> str:
    """What the reader is asked to do, with the field `seat`."""
    if puzzle.theme == "mix":
        return _("{seat} to solve. Your opponent knows your mix, not your move. Choose how often you play each.")
    if len(position.to_act) > 1:
        return _("{seat} to solve. Both sides move at once: one move is best against the best play of the other.")
    return _("{seat} to move: choose a piece, then its destination.")


def _labels(node: Mapping[str, Any], seat: str) -> dict[str, str]:
    return {move["id"]: move["label"] for move in node["moves"].get(seat, [])}


def _answer_of(text: str) -> dict[str, int]:
    """The mix of `move=percent move=percent …`, or of a single move. Raises Refusal."""
    answer: dict[str, int] = {}
    for part in text[:LONGEST_ANSWER].split():
        move, _given, share = part.partition("=")
        percent = whole_number(share, 3) if share else 100
        if percent is None or move in answer or len(text) > LONGEST_ANSWER:
            raise Refusal("puzzle_answer", "An answer is a move, or moves with their percentages.")
        answer[move] = percent
    return answer
