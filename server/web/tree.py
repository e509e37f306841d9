"""The tree of the analysis board: what each of its turns leads to, and the tree of a game that is over."""

from __future__ import annotations

import json
from typing import Any

import gevent
from flask import Blueprint, g, request

from server.archive.scoresheet import RecordError
from server.archive.tree import Tree, nodes_of, played
from server.archive.walk import Walk
from server.house import House, the_house
from server.tables.openings import start_of
from server.tables.rows import Rows
from server.tables.shown import view_of
from server.web import analysis, review
from variants.errors import RulesError

blueprint = Blueprint("tree", __name__)
blueprint.register_error_handler(RulesError, review.refused)


@blueprint.post("/variants/<variant>/analysis/tree")
def tree(variant: str) -> dict[str, Any]:
    """Each turn of a tree as a board shows it, without the moves that could be played next.

    Of `nodes` those that the rules do not play are null, with all that follow them; `fault` says of the first one why.
    """
    house = the_house()
    nodes: list[dict[str, Any] | None] = []
    fault = None
    grown = sent(house, variant)
    for found in played(house.variants[variant], grown):
        gevent.sleep(0)
        if isinstance(found, RecordError):
            fault = fault or house.say(found, g.language, variant)
            nodes.append(None)
        else:
            nodes.append(shown(house, variant, found))
    return {"nodes": nodes, "fault": fault}


def sent(house: House, variant: str) -> Tree:
    """The tree that this request sends, paid for. Raises RulesError."""
    house.words(variant, g.language)  # Which refuses a variant that is not here.
    rules = house.variants[variant]
    settings = rules.complete(analysis.chosen(rules, {**request.args.to_dict(), **request.form.to_dict()}))
    try:
        told = json.loads(request.form.get("nodes", "[]"))
    except (ValueError, RecursionError):
        told = None
    nodes = nodes_of(told)
    house.limits.check(request.remote_addr, cost=len(nodes) * analysis.TURN)
    return Tree(variant, settings, request.form.get("fen", "").strip() or start_of(rules, settings).fen(), nodes)


def shown(house: House, variant: str, line: Walk) -> dict[str, Any]:
    """The end of a line: its position, and the turn that led to it."""
    position, number = line.position, len(line.turns)
    result = line.game.ending()
    ending = None if result is None else {**result._asdict(), "seat": None}
    view = view_of(variant, position, line.turns[-1:], ending)
    sheet = Rows(position.chance, (texts for texts, _ in line.turns))
    for turn in view["turns"]:
        turn.update(number=number, **sheet.place(number, position.to_act)._asdict())
    spoken = house.speak(view | {"number": number}, variant, g.language)
    return {
        **{key: spoken[key] for key in ("number", "chairs", "picture", "tallies", "signs", "viewer", "result")},
        "fen": position.fen(),
        "standard": position.standard_fen() or "",
        "to_act": () if result is not None else position.to_act,
        "turn": spoken["turns"][-1],
    }
