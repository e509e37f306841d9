"""The page that tells people how to write a program that plays here; its examples are made by the rules themselves."""

from __future__ import annotations

import json
from pathlib import Path

from flask import Blueprint, g, render_template, request

from server.game import AWAY, start_of
from server.house import House, the_house
from server.texts.cache import remembered
from server.web.essay import Essay, essay
from server.web.language import translate as _
from server.web.security import PREFIX
from variants.position import Position

blueprint = Blueprint("programs", __name__)

MOST_PAGES = 2_000_000
"""Bytes of the page that are remembered: it tells the address at which the site was asked for, which anybody names."""

TEXTS = Path(__file__).parent / "programs"


@blueprint.get("/programs")
def programs() -> str:
    """How a program plays here, the same for everybody."""
    return render_template(
        "programs.html", section="programs", page=_page(the_house(), g.language, request.url_root.rstrip("/"))
    )


@remembered(MOST_PAGES)
def _page(house: House, language: str, site: str) -> Essay:
    name, rules = next(iter(house.variants.items()))
    position = start_of(rules)
    moves = {str(seat): rules.write(next(iter(position.moves(seat)))) for seat in position.to_act}
    late = _("This turn is over: the move came for turn {number}.").format(number=7)
    values = {
        "site": site,
        "path": PREFIX,
        "variant": name,
        "move": next(iter(moves.values())),
        "outcome": json.dumps({"variant": name, "fen": _short(position), "actions": moves}),
        "away": str(round(AWAY)),
        "late": late,
    }
    return essay(TEXTS, language, values)


def _short(position: Position) -> str:
    """The position's FEN without what all that is missing would be read as."""
    rows = position.fen().split(" ")[0]
    return rows if type(position).from_fen(rows, position.settings) == position else position.fen()
