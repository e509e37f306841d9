"""Reviews of games that are over, and judgements of positions that somebody lays out: JSON for our own pages."""

from __future__ import annotations

from typing import Any

import gevent
from flask import Blueprint, Response, current_app, g, jsonify, request

from server.engine import Progress
from server.game import Refusal
from server.house import House, the_house
from server.runtime.limits import RETRY_AFTER, Asker, network
from server.runtime.numbers import whole
from server.texts.judging import spoken
from server.web import analysis, editor
from server.web.identity import visitor
from server.web.language import translate as _
from variants.errors import RulesError

blueprint = Blueprint("review", __name__)

TOLD = 0.1
"""What a judgement that is told counts for the address that asks, in requests."""

STATUSES = {
    "no_puzzle": 404,
    "no_table": 404,
    "no_variant": 404,
    "too_fast": 429,
    "analysis_busy": 503,
    "analysis_failed": 503,
    "record_wait": 503,
    "record_failed": 503,
    "record_long": 413,
}
"""What HTTP says of a refusal that is not simply 409."""


@blueprint.get("/game/<table_id>/review")
def show(table_id: str) -> dict[str, Any]:
    """How far the review of a game is, and what it says of the turns, those `before` a number, the last ones first."""
    house = the_house()
    return _told(house, table_id, house.reviews.progress(table_id))


@blueprint.post("/game/<table_id>/review")
def start(table_id: str) -> dict[str, Any]:
    """Begin the review of a game, or go on with it."""
    house = the_house()
    _must_judge(house)
    return _told(house, table_id, house.reviews.ask(table_id, _asker()))


@blueprint.post("/variants/<variant>/analysis")
def judge(variant: str) -> dict[str, Any]:
    """A position, after the moves that are played from it, and what is thought of it unless `judge` is `no`.

    With `eyes` of `mover` a hidden board is shown as the seat to act sees it.
    """
    house = the_house()
    line = analysis.laid_out(house, variant)
    told = analysis.told(house, variant, line, request.form.get("eyes") == "mover")
    if request.form.get("judge") == "no" or told["result"] is not None:
        return told | {"judgement": None}
    _must_judge(house)
    thought = house.evaluator.evaluate(variant, line.game, _asker())
    position = line.position
    words = house.words(variant, g.language)
    judgement = spoken(told["number"], thought, words, _, position.seats)
    judgement["lines"] = analysis.lines(line, told, thought["judgement"])
    return told | {"judgement": judgement}


@blueprint.post("/variants/<variant>/analysis/edit")
def check(variant: str) -> dict[str, Any]:
    """What the rules say of a position that somebody lays out."""
    return editor.check(variant)


def _told(house: House, table_id: str, progress: Progress) -> dict[str, Any]:
    before = whole(request.args.get("before", "999999"), 6)
    if before is None:
        raise Refusal("no_turn", "There is no such turn.")
    with house.tables.reading(table_id) as table:
        seats, variant = table.position_at(0).seats, table.opening.variant
    words = house.words(variant, g.language)
    told = house.reviews.page(table_id, before)
    house.limits.check(request.remote_addr, cost=TOLD * len(told))
    turns = []
    for number, thought in told.items():
        turns.append(spoken(number, thought, words, _, seats))
        gevent.sleep(0)
    return {
        "state": progress.state,
        "done": progress.done,
        "total": progress.total,
        "sentence": "" if progress.fault is None else house.say(progress.fault, g.language, variant),
        "turns": turns,
    }


def _asker() -> Asker:
    return Asker(network(request.remote_addr), visitor() or "")


def _must_judge(house: House) -> None:
    if not house.computer_plays:
        raise Refusal("no_judge", "This site does not evaluate positions.")


@blueprint.errorhandler(RulesError)
def refused(error: RulesError) -> Response:
    """A refusal as JSON: its code, and a sentence in the reader's language."""
    sentence = the_house().say(error, g.language, _variant())
    response = jsonify({"refusal": {"code": error.code, "sentence": sentence}})
    response.status_code = STATUSES.get(error.code, 409)
    if error.code == "too_fast":
        response.headers["Retry-After"] = RETRY_AFTER
    return response


def _variant() -> str | None:
    """The variant of the address, where it is here: its own words say best what its rules refuse."""
    asked = (request.view_args or {}).get("variant")
    return asked if asked in current_app.extensions["cavalier"].variants else None
