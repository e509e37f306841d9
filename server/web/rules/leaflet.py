"""The leaflet of a variant: its rules on one sheet of paper, from the same source as its rules page."""

from __future__ import annotations

import re
from dataclasses import dataclass

from flask import abort, g, render_template, url_for
from markupsafe import Markup

from server.content import Boards, Library
from server.game import start_of
from server.http.responses import absolute
from server.web.qr import qr_code
from server.web.routes import route
from variants.position import Eyes, Position

_LINK = re.compile(r'<a [^>]*href="#[^>]*>(.*?)</a>', re.S)
"""A link to another part of the rules page, which is not on the sheet."""


@dataclass(frozen=True, eq=False)
class LeafletPage:
    """The leaflet of each variant."""

    library: Library
    boards: Boards

    @route("/variants/<variant>/leaflet")
    def page(self, variant: str) -> str:
        """Start, pieces, rules in short, one figure, the end, and the address of the rules page."""
        if variant not in self.library.variants:
            abort(404)
        words, rules_page = self.library.words(variant, g.language), self.library.page(variant, g.language)
        start = start_of(self.library.variants[variant])
        address = absolute(url_for("rules.rules", variant=variant))
        return render_template(
            "rules/leaflet.html",
            section="variants",
            variant=variant,
            words=words,
            start=self.boards.draw(variant, start.picture(Eyes.ALL), prefix="s-", title=words.title, coordinates=True),
            pieces=[(self.boards.piece(variant, symbol), words.piece(symbol)) for symbol in _pieces(start)],
            definitions=self.boards.page_definitions(variant, rules_page.turned),
            figure=_alone(rules_page.cover.figure),
            example=_alone(rules_page.cover.text),
            ending=_alone(rules_page.ending),
            address=address,
            code=Markup(qr_code(address)),
        )


def _alone(html: str) -> str:
    """A part of the rules page without links to the others."""
    return _LINK.sub(r"\1", html)


def _pieces(start: Position) -> list[str]:
    """The pieces of the first seat that stand on the board at the start, each once."""
    owners = start.owners()
    return [symbol for symbol in start.drawings if symbol in start.picture(Eyes.ALL).board and not owners.get(symbol)]
