"""Reviews of finished games and evaluations of positions: JSON for the pages of the site."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import g, request

from server.content import Descriptions, Library
from server.engine import EnginePool, Evaluator, Progress, Reviews
from server.game import Refusal
from server.http.identity import Identity
from server.runtime.limits import Limits
from server.runtime.loop import yield_to_loop
from server.runtime.parsing import whole_number
from server.tables import Tables
from server.texts.evaluation_text import describe_evaluation
from server.web.analysis import views as analysis
from server.web.analysis.views import AnalysisPages
from server.web.routes import route

EVALUATION_COST = 0.1
"""The cost of an evaluation for its address, in requests."""


@dataclass(frozen=True, eq=False)
class ReviewPages:
    """Reviews and evaluations."""

    library: Library
    descriptions: Descriptions
    tables: Tables
    identity: Identity
    limits: Limits
    engines: EnginePool
    reviews: Reviews
    evaluator: Evaluator
    analysis: AnalysisPages

    @route("/game/<table_id>/review")
    def show(self, table_id: str) -> dict[str, Any]:
        """The progress of the review of a game, and its evaluations of turns `before` a number, the last ones first."""
        return self._described(table_id, self.reviews.progress(table_id))

    @route("/game/<table_id>/review", "POST")
    def start(self, table_id: str) -> dict[str, Any]:
        """Begin or resume the review of a game."""
        self._check_evaluates()
        return self._described(table_id, self.reviews.ask(table_id, self.identity.asker()))

    @route("/variants/<variant>/analysis", "POST")
    def evaluate(self, variant: str) -> dict[str, Any]:
        """The position after the moves of a line, with its evaluation unless `judge` is `no`; `longer` takes longer.

        With `eyes` of `mover` a hidden board is shown as the seat to act sees it.
        """
        line = self.analysis.requested_line(variant)
        node = self.analysis.describe(variant, line, request.form.get("eyes") == "mover")
        if request.form.get("judge") == "no" or node["result"] is not None:
            return node | {"judgement": None}
        self._check_evaluates()
        evaluated = self.evaluator.evaluate(
            variant, line.game, self.identity.asker(), longer=request.form.get("judge") == "longer"
        )
        position = line.position
        words = self.library.words(variant, g.language)
        evaluation = describe_evaluation(node["number"], evaluated, words, position.seats)
        evaluation["lines"] = analysis.lines(line, node, evaluated["judgement"], words)
        return node | {"judgement": evaluation}

    def _described(self, table_id: str, progress: Progress) -> dict[str, Any]:
        before = whole_number(request.args.get("before", "999999"), 6)
        if before is None:
            raise Refusal("no_turn", "There is no such turn.")
        with self.tables.reading(table_id) as table:
            seats, variant = table.position_at(0).seats, table.opening.variant
        words = self.library.words(variant, g.language)
        evaluations = self.reviews.page(table_id, before)
        self.limits.check(request.remote_addr, cost=EVALUATION_COST * len(evaluations))
        turns = []
        for number, evaluated in evaluations.items():
            turns.append(describe_evaluation(number, evaluated, words, seats))
            yield_to_loop()
        return {
            "state": progress.state,
            "done": progress.done,
            "total": progress.total,
            "sentence": "" if progress.fault is None else self.descriptions.error(progress.fault, g.language, variant),
            "turns": turns,
        }

    def _check_evaluates(self) -> None:
        if not self.engines.runs:
            raise Refusal("no_judge", "This site does not evaluate positions.")
