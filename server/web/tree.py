"""The tree of the analysis board: what each of its turns leads to, and the tree of a game that is over."""

from __future__ import annotations

import json
from typing import Any

import gevent
from flask import Blueprint, Response, g, request
from werkzeug.exceptions import RequestEntityTooLarge

from server.archive import pgn, treetext
from server.archive.scoresheet import RecordError
from server.archive.tree import Tree, checked, nodes_of, played
from server.archive.walk import Walk
from server.game import ScoreSheet, public_view, start_of
from server.house import House, the_house
from server.runtime.limits import Asker, network
from server.runtime.loop import yield_to_loop
from server.web import analysis, review
from server.web.examiner import MOST_BYTES, planted, text_of, too_long
from server.web.identity import visitor
from variants.errors import RulesError

NODE = 0.2
"""What a node of a tree counts for its address, in requests: up to 0.9 ms of processor, at 5 ms a request."""

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


@blueprint.post("/variants/<variant>/analysis/file")
def file(variant: str) -> Response:
    """A tree with its comments as a file, as `form` says: `json` or `pgn`."""
    house = the_house()
    request.max_content_length = MOST_BYTES
    body = _read(request.get_data(cache=False))
    told = body if isinstance(body, dict) else {}
    grown = _tree(house, variant, told.get("fen"), told.get("nodes"), told.get("comment"))
    rules = house.variants[variant]
    if told.get("form") == "json":
        return Response(treetext.as_json(rules, grown), mimetype="application/json")
    return Response(treetext.as_pgn(rules, grown, yield_to_loop), mimetype=pgn.MEDIUM)


@blueprint.post("/variants/<variant>/analysis/read")
def read(variant: str) -> dict[str, Any]:
    """The tree of a file: its nodes, its comment, and the address of the analysis board from which it grows."""
    house = the_house()
    request.max_content_length = MOST_BYTES
    text = text_of(request.get_data(cache=False))
    board = _tree(house, variant, request.args.get("fen"), [], "")
    grown, nodes = planted(house, text, board, Asker(network(request.remote_addr), visitor() or ""))
    return {
        "address": analysis.address(grown.variant, grown.settings, grown.fen),
        "nodes": nodes,
        "comment": grown.comment,
    }


@blueprint.errorhandler(RequestEntityTooLarge)
def too_large(_error: RequestEntityTooLarge) -> Response:
    """A file that is too long, refused by name."""
    return review.refused(too_long())


def _read(content: str | bytes) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


def sent(house: House, variant: str) -> Tree:
    """The tree that this request sends, paid for. Raises RulesError."""
    return _tree(house, variant, request.form.get("fen"), _read(request.form.get("nodes", "[]")), "")


def _tree(house: House, variant: str, fen: object, told: object, comment: object) -> Tree:
    house.words(variant, g.language)  # Which refuses a variant that is not here.
    rules = house.variants[variant]
    settings = rules.complete(analysis.chosen(rules, {**request.args.to_dict(), **request.form.to_dict()}))
    nodes = nodes_of(told)
    house.limits.check(request.remote_addr, cost=len(nodes) * NODE)
    first = fen.strip() if isinstance(fen, str) else ""
    said = checked(comment) if isinstance(comment, str) else ""
    return Tree(variant, settings, first or start_of(rules, settings).fen(), nodes, said)


def shown(house: House, variant: str, line: Walk) -> dict[str, Any]:
    """The end of a line: its position, and the turn that led to it."""
    position, number = line.position, len(line.turns)
    result = line.game.ending()
    ending = None if result is None else {**result._asdict(), "seat": None}
    view = public_view(variant, position, line.turns[-1:], ending)
    sheet = ScoreSheet(position.chance, (texts for texts, _ in line.turns))
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
