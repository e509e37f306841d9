"""An evaluation in words: probabilities, moves with their scores, sentences on each turn.

No sentence blames a player for another's move: risk is what a move gives away against best play, and the choice
of the others counts as chance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import floor
from typing import Any

from server.texts.catalogue import count_in, form_in, translator
from server.texts.words import Words

CLEARLY = 0.015
"""The least cost of a move for which a better one is named: evaluations are less precise than their digits."""
MOST_MOVES_NAMED = 3
"""The most moves that a sentence names."""

EQUAL_SCORES = 0.005
"""Scores that differ by less are shown as the same number."""


def describe_evaluation(
    number: int, evaluated: Mapping[str, Any], words: Words, seats: Sequence[str]
) -> dict[str, Any]:
    """The evaluation of the position after a number of turns, as pages show it; `seats` are the codes of its seats.

    `evaluated` is `{fen, judgement, labels, played, costs}` of `Reviews.page`; without a next turn the last two are
    empty.
    """
    evaluation = evaluated["judgement"]
    text = _EvaluationText(evaluated, words, seats)
    description = {
        "number": number,
        "fen": evaluated["fen"],
        "kind": evaluation["kind"],
        "scores": evaluation["scores"],
        "exact": evaluation["exact"],
        "depth": evaluation["depth"],
        "looked": text.looked(),
        "odds": {
            seat: [{**text.move(seat, move), "odds": odds} for move, odds in plan.items()]
            for seat, plan in evaluation["odds"].items()
        },
        "grid": None,
        "list": None,
        "played": evaluated["played"],
        "costs": evaluated["costs"],
        "sentences": text.sentences(),
    }
    match evaluation["kind"]:
        case "matrix":
            description["grid"] = {
                "rows": text.line("0", evaluation["rows"]),
                "columns": text.line("1", evaluation["columns"]),
                "cells": evaluation["cells"],
            }
        case "turn":
            (seat,) = evaluation["odds"]
            description["list"] = text.ranking(seat, evaluation["moves"])
        case "sampled":
            description["lists"] = {seat: text.ranking(seat, means) for seat, means in evaluation["means"].items()}
            description["list"] = next(iter(description["lists"].values())) if len(description["lists"]) == 1 else None
    return description


def percent(share: float) -> str:
    """A score as a whole number of hundredths, rounded as scripts do, with a typographic sign."""
    return f"{floor(100 * share + 0.5)}\u202f%"


class _EvaluationText:
    """Describes one position."""

    def __init__(self, evaluated: Mapping[str, Any], words: Words, seats: Sequence[str]) -> None:
        self._evaluation = evaluated["judgement"]
        self._labels = evaluated["labels"]
        self._played = evaluated["played"]
        self._costs = evaluated["costs"]
        self._words = words
        self._say = translator(words.language)
        self._seats = seats

    def move(self, seat: str, move: str) -> dict[str, Any]:
        """The beginning of a row: a move of a seat."""
        return {"id": move, "label": self._label(seat, move), "played": self._played.get(seat) == move}

    def line(self, seat: str, moves: Sequence[str]) -> list[dict[str, Any]]:
        """The moves of a seat with their probabilities, in the order of the cells."""
        plan = self._evaluation["odds"][seat]
        return [{**self.move(seat, move), "odds": plan.get(move, 0.0)} for move in moves]

    def ranking(self, seat: str, scores: Mapping[str, float]) -> list[dict[str, Any]]:
        """The moves of a seat with their scores, best first."""
        best_first = sorted(scores.items(), key=lambda pair: -pair[1])
        return [{**self.move(seat, move), "score": score} for move, score in best_first]

    def sentences(self) -> list[str]:
        """The sentences on the played turn; without one, on the best moves."""
        if not self._played:
            return [self._best(seat) for seat in self._evaluation["odds"]]
        sentences = []
        for seat in self._played:
            if seat in self._costs:
                sentences += self._cost(seat, **self._costs[seat])
        return sentences

    def _cost(self, seat: str, risk: float, luck: float) -> list[str]:
        template = self._template(seat, risk, luck)
        sentence = template.format(
            seat=self._seat(seat),
            move=self._label(seat, self._played[seat]),
            best=self._label(seat, self._best_move(seat)),
            risk=percent(risk),
            luck=percent(abs(luck)),
        )
        mixed = self._evaluation["kind"] == "matrix" and round(100 * risk) > 0
        return [self._words.finish(sentence), *([self._best(seat)] if mixed else [])]

    def _template(self, seat: str, risk: float, luck: float) -> str:
        _, given = self._say, round(100 * risk)
        if len(self._labels[seat]) == 1:
            return _("{seat}: {move} was the only move.")
        match self._evaluation["kind"]:
            case "matrix":
                return self._risk_and_luck(given, round(100 * luck))
            case "sampled" if given:
                return _("{seat}: in trial games {best} did better than {move}, by {risk}.")
            case "sampled":
                return _("{seat}: in trial games no move did better than {move}.")
        if not given:
            return _("No move was better than {move}.")
        if risk < CLEARLY and not self._evaluation["exact"]:
            return _("No move was clearly better than {move}.")
        return _("Best was {best}; {move} cost {seat} {risk}.")

    def _risk_and_luck(self, risk: int, luck: int) -> str:
        _ = self._say
        if risk:
            if not luck:
                return _("{seat} risked {risk} with {move}.")
            if luck > 0:
                return _("{seat} risked {risk} with {move}; chance brought {luck}.")
            return _("{seat} risked {risk} with {move}; chance took {luck}.")
        if not luck:
            return _("{seat} risked nothing with {move}.")
        if luck > 0:
            return _("{seat} risked nothing with {move}; chance brought {luck}.")
        return _("{seat} risked nothing with {move}; chance took {luck}.")

    def looked(self) -> str:
        """How far the search has looked; "" if it knows the end or counts trial games."""
        if self._evaluation["exact"] or self._evaluation["kind"] == "sampled":
            return ""
        depth = self._evaluation["depth"]
        if engine := self._evaluation.get("engine"):
            _n = partial(form_in, self._words.language)
            told = _n("{engine} looked {count} turn ahead.", "{engine} looked {count} turns ahead.", depth)
            return told.format(engine=engine, count=depth)
        _n = partial(count_in, self._words.language)
        return _n("Looked {count} turn ahead.", "Looked {count} turns ahead.", depth)

    def _best(self, seat: str) -> str:
        """The best play of a seat: its most probable moves, or those as good as its best one if they are few."""
        _, plan = self._say, self._evaluation["odds"][seat]
        if self._alike():
            return self._words.finish(_("{seat}: all moves are worth the same here.").format(seat=self._seat(seat)))
        best = list(plan) if len(plan) > 1 else self._equals(seat)
        if len(plan) > 1:
            template = _("Best for {seat} is to vary: {moves}.")
        elif len(best) > MOST_MOVES_NAMED:
            template = _("{seat}: no clear best move yet.")
        else:
            template = _("Best for {seat}: {moves}.")
        odds = {move: f"\u00a0{percent(plan[move])}" for move in plan} if len(plan) > 1 else {}
        moves = ", ".join(self._label(seat, move) + odds.get(move, "") for move in best[:MOST_MOVES_NAMED])
        return self._words.finish(template.format(seat=self._seat(seat), moves=moves))

    def _alike(self) -> bool:
        """Whether every pair of moves has the same score, so that no strategy is better than another."""
        cells = [cell for row in self._evaluation.get("cells", ()) for cell in row]
        return len(cells) > 1 and max(cells) - min(cells) < EQUAL_SCORES

    def _equals(self, seat: str) -> list[str]:
        """The best move of a seat and, if it acts alone, those that are not clearly worse, best first."""
        best = self._best_move(seat)
        if self._evaluation["kind"] != "turn":
            return [best]
        scores = self._evaluation["moves"]
        margin = 0.0 if self._evaluation["exact"] else CLEARLY
        others = [move for move in scores if move != best and scores[best] - scores[move] <= margin]
        return [best, *sorted(others, key=lambda move: -scores[move])]

    def _best_move(self, seat: str) -> str:
        plan: dict[str, float] = self._evaluation["odds"][seat]
        means = self._evaluation.get("means", {}).get(seat, plan)
        return max(plan, key=lambda move: means.get(move, 0.0))

    def _label(self, seat: str, move: str) -> str:
        return self._words.move(str(self._labels[seat].get(move, move)))

    def _seat(self, seat: str) -> str:
        return self._words.the_seat(self._seats[int(seat)])
