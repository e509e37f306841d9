"""The leaflet of a variant: its rules on one sheet of paper, from the same source as its rules page."""

from __future__ import annotations

import re

from flask import abort, g, render_template, url_for
from markupsafe import Markup

from server.drawing.drawings import beside
from server.game import start_of
from server.house import the_house
from server.web.boards import chosen_pieces, drawn, page_definitions
from server.web.discovery import whole
from server.web.invite import qr_code
from variants.position import Eyes, Position

_LINK = re.compile(r'<a [^>]*href="#[^>]*>(.*?)</a>', re.S)
"""A link to another part of the rules page, which is not on the sheet."""
_COURSE = re.compile(r'<div class="steps".*?</div><ol class="course">.*?</ol>', re.S)
_NUMBER = re.compile(r'(?<=<figcaption>)<b>[^<]*</b> |<p class="label">.*?</p>', re.S)
"""The number of a figure, of which the sheet has one."""


def page(variant: str) -> str:
    """Start, pieces, rules in short, one figure, the end, and the address of the rules page."""
    house = the_house()
    if variant not in house.variants:
        abort(404)
    words, rules_page = house.words(variant, g.language), house.rulebook(variant, g.language)
    start = start_of(house.variants[variant])
    address = whole(url_for("pages.rules", variant=variant))
    return render_template(
        "leaflet.html",
        section="variants",
        variant=variant,
        words=words,
        start=drawn(variant, start.picture(Eyes.ALL), prefix="s-", title=words.title, coordinates=True),
        pieces=[(_piece(variant, symbol), words.piece(symbol)) for symbol in _pieces(start)],
        definitions=page_definitions(variant, rules_page.turned),
        figure=_alone(rules_page.cover.figure),
        example=_alone(rules_page.cover.text),
        ending=_alone(rules_page.ending),
        address=address,
        code=Markup(qr_code(address)),
    )


def _alone(html: str) -> str:
    """A part of the rules page as it stands without the others."""
    return _NUMBER.sub("", _LINK.sub(r"\1", _COURSE.sub("", html)))


def _pieces(start: Position) -> list[str]:
    """The pieces of the first seat that stand on the board at the start, each once."""
    owners = start.owners()
    return [symbol for symbol in start.drawings if symbol in start.picture(Eyes.ALL).board and not owners.get(symbol)]


def _piece(variant: str, symbol: str) -> Markup:
    house = the_house()
    name = house.variants[variant].drawings[symbol]
    prefix = f"p-{name}-"
    return Markup(beside([name], prefix, "piece", house.drawings(variant, chosen_pieces()).definitions([name], prefix)))
